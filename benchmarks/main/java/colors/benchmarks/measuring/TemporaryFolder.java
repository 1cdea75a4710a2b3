// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder that is removed with all in it when this is closed, and when this process ends, after its children. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    public TemporaryFolder(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        Runtime.getRuntime().addShutdownHook(new Thread(this::removeAtEnd));
    }

    private void removeAtEnd() {
        Child.endAll();
        try {
            close();
        } catch (IOException e) {
            System.err.println(path + " could not be removed: " + e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public synchronized void close() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
