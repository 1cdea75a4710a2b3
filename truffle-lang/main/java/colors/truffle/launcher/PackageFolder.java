// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the Python package "colors" is: in a checkout, else a copy of the one in the jar. */
final class PackageFolder {
    static final List<String> FILES = List.of("__init__.py", "_binary.py", "_channels.py", "_classes.py", "_construction.py", "_containers.py", "_copy.py", "_copy_out.py", "_core.py", "_dict.py", "_errors.py",
                    "_json.py", "_keys.py", "_language.py", "_list.py", "_monitor.py", "_reflection.py", "_scope.py", "_set.py", "_teach.py", "_tuple.py", "_unbound.py", "_values.py");

    private PackageFolder() {
    }

    /** The folder to put on Python's path. */
    static Path find() {
        String root = System.getProperty("colors.root");
        Path checkout = root == null ? null : Path.of(root, "truffle-lang", "python");
        return checkout != null && Files.isDirectory(checkout) ? checkout.toAbsolutePath() : unpack();
    }

    private static Path unpack() {
        try {
            Path root = Files.createTempDirectory("colors-python");
            root.toFile().deleteOnExit(); // files are deleted in the opposite order
            Path folder = Files.createDirectory(root.resolve("colors"));
            folder.toFile().deleteOnExit();
            for (String name : FILES) {
                unpack(name, folder.resolve(name));
            }
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException("the Python package colors cannot be unpacked from the jar to the temporary folder", e);
        }
    }

    private static void unpack(String name, Path file) throws IOException {
        try (InputStream content = PackageFolder.class.getResourceAsStream("/python/colors/" + name)) {
            if (content == null) {
                throw new IOException("this jar has no python/colors/" + name + "; set the property colors.root to the folder of a checkout");
            }
            Files.copy(content, file);
        }
        file.toFile().deleteOnExit();
    }
}
