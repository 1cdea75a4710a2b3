// SPDX-License-Identifier: Apache-2.0

/** Live objects shared between processes: the Java runtime and API. Needs libcolors, no other module; its events need Java Flight Recorder. */
module colors {
    requires static jdk.jfr;

    exports colors;
    exports colors.runtime to colors.truffle, colors.benchmarks;
}
