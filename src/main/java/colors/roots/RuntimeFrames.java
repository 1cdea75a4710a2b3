// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Tells from a stack whether this library's code is in the middle of something. */
final class RuntimeFrames {
    private static final StackWalker STACK = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.DROP_METHOD_INFO));
    private static final String RUNTIME = "colors"; // and the packages in it
    // below each program, or programs
    private static final List<String> PROGRAMS =
            List.of("colors.tools", "colors.truffle.launcher", "colors.benchmarks", "colors.support");
    // these run code of the program and do nothing with objects afterwards
    private static final Set<String> PASSAGES = Set.of(
            "colors.SharedMemory",
            "colors.truffle.Api",
            "colors.truffle.border.Function",
            "colors.truffle.api.GuestScope",
            "colors.truffle.border.Members");

    // where operations begin and end; ci/test-java-rooms knows no other package that begins one
    private static final List<String> OPERATIONS =
            List.of("colors.heap.", "colors.reading.", "colors.roots.", "colors.values.");

    private RuntimeFrames() {}

    /**
     * Whether the calling thread runs the program's code and this library called that, for instance a comparator: then
     * the caller may have addresses of objects. False when this library's code is the innermost one alone.
     */
    static boolean areBelowProgram() {
        return STACK.walk(
                frames -> frames.map(frame -> frame.getDeclaringClass().getName())
                        .dropWhile(RuntimeFrames::isRuntime)
                        .anyMatch(RuntimeFrames::mayHoldAddresses));
    }

    /**
     * Whether a thread may be in a heap operation: it has a frame of {@link #OPERATIONS}. Not of {@link Mutator} alone:
     * its methods return between the beginning of an operation and its end.
     */
    static boolean areInOperation(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        return frames.length == 0 // not known
                || Arrays.stream(frames).map(StackTraceElement::getClassName).anyMatch(name -> OPERATIONS.stream()
                        .anyMatch(name::startsWith));
    }

    private static boolean mayHoldAddresses(String className) {
        return isRuntime(className) && !PASSAGES.contains(className);
    }

    private static boolean isRuntime(String className) {
        return className.startsWith(RUNTIME + ".")
                && PROGRAMS.stream().noneMatch(program -> className.startsWith(program + "."));
    }
}
