// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The sources of Commons Lang in a folder of their own, which is removed in the end. */
final class Sources implements AutoCloseable {
    private static final String JAR = "commons-lang3-.*-sources\\.jar";

    private final Path folder = Files.createTempDirectory("colors-overhead");
    private final List<Path> files = new ArrayList<>();

    /** Those whose name in the jar begins so. */
    Sources(String prefix) throws IOException {
        try (ZipFile jar = new ZipFile(jar())) {
            for (ZipEntry entry : jar.stream()
                    .filter(e -> e.getName().startsWith(prefix) && e.getName().endsWith(".java"))
                    .sorted(Comparator.comparing(ZipEntry::getName))
                    .toList()) {
                Path file = folder.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (InputStream content = jar.getInputStream(entry)) {
                    Files.copy(content, file);
                }
                files.add(file);
            }
        }
        if (files.isEmpty()) {
            throw new IOException("the sources of Commons Lang have no file that begins with " + prefix);
        }
    }

    private static File jar() throws IOException {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .filter(file -> file.getName().matches(JAR))
                .findFirst() //
                .orElseThrow(() -> new IOException("the class path has no jar with the sources of Commons Lang"));
    }

    Path folder() {
        return folder;
    }

    /** In the order of their names. */
    List<Path> files() {
        return files;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
