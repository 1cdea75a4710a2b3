// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.Truffle;
import com.oracle.truffle.api.frame.Frame;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.FrameInstance;
import com.oracle.truffle.api.frame.FrameInstance.FrameAccess;
import com.oracle.truffle.api.frame.FrameSlotKind;
import com.oracle.truffle.api.frame.VirtualFrame;

/**
 * Private objects that are being initialized, in the frames of {@code Construct}. Few programs give a constructor what
 * another one is at work on; until one does, such an object stands in its frame alone, so that the compiler need not
 * make it. From then on it is noted in the {@link SharedMode}.
 */
public final class UnfinishedFrames {
    public static final FrameDescriptor SLOTS;
    private static final int MODE;
    private static final int PLACE;
    private static final int OBJECT;
    private static final Assumption UNASKED =
            Assumption.create("colors: no constructor was given what is being constructed");

    static {
        FrameDescriptor.Builder builder = FrameDescriptor.newBuilder(3);
        MODE = builder.addSlot(FrameSlotKind.Object, null, null);
        PLACE = builder.addSlot(FrameSlotKind.Object, null, null);
        OBJECT = builder.addSlot(FrameSlotKind.Object, null, null);
        SLOTS = builder.build();
    }

    private UnfinishedFrames() {}

    /** Gives how many unfinished ones there were. */
    public static int begin(VirtualFrame frame, SharedMode mode, Object object) {
        if (!UNASKED.isValid()) {
            return mode.note(object);
        }
        int place = mode.begin();
        frame.setObject(MODE, mode);
        frame.setObject(PLACE, place);
        frame.setObject(OBJECT, object);
        return place;
    }

    public static void end(VirtualFrame frame, SharedMode mode, int before) {
        frame.setObject(MODE, null);
        mode.end(before);
    }

    /**
     * Finds those of a mode, of the calling thread, that stand in frames: {@code any}, if it has some that it does not
     * know yet.
     */
    @TruffleBoundary
    static void find(SharedMode mode, boolean any) {
        UNASKED.invalidate();
        if (!any) {
            return;
        }
        Truffle.getRuntime().iterateFrames(instance -> {
            if (instance.getCallTarget() instanceof RootCallTarget target
                    && target.getRootNode().getFrameDescriptor() == SLOTS) {
                find(mode, instance);
            }
            return null;
        });
    }

    private static void find(SharedMode mode, FrameInstance instance) {
        Frame frame = instance.getFrame(FrameAccess.MATERIALIZE);
        if (frame.getObject(MODE) == mode) {
            mode.found((int) frame.getObject(PLACE), frame.getObject(OBJECT));
        }
    }
}
