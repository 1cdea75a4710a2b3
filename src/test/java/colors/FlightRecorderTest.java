// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.events.ContendedEvent;
import colors.memory.Segment;
import colors.memory.SegmentStatus;
import colors.roots.Shared;
import colors.support.Child;
import colors.support.WithDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The events of docs/debugging.md. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class FlightRecorderTest {
    @TempDir
    Path folder;

    /** What processes contend for. */
    @SharedName("test.Contended")
    static class Contended {
        long count;
    }

    private static String segment() {
        return System.getProperty("colors.segment");
    }

    private static Ref<Contended> published(String key) {
        Ref<Contended> object = SharedClass.of(Contended.class).allocate();
        SharedMemory.repository(key).set(object);
        return object;
    }

    // ---- contention ----

    /** What a test does while it records. */
    private interface Body {
        void run() throws Exception;
    }

    /**
     * The waits for monitors meanwhile, however short. Other events of ours are on by default, so a cycle may be in the
     * recording.
     */
    private List<RecordedEvent> contentions(Body body) throws Exception {
        Path file = folder.resolve("contentions.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("colors.Contended").withThreshold(Duration.ZERO);
            recording.start();
            body.run();
            recording.stop();
            recording.dump(file);
        }
        return eventsOf("colors.Contended", file);
    }

    private static List<RecordedEvent> eventsOf(String type, Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .toList();
    }

    private static int sleeping() {
        return SegmentStatus.read().monitors().sleeping();
    }

    private static void awaitSleeping(int more) throws InterruptedException {
        while (sleeping() < more) {
            Thread.sleep(1);
        }
    }

    /** Another process, which has a monitor until it is told to leave. */
    static final class Holder {
        public static void main(String[] arguments) throws Exception {
            try (var _ = Monitors.enter(SharedMemory.repository(arguments[0]).getRef())) {
                System.out.println("entered");
                System.in.read();
            }
        }
    }

    /** A thread of this process waits for the monitor that another process has, until that leaves it in some way. */
    private RecordedEvent contention(Ref<Contended> object, String key, Runnable entering, HowItEnds end)
            throws Exception {
        Process holder = Child.start(segment(), Holder.class, List.of(), key);
        assertEquals("entered", holder.inputReader().readLine());
        List<RecordedEvent> events = contentions(() -> {
            int before = sleeping();
            Thread thread = Thread.ofPlatform().name("who waits").start(entering);
            awaitSleeping(before + 1);
            end.of(holder);
            thread.join();
        });
        assertEquals(1, events.size(), events::toString);
        RecordedEvent event = events.getFirst();
        assertEquals("test.Contended", event.getString("monitorClass"));
        assertEquals(object.toString(), event.getString("object"));
        assertEquals(Segment.reference(((Shared) object).address()), event.getLong("address"));
        assertEquals(holder.pid(), event.getInt("ownerPid"));
        assertEquals("who waits", event.getThread().getJavaName());
        assertTrue(event.getDuration().isPositive());
        assertTrue(event.getStackTrace().getFrames().stream()
                .anyMatch(frame -> frame.getMethod().getType().getName().equals(Monitors.class.getName())));
        holder.destroy();
        return event;
    }

    /** How another process leaves a monitor. */
    private interface HowItEnds {
        void of(Process holder) throws Exception;
    }

    @Test
    void aThreadWaitsForAnotherProcess() throws Exception {
        Ref<Contended> object = published("contended");
        RecordedEvent event =
                contention(object, "contended", () -> Monitors.enter(object).close(), holder -> holder.getOutputStream()
                        .close());
        assertTrue(event.getBoolean("entered"));
        assertFalse(event.getBoolean("abandoned"));
    }

    @Test
    void anOwnerIsKilled() throws Exception {
        Ref<Contended> object = published("abandoned");
        RecordedEvent event = contention(
                object,
                "abandoned",
                () -> assertThrows(MonitorAbandonedException.class, () -> Monitors.enter(object)),
                holder -> holder.destroyForcibly().waitFor());
        assertFalse(event.getBoolean("entered"));
        assertTrue(event.getBoolean("abandoned"));
    }

    @Test
    void everyKindOfObjectIsNamed() throws Exception {
        Map<String, Object> kinds = Map.of(
                "test.Contended",
                SharedClass.of(Contended.class).allocate(),
                "list",
                SharedList.create(),
                "set",
                SharedSet.create(),
                "map",
                SharedMap.create(),
                "binary",
                SharedBinary.create(3),
                "repository",
                SharedMemory.repository("a contended one"));
        List<RecordedEvent> events = contentions(() -> {
            for (Object object : kinds.values()) {
                try (var _ = Monitors.enter(object)) {
                    Thread.ofPlatform().start(() -> assertGivesUp(object)).join();
                    Thread.ofVirtual().start(() -> assertGivesUp(object)).join();
                }
            }
        });
        assertEquals(2 * kinds.size(), events.size(), events::toString);
        for (RecordedEvent event : events) {
            String kind = event.getString("monitorClass");
            assertTrue(
                    event.getString("object")
                            .matches(
                                    kind.equals("repository")
                                            ? "repository a contended one"
                                            : Pattern.quote(kind) + "@[0-9a-f]+"),
                    event::toString);
            assertTrue(kinds.containsKey(kind));
            assertEquals(ProcessHandle.current().pid(), event.getInt("ownerPid"));
            assertFalse(event.getBoolean("entered") || event.getBoolean("abandoned"));
        }
    }

    private static void assertGivesUp(Object object) {
        try {
            assertFalse(Monitors.tryEnter(object, 1, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoNeedNotWaitIsNotRecorded() throws Exception {
        Ref<Contended> object = SharedClass.of(Contended.class).allocate();
        assertEquals(List.of(), contentions(() -> {
            try (var _ = Monitors.enter(object);
                    var _ = Monitors.enter(object);
                    var _ = Monitors.enterInterruptibly(object)) {
                Thread.ofPlatform()
                        .start(() -> assertFalse(Monitors.tryEnter(object)))
                        .join();
            }
        }));
    }

    @Test
    void theThresholdIsThatOfJavaMonitors() throws Exception {
        String ofJava = Configuration.getConfiguration("default").getSettings().get("jdk.JavaMonitorEnter#threshold");
        assertEquals(
                ofJava,
                EventType.getEventType(ContendedEvent.class).getSettingDescriptors().stream()
                        .filter(setting -> setting.getName().equals("threshold"))
                        .findAny()
                        .orElseThrow()
                        .getDefaultValue());
    }

    // ---- cycles ----

    @Test
    void eachCycleIsRecorded() throws Exception {
        published("a root");
        BlockingQueue<RecordedEvent> events = new LinkedBlockingQueue<>();
        int before = SegmentStatus.read().collector().cycles();
        try (RecordingStream stream = new RecordingStream()) {
            stream.setReuse(false);
            stream.enable("colors.Cycle");
            stream.onEvent("colors.Cycle", events::add);
            stream.startAsync();
            for (int i = 1; i <= 3; i++) {
                SharedMemory.collect();
            }
            Map<Long, SegmentStatus.Cycle> expected = cyclesAfter(before);
            assertTrue(expected.size() >= 3);
            while (!expected.isEmpty()) {
                RecordedEvent event = events.take();
                SegmentStatus.Cycle cycle = expected.remove(event.getLong("number"));
                if (cycle != null) { // else one that was noticed late
                    assertSame(cycle, event);
                }
            }
        }
    }

    private static Map<Long, SegmentStatus.Cycle> cyclesAfter(int number) {
        return SegmentStatus.read().collector().recent().stream()
                .filter(cycle -> cycle.number() > number)
                .collect(Collectors.toMap(SegmentStatus.Cycle::number, cycle -> cycle));
    }

    private static void assertSame(SegmentStatus.Cycle cycle, RecordedEvent event) {
        assertEquals(cycle.total(), event.getDuration("total").toNanos());
        assertEquals(
                cycle.total(),
                Stream.of("grace", "report", "mark", "sweep")
                        .mapToLong(part -> event.getDuration(part).toNanos())
                        .sum());
        assertEquals(cycle.markCpu(), event.getDuration("markCpu").toNanos());
        assertEquals(cycle.slowestGrace(), event.getDuration("slowestGrace").toNanos());
        assertEquals(cycle.slowestPid(), event.getInt("slowestPid"));
        assertEquals(cycle.passes(), event.getInt("passes"));
        assertEquals(cycle.roots(), event.getLong("roots"));
        assertEquals(cycle.markedObjects(), event.getLong("liveObjects"));
        assertEquals(cycle.markedBytes(), event.getLong("liveBytes"));
        assertEquals(cycle.freedObjects(), event.getLong("freedObjects"));
        assertEquals(cycle.freedBytes(), event.getLong("freedBytes"));
        assertEquals(cycle.freeBytes(), event.getLong("freeBytes"));
        assertEquals(cycle.holeBytes(), event.getLong("holeBytes"));
        assertTrue(cycle.markedObjects() > 0 && cycle.markedBytes() > 0);
        assertFalse(event.getInstant("cycleStart").isAfter(event.getStartTime()));
    }

    // ---- other processes ----

    /** Attaches, contends with itself, and runs a cycle. */
    static final class Busy {
        public static void main(String[] arguments) throws InterruptedException {
            Ref<Contended> object = SharedClass.of(Contended.class).allocate();
            Thread other;
            try (var _ = Monitors.enter(object)) {
                other = Thread.ofPlatform().start(() -> Monitors.enter(object).close());
                awaitSleeping(1);
            }
            other.join();
            SharedMemory.collect();
            System.out.println(
                    "good, " + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
        }
    }

    /** With the settings that an option brings. */
    @Test
    void theAttachmentIsRecorded() throws Exception {
        Path file = folder.resolve("attachment.jfr");
        Child.Result result = Child.run(
                segment(), Busy.class, List.of("-XX:StartFlightRecording:filename=" + file, "-Xlog:jfr+startup=off"));
        assertEquals(0, result.exitCode(), result::output);
        List<RecordedEvent> events = eventsOf("colors.Attach", file);
        assertEquals(1, events.size());
        RecordedEvent event = events.getFirst();
        SegmentStatus status = SegmentStatus.read();
        assertEquals(segment(), event.getString("segment"));
        assertEquals("java", event.getString("language"));
        assertEquals(status.daemonPid(), event.getInt("daemonPid"));
        assertEquals(status.objects().bytes(), event.getLong("objectsBytes"));
        assertEquals(status.classes().bytes(), event.getLong("classesBytes"));
        assertFalse(event.getBoolean("readOnly"));
        assertTrue(event.getDuration().isPositive());
    }

    /** As in an image that jlink made without it. */
    @Test
    void itWorksWithoutTheModule() throws Exception {
        assertEquals(
                new Child.Result(0, "good, false"),
                Child.run(segment(), Busy.class, List.of("--limit-modules", "java.base")));
    }

    @Test
    void whoDoesNotRecordLoadsOneClassOfIt() throws Exception {
        Path file = folder.resolve("classes");
        assertEquals(
                new Child.Result(0, "good, true"),
                Child.run(segment(), Busy.class, List.of("-Xlog:class+load:file=" + file)));
        List<String> loaded = Pattern.compile("\\] ((?:jdk\\.jfr|colors\\.events)\\.\\S+) ")
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertEquals(List.of("colors.events.Recorder", "jdk.jfr.FlightRecorder"), loaded);
    }
}
