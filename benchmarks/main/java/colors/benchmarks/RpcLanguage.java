// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

/** Of a client, as the names of rows begin. All servers are in Java, but where a framework is Python's alone. */
enum RpcLanguage {
    java,
    /** GraalPy, which runs for some 8 s before all is compiled. */
    python {
        @Override
        int warmUps() {
            return 3;
        }
    },
    cpython;

    /** How many times as long as others a client warms up. */
    int warmUps() {
        return 1;
    }
}
