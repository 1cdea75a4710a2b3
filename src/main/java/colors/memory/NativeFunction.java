// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/**
 * A function of libcolors that is linked at its first call: linking one takes 5 to 10 ms of processor time in a JVM
 * that just started, and most programs call few of them. C2 does not inline such a call, so functions of hot paths are
 * constant handles ({@link #link}).
 */
public final class NativeFunction {
    private final String name;
    private final FunctionDescriptor descriptor;
    private MethodHandle handle; // a race links twice: handles are immutable

    private NativeFunction(String name, FunctionDescriptor descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    /** The function of that name; {@code result} is null when it has none. */
    public static NativeFunction of(String name, MemoryLayout result, MemoryLayout... arguments) {
        return new NativeFunction(
                name, result == null ? FunctionDescriptor.ofVoid(arguments) : FunctionDescriptor.of(result, arguments));
    }

    /** For {@code invokeExact}. */
    public MethodHandle handle() {
        MethodHandle linked = handle;
        if (linked == null) {
            handle = linked = link(name, descriptor);
        }
        return linked;
    }

    public static MethodHandle link(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(NativeLibrary.symbols().findOrThrow(name), descriptor, options);
    }

    public static AssertionError impossible(Throwable e) {
        if (e instanceof RuntimeException exception) {
            throw exception;
        }
        throw e instanceof Error error ? error : new AssertionError(e);
    }
}
