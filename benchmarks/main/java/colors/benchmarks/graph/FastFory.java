// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.apache.fory.logging.LoggerFactory;

/** Fory at its fastest: classes are registered, references are not tracked, numbers not compressed. */
public final class FastFory {
    static {
        LoggerFactory.disableLogging(); // it tells of each serialiser
    }

    private FastFory() {}

    public static Fory make() {
        return Fory.builder()
                .withLanguage(Language.JAVA)
                .withRefTracking(false)
                .requireClassRegistration(true)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .withNumberCompressed(false)
                .build();
    }
}
