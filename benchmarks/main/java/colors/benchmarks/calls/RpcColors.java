// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.SharedArray;
import colors.SharedList;
import colors.SharedMemory;
import colors.rpc.Server;
import colors.rpc.Service;

/** The service over shared objects: sequences are flat arrays, which both sides have in place. */
public final class RpcColors implements RpcCaller {
    private static final Service SERVICE = Service.named("bench");

    /** What the service does. */
    public interface Answers {
        SharedArray<Boolean> bools(SharedArray<Boolean> array);

        SharedArray<Long> integers(SharedArray<Long> array);

        SharedArray<Double> floats(SharedArray<Double> array);

        SharedArray<String> strings(SharedArray<String> array);

        SharedArray<RpcSharedNode> trees(SharedArray<RpcSharedNode> array, int levels);

        /** {@link #strings} for Python, which makes arrays of numbers alone. */
        SharedArray<String> textList(SharedList<String> list);

        /** {@link #trees}, likewise. */
        SharedArray<RpcSharedNode> treeList(SharedList<RpcSharedNode> list, int levels);

        /** Ends the server. */
        void stop();
    }

    private final Answers service = SERVICE.client(Answers.class);

    /** A client; the service is found by its name. */
    public RpcColors(@SuppressWarnings("unused") String address) {}

    /** In a scope: what a call made and got needs no collector of the JVM's afterwards. */
    @Override
    public long call(RpcType type, int size, long first) {
        return SharedMemory.scoped(() -> callInScope(type, size, first));
    }

    private long callInScope(RpcType type, int size, long first) {
        return switch (type) {
            case bool -> SharedSequences.sumBools(service.bools(SharedSequences.bools(size, first)));
            case integer -> SharedSequences.sumIntegers(service.integers(SharedSequences.integers(size, first)));
            case floating -> SharedSequences.sumFloats(service.floats(SharedSequences.floats(size, first)));
            case string -> SharedSequences.sumStrings(service.strings(SharedSequences.strings(size, first)));
            default ->
                SharedSequences.sumTrees(
                        service.trees(SharedSequences.trees(type.levels(), size, first), type.levels()));
        };
    }

    @Override
    public void close() {
        service.stop();
    }

    /** Ends when a client says so. */
    private static final class Answering implements Answers {
        private Server server;

        @Override
        public SharedArray<Boolean> bools(SharedArray<Boolean> array) {
            return SharedSequences.bools(array.size(), RpcType.answer(SharedSequences.sumBools(array)));
        }

        @Override
        public SharedArray<Long> integers(SharedArray<Long> array) {
            return SharedSequences.integers(array.size(), RpcType.answer(SharedSequences.sumIntegers(array)));
        }

        @Override
        public SharedArray<Double> floats(SharedArray<Double> array) {
            return SharedSequences.floats(array.size(), RpcType.answer(SharedSequences.sumFloats(array)));
        }

        @Override
        public SharedArray<String> strings(SharedArray<String> array) {
            return SharedSequences.strings(array.size(), RpcType.answer(SharedSequences.sumStrings(array)));
        }

        @Override
        public SharedArray<RpcSharedNode> trees(SharedArray<RpcSharedNode> array, int levels) {
            return SharedSequences.trees(levels, array.size(), RpcType.answer(SharedSequences.sumTrees(array)));
        }

        @Override
        public SharedArray<String> textList(SharedList<String> list) {
            return SharedSequences.strings(list.size(), RpcType.answer(SharedSequences.sumStrings(list)));
        }

        @Override
        public SharedArray<RpcSharedNode> treeList(SharedList<RpcSharedNode> list, int levels) {
            return SharedSequences.trees(levels, list.size(), RpcType.answer(SharedSequences.sumTrees(list)));
        }

        @Override
        public void stop() {
            server.close();
        }
    }

    /** The server. */
    public static void main(String[] arguments) throws InterruptedException {
        Answering answering = new Answering();
        answering.server = SERVICE.threads(1).serve(Answers.class, answering);
        System.out.println("ready");
        answering.server.join();
    }
}
