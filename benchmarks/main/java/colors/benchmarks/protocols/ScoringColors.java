// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import colors.SharedArray;
import colors.rpc.Service;
import java.lang.foreign.MemorySegment;

/** Features and scores are shared arrays, which the service and the model have in place. */
public final class ScoringColors implements ScoringModel {
    /** The model's service. */
    public interface Model {
        void score(SharedArray<Double> features, SharedArray<Double> scores);
    }

    private final Model model = Service.named("bench.scoring").client(Model.class);
    private final SharedArray<Double> features;
    private final SharedArray<Double> scores;
    private final MemorySegment featureMemory;
    private final MemorySegment scoreMemory;

    private ScoringColors(int customers) {
        features = SharedArray.create(double.class, customers * WIDTH);
        scores = SharedArray.create(double.class, customers);
        featureMemory = features.memory();
        scoreMemory = scores.memory();
    }

    @Override
    public void set(int index, double feature) {
        featureMemory.setAtIndex(JAVA_DOUBLE, index, feature);
    }

    @Override
    public void score() {
        model.score(features, scores);
    }

    @Override
    public double scoreOf(int customer) {
        return scoreMemory.getAtIndex(JAVA_DOUBLE, customer);
    }

    @Override
    public void close() {}

    /** ADDRESS CUSTOMERS SECONDS; the model is found by its name. */
    public static void main(String[] arguments) throws Exception {
        int customers = Integer.parseInt(arguments[1]);
        ScoringService.measure(new ScoringColors(customers), customers, Double.parseDouble(arguments[2]));
    }
}
