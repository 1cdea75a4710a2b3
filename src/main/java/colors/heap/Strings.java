// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.memory.Tag;
import colors.roots.Mutator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Shared strings that are objects: the word {hash u32, encoding u32} after the header, then the text as Latin-1 when it
 * fits, else UTF-16 in the machine's byte order. Immutable once published. Short ones are in tagged words as a rule
 * ({@link Tag}).
 */
public final class Strings {
    private static final int PREFIX_BYTES = Sizes.STRING_PREFIX;
    private static final int ENCODING = Layout.OBJECT_HEADER_BYTES + 4;
    private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final RecentTexts<String> RECENT = new RecentTexts<>();
    private static final RecentWords<String> RECENT_WORDS = new RecentWords<>();
    private static final RecentReferences<String> RECENT_REFERENCES = new RecentReferences<>();
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int WORDS_MOST = 128; // bytes that are copied by words: a call that copies takes longer
    private static final long ONES = 0x0101010101010101L;
    private static final int UTF16_UNITS_MOST = Integer.MAX_VALUE / 2 - 8; // a byte[] holds the text on its way

    private Strings() {}

    /**
     * The tagged word of a string: itself when it is short ({@link Tag#ofString}), else of a shared one, which is a
     * copy or the copy of an equal one. Logged.
     */
    public static long wordOf(Mutator mutator, String text) {
        long word = Tag.ofString(text);
        if (word != Tag.VACANT) {
            return word;
        }
        long stored = StoredTexts.find(mutator, text);
        return stored != Tag.VACANT ? stored : Segment.reference(copyIn(mutator, text, 0));
    }

    /**
     * The same, if nothing has to be made; else {@link Tag#VACANT}. A reference is a root by the chunk that is current
     * afterwards.
     */
    public static long known(Mutator mutator, String text) {
        long word = Tag.ofString(text);
        return word != Tag.VACANT ? word : StoredTexts.find(mutator, text);
    }

    /**
     * Stores a string that is not short into an empty tagged place of an object that nobody else can reach yet. Returns
     * its address.
     */
    public static long storeInto(Mutator mutator, String text, long place) {
        long stored = StoredTexts.find(mutator, text);
        if (stored == Tag.VACANT) {
            return copyIn(mutator, text, place);
        }
        Heap.storeTagged(mutator, place, stored);
        return Segment.address(stored);
    }

    private static long copyIn(Mutator mutator, String text, long place) {
        long made = allocateInto(mutator, text, place);
        StoredTexts.add(mutator, text, made);
        return made;
    }

    /** The string in a tagged word. */
    public static String ofWord(long word) {
        String recent = RECENT_WORDS.find(word);
        if (recent != null) {
            return recent;
        }
        String text = new String(Tag.toLatin1(word), StandardCharsets.ISO_8859_1);
        RECENT_WORDS.add(word, text);
        return text;
    }

    /** Copies a string to shared memory. Returns its address. */
    public static long allocate(Mutator mutator, String text) {
        return allocateInto(mutator, text, 0);
    }

    /** The same, reachable by an empty tagged place as {@link Heap#publishInto} says; 0: logged. */
    private static long allocateInto(Mutator mutator, String text, long place) {
        boolean latin1 = isLatin1(text);
        byte[] bytes = latin1 ? text.getBytes(StandardCharsets.ISO_8859_1) : utf16(text);
        Block object = Block.allocate(mutator, Sizes.rounded((long) PREFIX_BYTES + bytes.length));
        object.putInt(Layout.OBJECT_SHAPE, Segment.SHAPE_STRING);
        object.putInt(Layout.OBJECT_LENGTH, bytes.length);
        object.putLong(
                Layout.OBJECT_HEADER_BYTES,
                head(text.hashCode(), latin1 ? Layout.ENCODING_LATIN1 : Layout.ENCODING_UTF16));
        object.copyIn(bytes, PREFIX_BYTES);
        Heap.publish(mutator, object.address(), place);
        return object.address();
    }

    /** The word behind the header. */
    static long head(int hash, int encoding) {
        int low = IS_LITTLE_ENDIAN ? hash : encoding;
        int high = IS_LITTLE_ENDIAN ? encoding : hash;
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    /** The hash in that word. */
    static int hashOf(long head) {
        return (int) (IS_LITTLE_ENDIAN ? head : head >>> Integer.SIZE);
    }

    /** How many sweeps there were: {@link RecentReferences}. */
    public static int sweeps() {
        return Memory.getIntAcquire(Segment.SWEEPS);
    }

    /**
     * A copy of the bytes of a shared string that the caller keeps alive: Latin-1, else UTF-16 in the machine's byte
     * order.
     */
    public static byte[] bytes(long object) {
        byte[] bytes = new byte[Memory.getInt(object + Layout.OBJECT_LENGTH)];
        long text = object + PREFIX_BYTES;
        if (bytes.length > WORDS_MOST || bytes.length < Long.BYTES) {
            Memory.copyOut(text, bytes, bytes.length);
            return bytes;
        }
        int last = bytes.length - Long.BYTES; // a word that ends with the text, over a part of the one before
        for (int i = 0; i < last; i += Long.BYTES) {
            WORD.set(bytes, i, Memory.getLong(text + i));
        }
        WORD.set(bytes, last, Memory.getLong(text + last));
        return bytes;
    }

    public static boolean isLatin1(long object) {
        return Memory.getInt(object + ENCODING) == Layout.ENCODING_LATIN1;
    }

    /** The text of a shared string that the caller keeps alive; perhaps one that was read before. */
    public static String read(long object) {
        String recent = RECENT.find(object);
        return recent != null ? recent : copy(object);
    }

    /**
     * The text of the string that a tagged place of an object that lives refers to, if it was {@linkplain #remember
     * remembered}; else null. It needs no root, and nothing is logged [layout.sweeps].
     */
    public static String recent(long place) {
        int sweeps = sweeps();
        return recent(Memory.getLongAcquire(place), sweeps);
    }

    /** @param sweeps the count before the word was loaded: the look after it is here */
    static String recent(long word, int sweeps) {
        return Tag.isReference(word) && sweeps() == sweeps ? RECENT_REFERENCES.find(word, sweeps) : null;
    }

    /** What was read of the object of a word, which the caller keeps alive, if it is such a string. */
    public static void remember(long word, Object read) {
        if (Tag.isReference(word) && read instanceof String text && text.length() <= RecentTexts.MOST_BYTES) {
            RECENT_REFERENCES.add(word, sweeps(), text);
        }
    }

    private static String copy(long object) {
        boolean latin1 = isLatin1(object);
        int length = Memory.getInt(object + Layout.OBJECT_LENGTH);
        if (latin1 && length > RecentTexts.MOST_BYTES && length <= Mutator.TEXT_BYTES) {
            byte[] bytes = Mutator.current().textBytes(); // not a new array, which would be cleared first
            Memory.copyOut(object + PREFIX_BYTES, bytes, length);
            return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
        byte[] bytes = bytes(object);
        String text = latin1
                ? new String(bytes, StandardCharsets.ISO_8859_1)
                : chars(bytes).toString();
        RECENT.add(object, text, latin1, bytes);
        return text;
    }

    /** The hash of a string with these bytes. */
    static int hash(boolean latin1, byte[] bytes) {
        return (latin1
                        ? new String(bytes, StandardCharsets.ISO_8859_1)
                        : chars(bytes).toString())
                .hashCode();
    }

    /** In characters. */
    static int length(long object) {
        int bytes = Memory.getInt(object + Layout.OBJECT_LENGTH);
        return isLatin1(object) ? bytes : bytes >>> 1;
    }

    /** The index is one of the string's. */
    static char charAt(long object, int index) {
        long text = object + PREFIX_BYTES;
        return isLatin1(object)
                ? (char) (Memory.getByte(text + index) & 0xff)
                : (char) Memory.getShort(text + 2L * index);
    }

    /** Whether a shared string has this text. Allocates nothing. */
    public static boolean equals(long object, String text) {
        int length = text.length();
        boolean latin1 = isLatin1(object);
        if (Memory.getInt(object + Layout.OBJECT_LENGTH) != (latin1 ? length : 2 * length)
                || Memory.getInt(object + Layout.OBJECT_HEADER_BYTES) != text.hashCode()) {
            return false;
        }
        // by words; the JVM compares the rest in fewer instructions than a loop over characters
        String recent = RECENT.find(object);
        if (recent != null) {
            return recent.equals(text);
        }
        long at = object + PREFIX_BYTES;
        if (latin1) {
            return hasLatin1(at, text, length);
        }
        int i = 0;
        while (i < length && text.charAt(i) == (char) Memory.getShort(at + 2L * i)) {
            i++;
        }
        return i == length;
    }

    /** Eight characters at once; those of one length and hash are mostly equal, so there is no look at each. */
    private static boolean hasLatin1(long at, String text, int length) {
        long different = 0;
        int all = 0;
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            char c0 = text.charAt(i);
            char c1 = text.charAt(i + 1);
            char c2 = text.charAt(i + 2);
            char c3 = text.charAt(i + 3);
            char c4 = text.charAt(i + 4);
            char c5 = text.charAt(i + 5);
            char c6 = text.charAt(i + 6);
            char c7 = text.charAt(i + 7);
            all |= c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7;
            long packed = Integer.toUnsignedLong(c0 | c1 << 8 | c2 << 16 | c3 << 24)
                    | (long) (c4 | c5 << 8 | c6 << 16 | c7 << 24) << Integer.SIZE;
            different |= (IS_LITTLE_ENDIAN ? packed : Long.reverseBytes(packed)) ^ Memory.getLong(at + i);
        }
        for (; i < length; i++) {
            different |= text.charAt(i) ^ Memory.getByte(at + i) & 0xff;
        }
        return different == 0 && all <= 0xff;
    }

    /** Whether two shared strings are equal, word by word: zeros are behind the last character. */
    static boolean areEqual(long object, long other) {
        int length = Memory.getInt(object + Layout.OBJECT_LENGTH);
        if (Memory.getInt(other + Layout.OBJECT_LENGTH) != length
                || Memory.getLong(object + Layout.OBJECT_HEADER_BYTES)
                        != Memory.getLong(other + Layout.OBJECT_HEADER_BYTES)) {
            return false;
        }
        int i = 0;
        while (i < length && Memory.getLong(object + PREFIX_BYTES + i) == Memory.getLong(other + PREFIX_BYTES + i)) {
            i += Long.BYTES;
        }
        return i >= length;
    }

    /**
     * The first place of a character from an index on, or -1. Eight Latin-1 characters at once: in the words compared
     * with it a byte is zero where it stands.
     */
    static int indexOf(long object, char character, int from) {
        int length = length(object);
        boolean latin1 = isLatin1(object);
        int i = from;
        if (latin1 && character > 0xff) {
            return -1;
        }
        while (i < length && charAt(object, i) != character) {
            i++;
            if (latin1 && (i & Long.BYTES - 1) == 0) {
                long each = character * ONES;
                while (i < length && !hasZero(Memory.getLong(object + PREFIX_BYTES + i) ^ each)) {
                    i += Long.BYTES;
                }
            }
        }
        return i < length ? i : -1;
    }

    private static boolean hasZero(long bytes) {
        return (bytes - ONES & ~bytes & ONES << Byte.SIZE - 1) != 0;
    }

    /** How many characters two Latin-1 strings have in common at their beginnings, in words. */
    static int commonWords(long object, long other, int length) {
        int i = 0;
        while (i <= length - Long.BYTES
                && Memory.getLong(object + PREFIX_BYTES + i) == Memory.getLong(other + PREFIX_BYTES + i)) {
            i += Long.BYTES;
        }
        return i;
    }

    private static boolean isLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return false;
            }
        }
        return true;
    }

    private static byte[] utf16(String text) {
        if (text.length() > UTF16_UNITS_MOST) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a string of " + text.length()
                            + " characters that need two bytes each is too long for shared memory; a string has at"
                            + " most "
                            + UTF16_UNITS_MOST + " of these: share it in parts");
        }
        byte[] bytes = new byte[2 * text.length()];
        chars(bytes).put(text);
        return bytes;
    }

    /** Characters over bytes without a Charset, which would replace a lone surrogate. */
    private static CharBuffer chars(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asCharBuffer();
    }
}
