// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

/**
 * Measures one framework and type: for each size the median time of a call, with the sequence that is built before it,
 * and the answer that is read after it, by {@link CallTimes}. benchmarks/peers/python/measure.py and
 * benchmarks/peers/javascript/measure.mjs are its twins.
 */
public final class RpcClient {
    private static final int[] SIZES = {1, 4, 16, 64, 128, 256, 512, 768, 1024};

    private RpcClient() {}

    /** How many elements are passed, in ascending order. */
    public static int[] sizes() {
        return SIZES.clone();
    }

    /** CALLER TYPE CALLS WARM_UP_MS ADDRESS: the class of the caller, and what its server printed. */
    public static void main(String[] arguments) throws Exception {
        RpcType type = RpcType.valueOf(arguments[1]);
        try (RpcCaller caller = connect(arguments[0], arguments[4])) {
            CallTimes times = new CallTimes(
                    SIZES,
                    (size, first) -> caller.call(type, size, first),
                    size -> type.sum(size, RpcType.answer(type.sum(size, 0))));
            times.print(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
        }
    }

    private static RpcCaller connect(String caller, String address) throws ReflectiveOperationException {
        return Class.forName(caller)
                .asSubclass(RpcCaller.class)
                .getConstructor(String.class)
                .newInstance(address);
    }
}
