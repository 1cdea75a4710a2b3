// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.SharedArray;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The sequences of {@link RpcType} in shared memory: made there, and read there. Trees need the agent. */
final class SharedSequences {
    private SharedSequences() {}

    static SharedArray<Boolean> bools(int size, long first) {
        SharedArray<Boolean> array = SharedArray.create(boolean.class, size);
        MemorySegment memory = array.memory();
        for (int i = 0; i < size; i++) {
            memory.set(JAVA_BOOLEAN, i, RpcType.bool(first + i));
        }
        return array;
    }

    static long sumBools(SharedArray<Boolean> array) {
        MemorySegment memory = array.memory();
        long sum = 0;
        for (long i = 0, size = memory.byteSize(); i < size; i++) {
            sum += RpcType.read(memory.get(JAVA_BOOLEAN, i));
        }
        return sum;
    }

    static SharedArray<Long> integers(int size, long first) {
        SharedArray<Long> array = SharedArray.create(long.class, size);
        MemorySegment memory = array.memory();
        for (int i = 0; i < size; i++) {
            memory.setAtIndex(JAVA_LONG, i, RpcType.integer(first + i));
        }
        return array;
    }

    static long sumIntegers(SharedArray<Long> array) {
        MemorySegment memory = array.memory();
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += memory.getAtIndex(JAVA_LONG, i);
        }
        return sum;
    }

    static SharedArray<Double> floats(int size, long first) {
        SharedArray<Double> array = SharedArray.create(double.class, size);
        MemorySegment memory = array.memory();
        for (int i = 0; i < size; i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, RpcType.floating(first + i));
        }
        return array;
    }

    static long sumFloats(SharedArray<Double> array) {
        MemorySegment memory = array.memory();
        long sum = 0;
        for (int i = 0, size = array.size(); i < size; i++) {
            sum += RpcType.read(memory.getAtIndex(JAVA_DOUBLE, i));
        }
        return sum;
    }

    static SharedArray<String> strings(int size, long first) {
        return SharedArray.copyOf(PrivateSequences.strings(size, first)).as(String.class);
    }

    static long sumStrings(List<String> list) {
        long sum = 0;
        for (int i = 0, size = list.size(); i < size; i++) {
            sum += RpcType.read(list.get(i));
        }
        return sum;
    }

    static SharedArray<RpcSharedNode> trees(int levels, int size, long first) {
        SharedArray<RpcSharedNode> array =
                SharedArray.<Object>create(Object.class, size).as(RpcSharedNode.class);
        for (int i = 0; i < size; i++) {
            array.set(i, RpcSharedNode.make(levels, first + i));
        }
        return array;
    }

    static long sumTrees(List<RpcSharedNode> list) {
        long sum = 0;
        for (int i = 0, size = list.size(); i < size; i++) {
            sum += list.get(i).sum();
        }
        return sum;
    }
}
