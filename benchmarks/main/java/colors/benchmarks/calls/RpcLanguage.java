// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

/** Of a client, as the names of rows begin. All servers are in Java, but those of another language's own framework. */
public enum RpcLanguage {
    java(false),
    /** GraalPy, which runs for some 8 s before all is compiled. */
    python(true),
    cpython(false),
    /** GraalJS. */
    js(true),
    /** Node.js: what GraalJS is compared with, which has no rows of its own. */
    node(false);

    private static final int COMPILED_LATE = 3;

    private final boolean isGuest;

    RpcLanguage(boolean isGuest) {
        this.isGuest = isGuest;
    }

    /** Whether it runs on Truffle. */
    boolean isGuest() {
        return isGuest;
    }

    /** How many times as long as others a client warms up. */
    int warmUps() {
        return isGuest ? COMPILED_LATE : 1;
    }
}
