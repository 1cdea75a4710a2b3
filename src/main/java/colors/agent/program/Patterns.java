// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that the program declared shareable: names, or prefixes that end in {@code *}. Says of the bytes of any
 * class whether it can meet their instances, without parsing more than the constant pool: this is all that unconcerned
 * classes cost.
 */
public final class Patterns {
    /** The options of the agent that patterns follow. */
    public static final String SHARE = "share=";

    public static final String EXCLUSIVE = "exclusive=";

    private static final int UTF8 = 1;
    /** A class that uses the API may have shared objects as Objects. */
    private static final byte[] API = "colors/SharedMemory".getBytes(StandardCharsets.UTF_8);

    private final List<String> names = new ArrayList<>(); // internal; a prefix ends in '*'
    // of these, the ones whose classes have shared instances alone
    private final Set<String> exclusive = new HashSet<>();
    private final Set<String> unmatched = ConcurrentHashMap.newKeySet();
    private byte[][] mentioned = {API};

    /** What a class can have to do with shared objects. */
    public enum Concern {
        NONE,
        /** It may make handles of their fields. */
        HANDLES,
        /** It names their classes, or the API. */
        OBJECTS
    }

    /** Adds {@code com.acme.Employee}, {@code com.acme.*} (the package and those in it) or {@code com.acme.Emp*}. */
    public void add(String pattern) {
        String name = pattern.strip().replace('.', '/');
        int star = name.indexOf('*');
        if (name.isEmpty() || star >= 0 && star != name.length() - 1 || name.equals("*")) {
            throw new IllegalArgumentException("'" + pattern
                    + "' names no shareable classes; expected the full name of a class, com.acme.Employee, or"
                    + " a prefix, com.acme.*");
        }
        names.add(name);
        unmatched.add(name);
        mentioned = Arrays.copyOf(mentioned, mentioned.length + 1);
        mentioned[mentioned.length - 1] = (star < 0 ? name : name.substring(0, star)).getBytes(StandardCharsets.UTF_8);
    }

    /** The same, of classes that have no private instances. */
    public void addExclusive(String pattern) {
        add(pattern);
        exclusive.add(names.getLast());
    }

    public List<String> names() {
        return names;
    }

    public boolean haveExclusive() {
        return !exclusive.isEmpty();
    }

    boolean areExclusive(String internalName) {
        return exclusive.stream().anyMatch(name -> matches(name, internalName));
    }

    /** Whether the program named this very class so, not only its package. */
    public boolean nameExclusive(String internalName) {
        return exclusive.contains(internalName);
    }

    /** As the program wrote them. */
    @Override
    public String toString() {
        return (exclusive.isEmpty()
                        ? names.toString()
                        : names + ", of them exclusive "
                                + names.stream().filter(exclusive::contains).toList())
                .replace('/', '.');
    }

    /** Those that named no class so far, as the program wrote them, and of which option. */
    List<String> unmatched() {
        return unmatched.stream()
                .map(name -> "'" + name.replace('/', '.') + "' of " + (exclusive.contains(name) ? EXCLUSIVE : SHARE))
                .sorted()
                .toList();
    }

    public boolean matches(String internalName) {
        boolean found = false;
        for (String name : names) {
            if (matches(name, internalName)) {
                unmatched.remove(name);
                found = true;
            }
        }
        return found;
    }

    private static boolean matches(String pattern, String internalName) {
        int star = pattern.length() - 1;
        return pattern.charAt(star) == '*'
                ? internalName.startsWith(pattern.substring(0, star))
                : internalName.equals(pattern);
    }

    private interface Texts {
        /** False: no more are wanted. */
        boolean accept(byte[] classFile, int start, int length);
    }

    /** OBJECTS when a constant of the class names one of the classes or the API: as a class, or in a descriptor. */
    public Concern concernOf(byte[] classFile) {
        Concern[] concern = {Concern.NONE};
        forEachText(classFile, (bytes, start, length) -> {
            if (isMentioned(bytes, start, start + length)) {
                concern[0] = Concern.OBJECTS;
            } else if (concern[0] == Concern.NONE && makesHandles(bytes, start, length)) {
                concern[0] = Concern.HANDLES;
            }
            return concern[0] != Concern.OBJECTS;
        });
        return concern[0];
    }

    /** The internal names of the classes that make its concern OBJECTS. */
    public Set<String> mentionedIn(byte[] classFile) {
        Set<String> mentioned = new HashSet<>();
        forEachText(classFile, (bytes, start, length) -> {
            if (isMentioned(bytes, start, start + length)) {
                for (String name : new String(bytes, start, length, StandardCharsets.UTF_8).split("[;<>()\\[]+")) {
                    mentioned.add(name);
                    // in a descriptor, after primitive types
                    mentioned.add(name.substring(Math.min(name.length(), name.indexOf('L') + 1)));
                }
            }
            return true;
        });
        mentioned.removeIf(name -> !matches(name) && !name.equals("colors/SharedMemory"));
        return mentioned;
    }

    private static void forEachText(byte[] classFile, Texts texts) {
        int constants = unsigned(classFile, 8);
        int at = 10;
        for (int i = 1; i < constants; i++) {
            int tag = classFile[at];
            if (tag == UTF8) {
                int length = unsigned(classFile, at + 1);
                if (!texts.accept(classFile, at + 3, length)) {
                    return;
                }
                at += 3 + length;
            } else {
                at += bytesOf(tag);
                if (tag == 5 || tag == 6) { // a long or double takes two entries
                    i++;
                }
            }
        }
    }

    private static boolean makesHandles(byte[] text, int start, int length) {
        byte first = length < 10 || length > 30 ? 0 : text[start];
        return (first == 'f' || first == 'u' || first == 'd' || first == 'n' && length == 10)
                && HandleNames.has(new String(text, start, length, StandardCharsets.ISO_8859_1));
    }

    /** The size of a constant that is no text, with its tag (JVM specification, 4.4). */
    private static int bytesOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            default -> throw new IllegalArgumentException("constant of unknown kind " + tag);
        };
    }

    /** In a name at its start, in a descriptor after each L. */
    private boolean isMentioned(byte[] text, int start, int end) {
        if (start < end && (text[start] == '(' || text[start] == '[' || text[start] == 'L')) {
            for (int i = start; i < end; i++) {
                if (text[i] == 'L' && startsName(text, i + 1, end)) {
                    return true;
                }
            }
        }
        return startsName(text, start, end);
    }

    private boolean startsName(byte[] text, int start, int end) {
        for (byte[] name : mentioned) {
            if (name.length <= end - start
                    && text[start] == name[0]
                    && Arrays.equals(text, start, start + name.length, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    private static int unsigned(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }
}
