// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.heap.RecentTexts;
import colors.heap.Strings;
import colors.roots.Mutator;
import colors.support.WithDaemon;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Strings that are read again and again are what was stored, whatever was read before them. */
@ExtendWith(WithDaemon.class)
class RecentTextsTest {
    private static final int READS = 4;

    private static void check(List<String> texts) {
        SharedList<Object> shared = SharedMemory.copyIn(texts);
        for (int round = 0; round < READS; round++) {
            for (int i = 0; i < texts.size(); i++) {
                assertEquals(texts.get(i), shared.get(i));
            }
        }
    }

    /** Strings of one hash, and some that differ only in what is behind their ends, in case or in encoding. */
    @Test
    void alikeOnesAreToldApart() {
        List<String> texts = new ArrayList<>(List.of(
                "Aa",
                "BB",
                "AaAa",
                "BBBB",
                "AaBB",
                "BBAa",
                "",
                "\0",
                "\0\0",
                "ab",
                "ab\0",
                "ab\0\0",
                "12345678",
                "12345678\0",
                "é",
                "\u00e9\u0101",
                "\u0101",
                "Ā\0"));
        for (int i = 0; i < 32; i++) { // all have one hash
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 5; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(text.toString());
        }
        check(texts);
        for (String text : texts) {
            check(List.of(text, text, text));
        }
    }

    /** It is to be a call in what C2 compiles, not a part: RecentTexts.find says why. */
    @Test
    void theLookIsTooLongToBeInlined() throws IOException {
        try (InputStream file = RecentTexts.class.getResourceAsStream("RecentTexts.class")) {
            MethodModel find = ClassFile.of().parse(file.readAllBytes()).methods().stream()
                    .filter(method -> method.methodName().equalsString("find"))
                    .findFirst()
                    .orElseThrow();
            int bytes = find.findAttribute(Attributes.code()).orElseThrow().codeLength();
            assertTrue(bytes > 325, bytes + " bytes of code");
        }
    }

    @Test
    void ofAnyLengthAndEncoding() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        System.out.println("seed " + seed);
        List<String> texts = new ArrayList<>();
        for (int length = 0; length < 130; length++) {
            for (int most : new int[] {2, 0x7f, 0xff, 0xd7ff}) {
                texts.add(random.ints(length, 0, most)
                        .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
                        .toString());
            }
        }
        check(texts);
    }

    @Test
    void aShortOneIsCopiedTwiceAtMost() {
        SharedList<Object> shared = SharedMemory.copyIn(List.of("a short text", "a short text"));
        shared.get(0);
        shared.get(0);
        assertSame(shared.get(0), shared.get(1));
    }

    /** Behind an empty one there may be no memory. C makes some that are objects. */
    @Test
    void anEmptyOneIsNotLookedFor() {
        Mutator mutator = Mutator.current();
        long object = Strings.allocate(mutator, "");
        var texts = new RecentTexts<String>();
        for (int i = 0; i < READS; i++) {
            texts.add(object, "", true, new byte[0]);
            assertNull(texts.find(object));
        }
        Reference.reachabilityFence(mutator.chunk());
    }
}
