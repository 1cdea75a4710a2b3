// SPDX-License-Identifier: Apache-2.0
package colors.tools;

import colors.SharedMemoryException;
import colors.memory.Attachment;
import colors.memory.SegmentStatus;
import colors.memory.SegmentStatus.Collector;
import colors.memory.SegmentStatus.Cycle;
import colors.memory.SegmentStatus.Monitors;
import colors.memory.SegmentStatus.Space;
import colors.memory.SegmentStatus.Vm;
import colors.monitors.ChannelStatus;
import colors.monitors.Repositories;
import colors.shapes.ClassStatus;
import colors.shapes.FieldLocation;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code colors stat [--json] [--classes]}: what the counters in the segment say. Writes its JSON itself: the runtime
 * jar has no dependency.
 */
public final class Stat {
    private static final String[] PHASES = {
        "idle", "waits for heap operations", "reads root reports", "marks", "sweeps", "stopped"
    };

    private Stat() {}

    /** Exit code 1 when no daemon runs, 2 for a bad option. */
    public static void main(String[] arguments) {
        List<String> options = List.of(arguments);
        for (String argument : options) {
            if (!argument.equals("--json") && !argument.equals("--classes")) {
                System.err.println(
                        "colors stat: unknown option '" + argument + "'; usage: colors stat [--json] [--classes]");
                System.exit(2);
            }
        }
        boolean json = options.contains("--json");
        System.setProperty("colors.autostart", "false");
        System.setProperty("colors.program", "colors-stat");
        System.setProperty("colors.readonly", "true"); // it only looks, so whoever may read may run it
        try {
            if (options.contains("--classes")) {
                System.out.println(json ? jsonOfClasses(ClassStatus.readAll()) : textOfClasses(ClassStatus.readAll()));
                return;
            }
            SegmentStatus status = SegmentStatus.read();
            System.out.println(json ? json(status) : text(status));
        } catch (SharedMemoryException e) {
            System.err.println("colors stat: " + e.getMessage());
            System.exit(1);
        }
    }

    private static String text(SegmentStatus status) {
        StringBuilder out = new StringBuilder();
        out.append("segment %s, daemon pid %d, since %s, layout %016x, epoch %d%n"
                .formatted(
                        Attachment.segmentName(),
                        status.daemonPid(),
                        status.created(),
                        status.fingerprint(),
                        status.epoch()));
        out.append(text("objects", status.objects())).append(text("classes", status.classes()));
        out.append(text(status.collector()));
        out.append(text(status.monitors()));
        out.append("%-6s %-8s %-10s %-24s %8s %8s %9s%n"
                .formatted("vm", "pid", "language", "program", "threads", "chunks", "roots"));
        for (Vm vm : status.vms()) {
            out.append("%-6d %-8d %-10s %-24s %8d %8d %9d%s%n"
                    .formatted(
                            vm.index(),
                            vm.pid(),
                            vm.language(),
                            vm.program(),
                            vm.threads(),
                            vm.chunks(),
                            vm.roots(),
                            access(vm) + quotas(vm)));
        }
        return out.append(channels(ChannelStatus.readAll())).toString().stripTrailing();
    }

    private static String textOfClasses(List<ClassStatus> classes) {
        StringBuilder out = new StringBuilder("classes: %d%n".formatted(classes.size()));
        for (ClassStatus status : classes) {
            out.append("%s: %d %s%s%n"
                    .formatted(
                            status.name(),
                            status.versions(),
                            status.versions() == 1 ? "version" : "versions",
                            status.pinned().isEmpty() ? ", nothing pinned" : ""));
            for (FieldLocation field : status.pinned()) {
                String where = field.isPlaced()
                        ? "in all versions at byte " + field.offset()
                        : "where each object's version has it: when it was pinned, not all had it at one place";
                out.append("    %s: %s, pinned, %s%n"
                        .formatted(field.name(), field.rangeText() + (field.isNullable() ? " or null" : ""), where));
            }
        }
        return out.toString().stripTrailing();
    }

    private static String jsonOfClasses(List<ClassStatus> classes) {
        return classes.stream().map(Stat::json).collect(Collectors.joining(",", "{\"classes\":[", "]}"));
    }

    private static String json(ClassStatus status) {
        String pinned = status.pinned().stream()
                .map(field -> "{\"name\":%s,\"type\":%s,\"nullable\":%b,\"placed\":%b}"
                        .formatted(quote(field.name()), quote(field.rangeText()), field.isNullable(), field.isPlaced()))
                .collect(Collectors.joining(","));
        return "{\"name\":%s,\"versions\":%d,\"pinned\":[%s]}"
                .formatted(quote(status.name()), status.versions(), pinned);
    }

    private static String channels(List<ChannelStatus> channels) {
        StringBuilder out = new StringBuilder(
                "repositories: %d, channels: %d%n".formatted(Repositories.keys().size(), channels.size()));
        if (!channels.isEmpty()) {
            out.append("%-24s %-16s %17s %14s %12s %12s %10s %10s%n"
                    .formatted(
                            "channel",
                            "type",
                            "size/capacity",
                            "blocked s/r",
                            "sent",
                            "received",
                            "s waited",
                            "r waited"));
        }
        for (ChannelStatus channel : channels) {
            out.append("%-24s %-16s %17s %14s %12d %12d %10d %10d%s%n"
                    .formatted(
                            channel.key(),
                            channel.type(),
                            channel.size() + "/" + channel.capacity(),
                            channel.sendersBlocked() + "/" + channel.receiversBlocked(),
                            channel.sent(),
                            channel.received(),
                            channel.sendWaits(),
                            channel.receiveWaits(),
                            channel.closed() ? " closed" : ""));
        }
        return out.toString();
    }

    private static String text(Collector collector) {
        StringBuilder out = new StringBuilder();
        out.append("collector: %s, %d cycles, %d bytes live after the last%n"
                .formatted(PHASES[collector.phase()], collector.cycles(), collector.liveBytes()));
        if (!collector.fault().isEmpty()) {
            out.append("corrupt heap, nothing is freed any more: %s%n".formatted(collector.fault()));
        }
        if (collector.waitingPid() != 0) {
            out.append("the cycle waits for process %d, which is stopped in a heap operation%n"
                    .formatted(collector.waitingPid()));
        }
        if (!collector.recent().isEmpty()) {
            Cycle last = collector.recent().getLast();
            Cycle slowest = collector.recent().stream()
                    .max(Comparator.comparingLong(Cycle::slowestGrace))
                    .orElseThrow();
            out.append(("last cycle: %.1f ms (grace %.1f, reports %.1f, mark %.1f, sweep %.1f), %d roots, "
                            + "%d objects of %d bytes marked in %d passes, %d freed, fragmentation %.0f %%%n")
                    .formatted(
                            millis(last.total()),
                            millis(last.grace()),
                            millis(last.report()),
                            millis(last.mark()),
                            millis(last.sweep()),
                            last.roots(),
                            last.markedObjects(),
                            last.markedBytes(),
                            last.passes(),
                            last.freedObjects(),
                            100 * last.fragmentation()));
            out.append("slowest wait for a heap operation in the last %d cycles: %.3f ms, process %d%n"
                    .formatted(collector.recent().size(), millis(slowest.slowestGrace()), slowest.slowestPid()));
        }
        return out.toString();
    }

    private static String text(Monitors monitors) {
        String dead = monitors.abandoned() == 0
                ? ""
                : ", %d slots of threads that died with one wait for a cycle".formatted(monitors.abandoned());
        return "monitors: %d held, %d threads sleep for one, %d wait to be notified%s%n"
                .formatted(monitors.held(), monitors.sleeping(), monitors.waiting(), dead);
    }

    private static String access(Vm vm) {
        return (vm.readOnly() ? " read-only" : "") + (vm.absent() ? " not back yet" : "");
    }

    private static String quotas(Vm vm) {
        var quotas = vm.quotas();
        return (quotas.slots() == 0 ? "" : " at most " + quotas.slots() + " threads")
                + (quotas.chunks() == 0 ? "" : " at most " + quotas.chunks() + " chunks")
                + (quotas.bytes() == 0 ? "" : " at most " + quotas.bytes() + " bytes a cycle");
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }

    private static String text(String name, Space space) {
        return "%s: %d of %d bytes in use (%.1f %%), %d backed by memory%n"
                .formatted(name, space.used(), space.bytes(), 100.0 * space.used() / space.bytes(), space.committed());
    }

    private static String json(SegmentStatus status) {
        String vms = status.vms().stream().map(Stat::json).collect(Collectors.joining(","));
        return ("{\"segment\":%s,\"daemon_pid\":%d,\"created\":%s,\"fingerprint\":\"%016x\","
                        + "\"epoch\":%d,\"objects\":%s,\"classes\":%s,\"collector\":%s,\"monitors\":%s,"
                        + "\"vms\":[%s],\"repositories\":%d,\"channels\":[%s]}")
                .formatted(
                        quote(Attachment.segmentName()),
                        status.daemonPid(),
                        quote(status.created().toString()),
                        status.fingerprint(),
                        status.epoch(),
                        json(status.objects()),
                        json(status.classes()),
                        json(status.collector()),
                        json(status.monitors()),
                        vms,
                        Repositories.keys().size(),
                        ChannelStatus.readAll().stream().map(Stat::json).collect(Collectors.joining(",")));
    }

    private static String json(ChannelStatus channel) {
        return ("{\"key\":%s,\"type\":%s,\"capacity\":%d,\"size\":%d,\"closed\":%b,"
                        + "\"senders_blocked\":%d,\"receivers_blocked\":%d,\"sent\":%d,\"received\":%d,"
                        + "\"send_waits\":%d,\"receive_waits\":%d}")
                .formatted(
                        quote(channel.key()),
                        quote(channel.type()),
                        channel.capacity(),
                        channel.size(),
                        channel.closed(),
                        channel.sendersBlocked(),
                        channel.receiversBlocked(),
                        channel.sent(),
                        channel.received(),
                        channel.sendWaits(),
                        channel.receiveWaits());
    }

    private static String json(Space space) {
        return "{\"bytes\":%d,\"used\":%d,\"committed\":%d}".formatted(space.bytes(), space.used(), space.committed());
    }

    private static String json(Collector collector) {
        String recent = collector.recent().stream().map(Stat::json).collect(Collectors.joining(","));
        return "{\"cycles\":%d,\"phase\":%s,\"live_bytes\":%d,\"waiting_pid\":%d,\"fault\":%s,\"recent\":[%s]}"
                .formatted(
                        collector.cycles(),
                        quote(PHASES[collector.phase()]),
                        collector.liveBytes(),
                        collector.waitingPid(),
                        quote(collector.fault()),
                        recent);
    }

    private static String json(Monitors monitors) {
        return "{\"held\":%d,\"sleeping\":%d,\"waiting\":%d,\"abandoned\":%d}"
                .formatted(monitors.held(), monitors.sleeping(), monitors.waiting(), monitors.abandoned());
    }

    private static String json(Cycle cycle) {
        return ("{\"number\":%d,\"start_ns\":%d,\"grace_ns\":%d,\"report_ns\":%d,\"mark_ns\":%d,"
                        + "\"mark_cpu_ns\":%d,\"sweep_ns\":%d,\"slowest_grace_ns\":%d,\"slowest_pid\":%d,"
                        + "\"passes\":%d,\"roots\":%d,\"marked_objects\":%d,\"marked_bytes\":%d,"
                        + "\"freed_objects\":%d,\"hole_bytes\":%d,\"free_bytes\":%d,\"used_bytes\":%d}")
                .formatted(
                        cycle.number(),
                        cycle.start(),
                        cycle.grace(),
                        cycle.report(),
                        cycle.mark(),
                        cycle.markCpu(),
                        cycle.sweep(),
                        cycle.slowestGrace(),
                        cycle.slowestPid(),
                        cycle.passes(),
                        cycle.roots(),
                        cycle.markedObjects(),
                        cycle.markedBytes(),
                        cycle.freedObjects(),
                        cycle.holeBytes(),
                        cycle.freeBytes(),
                        cycle.usedBytes());
    }

    private static String json(Vm vm) {
        return ("{\"index\":%d,\"pid\":%d,\"uid\":%d,\"language\":%s,\"program\":%s,\"attached\":%s,"
                        + "\"threads\":%d,\"chunks\":%d,\"roots\":%d,\"read_only\":%b,\"absent\":%b,"
                        + "\"quota_slots\":%d,\"quota_chunks\":%d,\"quota_bytes\":%d}")
                .formatted(
                        vm.index(),
                        vm.pid(),
                        vm.uid(),
                        quote(vm.language()),
                        quote(vm.program()),
                        quote(vm.attached().toString()),
                        vm.threads(),
                        vm.chunks(),
                        vm.roots(),
                        vm.readOnly(),
                        vm.absent(),
                        vm.quotas().slots(),
                        vm.quotas().chunks(),
                        vm.quotas().bytes());
    }

    private static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20) {
                out.append("\\u%04x".formatted(c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.append('"').toString();
    }
}
