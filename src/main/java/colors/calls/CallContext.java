// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.values.FrozenValue;
import colors.values.Lists;
import colors.values.Values;
import java.lang.ref.Reference;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a caller's program passes along with a call: keys and values, stored as a frozen list of texts, a key before its
 * value [layout.call].
 */
public final class CallContext {
    /** How many bytes the keys and values have together, at most, in UTF-8. */
    public static final int MOST_BYTES = 8192;

    private static final Values VALUES = new Values((_, _) -> null); // texts

    private CallContext() {}

    /** The frozen list in a call. */
    record Stored(long address, RootChunk chunk) implements Shared {}

    /**
     * What is stored of entries; null when there are none. Throws SharedMemoryException (ARGUMENT) when they are too
     * long, or one is null or has an empty key.
     */
    public static FrozenValue stored(Map<String, String> entries) {
        Object[] texts = new Object[2 * entries.size()];
        int count = 0;
        long bytes = 0;
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            if (entry.getKey() == null || entry.getKey().isEmpty() || entry.getValue() == null) {
                throw argument("an entry of a call's context has a key, which is not empty, and a text, not '"
                        + entry.getKey() + "' and " + entry.getValue());
            }
            texts[count++] = entry.getKey();
            texts[count++] = entry.getValue();
            bytes += length(entry.getKey()) + length(entry.getValue());
        }
        if (bytes > MOST_BYTES) {
            throw argument("the context of a call has " + MOST_BYTES + " bytes at most, keys and values in UTF-8, not "
                    + bytes + "; pass what is larger as an argument");
        }
        return count == 0 ? null : FrozenValue.list(texts);
    }

    private static SharedMemoryException argument(String message) {
        return SharedMemoryException.of(Reason.ARGUMENT, message);
    }

    /** A surrogate without the other one has three bytes, as in all languages, though Java would write one. */
    private static long length(String text) {
        return text.codePoints()
                .mapToLong(each -> each < 0x80 ? 1 : each < 0x800 ? 2 : each < 0x10000 ? 3 : 4)
                .sum();
    }

    /** The entries of a stored one, unmodifiable. Another program may have stored anything: then there are none. */
    static Map<String, String> read(Mutator mutator, Stored stored) {
        int count = Lists.size(stored.address());
        if (count % 2 != 0 || count / 2 > MOST_BYTES) {
            return Map.of();
        }
        Map<String, String> entries = new LinkedHashMap<>();
        long bytes = 0;
        for (int i = 0; i < count && bytes <= MOST_BYTES; i += 2) {
            String key = text(mutator, stored, i);
            String value = text(mutator, stored, i + 1);
            if (key == null || key.isEmpty() || value == null) {
                return Map.of();
            }
            entries.put(key, value);
            bytes += length(key) + length(value);
        }
        Reference.reachabilityFence(stored);
        return bytes > MOST_BYTES ? Map.of() : Collections.unmodifiableMap(entries);
    }

    private static String text(Mutator mutator, Stored stored, int index) {
        long bits = Lists.loadFixed(mutator, stored.address(), index);
        int kind = Lists.loadedKind(mutator);
        return kind == Layout.SLOT_TAGGED && VALUES.ofElement(stored.chunk(), kind, bits) instanceof String text
                ? text
                : null;
    }

    /** Of a word in a call; null when that is no frozen list. */
    static Stored of(long word, RootChunk chunk) {
        long list = Segment.address(word);
        return Tag.isReference(word) && Heap.shapeId(list) == Segment.SHAPE_TUPLE ? new Stored(list, chunk) : null;
    }
}
