// SPDX-License-Identifier: Apache-2.0
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs many programs of the corpus in one process: {@code Drive alone|writer|reader NAME...}. A writer and a reader go
 * on when a line comes in. drive.py and drive.js do the same in the other languages.
 */
final class Drive {
    private Drive() {}

    public static void main(String[] arguments) throws Exception {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        List<String> names = Arrays.asList(arguments).subList(1, arguments.length);
        switch (arguments[0]) {
            case "alone" -> run(names, "write", "read", "check");
            case "writer" -> {
                run(names, "write");
                awaitLine();
                run(names, "check");
            }
            case "reader" -> {
                awaitLine();
                run(names, "read");
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void run(List<String> names, String... parts) throws Exception {
        for (String name : names) {
            Program program = program(name);
            for (String part : parts) {
                System.out.println("=== " + name + " " + part);
                try {
                    program.run(part);
                } catch (RuntimeException | Error e) {
                    System.out.println("uncaught: " + e);
                    e.printStackTrace();
                }
            }
        }
    }

    private static Program program(String name) throws Exception {
        Class<?> type = Class.forName(Character.toUpperCase(name.charAt(0)) + name.substring(1));
        return (Program) type.getDeclaredConstructor().newInstance();
    }

    private static void awaitLine() throws IOException {
        System.out.println("=== waiting");
        if (System.in.read() < 0) {
            throw new IOException("nobody said to go on");
        }
    }
}
