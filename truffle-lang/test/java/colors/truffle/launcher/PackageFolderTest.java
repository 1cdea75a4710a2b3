// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that has the jar and no checkout gets the whole package. */
final class PackageFolderTest {
    @TempDir
    Path folder;

    /** The Python files below a folder, with their contents. */
    private static Map<String, String> files(Path folder) throws IOException {
        var found = new HashMap<String, String>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".py")).toList()) {
                found.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return found;
    }

    @Test
    void allOfThePackageIsUnpackedFromAFolderOfClasses() throws IOException {
        URL first = PackageFolder.class.getResource("/python/colors/__init__.py");
        assertEquals(files(Path.of("python")), files(PackageFolder.unpack(first)));
    }

    /** With a package in the package, a blank in the jar's name, and neighbours that are not of it. */
    @Test
    void allOfAPackageIsUnpackedFromAJar() throws IOException {
        Map<String, String> content =
                Map.of("colors/__init__.py", "first", "colors/_new.py", "new", "colors/inner/deep/x.py", "deep");
        Path jar = folder.resolve("a jar.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            put(out, "python/colorsmore/no.py", "no");
            put(out, "python/no.py", "no");
            put(out, "python/colors/data.txt", "no");
            for (var entry : content.entrySet()) {
                put(out, "python/" + entry.getKey(), entry.getValue());
            }
        }
        assertEquals(
                content,
                files(PackageFolder.unpack(URI.create("jar:" + jar.toUri() + "!/python/colors/__init__.py")
                        .toURL())));
    }

    private static void put(JarOutputStream out, String name, String content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
    }

    @Test
    void missingPackageIsOneClearError() {
        var e = assertThrows(UncheckedIOException.class, () -> PackageFolder.unpack(null));
        assertTrue(
                e.getCause()
                        .getMessage()
                        .contains("there is no python/colors/__init__.py beside the classes; set the property"
                                + " colors.root"),
                e.getCause().getMessage());
    }
}
