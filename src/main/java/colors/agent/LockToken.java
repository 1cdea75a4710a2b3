// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.runtime.Shared;

/**
 * What rewritten code locks in place of a shared object whose monitor it has entered: so that it stays balanced for the JVM, which
 * refuses to compile a method that locks only sometimes. Nobody else has it, so that its lock costs nothing.
 */
record LockToken(Shared object) {
}
