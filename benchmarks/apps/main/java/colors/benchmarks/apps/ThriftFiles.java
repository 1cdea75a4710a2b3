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

/** What HDFS answers over Thrift: the calls of a client, and how the server answers one. */
final class ThriftFiles implements AutoCloseable {
    private static final String LIST_STATUS = "listStatus";
    private static final TField SUCCESS = new TField("success", TType.LIST, (short) 0);

    private final ThriftMessages messages;

    ThriftFiles(ThriftMessages messages) {
        this.messages = messages;
    }

    List<FileEntry> listStatus(String path) throws TException {
        List<FileEntry> entries = new ArrayList<>();
        messages.call(
                LIST_STATUS,
                protocol -> ThriftMessages.write(protocol, 1, path),
                (protocol, _) -> readEntries(protocol, entries));
        return entries;
    }

    void update(FileUpdate update, String path, String argument) throws TException {
        messages.call(
                update.name(),
                protocol -> {
                    ThriftMessages.write(protocol, 1, path);
                    ThriftMessages.write(protocol, 2, argument);
                },
                (_, _) -> {});
    }

    private static void readEntries(TProtocol protocol, List<FileEntry> entries) throws TException {
        TList list = protocol.readListBegin();
        String[] texts = new String[FileEntry.LAST_ID + 1];
        long[] numbers = new long[FileEntry.LAST_ID + 1];
        ThriftMessages.Reader reader = (from, field) -> {
            switch (field.type) {
                case TType.STRING -> texts[field.id] = from.readString();
                case TType.I64 -> numbers[field.id] = from.readI64();
                case TType.I16 -> numbers[field.id] = from.readI16();
                default -> numbers[field.id] = from.readBool() ? 1 : 0;
            }
        };
        for (int i = 0; i < list.size; i++) {
            ThriftMessages.readStruct(protocol, reader);
            entries.add(new FileEntry(texts, numbers));
        }
        protocol.readListEnd();
    }

    private static void writeEntries(TProtocol protocol, List<FileEntry> entries) throws TException {
        protocol.writeFieldBegin(SUCCESS);
        protocol.writeListBegin(new TList(TType.STRUCT, entries.size()));
        for (FileEntry entry : entries) {
            ThriftMessages.writeStruct(protocol, entry::write);
        }
        protocol.writeListEnd();
        protocol.writeFieldEnd();
    }

    /** The server's side: takes one call and answers it. */
    void answer(CachedFiles files) throws Exception {
        TMessage call = messages.next();
        String[] texts = new String[3];
        messages.receive((protocol, field) -> texts[field.id] = protocol.readString());
        if (call.name.equals(LIST_STATUS)) {
            List<FileEntry> entries = files.entries(texts[1]);
            messages.reply(call, protocol -> writeEntries(protocol, entries));
        } else {
            files.update(FileUpdate.valueOf(call.name), texts[1], texts[2]);
            messages.reply(call, _ -> {});
        }
    }

    @Override
    public void close() {
        messages.close();
    }
}
