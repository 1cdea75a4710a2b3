// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import colors.runtime.Attachment;
import colors.runtime.Entities;
import colors.runtime.FieldSpec;
import colors.runtime.Heap;
import colors.runtime.Layout;
import colors.runtime.Mutator;
import colors.runtime.RootChunk;
import colors.runtime.Segment;
import colors.runtime.SegmentStatus;
import colors.runtime.SharedShape;
import java.lang.ref.Reference;
import java.util.List;

/** A segment of this test run's own, with its own daemon; test methods call {@link #attach} first. */
final class TestSegment {
    private TestSegment() {
    }

    static synchronized void attach() {
        if (!Attachment.isAttached()) {
            System.setProperty("colors.segment", "truffle-test-" + ProcessHandle.current().pid());
            Attachment.ensure();
            Runtime.getRuntime().addShutdownHook(new Thread(TestSegment::stopDaemon));
            publishTyped();
        }
    }

    private static void stopDaemon() {
        ProcessHandle.of(SegmentStatus.read().daemonPid()).ifPresent(ProcessHandle::destroy);
    }

    /** An object with fields as a static language declares them, in the repository "typed". */
    private static void publishTyped() {
        Mutator mutator = Mutator.current();
        SharedShape shape = SharedShape.intern("company.Typed", List.of(
                        declared("count", Layout.TYPE_INTEGER, 0), declared("ratio", Layout.TYPE_FLOAT, 0), declared("on", Layout.TYPE_BOOLEAN, 0),
                        declared("label", Layout.TYPE_STRING, Layout.FIELD_NULLABLE)));
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        RootChunk chunk = mutator.chunk();
        Heap.storeTagged(mutator, Entities.repositoryPlace("typed"), Segment.reference(object));
        Reference.reachabilityFence(chunk);
    }

    private static FieldSpec declared(String name, int type, int flags) {
        return new FieldSpec(Entities.name(name), 0, type, flags | Layout.FIELD_DECLARED);
    }
}
