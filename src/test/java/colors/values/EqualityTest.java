// SPDX-License-Identifier: Apache-2.0
package colors.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.ValueType.EnumConstant;
import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.support.WithDaemon;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class EqualityTest {

    private enum Color {
        RED,
        GREEN
    }

    private record Reference(long address, RootChunk chunk) implements Shared {}

    private static Shared newList() {
        Mutator mutator = Mutator.current();
        long list = Lists.allocate(mutator);
        return new Reference(list, mutator.chunk());
    }

    private static Shared again(Shared shared) {
        return new Reference(shared.address(), shared.chunk());
    }

    private static final BigInteger HUGE = BigInteger.TWO.pow(64);

    /** Values of one row are equal, values of two rows are not. */
    private static Object[][] rows() {
        return Stream.of(NUMBERS, scalars(), frozen()).flatMap(Stream::of).toArray(Object[][]::new);
    }

    private static final Object[][] NUMBERS = {
        {
            0L,
            0,
            (byte) 0,
            (char) 0,
            0.0,
            -0.0,
            0f,
            BigInteger.ZERO,
            BigDecimal.ZERO,
            new BigDecimal("0E+500"),
            new BigDecimal("0.00")
        },
        {1L, 1.0, BigInteger.ONE, new BigDecimal("1.000"), new BigDecimal("0.1E+1")},
        {97L, 'a', 97f, new BigDecimal("97")},
        {0.1, new BigDecimal(0.1)},
        {new BigDecimal("0.1"), new BigDecimal("0.10")},
        {0.1f, (double) 0.1f},
        {0.5, new BigDecimal("0.5"), 0.5f},
        {Long.MAX_VALUE, BigInteger.valueOf(Long.MAX_VALUE), new BigDecimal(Long.MAX_VALUE)},
        {0x1p63, BigInteger.TWO.pow(63), new BigDecimal(BigInteger.TWO.pow(63))},
        {Long.MIN_VALUE, -0x1p63, BigInteger.TWO.pow(63).negate()},
        {HUGE, 0x1p64, new BigDecimal(HUGE)},
        {HUGE.add(BigInteger.ONE), new BigDecimal(HUGE).add(BigDecimal.ONE)},
        {1e300, new BigDecimal(1e300), new BigDecimal(1e300).toBigInteger()},
        {new BigDecimal("1E+300"), BigInteger.TEN.pow(300)},
        {new BigDecimal("1E+1000000000"), new BigDecimal("10E+999999999")},
        {new BigDecimal("1E-1000000000")},
        {Double.NaN, Double.longBitsToDouble(0x7ff8000000000123L), Float.NaN},
        {Double.POSITIVE_INFINITY, Float.POSITIVE_INFINITY},
        {Double.NEGATIVE_INFINITY},
        {Double.MIN_VALUE, new BigDecimal(Double.MIN_VALUE)},
        {9007199254740993L, new BigDecimal("9007199254740993")},
        {9007199254740992L, 9007199254740992.0},
    };

    private static Object[][] scalars() {
        Shared list = newList();
        return new Object[][] {
            {null},
            {true, Boolean.TRUE},
            {false},
            {""},
            {"1"},
            {"true"},
            {"Zo\u00eb", new String("Zo\u00eb")},
            {"Zoe\u0308"},
            {"\ud800"},
            {new UUID(1, 2), UUID.fromString("00000000-0000-0001-0000-000000000002")},
            {Instant.EPOCH, Instant.parse("1970-01-01T00:00:00.000Z")},
            {LocalDateTime.of(2024, 2, 29, 10, 0), LocalDateTime.parse("2024-02-29T10:00:00")},
            {LocalDate.of(2024, 2, 29)},
            {Duration.ofMinutes(90), Duration.ofSeconds(5400)},
            {Color.RED, EnumConstant.of(Color.RED)},
            {Color.GREEN},
            {new EnumConstant("other.Color", "RED")},
            {list, again(list)},
            {newList()},
        };
    }

    private static Object[][] frozen() {
        return new Object[][] {
            {FrozenValue.list(), FrozenValue.list()},
            {FrozenValue.list(1L, "a"), FrozenValue.list(1.0, "a")},
            {FrozenValue.list("a", 1L)},
            {FrozenValue.list(FrozenValue.list(1L, "a")), FrozenValue.list(FrozenValue.list(1L, "a"))},
            {FrozenValue.set()},
            {FrozenValue.set(1L, "a"), FrozenValue.set("a", 1.0)},
            {FrozenValue.set(1L, "b")},
            {FrozenValue.binary(new byte[] {1, 2}), FrozenValue.binary(new byte[] {1, 2})},
            {FrozenValue.binary(new byte[] {2, 1})},
        };
    }

    private static Object[][] rows;

    @BeforeAll
    static void makeRows() {
        rows = rows();
    }

    @Test
    void equalValuesAreEqualAndHashAlike() {
        for (Object[] row : rows) {
            for (Object a : row) {
                for (Object b : row) {
                    assertTrue(Equality.equal(a, b), a + " and " + b);
                    assertEquals(Equality.hash(a), Equality.hash(b), a + " and " + b);
                }
            }
        }
    }

    @Test
    void valuesOfTwoRowsDiffer() {
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                for (Object a : rows[i]) {
                    for (Object b : rows[j]) {
                        assertEquals(i == j, Equality.equal(a, b), a + " of row " + i + " and " + b + " of row " + j);
                    }
                }
            }
        }
    }

    @Test
    void hashesAreThoseOfTheDocument() {
        assertEquals(0, Equality.hash(null));
        assertEquals(Boolean.hashCode(true), Equality.hash(true));
        assertEquals(Long.hashCode(1L << 40), Equality.hash(0x1p40));
        assertEquals(Double.hashCode(0.1), Equality.hash(0.1));
        assertEquals(Double.hashCode(0x1p64), Equality.hash(HUGE));
        assertEquals("Zo\u00eb".hashCode(), Equality.hash("Zo\u00eb"));
        assertEquals(
                31 * "colors.LocalDate".hashCode() + "2024-02-29".hashCode(), Equality.hash(LocalDate.of(2024, 2, 29)));
    }

    /**
     * Equality is symmetric and transitive, and equal numbers hash alike, over random numbers near each other and near
     * the limits.
     */
    @Test
    void randomNumbersKeepTheRules() {
        long seed = new Random().nextLong();
        System.err.println("EqualityTest: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            List<Object> family = family(random);
            for (Object a : family) {
                for (Object b : family) {
                    boolean equal = Equality.equal(a, b);
                    assertEquals(equal, Equality.equal(b, a), () -> a + " and " + b + ", seed " + seed);
                    assertTrue(
                            !equal || Equality.hash(a) == Equality.hash(b), () -> a + " and " + b + ", seed " + seed);
                    for (Object c : family) {
                        assertFalse(
                                equal && Equality.equal(b, c) && !Equality.equal(a, c),
                                () -> a + ", " + b + ", " + c + ", seed " + seed);
                    }
                }
            }
        }
    }

    /** A number in every type that has it, exactly or rounded. */
    private static List<Object> family(Random random) {
        double real =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(-3, 4);
                    case 1 ->
                        Math.scalb(random.nextInt(1, 5), random.nextInt(50, 70)) * (random.nextBoolean() ? 1 : -1);
                    case 2 -> random.nextLong();
                    default -> Double.longBitsToDouble(random.nextLong());
                };
        List<Object> result = new ArrayList<>(
                List.of(real, -real, Math.nextUp(real), (long) real, (long) real + 1, Math.rint(real), (float) real));
        if (Double.isFinite(real)) {
            BigDecimal exact = new BigDecimal(real);
            result.addAll(List.of(
                    exact,
                    exact.toBigInteger(),
                    exact.setScale(exact.scale() + 2),
                    exact.add(BigDecimal.ONE),
                    new BigDecimal(Double.toString(real))));
        }
        return result;
    }

    @Test
    void privateObjectsAreNoKeys() {
        assertThrows(IllegalArgumentException.class, () -> Equality.hash(new Object()));
        assertThrows(IllegalArgumentException.class, () -> Equality.equal(new Object(), "x"));
    }

    /** A short string is a tagged word, or an object that C made: one key. */
    @Test
    void bothFormsOfAShortStringAreOneKey() {
        Mutator mutator = Mutator.current();
        long object = Segment.reference(Strings.allocate(mutator, "short"));
        RootChunk chunk = mutator.chunk();
        for (long word : new long[] {object, Tag.ofString("short")}) {
            assertEquals(Keys.EQUAL, Keys.match(word, "short"));
            for (Object other : new Object[] {
                "shor",
                "short\0",
                "shore",
                "a longer string",
                null,
                true,
                false,
                0L,
                1.0,
                newList(),
                BigInteger.ONE,
                LocalDate.EPOCH
            }) {
                assertEquals(Keys.DIFFERENT, Keys.match(word, other), "" + other);
            }
            assertEquals("short", new Values((address, c) -> null).ofWord(chunk, word));
        }
        java.lang.ref.Reference.reachabilityFence(chunk);
    }

    /** As a C program stores it that takes short strings for what they are. */
    @Test
    void theTextOfAValueMayBeATaggedWord() {
        Mutator mutator = Mutator.current();
        long object = ValueClass.allocate(mutator, new BigDecimal("10.5"));
        RootChunk chunk = mutator.chunk();
        Heap.storeTagged(mutator, object + Layout.OBJECT_HEADER_BYTES, Tag.ofString("2.25"));
        assertEquals(new BigDecimal("2.25"), ValueClass.read(object));
        java.lang.ref.Reference.reachabilityFence(chunk);
    }
}
