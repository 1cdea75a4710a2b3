// SPDX-License-Identifier: Apache-2.0

/**
 * Live objects shared between processes: the Java runtime and API. Needs libcolors, no other module; its events need
 * Java Flight Recorder, its agent java.instrument.
 */
module colors {
    requires static java.instrument; // a JVM that is started with the agent has it
    requires static jdk.jfr; // events, where the JVM has it
    // ReflectionFactory, which makes copies without their constructors; in Espresso: GuestMemory
    requires jdk.unsupported;

    uses colors.rpc.CallInterceptor; // those of all calls of a process

    exports colors;
    exports colors.rpc;
    exports colors.agent to
            java.instrument; // which calls premain
    exports colors.atomics to
            colors.truffle;
    exports colors.calls to
            colors.truffle;
    exports colors.heap to
            colors.truffle,
            colors.benchmarks;
    exports colors.memory to
            colors.truffle,
            colors.benchmarks;
    exports colors.monitors to
            colors.truffle;
    exports colors.roots to
            colors.truffle,
            colors.benchmarks;
    exports colors.services to
            colors.truffle;
    exports colors.shapes to
            colors.truffle;
    exports colors.values to
            colors.truffle;
}
