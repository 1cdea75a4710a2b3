// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads and links every class of the jars given, without initializing it, and prints what failed: with -Xverify:all the
 * JVM checks each method.
 */
class Link {
    private static final ConcurrentLinkedQueue<String> FAILED = new ConcurrentLinkedQueue<>();

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            List<String> names;
            try (JarFile file = new JarFile(jar)) {
                names = file.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class") && !name.contains("-"))
                        .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                        .sorted()
                        .toList();
            }
            names.parallelStream().forEach(Link::link);
            System.out.println(Path.of(jar).getFileName() + " " + names.size());
            FAILED.stream().sorted().forEach(System.out::println);
            FAILED.clear();
        }
    }

    private static void link(String name) {
        Class<?> type;
        try {
            type = Class.forName(name, false, Link.class.getClassLoader());
            type.getDeclaredConstructors(); // links it first
        } catch (NoClassDefFoundError | ClassNotFoundException e) {
            FAILED.add("  " + name + ": a library is not there"); // which one depends on what is looked at first
        } catch (LinkageError e) {
            FAILED.add("  " + name + ": " + e);
        }
    }
}
