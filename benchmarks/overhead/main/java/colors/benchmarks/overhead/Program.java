// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.IOException;
import java.sql.SQLException;

/** A program of others with one fixed piece of work. */
interface Program extends AutoCloseable {

    /** Does the work once. Returns a checksum of what came out, the same each time. */
    long run() throws Exception;

    @Override
    default void close() throws IOException, SQLException {}
}
