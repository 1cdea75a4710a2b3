// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import colors.NoDaemonException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where libcolors is: the folder named by the property {@code colors.home}, else by the variable {@code COLORS_HOME}.
 */
final class NativeLibrary {
    private static SymbolLookup loaded;

    private NativeLibrary() {}

    /** The library's symbols. Throws SharedMemoryException while it cannot be found; a later call tries again. */
    static synchronized SymbolLookup symbols() {
        if (loaded == null) {
            loaded = load();
        }
        return loaded;
    }

    static Path home() {
        String property = System.getProperty("colors.home");
        String home = property != null ? property : System.getenv("COLORS_HOME");
        if (home == null) {
            throw new NoDaemonException(
                    "libcolors was not found: neither the property colors.home nor the variable COLORS_HOME is set;"
                            + " set one of them to the folder that holds libcolors.so and colorsd, or start the program"
                            + " with ./colors java");
        }
        return Path.of(home);
    }

    private static SymbolLookup load() {
        Path library = home().resolve("libcolors.so").toAbsolutePath();
        if (!Files.isReadable(library)) {
            throw new NoDaemonException("no readable file " + library
                    + "; build it with ./colors build, or set colors.home to the folder that holds"
                    + " libcolors.so and colorsd");
        }
        try {
            return SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new NoDaemonException(
                    library + " cannot be loaded: " + e.getMessage() + "; rebuild it with ./colors build", e);
        }
    }
}
