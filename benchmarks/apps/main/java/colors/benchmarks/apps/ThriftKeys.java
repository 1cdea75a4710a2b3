// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;

/** What Cassandra answers over Thrift: the calls of a client, and how the server answers one. */
final class ThriftKeys implements AutoCloseable {
    private static final String GET_KEY_RANGE = "get_key_range";
    private static final String INSERT = "insert";
    private static final String REMOVE = "remove";
    private static final TField MOST = new TField("most", TType.I32, (short) 5);
    private static final TField SUCCESS = new TField("success", TType.LIST, (short) 0);

    private final ThriftMessages messages;

    ThriftKeys(ThriftMessages messages) {
        this.messages = messages;
    }

    List<String> getKeyRange(KeyRange query) throws TException {
        List<List<String>> answer = new ArrayList<>(1);
        messages.call(
                GET_KEY_RANGE,
                protocol -> writeQuery(protocol, query),
                (protocol, field) -> answer.add(readKeys(protocol)));
        return answer.getFirst();
    }

    void insert(String table, String columnFamily, String key, String value) throws TException {
        call(INSERT, table, columnFamily, key, value);
    }

    void remove(String table, String columnFamily, String key) throws TException {
        call(REMOVE, table, columnFamily, key);
    }

    private void call(String method, String... arguments) throws TException {
        messages.call(method, protocol -> writeTexts(protocol, arguments), (_, _) -> {});
    }

    private static void writeTexts(TProtocol protocol, String... arguments) throws TException {
        for (int i = 0; i < arguments.length; i++) {
            ThriftMessages.write(protocol, i + 1, arguments[i]);
        }
    }

    private static void writeQuery(TProtocol protocol, KeyRange query) throws TException {
        writeTexts(protocol, query.table(), query.columnFamily(), query.start(), query.end());
        protocol.writeFieldBegin(MOST);
        protocol.writeI32(query.most());
        protocol.writeFieldEnd();
        ThriftMessages.write(protocol, MOST.id + 1, query.consistency());
    }

    private static List<String> readKeys(TProtocol protocol) throws TException {
        TList list = protocol.readListBegin();
        List<String> keys = new ArrayList<>(list.size);
        for (int i = 0; i < list.size; i++) {
            keys.add(protocol.readString());
        }
        protocol.readListEnd();
        return keys;
    }

    private static void writeKeys(TProtocol protocol, List<String> keys) throws TException {
        protocol.writeFieldBegin(SUCCESS);
        protocol.writeListBegin(new TList(TType.STRING, keys.size()));
        for (String key : keys) {
            protocol.writeString(key);
        }
        protocol.writeListEnd();
        protocol.writeFieldEnd();
    }

    /** The server's side: takes one call and answers it. */
    void answer(CachedKeys keys) throws Exception {
        TMessage call = messages.next();
        String[] texts = new String[MOST.id + 2];
        int[] most = new int[1];
        messages.receive((protocol, field) -> {
            if (field.type == TType.I32) {
                most[0] = protocol.readI32();
            } else {
                texts[field.id] = protocol.readString();
            }
        });
        switch (call.name) {
            case GET_KEY_RANGE -> {
                List<String> answer =
                        keys.entries(new KeyRange(texts[1], texts[2], texts[3], texts[4], most[0], texts[6]));
                messages.reply(call, protocol -> writeKeys(protocol, answer));
                return;
            }
            case INSERT -> keys.insert(texts[1], texts[2], texts[3], texts[4]);
            case REMOVE -> keys.remove(texts[1], texts[2], texts[3]);
            default -> throw new IllegalStateException("no such method: " + call.name);
        }
        messages.reply(call, _ -> {});
    }

    @Override
    public void close() {
        messages.close();
    }
}
