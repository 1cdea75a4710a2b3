// SPDX-License-Identifier: Apache-2.0
import colors.Channel;
import colors.SharedArray;
import colors.SharedMemory;
import colors.SharedName;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A service that keeps the features of its customers live in shared memory: a row of numbers a customer, changed in
 * place as customers act. A model in another process scores them; the service reads the scores where they are.
 */
public class Customers {
    /** What both programs know of each other. */
    @SharedName("scoring.Table")
    interface Table {
        int width();

        void width(int width);

        SharedArray<Double> features();

        void features(SharedArray<Double> features);

        SharedArray<Double> scores();

        void scores(SharedArray<Double> scores);
    }

    private static final int FEATURES = 8;
    private static final int ROUNDS = 5;

    public static void main(String[] arguments) throws InterruptedException, TimeoutException {
        int customers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        SharedArray<Double> features = SharedArray.create(double.class, customers * FEATURES);
        SharedArray<Double> scores = SharedArray.create(double.class, customers);
        Table table = SharedMemory.allocate(Table.class);
        table.width(FEATURES);
        table.features(features);
        table.scores(scores);
        Channel<Object> asked = SharedMemory.channel("scoring/asked");
        Channel<Object> done = SharedMemory.channel("scoring/done");
        SharedMemory.repository("scoring/table").set(table);

        var random = new Random(42);
        for (int i = 0; i < customers * FEATURES; i++) {
            features.setDouble(i, random.nextGaussian());
        }
        for (int round = 1; round <= ROUNDS; round++) {
            int customer = random.nextInt(customers);
            features.setDouble(customer * FEATURES, 3.0 * round); // this customer has just bought something
            long start = System.nanoTime();
            asked.send((long) round);
            done.receive(60, TimeUnit.SECONDS); // TimeoutException: no model answered
            double seconds = (System.nanoTime() - start) / 1e9;
            double score = scores.getDouble(customer);
            System.out.printf(Locale.ROOT, "round %d: customer %d: %.6f%n", round, customer, score);
            System.err.printf("scored %d customers in %.2f ms%n", customers, seconds * 1e3);
        }
        asked.close();
    }
}
