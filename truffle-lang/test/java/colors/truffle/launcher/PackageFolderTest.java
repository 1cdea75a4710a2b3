// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A program that has the jar and no checkout gets the whole package. */
final class PackageFolderTest {
    @Test
    void allOfThePackageIsUnpacked() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("python", "colors"))) {
            List<String> names = files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".py")).sorted().toList();
            assertEquals(names, PackageFolder.FILES.stream().sorted().toList());
        }
    }
}
