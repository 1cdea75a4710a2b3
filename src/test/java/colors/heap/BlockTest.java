// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.memory.Attachment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.support.WithDaemon;
import colors.values.Equality;
import colors.values.GraphBuilder;
import colors.values.Maps;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is stored outside of a block, by way of a block. */
@ExtendWith(WithDaemon.class)
class BlockTest {
    private static final long BYTES = 64;

    private final Mutator mutator = mutator();

    private static Mutator mutator() {
        Attachment.ensure();
        return Mutator.current();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -8, BYTES - 3, BYTES, BYTES + 8, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void aPlaceThatIsNotInside(long offset) {
        Block block = Block.allocate(mutator, BYTES);
        assertThrows(IndexOutOfBoundsException.class, () -> block.putInt(offset, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> block.putLong(offset, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> block.copyIn(new byte[4], offset));
        assertThrows(IndexOutOfBoundsException.class, () -> block.copyIn(MemorySegment.ofArray(new byte[4]), offset));
    }

    @Test
    void theLastBytesAreInside() {
        Block block = Block.allocate(mutator, BYTES);
        block.putLong(BYTES - 8, -1);
        assertEquals(-1, block.getInt(BYTES - 4));
        assertThrows(IndexOutOfBoundsException.class, () -> block.copyIn(new byte[(int) BYTES + 1], 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -16, Long.MIN_VALUE, 8, 17})
    void aSizeThatIsNone(long bytes) {
        assertThrows(IllegalArgumentException.class, () -> Block.allocate(mutator, bytes));
    }

    @Test
    void noMoreEntriesThanAskedFor() {
        GraphBuilder builder = new GraphBuilder();
        Maps.Filler filler = builder.entries(builder.map(0), 1);
        builder.raw(filler.key(), Tag.ofInteger(1));
        filler.next();
        assertThrows(IllegalStateException.class, filler::key);
        assertThrows(IllegalStateException.class, filler::value);
        filler.add(1L, Equality.Objects.KEPT);
        assertThrows(IllegalStateException.class, () -> filler.add(2L, Equality.Objects.KEPT));
        filler.finish();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 3, Integer.MAX_VALUE})
    void noMoreElementsThanAskedFor(int index) {
        GraphBuilder builder = new GraphBuilder();
        GraphBuilder.Elements elements = builder.elements(builder.list(0), 2);
        assertThrows(IndexOutOfBoundsException.class, () -> elements.place(index));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void noByteOutsideOfABinary(int index) {
        long binary = Binaries.allocate(mutator, MemorySegment.ofArray(new byte[3]), false);
        assertThrows(IndexOutOfBoundsException.class, () -> Binaries.set(binary, index, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> Binaries.get(binary, index));
    }
}
