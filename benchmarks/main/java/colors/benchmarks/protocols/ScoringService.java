// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The service of bench scoring: a round changes a feature, has all customers scored, and reads all scores. */
public final class ScoringService {
    private static final double[] WEIGHTS = {0.9, -0.4, 0.3, 0.1, -0.7, 0.2, 0.5, -0.1}; // of scoring.py
    private static final double TOLERANCE = 1e-9;
    private static final double NANOS_PER_MICRO = 1e3;

    private final ScoringModel model;
    private final double[] features; // as the model has them, to check it
    private final Random random = new Random(42);

    private ScoringService(ScoringModel model, int customers) {
        this.model = model;
        features = new double[customers * ScoringModel.WIDTH];
        for (int i = 0; i < features.length; i++) {
            set(i, random.nextGaussian());
        }
    }

    /** Prints the median of a round, in microseconds. Half of the time is warm-up. */
    public static void measure(ScoringModel model, int customers, double seconds) throws Exception {
        ScoringService service = new ScoringService(model, customers);
        service.rounds(seconds / 2);
        List<Double> times = service.rounds(seconds / 2);
        System.out.println(times.stream().sorted().toList().get(times.size() / 2));
        model.close();
    }

    private void set(int index, double feature) {
        features[index] = feature;
        model.set(index, feature);
    }

    private List<Double> rounds(double seconds) throws Exception {
        int customers = features.length / ScoringModel.WIDTH;
        List<Double> times = new ArrayList<>();
        long began = System.nanoTime();
        do {
            int customer = random.nextInt(customers);
            long start = System.nanoTime();
            set(customer * ScoringModel.WIDTH, random.nextGaussian());
            model.score();
            double sum = 0;
            for (int i = 0; i < customers; i++) {
                sum += model.scoreOf(i);
            }
            times.add((System.nanoTime() - start) / NANOS_PER_MICRO);
            check(customer, sum);
        } while ((System.nanoTime() - began) / 1e9 < seconds);
        return times;
    }

    private void check(int customer, double sum) {
        double dot = 0;
        for (int i = 0; i < ScoringModel.WIDTH; i++) {
            dot += features[customer * ScoringModel.WIDTH + i] * WEIGHTS[i];
        }
        double expected = 1 / (1 + Math.exp(-dot));
        if (!(Math.abs(model.scoreOf(customer) - expected) < TOLERANCE && sum > 0)) {
            throw new IllegalStateException("customer " + customer + " has the score " + model.scoreOf(customer)
                    + ", not " + expected + "; the sum of all is " + sum);
        }
    }
}
