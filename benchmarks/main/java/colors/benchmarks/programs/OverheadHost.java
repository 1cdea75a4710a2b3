// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Unavailable;
import java.io.IOException;
import java.util.List;

/** A language whose programs run with CoLoRS at hand and without. */
interface OverheadHost {

    /** How a program runs. */
    enum Variant {
        /** Without CoLoRS. */
        absent,
        /** With CoLoRS at hand. */
        present,
        /** As absent: what two equal runs differ by. */
        control,
        /** With the package imported. */
        imported
    }

    /** As in the names of rows. */
    String language();

    /** Whether its programs are there. */
    boolean isBuilt();

    /** In the order in which they are measured. */
    List<OverheadProgram> programs();

    /** Those that are enough for a look. */
    List<OverheadProgram> fewPrograms();

    /**
     * The variants of a round in their order: the absent one is beside each that is compared with it, and after it as
     * often as before.
     */
    List<Variant> order(int round);

    /** Before the first program. Throws Unavailable when CoLoRS cannot be had. */
    void prepare() throws IOException, InterruptedException, Unavailable;

    /** Starts a program. */
    Child start(OverheadProgram program, Variant variant, int iterations) throws IOException;
}
