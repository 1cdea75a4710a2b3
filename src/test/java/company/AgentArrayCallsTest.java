// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.support.WithDaemon;
import company.shareable.Board;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the JDK does with arrays as wholes, with shared ones as with private ones. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentArrayCallsTest {
    private static final int SIZE = 6;

    /** Arrays of every primitive type, private or shared, with the same elements. */
    private record Arrangement(Board board, Board other) {
        static Arrangement of(boolean shared) {
            Arrangement made = new Arrangement(
                    shared ? SharedMemory.construct(() -> new Board(SIZE)) : new Board(SIZE),
                    shared ? SharedMemory.construct(() -> new Board(SIZE)) : new Board(SIZE));
            Random random = new Random(5);
            for (int i = 0; i < SIZE; i++) {
                made.board.counts[i] = random.nextInt();
                made.board.ages[i] = (short) random.nextInt();
                made.board.letters[i] = (char) random.nextInt();
                made.board.bytes[i] = (byte) random.nextInt();
                made.board.flags[i] = random.nextBoolean();
                made.board.ratios[i] = random.nextFloat();
                made.board.weights[i] = random.nextDouble();
                made.board.boxes[i] = random.nextInt(9);
            }
            return made;
        }

        String text() {
            return text(board) + "\n" + text(other);
        }

        private static String text(Board board) {
            return Arrays.toString(board.counts)
                    + Arrays.toString(board.ages)
                    + Arrays.toString(board.letters)
                    + Arrays.toString(board.bytes)
                    + Arrays.toString(board.flags)
                    + Arrays.toString(board.ratios)
                    + Arrays.toString(board.weights)
                    + Arrays.toString(board.names)
                    + Arrays.toString(board.boxes)
                    + Arrays.deepToString(board.grid)
                    + Arrays.toString(board.ids);
        }
    }

    /**
     * Does the same with private and with shared arrays; what is in them afterwards, or is thrown, has to be the same.
     */
    private static void same(Consumer<Arrangement> action) {
        assertEquals(outcome(action, Arrangement.of(false)), outcome(action, Arrangement.of(true)));
    }

    private static String outcome(Consumer<Arrangement> action, Arrangement arrays) {
        try {
            action.accept(arrays);
        } catch (RuntimeException e) {
            return e + "\n" + arrays.text();
        }
        return arrays.text();
    }

    /** All pairs of shared arrays, and with private ones. */
    private static void copy(Arrangement arrays, int from, int to, int count) {
        copy(arrays.board.counts, arrays.other.counts, new int[SIZE], from, to, count);
        copy(arrays.board.ages, arrays.other.ages, new short[SIZE], from, to, count);
        copy(arrays.board.letters, arrays.other.letters, new char[SIZE], from, to, count);
        copy(arrays.board.bytes, arrays.other.bytes, new byte[SIZE], from, to, count);
        copy(arrays.board.flags, arrays.other.flags, new boolean[SIZE], from, to, count);
        copy(arrays.board.ratios, arrays.other.ratios, new float[SIZE], from, to, count);
        copy(arrays.board.weights, arrays.other.weights, new double[SIZE], from, to, count);
        copy(arrays.board.boxes, arrays.other.boxes, new Integer[SIZE], from, to, count);
    }

    private static void copy(Object source, Object target, Object ordinary, int from, int to, int count) {
        System.arraycopy(source, from, ordinary, to, count);
        System.arraycopy(ordinary, to, target, from, count);
        System.arraycopy(source, from, target, to, count);
        System.arraycopy(source, from, source, to, count);
    }

    @Test
    void copies() {
        same(arrays -> copy(arrays, 0, 0, SIZE));
        same(arrays -> copy(arrays, 0, 2, 4));
        same(arrays -> copy(arrays, 3, 1, 3));
        same(arrays -> copy(arrays, SIZE, SIZE, 0));
    }

    @Test
    void copiesOutOfBoundsSayWhatTheyDoOfPrivateArrays() {
        int[][] faults = {{-1, 0, 1}, {0, -1, 1}, {0, 0, -1}, {4, 0, 3}, {0, 4, 3}, {Integer.MAX_VALUE, 0, 2}};
        for (int[] fault : faults) {
            same(arrays -> System.arraycopy(arrays.board.counts, fault[0], arrays.other.counts, fault[1], fault[2]));
            same(arrays -> System.arraycopy(arrays.board.boxes, fault[0], arrays.other.boxes, fault[1], fault[2]));
        }
        Arrangement arrays = Arrangement.of(true);
        assertThrows(
                ArrayStoreException.class, () -> System.arraycopy(arrays.board.counts, 0, arrays.board.weights, 0, 1));
        assertThrows(ArrayStoreException.class, () -> System.arraycopy(arrays.board.counts, 0, "text", 0, 1));
        assertThrows(
                ArrayStoreException.class, () -> System.arraycopy(arrays.board.boxes, 0, arrays.board.names, 0, 1));
        assertThrows(NullPointerException.class, () -> System.arraycopy(arrays.board.counts, 0, null, 0, 1));
    }

    @Test
    void rowsThatAreCopiedStayTheSame() {
        Board board = SharedMemory.construct(() -> new Board(2));
        int[] first = board.grid[0];
        System.arraycopy(board.grid, 0, board.grid, 1, 1);
        assertTrue(board.grid[1] == first);
        int[][] rows = new int[2][];
        System.arraycopy(board.grid, 0, rows, 0, 2);
        rows[0][0] = 77;
        assertEquals(77, board.grid[1][0]);
    }

    @Test
    void fills() {
        same(arrays -> {
            Arrays.fill(arrays.board.counts, -7);
            Arrays.fill(arrays.board.ages, (short) 300);
            Arrays.fill(arrays.board.letters, 'z');
            Arrays.fill(arrays.board.bytes, (byte) -3);
            Arrays.fill(arrays.board.flags, true);
            Arrays.fill(arrays.board.ratios, 0.25f);
            Arrays.fill(arrays.board.weights, Math.PI);
            Arrays.fill(arrays.board.ids, 1L << 40);
            Arrays.fill(arrays.board.names, "same");
        });
        same(arrays -> {
            Arrays.fill(arrays.board.counts, 1, 3, -7);
            Arrays.fill(arrays.board.ages, 2, 2, (short) 300);
            Arrays.fill(arrays.board.letters, 0, SIZE, 'z');
            Arrays.fill(arrays.board.bytes, 5, 6, (byte) -3);
            Arrays.fill(arrays.board.flags, 1, 2, true);
            Arrays.fill(arrays.board.ratios, 0, 4, 0.25f);
            Arrays.fill(arrays.board.weights, 3, 6, Math.PI);
            Arrays.fill(arrays.board.ids, 0, 1, 1L << 40);
        });
        same(arrays -> Arrays.fill(arrays.board.counts, 4, 3, 1));
        same(arrays -> Arrays.fill(arrays.board.counts, -1, 3, 1));
        same(arrays -> Arrays.fill(arrays.board.counts, 2, SIZE + 1, 1));
    }

    @Test
    void sortsAndQuestions() {
        same(arrays -> {
            Arrays.sort(arrays.board.counts);
            Arrays.sort(arrays.board.ages);
            Arrays.sort(arrays.board.letters, 1, 5);
            Arrays.sort(arrays.board.bytes);
            Arrays.sort(arrays.board.ratios);
            Arrays.parallelSort(arrays.board.weights);
            Arrays.sort(arrays.board.boxes, (a, b) -> b - a);
            Arrays.setAll(arrays.other.counts, i -> i * i);
            Arrays.parallelPrefix(arrays.other.counts, Integer::sum);
        });
        Arrangement ordinary = Arrangement.of(false);
        Arrangement shared = Arrangement.of(true);
        assertEquals(Arrays.hashCode(ordinary.board.counts), Arrays.hashCode(shared.board.counts));
        assertTrue(Arrays.equals(ordinary.board.weights, shared.board.weights));
        assertEquals(3, Arrays.mismatch(shared.board.flags, flipped(shared.board.flags)));
        assertEquals(
                Arrays.stream(ordinary.board.counts).sum(),
                Arrays.stream(shared.board.counts).sum());
        assertArrayEquals(Arrays.copyOf(ordinary.board.counts, 9), Arrays.copyOf(shared.board.counts, 9));
        assertArrayEquals(
                Arrays.copyOfRange(ordinary.board.letters, 1, 3), Arrays.copyOfRange(shared.board.letters, 1, 3));
        assertEquals(new String(ordinary.board.letters), new String(shared.board.letters));
        assertEquals(List.of(ordinary.board.boxes), List.of(shared.board.boxes));
    }

    private static boolean[] flipped(boolean[] flags) {
        boolean[] copy = flags.clone();
        copy[3] = !copy[3];
        return copy;
    }

    @Test
    void whatALibraryDoesNotChangeStays() {
        Board board = SharedMemory.construct(() -> new Board(SIZE));
        Elsewhere.doubleOthers(1, board.counts, 0, () -> board.counts[1] = 50);
        assertEquals(50, board.counts[1]);
        assertSame(board.counts, board.counts);
    }

    @Test
    void referencesToMethodsGetCopies() {
        Board board = SharedMemory.construct(() -> new Board(3));
        board.counts[1] = 4;
        assertEquals(
                List.of("[0, 4, 0]", "[8, 9]"),
                Stream.of(board.counts, board.grid[0]).map(Arrays::toString).toList());
        assertEquals(4, Stream.of(board.counts).flatMapToInt(Arrays::stream).sum());
        assertEquals(
                "xyz", Stream.of(letters(board)).map(String::new).findFirst().orElseThrow());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        board.bytes[2] = 9;
        Consumer<byte[]> write = out::writeBytes;
        write.accept(board.bytes);
        assertArrayEquals(new byte[] {0, 0, 9}, out.toByteArray());
        board.counts[0] = 7;
        Stream.of(board.counts).forEach(Arrays::sort); // what it changes comes back
        assertEquals("[0, 4, 7]", Arrays.toString(board.counts));
        ToIntFunction<int[]> sum = Elsewhere::sum;
        assertEquals(11, sum.applyAsInt(board.counts));
        Copy copy = System::arraycopy;
        copy.copy(board.counts, 0, board.counts, 1, 2);
        assertEquals("[0, 0, 4]", Arrays.toString(board.counts));
        Function<int[], String> marked = (Function<int[], String> & Marker) Arrays::toString;
        assertEquals("[0, 0, 4]", marked.apply(board.counts));
    }

    private interface Marker {}

    /** Also what no number has. */
    @Test
    void floatsKeepTheirBits() {
        Board board = SharedMemory.construct(() -> new Board(3));
        int signalling = 0x7fa00001;
        board.ratios[1] = Float.intBitsToFloat(signalling);
        assertEquals(signalling, Float.floatToRawIntBits(board.ratios[1]));
    }

    /** Who calls it may be rewritten code, whatever the interface is. */
    @Test
    void lambdasGiveTheArrayItself() {
        Board board = SharedMemory.construct(() -> new Board(3));
        Elsewhere.Source source = () -> board.counts;
        source.get()[1] = 4;
        assertEquals(4, board.counts[1]);
        assertTrue(source.get() == board.counts);
        Elsewhere.Source reference = board::getCounts;
        assertTrue(reference.get() == board.counts);
        assertTrue(Optional.of(board).map(b -> b.counts).get() == board.counts);
    }

    private interface Copy {
        void copy(Object source, int from, Object target, int to, int count);
    }

    private static char[] letters(Board board) {
        for (int i = 0; i < 3; i++) {
            board.letters[i] = (char) ('x' + i);
        }
        return board.letters;
    }

    /** In shared mode what a library makes is shared as what new makes; the library itself fills a private one. */
    @Test
    void arraysThatLibrariesMakeAreSharedInSharedMode() {
        String[] names =
                SharedMemory.construct(() -> Stream.of("b", "a").sorted().toArray(String[]::new));
        assertTrue(SharedMemory.isShared(names));
        assertEquals("ab", names[0] + names[1]);
        String[] more = SharedMemory.construct(() -> List.of("c", "d").toArray(new String[0]));
        assertTrue(SharedMemory.isShared(more));
        assertEquals("d", more[1]);
        int[] numbers = SharedMemory.construct(() -> IntStream.range(0, 5).toArray());
        assertTrue(SharedMemory.isShared(numbers));
        assertEquals(4, numbers[4]);
        Board board = SharedMemory.construct(() -> {
            Board made = new Board(2);
            made.counts = Arrays.copyOf(made.counts, 4);
            made.names = Arrays.copyOfRange(made.names, 0, 1);
            return made;
        });
        assertEquals(4, board.counts.length);
        assertEquals("a", board.names[0]);
        assertFalse(SharedMemory.isShared(Stream.of("b").toArray(String[]::new)));
        assertFalse(SharedMemory.isShared(Arrays.copyOf(board.counts, 2)));
        Object[] any = SharedMemory.construct(() -> List.of("c").toArray());
        assertEquals("c", any[0]);
    }
}
