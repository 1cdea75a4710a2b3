// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.heap.Flats;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.FlatCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.container.core.MapCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.Names;
import colors.truffle.object.SharedObject;
import colors.values.Lists;
import colors.values.Maps;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import java.util.function.Function;

/**
 * A shared container as Truffle languages see it: what all kinds have in common. Two wrappers of one container are
 * identical to the languages.
 */
@ExportLibrary(InteropLibrary.class)
public abstract class SharedContainer extends LanguageValue implements Shared {
    @SuppressWarnings("ClassInitializationDeadlock") // naming a constructor initialises nothing
    @CompilationFinal
    private static Function<ListCore, SharedList> lists = SharedList::new;

    @SuppressWarnings("ClassInitializationDeadlock") // the same
    @CompilationFinal
    private static Function<FlatCore, SharedFlat> flats = SharedFlat::new;

    private final ContainerKind kind;

    SharedContainer(ContainerKind kind) {
        this.kind = kind;
    }

    /** Whether something stands for a container or bytes. */
    public static boolean is(Shared shared) {
        return shared instanceof SharedContainer
                || !(shared instanceof SharedObject) && ContainerCore.isContainer(Heap.shapeId(shared.address()));
    }

    /** Stands for the container of that shape at an address, which is logged in a chunk. */
    public static SharedContainer of(int shape, long address, RootChunk chunk) {
        if (Lists.isList(shape)) {
            return list(new ListCore(address, chunk, shape == Segment.SHAPE_TUPLE));
        }
        if (Flats.isFlat(shape)) {
            return Flats.isTagged(Flats.kind(address))
                    ? list(ListCore.ofArray(address, chunk))
                    : flat(new FlatCore(address, chunk));
        }
        if (shape == Segment.SHAPE_MAP) {
            return new SharedMap(new MapCore(address, chunk, false));
        }
        return Maps.isSet(shape)
                ? new SharedSet(new MapCore(address, chunk, shape == Segment.SHAPE_FROZEN_SET))
                : binary(new BinaryCore(address, chunk, shape == Segment.SHAPE_BYTES));
    }

    /**
     * From now on a list is what this makes of it: one that a language's own library knows too. For all contexts of
     * this JVM, because lists are made in compiled loops.
     */
    public static void setLists(Function<ListCore, SharedList> makes) {
        CompilerDirectives.transferToInterpreterAndInvalidate();
        lists = makes;
    }

    /** The same for flat arrays. */
    public static void setFlats(Function<FlatCore, SharedFlat> makes) {
        CompilerDirectives.transferToInterpreterAndInvalidate();
        flats = makes;
    }

    static SharedFlat flat(FlatCore core) {
        return flats.apply(core);
    }

    static SharedList list(ListCore core) {
        return lists.apply(core);
    }

    @TruffleBoundary
    static SharedBinary binary(BinaryCore core) {
        return ColorsContext.get(null).guest() instanceof BinaryForm own ? own.binary(core) : new SharedBinary(core);
    }

    /** Stands for the container at an address, which is logged in a chunk. */
    public static SharedContainer at(long address, RootChunk chunk) {
        return of(Heap.shapeId(address), address, chunk);
    }

    /** The container itself. */
    public abstract ContainerCore core();

    /** Which class languages give it. */
    public final ContainerKind kind() {
        return kind;
    }

    /** Throws for a frozen one. */
    final void requireMutable() throws UnsupportedMessageException {
        if (core().isFrozen()) {
            throw UnsupportedMessageException.create();
        }
    }

    @Override
    public final long address() {
        return core().address();
    }

    @Override
    public final RootChunk chunk() {
        return core().chunk();
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofContainer(SharedContainer receiver, SharedContainer other) {
            return TriState.valueOf(receiver.address() == other.address());
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(SharedContainer receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    public int identityHashCode() {
        return Shared.identityHash(address());
    }

    @ExportMessage
    boolean hasMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaObject() {
        return kind;
    }

    /** Bytes have none, which a subclass says. */
    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    /** Those for which interop has no messages are not listed. */
    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) throws UnsupportedMessageException {
        if (!hasMembers()) {
            throw UnsupportedMessageException.create();
        }
        return new Names(FlatMembers.NONE);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address();
    }

    @Override
    public final int hashCode() {
        return identityHashCode();
    }

    @Override
    public String toString() {
        return "shared " + kind.getMetaSimpleName() + " of " + core().size();
    }
}
