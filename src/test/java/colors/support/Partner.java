// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.List;

/** Another Java process that answers each line with a line. */
public final class Partner implements AutoCloseable {
    private final Process process;
    private final BufferedWriter input;
    private final BufferedReader output;

    public Partner(String segment, Class<?> main, String... arguments) throws IOException {
        process = Child.start(segment, main, List.of(), arguments);
        input = process.outputWriter();
        output = process.inputReader();
    }

    public String ask(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
            String answer = output.readLine();
            if (answer == null) {
                throw new IOException("the other process ended at: " + line);
            }
            return answer;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
