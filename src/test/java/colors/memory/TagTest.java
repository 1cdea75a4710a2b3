// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.heap.Strings;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TagTest {
    @Test
    void integersOf63BitsFitAndComeBack() {
        for (long value : new long[] {0, 1, -1, (1L << 62) - 1, -(1L << 62)}) {
            assertTrue(Tag.fitsInteger(value));
            long word = Tag.ofInteger(value);
            assertTrue(Tag.isInteger(word) && !Tag.isReference(word) && !Tag.isFloat(word));
            assertEquals(value, Tag.toInteger(word));
        }
        assertFalse(Tag.fitsInteger(1L << 62));
        assertFalse(Tag.fitsInteger(Long.MIN_VALUE));
    }

    @Test
    void floatsThatFitComeBackBitForBit() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int fitting = 0;
        for (int i = 0; i < 1_000_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Tag.fitsFloat(value)) {
                fitting++;
                long word = Tag.ofFloat(value);
                assertTrue(Tag.isFloat(word) && !Tag.isInteger(word) && !Tag.isReference(word), "seed " + seed);
                assertEquals(
                        Double.doubleToRawLongBits(value),
                        Double.doubleToRawLongBits(Tag.toFloat(word)),
                        "seed " + seed);
            }
        }
        assertTrue(fitting > 200_000, "a quarter of all doubles fits: " + fitting);
        for (double value : new double[] {0.0, 1, -1, 1e77, 1e-76, Math.PI}) {
            assertTrue(Tag.fitsFloat(value), value + "");
            assertEquals(value, Tag.toFloat(Tag.ofFloat(value)));
        }
        for (double value : new double[] {
            -0.0,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            1e300,
            Double.MIN_VALUE,
            Double.longBitsToDouble(0x3000000000000000L)
        }) {
            assertFalse(Tag.fitsFloat(value), value + "");
        }
    }

    @Test
    void shortStringsComeBackAndEqualOnesAreOneWord() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Long, String> strings = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            String text = text(random, 8);
            long word = Tag.ofString(text);
            boolean fits = text.length() <= 7 && text.chars().allMatch(c -> c <= 0xff);
            assertEquals(fits, word != Tag.VACANT, text);
            if (fits) {
                assertTrue(
                        Tag.isString(word)
                                && !Tag.isReference(word)
                                && !Tag.isInteger(word)
                                && !Tag.isFloat(word)
                                && !Tag.isBoolean(word),
                        text);
                assertEquals(text, new String(Tag.toLatin1(word), StandardCharsets.ISO_8859_1), "seed " + seed);
                assertEquals(text, strings.computeIfAbsent(word, w -> text), "seed " + seed);
                assertEquals(text, Strings.ofWord(word), "seed " + seed);
            }
        }
        for (long word :
                new long[] {Tag.NULL, Tag.TRUE, Tag.FALSE, Tag.VACANT, 16, 0x1000, Tag.ofInteger(0x44), Tag.ofFloat(1)
                }) {
            assertFalse(Tag.isString(word));
        }
    }

    private static String text(Random random, int most) {
        var text = new StringBuilder();
        for (int length = random.nextInt(most + 1); text.length() < length; ) {
            text.append((char) random.nextInt(random.nextInt(8) == 0 ? 0x180 : random.nextBoolean() ? 0x100 : 3));
        }
        return text.toString();
    }

    @Test
    void libcolorsMakesTheSameWordsOfStrings() throws Throwable {
        MethodHandle tagString =
                function("cl_tag_string", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_LONG);
            MemorySegment buffer = arena.allocate(64);
            for (int i = 0; i < 100_000; i++) {
                String text = text(random, 9);
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                MemorySegment.copy(utf8, 0, buffer, ValueLayout.JAVA_BYTE, 0, utf8.length);
                boolean fits = (int) tagString.invokeExact(buffer, (long) utf8.length, word) != 0;
                assertEquals(Tag.ofString(text), fits ? word.get(JAVA_LONG, 0) : Tag.VACANT, text + ", seed " + seed);
            }
        }
    }

    /** The twins: tag.c and this class. */
    @Test
    void libcolorsMakesTheSameWords() throws Throwable {
        MethodHandle tagFloat = function("cl_tag_float", FunctionDescriptor.of(JAVA_INT, JAVA_DOUBLE, ADDRESS));
        MethodHandle tagInteger = function("cl_tag_integer", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_LONG);
            for (int i = 0; i < 200_000; i++) {
                long bits = random.nextLong() >> random.nextInt(64);
                double value = Double.longBitsToDouble(bits);
                assertEquals((int) tagFloat.invokeExact(value, word) != 0, Tag.fitsFloat(value), "seed " + seed);
                if (Tag.fitsFloat(value)) {
                    assertEquals(word.get(JAVA_LONG, 0), Tag.ofFloat(value), "seed " + seed);
                }
                assertEquals((int) tagInteger.invokeExact(bits, word) != 0, Tag.fitsInteger(bits), "seed " + seed);
                assertEquals(word.get(JAVA_LONG, 0), Tag.ofInteger(bits), "seed " + seed);
            }
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(NativeLibrary.symbols().findOrThrow(name), descriptor);
    }
}
