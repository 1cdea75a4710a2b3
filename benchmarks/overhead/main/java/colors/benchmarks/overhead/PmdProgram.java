// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Path;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.lang.LanguageRegistry;
import net.sourceforge.pmd.reporting.Report;
import net.sourceforge.pmd.reporting.RuleViolation;

/** PMD: looks for violations of its rules for beginners in a part of Commons Lang. */
final class PmdProgram implements Program {
    private final Sources sources = new Sources("org/apache/commons/lang3/concurrent/");

    PmdProgram() throws IOException {}

    @Override
    public long run() {
        PMDConfiguration config = new PMDConfiguration();
        config.setThreads(0); // on this thread
        config.setIgnoreIncrementalAnalysis(true);
        config.setDefaultLanguageVersion(
                LanguageRegistry.PMD.getLanguageById("java").getVersion("17"));
        config.addRuleSet("rulesets/java/quickstart.xml");
        for (Path file : sources.files()) {
            config.addInputPath(file);
        }
        try (PmdAnalysis analysis = PmdAnalysis.create(config)) {
            Report report = analysis.performAnalysisAndCollectReport();
            if (!report.getProcessingErrors().isEmpty()) {
                throw new IllegalStateException(
                        "PMD failed: " + report.getProcessingErrors().getFirst().getMsg());
            }
            long checksum = 0;
            for (RuleViolation violation : report.getViolations()) {
                checksum += violation.getRule().getName().hashCode() * 31L + violation.getBeginLine();
            }
            return checksum;
        }
    }

    @Override
    public void close() throws IOException {
        sources.close();
    }
}
