// SPDX-License-Identifier: Apache-2.0
package colors.tools;

import colors.SharedMemoryException;
import colors.runtime.Attachment;
import colors.runtime.SegmentStatus;
import colors.runtime.SegmentStatus.Space;
import colors.runtime.SegmentStatus.Vm;
import java.util.stream.Collectors;

/** {@code colors stat [--json]}: what the counters in the segment say. Writes its JSON itself: the runtime jar has no dependency. */
public final class Stat {
    private Stat() {
    }

    /** Exit code 1 when no daemon runs, 2 for a bad option. */
    public static void main(String[] arguments) {
        boolean json = false;
        for (String argument : arguments) {
            if (!argument.equals("--json")) {
                System.err.println("colors stat: unknown option '" + argument + "'; usage: colors stat [--json]");
                System.exit(2);
            }
            json = true;
        }
        System.setProperty("colors.autostart", "false");
        System.setProperty("colors.program", "colors-stat");
        try {
            SegmentStatus status = SegmentStatus.read();
            System.out.println(json ? json(status) : text(status));
        } catch (SharedMemoryException e) {
            System.err.println("colors stat: " + e.getMessage());
            System.exit(1);
        }
    }

    private static String text(SegmentStatus status) {
        StringBuilder out = new StringBuilder();
        out.append("segment %s, daemon pid %d, since %s, layout %016x, epoch %d%n".formatted(Attachment.segmentName(), status.daemonPid(), status.created(), status.fingerprint(), status.epoch()));
        out.append(text("objects", status.objects())).append(text("classes", status.classes()));
        out.append("%-6s %-8s %-10s %-24s %8s %8s%n".formatted("vm", "pid", "language", "program", "threads", "chunks"));
        for (Vm vm : status.vms()) {
            out.append("%-6d %-8d %-10s %-24s %8d %8d%n".formatted(vm.index(), vm.pid(), vm.language(), vm.program(), vm.threads(), vm.chunks()));
        }
        return out.toString().stripTrailing();
    }

    private static String text(String name, Space space) {
        return "%s: %d of %d bytes handed out (%.1f %%), %d backed by memory%n".formatted(name, space.used(), space.bytes(), 100.0 * space.used() / space.bytes(), space.committed());
    }

    private static String json(SegmentStatus status) {
        String vms = status.vms().stream().map(Stat::json).collect(Collectors.joining(","));
        return "{\"segment\":%s,\"daemon_pid\":%d,\"created\":%s,\"fingerprint\":\"%016x\",\"epoch\":%d,\"objects\":%s,\"classes\":%s,\"vms\":[%s]}".formatted(quote(Attachment.segmentName()),
                        status.daemonPid(), quote(status.created().toString()), status.fingerprint(), status.epoch(), json(status.objects()), json(status.classes()), vms);
    }

    private static String json(Space space) {
        return "{\"bytes\":%d,\"used\":%d,\"committed\":%d}".formatted(space.bytes(), space.used(), space.committed());
    }

    private static String json(Vm vm) {
        return "{\"index\":%d,\"pid\":%d,\"uid\":%d,\"language\":%s,\"program\":%s,\"attached\":%s,\"threads\":%d,\"chunks\":%d}".formatted(vm.index(), vm.pid(), vm.uid(), quote(vm.language()),
                        quote(vm.program()), quote(vm.attached().toString()), vm.threads(), vm.chunks());
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
