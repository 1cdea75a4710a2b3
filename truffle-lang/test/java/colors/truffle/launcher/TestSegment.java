// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import colors.ValueType.EnumConstant;
import colors.heap.Heap;
import colors.memory.Attachment;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.SegmentStatus;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.shapes.SharedShape;
import colors.values.DynamicFields;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/** A segment of this test run's own, with its own daemon; test methods call {@link #attach} first. */
final class TestSegment {
    private TestSegment() {}

    static synchronized void attach() {
        if (!Attachment.isAttached()) {
            System.setProperty(
                    "colors.segment", "truffle-test-" + ProcessHandle.current().pid());
            Attachment.ensure();
            Runtime.getRuntime().addShutdownHook(new Thread(TestSegment::stopDaemon));
            publishTyped();
            declarePinned("company.Pinned"); // two classes, because tests may run at the same time
            declarePinned("company.JsPinned");
            SharedShape.declare(
                    "company.Priced",
                    List.of(ofClass("a", "colors.Decimal"), ofClass("b", "colors.BigInteger")),
                    "Java class company.Priced");
            publishValues("stored"); // two objects, because tests may run at the same time and change them
            publishValues("stored.js");
        }
    }

    private static void stopDaemon() {
        ProcessHandle.of(SegmentStatus.read().daemonPid()).ifPresent(ProcessHandle::destroy);
    }

    /** An object with fields as a static language declares them, in the repository "typed". */
    private static void publishTyped() {
        Mutator mutator = Mutator.current();
        SharedShape shape = SharedShape.intern(
                "company.Typed",
                List.of(
                        declared("count", Layout.TYPE_INTEGER, 0),
                        declared("ratio", Layout.TYPE_FLOAT, 0),
                        declared("on", Layout.TYPE_BOOLEAN, 0),
                        declared("label", Layout.TYPE_STRING, Layout.FIELD_NULLABLE)));
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        RootChunk chunk = mutator.chunk();
        Heap.storeTagged(mutator, Repositories.place("typed"), Segment.reference(object));
        Reference.reachabilityFence(chunk);
    }

    /** A class that a Java program has mapped. */
    private static void declarePinned(String name) {
        SharedShape.declare(
                name,
                List.of(
                        declared("salary", Layout.TYPE_FLOAT, 0),
                        declared("name", Layout.TYPE_STRING, Layout.FIELD_NULLABLE),
                        declared("age", Layout.TYPE_INTEGER, Layout.FIELD_INT32),
                        declared("retired", Layout.TYPE_BOOLEAN, 0)),
                "Java class " + name);
    }

    /** An object with values of value classes: some that another language cannot hold, and declared fields. */
    private static void publishValues(String key) {
        Mutator mutator = Mutator.current();
        SharedShape shape = SharedShape.intern(
                "programs.Stored",
                List.of(
                        ofClass("total", "colors.Decimal"),
                        ofClass("number", "colors.BigInteger"),
                        ofClass("color", "programs.Color"),
                        ofClass("base", "programs.Base"),
                        declared("count", Layout.TYPE_INTEGER, 0)));
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        RootChunk chunk = mutator.chunk();
        Map<String, Object> values = Map.of(
                "exact",
                Instant.parse("2024-02-29T10:15:30.250Z"),
                "local",
                LocalDateTime.parse("2024-02-29T10:15"),
                "nanos",
                Instant.parse("2024-02-29T10:15:30.000000001Z"),
                "local_nanos",
                LocalDateTime.parse("2024-02-29T10:15:30.0000001"),
                "far",
                LocalDate.of(10_000, 1, 1),
                "long_ago",
                Instant.MIN,
                "eternity",
                Duration.ofSeconds(Long.MAX_VALUE),
                "unknown",
                new EnumConstant("programs.Color", "PURPLE"),
                "foreign",
                new EnumConstant("elsewhere.Shape", "ROUND"));
        values.forEach((name, value) -> DynamicFields.put(mutator, object, name, value, (a, b) -> false));
        DynamicFields.put(mutator, object, "color", new EnumConstant("programs.Color", "RED"), (a, b) -> false);
        Heap.storeTagged(mutator, Repositories.place(key), Segment.reference(object));
        Reference.reachabilityFence(chunk);
    }

    private static FieldSpec ofClass(String name, String className) {
        return new FieldSpec(
                Entities.name(name),
                Entities.classNamed(className),
                Layout.TYPE_CLASS,
                Layout.FIELD_NULLABLE | Layout.FIELD_DECLARED);
    }

    private static FieldSpec declared(String name, int type, int flags) {
        return new FieldSpec(Entities.name(name), 0, type, flags | Layout.FIELD_DECLARED);
    }
}
