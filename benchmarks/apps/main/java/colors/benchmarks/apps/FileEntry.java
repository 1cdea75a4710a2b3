// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import org.apache.hadoop.fs.FileStatus;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;

/**
 * What HDFS tells of a file in a directory. Where the agent is, which makes all instances shared ones (docs/agent.md,
 * exclusive classes), the cache and its clients have the same object. As a struct of Thrift it has the fields of the
 * FileStatus of HDFS's former interface (thriftfs), in their order.
 */
public final class FileEntry {
    private static final TField PATH = new TField("path", TType.STRING, (short) 1);
    private static final TField LENGTH = new TField("length", TType.I64, (short) 2);
    private static final TField IS_DIRECTORY = new TField("isdir", TType.BOOL, (short) 3);
    private static final TField REPLICATION = new TField("block_replication", TType.I16, (short) 4);
    private static final TField BLOCK_SIZE = new TField("blocksize", TType.I64, (short) 5);
    private static final TField MODIFIED = new TField("modification_time", TType.I64, (short) 6);
    private static final TField PERMISSION = new TField("permission", TType.STRING, (short) 7);
    private static final TField OWNER = new TField("owner", TType.STRING, (short) 8);
    private static final TField GROUP = new TField("group", TType.STRING, (short) 9);
    static final int LAST_ID = GROUP.id;

    private final String path;
    private final long length;
    private final boolean isDirectory;
    private final short replication;
    private final long blockSize;
    private final long modified; // in ms since 1970
    private final String permission; // as rwxr-xr-x
    private final String owner;
    private final String group;

    FileEntry(FileStatus status) {
        path = status.getPath().toUri().getPath();
        length = status.getLen();
        isDirectory = status.isDirectory();
        replication = status.getReplication();
        blockSize = status.getBlockSize();
        modified = status.getModificationTime();
        permission = status.getPermission().toString();
        owner = status.getOwner();
        group = status.getGroup();
    }

    /** By what was read from Thrift's struct, at the ids of the fields. */
    FileEntry(String[] texts, long[] numbers) {
        path = texts[PATH.id];
        length = numbers[LENGTH.id];
        isDirectory = numbers[IS_DIRECTORY.id] != 0;
        replication = (short) numbers[REPLICATION.id];
        blockSize = numbers[BLOCK_SIZE.id];
        modified = numbers[MODIFIED.id];
        permission = texts[PERMISSION.id];
        owner = texts[OWNER.id];
        group = texts[GROUP.id];
    }

    /** Writes the fields of Thrift's struct. */
    void write(TProtocol protocol) throws TException {
        write(protocol, PATH, path);
        write(protocol, LENGTH, length);
        protocol.writeFieldBegin(IS_DIRECTORY);
        protocol.writeBool(isDirectory);
        protocol.writeFieldEnd();
        protocol.writeFieldBegin(REPLICATION);
        protocol.writeI16(replication);
        protocol.writeFieldEnd();
        write(protocol, BLOCK_SIZE, blockSize);
        write(protocol, MODIFIED, modified);
        write(protocol, PERMISSION, permission);
        write(protocol, OWNER, owner);
        write(protocol, GROUP, group);
    }

    private static void write(TProtocol protocol, TField field, String value) throws TException {
        protocol.writeFieldBegin(field);
        protocol.writeString(value);
        protocol.writeFieldEnd();
    }

    private static void write(TProtocol protocol, TField field, long value) throws TException {
        protocol.writeFieldBegin(field);
        protocol.writeI64(value);
        protocol.writeFieldEnd();
    }

    /** Reads each field: of texts the length and the last character. */
    long read() {
        String aPath = path;
        String aPermission = permission;
        String anOwner = owner;
        String aGroup = group;
        long lengths = aPath.length() + aPermission.length() + anOwner.length() + aGroup.length();
        long ends = aPath.charAt(aPath.length() - 1)
                + aPermission.charAt(aPermission.length() - 1)
                + anOwner.charAt(anOwner.length() - 1)
                + aGroup.charAt(aGroup.length() - 1);
        return lengths + ends + length + (isDirectory ? 1 : 0) + replication + blockSize + modified;
    }

    /** All of it, as one text. */
    String describe() {
        return String.format(
                "%s %s %s:%s %d %d %s %d %d",
                path,
                permission,
                owner,
                group,
                length,
                modified,
                isDirectory ? "directory" : "file",
                replication,
                blockSize);
    }
}
