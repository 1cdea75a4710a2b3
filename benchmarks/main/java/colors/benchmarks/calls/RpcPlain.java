// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

/** The service as a method of the same process: what is left of a call without a message and a way. */
public final class RpcPlain implements RpcCaller {
    /** There is no server. */
    public RpcPlain(@SuppressWarnings("unused") String address) {}

    @Override
    public long call(RpcType type, int size, long first) {
        return PrivateSequences.sum(PrivateSequences.answer(type, PrivateSequences.of(type, size, first)));
    }

    @Override
    public void close() {}
}
