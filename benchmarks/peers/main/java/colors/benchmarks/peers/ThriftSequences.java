// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcNode;
import colors.benchmarks.calls.RpcType;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;

/** Lists in the protocol of Thrift. */
final class ThriftSequences {
    private ThriftSequences() {}

    static void write(TProtocol protocol, Object sequence) throws TException {
        switch (sequence) {
            case boolean[] array -> write(protocol, array);
            case long[] array -> write(protocol, array);
            case double[] array -> write(protocol, array);
            case String[] array -> write(protocol, array);
            default -> write(protocol, (RpcNode[]) sequence);
        }
        protocol.writeListEnd();
    }

    private static void write(TProtocol protocol, boolean[] array) throws TException {
        protocol.writeListBegin(new TList(TType.BOOL, array.length));
        for (boolean element : array) {
            protocol.writeBool(element);
        }
    }

    private static void write(TProtocol protocol, long[] array) throws TException {
        protocol.writeListBegin(new TList(TType.I64, array.length));
        for (long element : array) {
            protocol.writeI64(element);
        }
    }

    private static void write(TProtocol protocol, double[] array) throws TException {
        protocol.writeListBegin(new TList(TType.DOUBLE, array.length));
        for (double element : array) {
            protocol.writeDouble(element);
        }
    }

    private static void write(TProtocol protocol, String[] array) throws TException {
        protocol.writeListBegin(new TList(TType.STRING, array.length));
        for (String element : array) {
            protocol.writeString(element);
        }
    }

    private static void write(TProtocol protocol, RpcNode[] array) throws TException {
        protocol.writeListBegin(new TList(TType.STRUCT, array.length));
        for (RpcNode element : array) {
            ThriftNode.write(protocol, element);
        }
    }

    static Object read(TProtocol protocol, RpcType type) throws TException {
        int size = protocol.readListBegin().size;
        Object sequence =
                switch (type) {
                    case bool -> bools(protocol, size);
                    case integer -> integers(protocol, size);
                    case floating -> floats(protocol, size);
                    case string -> strings(protocol, size);
                    default -> trees(protocol, size);
                };
        protocol.readListEnd();
        return sequence;
    }

    private static boolean[] bools(TProtocol protocol, int size) throws TException {
        boolean[] array = new boolean[size];
        for (int i = 0; i < size; i++) {
            array[i] = protocol.readBool();
        }
        return array;
    }

    private static long[] integers(TProtocol protocol, int size) throws TException {
        long[] array = new long[size];
        for (int i = 0; i < size; i++) {
            array[i] = protocol.readI64();
        }
        return array;
    }

    private static double[] floats(TProtocol protocol, int size) throws TException {
        double[] array = new double[size];
        for (int i = 0; i < size; i++) {
            array[i] = protocol.readDouble();
        }
        return array;
    }

    private static String[] strings(TProtocol protocol, int size) throws TException {
        String[] array = new String[size];
        for (int i = 0; i < size; i++) {
            array[i] = protocol.readString();
        }
        return array;
    }

    private static RpcNode[] trees(TProtocol protocol, int size) throws TException {
        RpcNode[] array = new RpcNode[size];
        for (int i = 0; i < size; i++) {
            array[i] = ThriftNode.read(protocol);
        }
        return array;
    }
}
