// SPDX-License-Identifier: Apache-2.0
package colors.truffle.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JavaScript that is a part of the language and its launcher: files of main/resources/javascript. */
public final class Script {
    private Script() {}

    /** The text of a file, by its name without .js. */
    public static String text(String name) {
        try (InputStream file = Script.class.getResourceAsStream("/javascript/" + name + ".js")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a file is called where its source has to have a name. */
    public static String name(String name) {
        return "colors-" + name + ".js";
    }
}
