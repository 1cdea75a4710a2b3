// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.Repository;
import colors.SharedArray;
import colors.SharedBinaries;
import colors.SharedList;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.Child;
import colors.support.WithDaemon;
import com.fasterxml.jackson.databind.ObjectMapper;
import company.shareable.Board;
import company.shareable.Employee;
import company.shareable.Names;
import company.shareable.Route.Walk;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Arrays in fields of shared objects, in code that the agent rewrote. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentArraysTest {

    private static Board shared() {
        return SharedMemory.construct(() -> new Board(3));
    }

    private static SharedList<Object> list(Board board, String field) {
        return ((SharedList<?>) Ref.of(board).get(field)).as(Object.class);
    }

    private static void fillsAndShows(Board board) {
        board.fill(0);
        board.fill(0);
        board.fill(1);
        assertEquals("80 3 -2 x -56 false 1.0 3.0 name 0 0 8", board.text(0));
        assertEquals("40 3 -1 x -56 true 0.5 1.5 name 1 1 3", board.text(1));
        assertEquals(120, board.total());
    }

    @Test
    void elementsOfEveryTypeAreReadAndWritten() {
        fillsAndShows(new Board(3));
        Board board = shared();
        fillsAndShows(board);
        assertEquals(List.of(80L, 40L, 0L), list(board, "counts"));
        assertEquals(List.of(3L, 3L), list(board, "ids"));
        assertEquals(List.of(1.0, 0.5, 0.0), list(board, "ratios"));
        assertEquals(List.of(false, true, false), list(board, "flags"));
        assertEquals(List.of("name 0", "name 1"), list(board, "names"));
        assertEquals("[[8, 9], [5, 3, 0]]", list(board, "grid").toString());
        assertArrayEquals(new int[] {0, 0, 7}, board.fixed());
    }

    @Test
    void anArrayInAFieldOfAnyTypeIsTheSameObject() {
        Board board = shared();
        board.anything = board.counts;
        assertTrue(board.anything == board.counts && board.counts == board.anything);
        assertFalse(board.anything == board.weights || board.weights == board.anything);
        assertTrue((int[]) board.anything == board.counts);
        Repository<Object> repository = SharedMemory.repository("arrays.same");
        repository.set(board.counts);
        Object found = repository.get();
        assertTrue(found == board.counts && found instanceof SharedList);
        repository.set(null);
    }

    @Test
    void whatAnotherLanguageStoresIsSeen() {
        Board board = shared();
        int[] flat = board.counts;
        list(board, "counts").set(2, 11);
        assertEquals(11, flat[2]);
        SharedMemoryException refused = assertThrows(
                SharedMemoryException.class, () -> list(board, "counts").set(0, 1L << 40));
        assertTrue(refused.reason() == Reason.TYPE, refused.getMessage());
        assertEquals(0, flat[0]);
        // as Python's [0, 0, 0], whose length is not fixed
        Ref.of(board).set("counts", SharedMemory.copyIn(List.of(0, 0, 0)));
        int[] counts = board.counts;
        list(board, "counts").set(2, 11);
        assertEquals(11, counts[2]);
        list(board, "counts").add(12);
        assertEquals(4, counts.length);
        assertEquals(12, counts[3]);
        list(board, "counts").set(0, 1L << 40);
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> counts[0]++);
        assertTrue(
                thrown.reason() == Reason.TYPE
                        && thrown.getMessage().contains("1099511627776")
                        && thrown.getMessage().contains("int"),
                thrown.getMessage());
        list(board, "counts").set(0, "text");
        assertThrows(SharedMemoryException.class, () -> counts[0]++);
        Ref.of(board).set("weights", SharedMemory.copyIn(List.of(1, 2))); // as Python's [1, 2]
        assertEquals(3.0, board.weights[0] + board.weights[1]);
        Ref.of(board).set("counts", null);
        assertNull(board.counts);
    }

    @Test
    void anArrayIsOneObject() {
        Board board = shared();
        assertTrue(board.counts == board.counts);
        assertSame(board.grid[1], board.grid[1]);
        assertFalse(board.grid[0] == board.grid[1]);
        assertEquals(int[].class, board.counts.getClass());
        Object any = board.names;
        assertTrue(any instanceof String[] && any instanceof Object[]);
        assertTrue(SharedMemory.isShared(any));
        assertFalse(SharedMemory.isShared(new int[0]));
        assertEquals(board.counts.hashCode(), board.counts.hashCode());
    }

    /** A record is no prepared class: such an array is made private, and a shared one is got by a copy. */
    @Test
    void arraysOfRecords() {
        assertFalse(SharedMemory.isShared(SharedMemory.construct(() -> new Walk[1])));
        assertFalse(SharedMemory.isShared(SharedMemory.construct(() -> new Walk[] {new Walk(1)})));
        Walk[] walks = SharedMemory.copyIn(new Walk[] {new Walk(3), null}).asArray(Walk[].class);
        assertTrue(SharedMemory.isShared(walks));
        walks[1] = new Walk(4);
        int minutes = 0;
        for (Walk walk : walks) {
            minutes += walk.minutes();
        }
        assertEquals(7, minutes);
        assertEquals(new Walk(4), walks[1]);
    }

    @Test
    void boundsAndTypesAreChecked() {
        Board board = shared();
        assertEquals(
                "Index 3 out of bounds for length 3",
                assertThrows(ArrayIndexOutOfBoundsException.class, () -> board.counts[3]++)
                        .getMessage());
        assertEquals(
                "Index -1 out of bounds for length 3",
                assertThrows(ArrayIndexOutOfBoundsException.class, () -> board.counts[-1] = 1)
                        .getMessage());
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> board.bytes[3] = 1);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> board.names[2] = "");
        Object[] names = board.names;
        assertThrows(ArrayStoreException.class, () -> names[0] = 1);
        assertThrows(NullPointerException.class, () -> ((Board) null).counts[0]++);
        int[] none = null;
        int[] ordinary = new int[0];
        assertThrows(NullPointerException.class, () -> none[0]++);
        assertEquals(
                "Index 0 out of bounds for length 0",
                assertThrows(ArrayIndexOutOfBoundsException.class, () -> ordinary[0]++)
                        .getMessage());
        assertThrows(NegativeArraySizeException.class, () -> SharedMemory.construct(() -> new int[-1]));
    }

    @Test
    void objectsInArraysAreShared() {
        Board board = shared();
        Employee ada = SharedMemory.construct(() -> new Employee("Ada", 5));
        board.team[1] = ada;
        assertTrue(board.team[1] == ada);
        board.team[1].raise(2);
        assertEquals(7, ada.salary());
        assertNull(board.team[0]);
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> board.team[0] = new Employee());
        assertTrue(thrown.getMessage().contains("copyIn"), thrown.getMessage());
        int count = 0;
        for (Employee employee : board.team) {
            count += employee == ada ? 1 : 0;
        }
        assertEquals(1, count);
    }

    @Test
    void sharedArraysAreStoredAndPrivateOnesRefused() {
        Board board = shared();
        Board other = shared();
        board.counts[0] = 3;
        other.counts = board.counts;
        board.counts[1] = 4;
        assertEquals(7, other.total());
        assertTrue(other.counts == board.counts);
        board.grid[1] = board.counts;
        assertEquals(3, board.grid[1][0]);
        board.anything = board.names;
        assertEquals(Arrays.asList("a", null), board.anything);
        assertSame(board.names, (String[]) board.anything);
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> board.counts = new int[] {1});
        assertTrue(thrown.getMessage().contains("a private int[]"), thrown.getMessage());
        assertThrows(SharedMemoryException.class, () -> board.counts = new int[0]);
        assertThrows(SharedMemoryException.class, () -> board.grid[0] = new int[2]);
        board.counts = SharedMemory.copyIn(new int[] {5, 6}).asArray(int[].class);
        assertEquals(11, board.total());
        board.ages = SharedMemory.copyIn(new short[] {1, 2});
        assertEquals(2, board.ages[1]);
        board.counts = null;
        assertNull(board.counts);
    }

    @Test
    void theApiKnowsArrays() {
        Board board = SharedMemory.construct(() -> new Board(3));
        board.counts[2] = 7;
        assertEquals(List.of(0L, 0L, 7L), SharedArray.copyOf(board.counts));
        SharedArray<Object> copy = SharedArray.copyOf(board.counts);
        copy.setLong(0, 1);
        assertEquals(0, board.counts[0]);
        SharedList<Object> holder = SharedList.create();
        holder.add(board.counts);
        assertEquals(0, holder.indexOf(board.counts));
        assertTrue(holder.contains(board.counts));
        assertFalse(holder.contains(board.ids));
        assertTrue(holder.remove((Object) board.counts));
        Ref.of(board).set("counts", SharedMemory.copyIn(List.of(4, 5)));
        assertEquals(List.of(4L, 5L), SharedMemory.copyIn(board.counts));
    }

    /** Not the type of the array that was looked up last. */
    @Test
    void aFieldGivesAnArrayOfItsOwnType() {
        Names both = SharedMemory.construct(Names::new);
        both.names = SharedMemory.copyIn(new String[] {"Ada", "Bob"}).asArray(String[].class);
        both.any = both.names;
        for (int i = 0; i < 100; i++) {
            assertEquals("Bob", both.names[1]);
            assertSame(Object[].class, both.any.getClass());
            both.any[0] = 5;
            both.any[0] = "Ada";
            assertSame(String[].class, both.names.getClass());
            assertTrue(both.any == both.names);
            assertFalse(both.any == new Object[0]);
        }
    }

    @Test
    void arraysAreMadeInSharedMode() {
        double[] made = SharedMemory.construct(() -> new double[4]);
        made[3] = 2.5;
        assertTrue(SharedMemory.isShared(made));
        assertEquals(2.5, made[3]);
        long[][][] cube = SharedMemory.construct(() -> new long[2][3][]);
        assertEquals(3, cube[1].length);
        assertNull(cube[1][2]);
        cube[1][2] = SharedMemory.construct(() -> new long[] {7});
        assertEquals(7, cube[1][2][0]);
        assertFalse(SharedMemory.isShared(SharedMemory.construct(() -> new Thread[1]))); // could not be
        assertFalse(SharedMemory.isShared(new double[4]));
    }

    @Test
    void repositoriesAndContainersHoldArrays() {
        Repository<Object> repository = SharedMemory.repository("arrays");
        int[] numbers = SharedMemory.construct(() -> new int[] {1, 2, 3});
        repository.set(numbers);
        int[] found = (int[]) repository.get();
        assertTrue(found == numbers);
        found[0] = 9;
        assertEquals(9, numbers[0]);
        SharedList<Object> list = SharedList.create();
        list.add(numbers);
        assertEquals(9, ((int[]) list.get(0))[0]);
        Board copy = SharedMemory.copyIn(new Board(2));
        copy.counts[1] = 3;
        assertEquals(3, copy.total());
        Board mixed = new Board(1);
        mixed.counts = numbers; // a private object may refer to a shared array
        assertEquals(14, mixed.total());
        assertTrue(SharedMemory.copyIn(mixed).counts == numbers);
    }

    @Test
    void codeThatIsNotRewrittenGetsACopyForTheCall() {
        Board board = shared();
        int[] counts = board.counts;
        Arrays.fill(counts, 2);
        counts[1] = 5;
        assertEquals(9, Elsewhere.sum(counts));
        assertEquals("[2, 5, 2]", Arrays.toString(counts));
        assertEquals(1003, Elsewhere.doubleOthers(1, counts, 1000, () -> list(board, "counts")
                .set(1, 50)));
        // what it did not change is what another process stored meanwhile
        assertArrayEquals(new int[] {4, 50, 4}, counts);
        counts[2] = 1;
        Arrays.sort(counts);
        assertEquals("[1, 4, 50]", Arrays.toString(board.counts));
        System.arraycopy(counts, 0, counts, 1, 2);
        assertEquals("[1, 1, 4]", Arrays.toString(counts));
        int[] target = new int[3];
        System.arraycopy(counts, 0, target, 0, 3);
        assertEquals(6, target[0] + target[1] + target[2]);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> System.arraycopy(target, 0, counts, 2, 2));
        assertEquals(4, Array.getInt(counts, 2));
        assertEquals(3, Array.getLength(counts));
        assertArrayEquals(new int[] {1, 1, 4}, new Elsewhere(counts).kept);
        assertEquals(0, Elsewhere.lengthOf(() -> counts)); // what no call gives to it is an array without elements
        assertEquals(6, Arrays.stream(counts).sum());
        new Random(1).nextBytes(board.bytes);
        byte[] expected = new byte[3];
        new Random(1).nextBytes(expected);
        assertArrayEquals(expected, new ByteArrayInputStream(board.bytes).readAllBytes());
        assertEquals("a,null", String.join(",", board.names));
    }

    @Test
    void rowsAreLentWithTheirMatrix() {
        Board board = shared();
        int[] first = board.grid[0];
        assertEquals("[[8, 9], [5, 0, 0]]", Arrays.deepToString(board.grid));
        Elsewhere.swap(board.grid);
        assertTrue(board.grid[1] == first);
        assertEquals("[[5, 0, 0], [9, 9]]", Arrays.deepToString(board.grid));
    }

    /** Sums what every form of loop reads, and what other variables and expressions than the one in the loop have. */
    @Test
    void loopsReadTheArrayThatTheVariableHas() {
        Board board = shared();
        for (int i = 0; i < board.counts.length; i++) {
            board.counts[i] = i + 1;
        }
        for (int[] numbers : new int[][] {board.counts, {10, 20}, board.counts, {}, board.grid[0]}) {
            int sum = 0;
            for (int number : numbers) {
                sum += number;
            }
            assertEquals(Arrays.stream(numbers).sum(), sum);
        }
        int[] numbers = null;
        for (int i = 0; i < 4; i++) {
            numbers = i % 2 == 0 ? board.counts : new int[] {7, 8, 9, 10};
            assertEquals(i % 2 == 0 ? 1 : 7, numbers[0]);
            int[] before = numbers;
            numbers[(numbers = board.grid[0]).length - 1]++; // the array of before, the index of after
            assertEquals(i % 2 == 0 ? 2 + i / 2 + 1 : 9, before[1]);
            assertEquals(2, numbers.length);
        }
        try {
            for (int i = 0; ; i++) {
                numbers[i] = 5;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            assertEquals(10, numbers[0] + numbers[1]);
        }
    }

    @Test
    void bytesOfOtherLanguagesThatDoNotChangeAreNotStoredTo() {
        byte[] frozen = SharedBinaries.frozen(new byte[] {1, 2});
        int sum = 0;
        for (byte b : frozen) {
            sum += b;
        }
        assertEquals(3, sum);
        assertThrows(UnsupportedOperationException.class, () -> frozen[0] = 5);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> frozen[2] = 5);
        assertEquals(1, frozen[0]);
    }

    @Test
    void aCloneIsAnotherSharedArray() {
        Board board = shared();
        board.counts[0] = 4;
        int[] clone = board.counts.clone();
        board.counts[0] = 5;
        assertEquals(4, clone[0]);
        assertTrue(SharedMemory.isShared(clone));
        assertNotSame(board.counts, clone);
        assertTrue(board.grid.clone()[1] == board.grid[1]);
        int[] ordinary = {1, 2};
        assertFalse(SharedMemory.isShared(ordinary.clone()));
        assertEquals(2, ordinary.clone()[1]);
    }

    @Test
    void anArrayHasAMonitor() throws Exception {
        Board board = shared();
        synchronized (board.counts) {
            assertTrue(Thread.holdsLock(board.counts));
            board.counts.wait(1);
            board.counts.notifyAll();
            Thread other = new Thread(() -> {
                synchronized (board.counts) {
                    board.counts[0]++;
                }
            });
            other.start();
            other.join(50);
            assertEquals(0, board.counts[0]);
            board.counts.wait(0, 1);
        }
        synchronized (new int[0]) {
            assertFalse(Thread.holdsLock(board.counts));
        }
    }

    @Test
    void reflectionAndLibrariesGetCopies() throws Throwable {
        Board board = shared();
        board.counts[1] = 3;
        assertArrayEquals(
                new int[] {0, 3, 0}, (int[]) Board.class.getField("counts").get(board));
        assertArrayEquals(
                new int[] {0, 3, 0}, (int[]) Board.class.getMethod("getCounts").invoke(board));
        assertArrayEquals(new int[] {0, 3, 0}, (int[])
                LookUps.getter(Board.class, "counts", int[].class).invoke(board));
        String json = new ObjectMapper().writeValueAsString(board);
        assertTrue(
                json.contains("\"counts\":[0,3,0]")
                        && json.contains("\"grid\":[[8,9],[5,0,0]]")
                        && json.contains("\"names\":[\"a\",null]"),
                json);
        Board.class.getField("counts").set(board, board.fixed());
        assertTrue(board.counts == board.fixed());
        assertThrows(
                SharedMemoryException.class,
                () -> Board.class.getField("counts").set(board, new int[1]));
    }

    /** Adds to the elements of a shared array, in the array's monitor. */
    public static final class Adder {
        public static void main(String[] arguments) {
            Board board = (Board) SharedMemory.repository("board").get();
            for (int i = 0; i < 2000; i++) {
                synchronized (board.counts) {
                    board.counts[i % 3]++;
                }
            }
        }
    }

    @Test
    void twoProcessesChangeOneArray() throws Exception {
        Board board = shared();
        SharedMemory.repository("board").set(board);
        Thread here = new Thread(() -> Adder.main(null));
        here.start();
        Child.Result result = Child.run(
                WithDaemon.start(),
                Adder.class,
                List.of("-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath()
                        + "=share=company.shareable.*"));
        here.join();
        assertEquals(0, result.exitCode(), result.output());
        assertEquals(4000, board.total());
        assertEquals(4000 / 3 + 1, board.counts[0]);
    }

    @Test
    void arraysGoWithThePrivateCollector() throws Exception {
        Board board = shared();
        for (int i = 0; i < 2000; i++) {
            board.counts = SharedMemory.copyIn(new int[] {i, i}).asArray(int[].class);
            assertEquals(2 * i, board.total());
            if (i % 500 == 0) {
                System.gc();
            }
        }
        SharedMemory.collect();
        assertEquals(3998, board.total());
    }
}
