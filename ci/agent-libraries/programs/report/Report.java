// SPDX-License-Identifier: Apache-2.0
package report;

/** What a program prints of libraries: a name at the start of a line, and under it what the library did. */
public final class Report {
    private Report() {}

    /** The use of a library. */
    public interface Use {
        void run() throws Exception;
    }

    /** Only names of libraries stand at the start of a line. */
    public static void say(Object what) {
        System.out.println("  " + String.valueOf(what).replace("\n", "\n  "));
    }

    public static void use(String library, Use use) {
        System.out.println(library);
        try {
            use.run();
        } catch (Throwable e) {
            say("failed: " + e);
            e.printStackTrace();
        }
    }
}
