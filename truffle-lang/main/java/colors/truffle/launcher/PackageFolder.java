// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Where the Python package "colors" is: in a checkout, else a copy of the one in the jar. */
final class PackageFolder {
    private static final String FIRST = "python/colors/__init__.py";

    private PackageFolder() {}

    /** The folder to put on Python's path. */
    static Path find() {
        String root = System.getProperty("colors.root");
        Path checkout = root == null ? null : Path.of(root, "truffle-lang", "python");
        return checkout != null && Files.isDirectory(checkout)
                ? checkout.toAbsolutePath()
                : unpack(PackageFolder.class.getResource("/" + FIRST));
    }

    /** Copies the package of which this is a file to a folder of its own. */
    static Path unpack(URL first) {
        try {
            if (first == null) {
                throw new FileNotFoundException("there is no " + FIRST
                        + " beside the classes; set the property colors.root to the folder of a checkout");
            }
            Path root = Files.createTempDirectory("colors-python");
            root.toFile().deleteOnExit(); // files are deleted in the opposite order
            for (String name : filesBeside(first)) {
                unpack(
                        URI.create(folderOf(first.toString()) + name).toURL(),
                        root.resolve("colors").resolve(name),
                        root);
            }
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the Python package colors cannot be unpacked from the jar to the temporary folder", e);
        }
    }

    private static void unpack(URL from, Path file, Path root) throws IOException {
        makeFolder(file.getParent(), root);
        try (InputStream content = from.openStream()) {
            Files.copy(content, file);
        }
        file.toFile().deleteOnExit();
    }

    private static void makeFolder(Path folder, Path root) throws IOException {
        if (!folder.equals(root) && !Files.isDirectory(folder)) {
            makeFolder(folder.getParent(), root);
            Files.createDirectory(folder).toFile().deleteOnExit();
        }
    }

    /**
     * The Python files in the folder of one, and below, by their paths from there: in a jar, a folder of classes, or an
     * image of the JDK (jlink).
     */
    static List<String> filesBeside(URL first) throws IOException {
        URLConnection connection = first.openConnection();
        connection.setUseCaches(false); // a jar that others have open is not closed here
        if (connection instanceof JarURLConnection jar) {
            String folder = folderOf(jar.getEntryName());
            try (JarFile file = jar.getJarFile()) {
                return file.stream()
                        .map(ZipEntry::getName)
                        .filter(name -> name.startsWith(folder) && isPython(name))
                        .map(name -> name.substring(folder.length()))
                        .toList();
            }
        }
        Path folder = Path.of(URI.create(first.toString())).getParent();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(PackageFolder::isPython)
                    .toList();
        }
    }

    private static String folderOf(String file) {
        return file.substring(0, file.lastIndexOf('/') + 1);
    }

    private static boolean isPython(String name) {
        return name.endsWith(".py");
    }
}
