// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcNode;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** A node of a tree as a struct of Thrift, whose float is a double: Thrift has no other. */
final class ThriftNode {
    private static final TStruct STRUCT = new TStruct("Node");
    private static final TField FLAG = new TField("flag", TType.BOOL, (short) 1);
    private static final TField COUNT = new TField("count", TType.I32, (short) 2);
    private static final TField WEIGHT = new TField("weight", TType.DOUBLE, (short) 3);
    private static final TField NAME = new TField("name", TType.STRING, (short) 4);
    private static final TField LEFT = new TField("left", TType.STRUCT, (short) 5);
    private static final TField RIGHT = new TField("right", TType.STRUCT, (short) 6);

    private ThriftNode() {}

    static void write(TProtocol protocol, RpcNode node) throws TException {
        protocol.writeStructBegin(STRUCT);
        protocol.writeFieldBegin(FLAG);
        protocol.writeBool(node.flag);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(COUNT);
        protocol.writeI32(node.count);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(WEIGHT);
        protocol.writeDouble(node.weight);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(NAME);
        protocol.writeString(node.name);
        protocol.writeFieldEnd();
        writeChild(protocol, LEFT, node.left);
        writeChild(protocol, RIGHT, node.right);
        protocol.writeFieldStop();
        protocol.writeStructEnd();
    }

    private static void writeChild(TProtocol protocol, TField field, RpcNode child) throws TException {
        if (child != null) {
            protocol.writeFieldBegin(field);
            write(protocol, child);
            protocol.writeFieldEnd();
        }
    }

    static RpcNode read(TProtocol protocol) throws TException {
        RpcNode node = new RpcNode();
        protocol.readStructBegin();
        for (TField field = protocol.readFieldBegin(); field.type != TType.STOP; field = protocol.readFieldBegin()) {
            readField(protocol, field, node);
            protocol.readFieldEnd();
        }
        protocol.readStructEnd();
        return node;
    }

    private static void readField(TProtocol protocol, TField field, RpcNode node) throws TException {
        switch (field.id) {
            case 1 -> node.flag = protocol.readBool();
            case 2 -> node.count = protocol.readI32();
            case 3 -> node.weight = (float) protocol.readDouble();
            case 4 -> node.name = protocol.readString();
            case 5 -> node.left = read(protocol);
            case 6 -> node.right = read(protocol);
            default -> protocol.skip(field.type);
        }
    }
}
