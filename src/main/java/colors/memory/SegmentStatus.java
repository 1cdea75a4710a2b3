// SPDX-License-Identifier: Apache-2.0
package colors.memory;

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
 * @param collector what it does and did
 * @param monitors who has them and waits for them
 */
public record SegmentStatus(
        int daemonPid,
        Instant created,
        long fingerprint,
        int epoch,
        Space objects,
        Space classes,
        List<Vm> vms,
        Collector collector,
        Monitors monitors) {

    /**
     * Threads that sleep for a monitor, threads that wait to be notified, monitors that threads have, and slots of
     * threads that died with monitors.
     */
    public record Monitors(int sleeping, int waiting, int held, int abandoned) {}

    /**
     * A space: bytes in all, in use as far as is known (live at the last cycle, or handed out since), and backed by
     * memory.
     */
    public record Space(long bytes, long used, long committed) {}

    /**
     * An attached process: its threads in the heap, the root-log chunks it holds, and the entries in them, each a root;
     * of a process that reads only they are 0, for nobody else can see them. It is absent while it has not come back to
     * a daemon that took the segment over.
     */
    public record Vm(
            int index,
            int pid,
            int uid,
            String language,
            String program,
            Instant attached,
            int threads,
            int chunks,
            long roots,
            boolean readOnly,
            boolean absent,
            Quotas quotas) {}

    /** The daemon's limits for one process; 0: none. */
    public record Quotas(int slots, int chunks, long bytes) {}

    /**
     * The collector now.
     *
     * @param cycles finished
     * @param phase what it does: 0 idle, 1 grace periods, 2 root reports, 3 marking, 4 sweeping, 5 stopped at a corrupt
     *         heap
     * @param liveBytes marked by the last cycle
     * @param waitingPid the process whose stopped heap operation delays the cycle, or 0
     * @param fault what is corrupt, or ""
     * @param recent the newest cycles, oldest first
     */
    public record Collector(int cycles, int phase, long liveBytes, int waitingPid, String fault, List<Cycle> recent) {}

    /**
     * One finished cycle; times in nanoseconds, start by System.nanoTime's clock. slowestPid is that of the longest
     * wait for an operation, or 0; markCpu is the processor time of all marking threads; usedBytes were in use when it
     * began, as far as is known.
     */
    public record Cycle(
            long number,
            long start,
            long grace,
            long report,
            long mark,
            long sweep,
            long slowestGrace,
            int slowestPid,
            int passes,
            long roots,
            long markedObjects,
            long markedBytes,
            long freedObjects,
            long holeBytes,
            long freeBytes,
            long markCpu,
            long usedBytes) {

        /** All of it. */
        public long total() {
            return grace + report + mark + sweep;
        }

        /** What was in use and is no more, about: it is counted as it is handed out, in holes and regions. */
        public long freedBytes() {
            return Math.max(0, usedBytes - markedBytes);
        }

        /** The part of the free bytes that lies between objects, from 0 to 1. */
        public double fragmentation() {
            return holeBytes + freeBytes == 0 ? 0 : (double) holeBytes / (holeBytes + freeBytes);
        }
    }

    /** Reads the status of the attached segment. */
    public static SegmentStatus read() {
        Attachment.ensure();
        long classesTop = Segment.header(Layout.HEADER_CLASSES_TOP);
        long classesOffset = Segment.header(Layout.HEADER_CLASSES_OFFSET);
        long used = Segment.header(Layout.HEADER_ALLOCATED) - Segment.header(Layout.HEADER_USED_BASE) + unreported();
        long bytes = Segment.header(Layout.HEADER_OBJECTS_BYTES);
        Space objects = new Space(bytes, Math.clamp(used, 0, bytes), Regions.committed());
        Space classes = new Space(
                Segment.header(Layout.HEADER_CLASSES_BYTES), classesTop - classesOffset, classesTop - classesOffset);
        int epoch = (int) (Memory.getLongOpaque(Segment.GC_WORD) & Layout.GC_EPOCH_MASK);
        return new SegmentStatus(
                pidOfDaemon(),
                nanos(Segment.header(Layout.HEADER_CREATED_NS)),
                Segment.header(Layout.HEADER_FINGERPRINT),
                epoch,
                objects,
                classes,
                readVms(),
                readCollector(),
                readMonitors());
    }

    /** Of the daemon that has the segment now. */
    static int pidOfDaemon() {
        return Memory.getInt(Segment.BASE + Layout.HEADER_DAEMON_PID);
    }

    private static Collector readCollector() {
        int finished = headerInt(Layout.HEADER_CYCLES_FINISHED);
        int phase = headerInt(Layout.HEADER_PHASE);
        int waiting = headerInt(Layout.HEADER_WAITING_SLOT);
        String fault = phase == Layout.PHASE_CORRUPT ? text(Segment.BASE + Layout.HEADER_FAULT, 256) : "";
        return new Collector(
                finished,
                phase,
                Segment.header(Layout.HEADER_LIVE_BYTES),
                waiting == 0 ? 0 : pidOfSlot(waiting - 1),
                fault,
                cyclesAfter(0));
    }

    /** The finished cycles with a greater number, oldest first, as far as their records are kept. */
    static List<Cycle> cyclesAfter(long number) {
        int finished = headerInt(Layout.HEADER_CYCLES_FINISHED);
        List<Cycle> result = new ArrayList<>();
        for (long next = Math.max(number, finished - Layout.CYCLE_RECORDS) + 1; next <= finished; next++) {
            readCycle(next, result);
        }
        return result;
    }

    private static int headerInt(int offset) {
        return Memory.getIntAcquire(Segment.BASE + offset);
    }

    /** The number is read before and after: the collector may be writing the record of a later cycle. */
    private static void readCycle(long number, List<Cycle> into) {
        long at = Segment.BASE
                + Segment.header(Layout.HEADER_CYCLES_OFFSET)
                + number % Layout.CYCLE_RECORDS * Layout.CYCLE_BYTES;
        if (Memory.getLongAcquire(at + Layout.CYCLE_NUMBER) != number) {
            return;
        }
        Cycle cycle = new Cycle(
                number,
                Memory.getLongOpaque(at + Layout.CYCLE_START_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_GRACE_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_REPORT_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_MARK_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_SWEEP_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_SLOWEST_GRACE_NS),
                pidOfVm(Memory.getIntOpaque(at + Layout.CYCLE_SLOWEST_VM)),
                Memory.getIntOpaque(at + Layout.CYCLE_PASSES),
                Memory.getLongOpaque(at + Layout.CYCLE_ROOT_COUNT),
                Memory.getLongOpaque(at + Layout.CYCLE_MARKED_OBJECTS),
                Memory.getLongOpaque(at + Layout.CYCLE_MARKED_BYTES),
                Memory.getLongOpaque(at + Layout.CYCLE_FREED_OBJECTS),
                Memory.getLongOpaque(at + Layout.CYCLE_HOLE_BYTES),
                Memory.getLongOpaque(at + Layout.CYCLE_FREE_BYTES),
                Memory.getLongOpaque(at + Layout.CYCLE_MARK_CPU_NS),
                Memory.getLongOpaque(at + Layout.CYCLE_USED_BYTES));
        if (Memory.getLongAcquire(at + Layout.CYCLE_NUMBER) == number) {
            into.add(cycle);
        }
    }

    /** The process whose thread has a slot; 0 for none. */
    public static int pidOfSlot(int slot) {
        return pidOfVm(Memory.getIntOpaque(Segment.BASE
                + Segment.header(Layout.HEADER_SLOTS_OFFSET)
                + (long) slot * Layout.SLOT_BYTES
                + Layout.SLOT_VM));
    }

    /** By index + 1; 0 for none. */
    private static int pidOfVm(int vm) {
        return vm <= 0 || vm > Layout.VM_MAX
                ? 0
                : Memory.getInt(Segment.BASE
                        + Segment.header(Layout.HEADER_VMS_OFFSET)
                        + (vm - 1L) * Layout.VM_BYTES
                        + Layout.VM_PID);
    }

    private static List<Vm> readVms() {
        int[] threads = threadsByVm();
        long[] roots = rootsByVm();
        List<Vm> result = new ArrayList<>();
        for (int i = 0; i < Layout.VM_MAX; i++) {
            long at = Segment.BASE + Segment.header(Layout.HEADER_VMS_OFFSET) + (long) i * Layout.VM_BYTES;
            if (Memory.getIntAcquire(at + Layout.VM_STATE) != 0) {
                int flags = Memory.getIntOpaque(at + Layout.VM_FLAGS);
                boolean readOnly = (flags & Layout.VM_READONLY) != 0;
                result.add(new Vm(
                        i,
                        Memory.getInt(at + Layout.VM_PID),
                        Memory.getInt(at + Layout.VM_UID),
                        text(at + Layout.VM_LANGUAGE, 16),
                        text(at + Layout.VM_PROGRAM, 48),
                        nanos(Memory.getLong(at + Layout.VM_ATTACHED_NS)),
                        readOnly ? 0 : threads[i],
                        Memory.getIntOpaque(at + Layout.VM_CHUNKS),
                        readOnly ? 0 : roots[i],
                        readOnly,
                        (flags & Layout.VM_ABSENT) != 0,
                        new Quotas(
                                Memory.getInt(at + Layout.VM_QUOTA_SLOTS),
                                Memory.getInt(at + Layout.VM_QUOTA_CHUNKS),
                                Memory.getLong(at + Layout.VM_QUOTA_BYTES))));
            }
        }
        return result;
    }

    private static Monitors readMonitors() {
        int sleeping = 0;
        int waiting = 0;
        int held = 0;
        int abandoned = 0;
        for (int i = 0; i < Layout.SLOT_MAX; i++) {
            long slot = Segment.BASE + Segment.header(Layout.HEADER_SLOTS_OFFSET) + (long) i * Layout.SLOT_BYTES;
            int vm = Memory.getIntOpaque(slot + Layout.SLOT_VM);
            if (vm == Layout.SLOT_DEAD) {
                abandoned++;
            } else if (vm != 0) {
                sleeping += Memory.getIntOpaque(slot + Layout.SLOT_WAITING) != 0 ? 1 : 0;
                waiting += (Memory.getIntOpaque(slot + Layout.SLOT_WAKE) & Layout.WAKE_MASK) == Layout.WAKE_WAITING
                        ? 1
                        : 0;
                held += Memory.getIntOpaque(slot + Layout.SLOT_HELD);
            }
        }
        return new Monitors(sleeping, waiting, held, abandoned);
    }

    /** What threads filled of the memory that they took and have not counted in the header yet. */
    private static long unreported() {
        long sum = 0;
        for (int i = 0; i < Layout.SLOT_MAX; i++) {
            long slot = Segment.BASE + Segment.header(Layout.HEADER_SLOTS_OFFSET) + (long) i * Layout.SLOT_BYTES;
            int vm = Memory.getIntOpaque(slot + Layout.SLOT_VM);
            if (vm != 0 && vm != Layout.SLOT_DEAD) {
                long unused = Memory.getLongOpaque(slot + Layout.SLOT_ALLOC_LIMIT)
                        - Memory.getLongOpaque(slot + Layout.SLOT_ALLOC_TOP);
                sum += Math.max(0, Memory.getLongOpaque(slot + Layout.SLOT_UNREPORTED_BYTES) - unused);
            }
        }
        return sum;
    }

    private static int[] threadsByVm() {
        int[] result = new int[Layout.VM_MAX];
        for (int i = 0; i < Layout.SLOT_MAX; i++) {
            int vm = Memory.getIntOpaque(Segment.BASE
                    + Segment.header(Layout.HEADER_SLOTS_OFFSET)
                    + (long) i * Layout.SLOT_BYTES
                    + Layout.SLOT_VM);
            if (vm > 0 && vm <= Layout.VM_MAX) {
                result[vm - 1]++;
            }
        }
        return result;
    }

    /** Entries of free chunks are not read: they may have no memory yet. */
    private static long[] rootsByVm() {
        long[] result = new long[Layout.VM_MAX];
        for (long i = 0; i < Layout.CHUNK_MAX; i++) {
            int vm = Memory.getIntAcquire(Segment.BASE
                    + Segment.header(Layout.HEADER_CHUNKS_OFFSET)
                    + i * Layout.CHUNK_HEAD_BYTES
                    + Layout.CHUNK_VM);
            if (vm > 0 && vm <= Layout.VM_MAX && !isReader(vm - 1)) {
                result[vm - 1] += rootsInChunk(i);
            }
        }
        return result;
    }

    /** Its chunks are in an area of its own. */
    private static boolean isReader(int vm) {
        return (Memory.getIntOpaque(Segment.BASE
                                + Segment.header(Layout.HEADER_VMS_OFFSET)
                                + (long) vm * Layout.VM_BYTES
                                + Layout.VM_FLAGS)
                        & Layout.VM_READONLY)
                != 0;
    }

    private static long rootsInChunk(long index) {
        long entries =
                Segment.BASE + Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET) + index * 4 * Layout.CHUNK_ENTRIES;
        long roots = 0;
        for (long i = 0; i < Layout.CHUNK_ENTRIES; i++) {
            roots += Memory.getIntOpaque(entries + 4 * i) == 0 ? 0 : 1;
        }
        return roots + RootRanges.roots(index);
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
