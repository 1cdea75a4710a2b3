// SPDX-License-Identifier: Apache-2.0

/**
 * The Truffle language "colors": shared objects as objects of Python and JavaScript, and the launcher of both and of
 * Java in Espresso.
 */
module colors.truffle {
    requires colors;
    requires org.graalvm.polyglot;
    requires org.graalvm.truffle;
    requires jdk.unsupported; // Signal, for Ctrl-C in the console of JavaScript
    requires static jdk.compiler;
    requires static org.graalvm.py;

    exports colors.truffle.launcher;

    provides com.oracle.truffle.api.provider.TruffleLanguageProvider with
            colors.truffle.ColorsLanguageProvider;
}
