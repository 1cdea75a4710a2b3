// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the segment's counters say now. Read without the daemon's help and without stopping anybody, so numbers of
 * different moments may stand beside each other.
 *
 * @param daemonPid process id of the daemon that made the segment
 * @param created when it was made
 * @param fingerprint of its layout
 * @param epoch of the collector
 * @param objects the objects space
 * @param classes the classes space
 * @param vms the attached processes
 */
public record SegmentStatus(int daemonPid, Instant created, long fingerprint, int epoch, Space objects, Space classes, List<Vm> vms) {

    /** A space: bytes in all, handed out to allocators, and backed by memory. */
    public record Space(long bytes, long used, long committed) {
    }

    /** An attached process: its threads in the heap, and the root-log chunks it holds. */
    public record Vm(int index, int pid, int uid, String language, String program, Instant attached, int threads, int chunks) {
    }

    /** Reads the status of the attached segment. */
    public static SegmentStatus read() {
        Attachment.ensure();
        long objectsTop = Segment.header(Layout.HEADER_OBJECTS_TOP);
        long classesTop = Segment.header(Layout.HEADER_CLASSES_TOP);
        long objectsOffset = Segment.OBJECTS_OFFSET;
        long classesOffset = Segment.header(Layout.HEADER_CLASSES_OFFSET);
        Space objects = new Space(Segment.header(Layout.HEADER_OBJECTS_BYTES), objectsTop - objectsOffset, Segment.header(Layout.HEADER_OBJECTS_COMMITTED) - objectsOffset);
        Space classes = new Space(Segment.header(Layout.HEADER_CLASSES_BYTES), classesTop - classesOffset, classesTop - classesOffset);
        int pid = Memory.getInt(Segment.BASE + Layout.HEADER_DAEMON_PID);
        int epoch = (int) (Memory.getLongOpaque(Segment.GC_WORD) & Layout.GC_EPOCH_MASK);
        return new SegmentStatus(pid, nanos(Segment.header(Layout.HEADER_CREATED_NS)), Segment.header(Layout.HEADER_FINGERPRINT), epoch, objects, classes, readVms());
    }

    private static List<Vm> readVms() {
        int[] threads = threadsByVm();
        List<Vm> result = new ArrayList<>();
        for (int i = 0; i < Layout.VM_MAX; i++) {
            long at = Segment.BASE + Segment.header(Layout.HEADER_VMS_OFFSET) + (long) i * Layout.VM_BYTES;
            if (Memory.getIntAcquire(at + Layout.VM_STATE) != 0) {
                result.add(new Vm(i, Memory.getInt(at + Layout.VM_PID), Memory.getInt(at + Layout.VM_UID), text(at + Layout.VM_LANGUAGE, 16), text(at + Layout.VM_PROGRAM, 48),
                                nanos(Memory.getLong(at + Layout.VM_ATTACHED_NS)), threads[i], Memory.getIntOpaque(at + Layout.VM_CHUNKS)));
            }
        }
        return result;
    }

    private static int[] threadsByVm() {
        int[] result = new int[Layout.VM_MAX];
        for (int i = 0; i < Layout.SLOT_MAX; i++) {
            int vm = Memory.getIntOpaque(Segment.BASE + Segment.header(Layout.HEADER_SLOTS_OFFSET) + (long) i * Layout.SLOT_BYTES + Layout.SLOT_VM);
            if (vm > 0 && vm <= Layout.VM_MAX) {
                result[vm - 1]++;
            }
        }
        return result;
    }

    private static Instant nanos(long sinceEpoch) {
        return Instant.ofEpochSecond(0, sinceEpoch);
    }

    private static String text(long address, int bytes) {
        byte[] buffer = new byte[bytes];
        Memory.copyOut(address, buffer, bytes);
        int length = 0;
        while (length < bytes && buffer[length] != 0) {
            length++;
        }
        return new String(buffer, 0, length, StandardCharsets.UTF_8);
    }
}
