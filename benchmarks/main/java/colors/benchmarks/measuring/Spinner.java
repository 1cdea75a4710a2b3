// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that wants a processor all the time. It ends when its input does, so that it cannot outlive who started it.
 */
public final class Spinner {
    private static volatile boolean ended;

    private Spinner() {}

    /** As many as there are processors, each at work when this returns. */
    public static List<Child> onEachProcessor() throws IOException {
        List<Child> all = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            all.add(Child.ofProgram(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Spinner.class.getName()));
        }
        for (Child spinner : all) {
            spinner.readLine();
        }
        return all;
    }

    /** Spins. */
    public static void main(String[] arguments) throws IOException {
        Thread.ofPlatform().daemon().start(Spinner::waitForEnd);
        System.out.println("spinning");
        while (!ended) {
            Thread.onSpinWait();
        }
    }

    private static void waitForEnd() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println(e);
        }
        ended = true;
    }
}
