// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.ICompilerRequestor;
import org.eclipse.jdt.internal.compiler.batch.Main;

/** ECJ: compiles Commons Lang to class files, which it keeps in memory. */
final class EcjProgram implements Program {
    private final Sources sources = new Sources("org/apache/commons/lang3/");
    private final String[] arguments;

    EcjProgram() throws IOException {
        // else part of the work is on a thread that we do not measure
        System.setProperty("jdt.compiler.useSingleThread", "true");
        List<String> all = new ArrayList<>(List.of("-17", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", "none"));
        sources.files().stream().map(Path::toString).forEach(all::add);
        arguments = all.toArray(String[]::new);
    }

    @Override
    public long run() {
        StringWriter errors = new StringWriter();
        Compilation compilation = new Compilation(new PrintWriter(errors));
        if (!compilation.compile(arguments)) {
            throw new IllegalStateException("ECJ could not compile the sources: " + errors);
        }
        return compilation.checksum;
    }

    @Override
    public void close() throws IOException {
        sources.close();
    }

    private static final class Compilation extends Main {
        private long checksum;

        Compilation(PrintWriter errors) {
            super(errors, errors, false, null, null);
        }

        @Override
        public ICompilerRequestor getBatchRequestor() {
            ICompilerRequestor usual = super.getBatchRequestor();
            return result -> {
                for (ClassFile file : result.getClassFiles()) {
                    CRC32 sum = new CRC32();
                    sum.update(file.getBytes());
                    checksum += sum.getValue();
                }
                usual.acceptResult(result);
            };
        }
    }
}
