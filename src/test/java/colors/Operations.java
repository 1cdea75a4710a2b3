// SPDX-License-Identifier: Apache-2.0
package colors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Operations on a collection, written as lines {@code name number value value...}, and their results as text, so that
 * any process can apply one to a shared collection and the test to a private twin.
 */
final class Operations {
    static final List<String> OF_LISTS = List.of(
            "add",
            "add",
            "add",
            "addAt",
            "addAt",
            "set",
            "set",
            "get",
            "get",
            "removeAt",
            "removeLast",
            "removeFirst",
            "indexOf",
            "lastIndexOf",
            "contains",
            "remove",
            "addAll",
            "addAllAt",
            "subListClear",
            "subListSet",
            "sort",
            "size",
            "all",
            "backwards",
            "iteratorRemove",
            "iteratorAdd",
            "removeAll");
    static final List<String> OF_MAPS = List.of(
            "put",
            "put",
            "put",
            "put",
            "putIfAbsent",
            "get",
            "getOrDefault",
            "containsKey",
            "remove",
            "removeEntry",
            "containsValue",
            "size",
            "all",
            "keys",
            "replace",
            "replaceEntry",
            "computeIfAbsent",
            "merge",
            "putAll",
            "keysRemove",
            "iteratorRemove",
            "iteratorSet",
            "removeKeys");
    static final List<String> OF_SETS = List.of(
            "add",
            "add",
            "add",
            "add",
            "contains",
            "remove",
            "addAll",
            "containsAll",
            "size",
            "all",
            "iteratorRemove",
            "removeAll");
    /** What a value is made of: its letter, then a number. */
    static final List<String> VALUES =
            List.of("n", "t", "b", "h", "i", "i", "c", "l", "L", "F", "d", "D", "s", "s", "u", "e", "B", "E", "x");

    static final int NUMBERS = 40;

    private static final long[] LONGS = {
        0,
        -1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        1L << 62,
        -(1L << 62) - 1,
        (1L << 62) - 1,
        1L << 53,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        0x1p63,
        0x1p53,
        1e-300
    };

    private final SharedList<Object> nested;
    private final UnaryOperator<Object> in;

    /** @param in applied to each argument: a twin gets values as shared memory stores them */
    Operations(SharedList<Object> nested, UnaryOperator<Object> in) {
        this.nested = nested;
        this.in = in;
    }

    /** Shared containers that others hold. */
    static SharedList<Object> nested() {
        return SharedMemory.copyIn(
                List.of(List.of(1, "nested"), Map.of("nested", 1), Set.of("nested"), new byte[] {1, 2}));
    }

    private Object value(String word) {
        int number = Integer.parseInt(word.substring(1));
        return in.apply(
                switch (word.charAt(0)) {
                    case 'n' -> null;
                    case 't' -> number % 2 == 0;
                    case 'b' -> (byte) (number - 20);
                    case 'h' -> (short) (number - 20);
                    case 'i' -> number - 20;
                    case 'c' -> (char) number;
                    case 'l' -> number - 20L;
                    case 'L' -> LONGS[number % LONGS.length];
                    case 'F' -> number / 2f;
                    case 'd' -> number / 4.0 - 5;
                    case 'D' -> DOUBLES[number % DOUBLES.length];
                    case 's' -> "latin \u00e9 " + "x".repeat(number) + number;
                    case 'u' -> "utf \u20ac \ud800" + "\ud83d\ude00".repeat(number % 5) + number;
                    case 'e' -> "";
                    case 'B' -> number % 2 == 0 ? BigInteger.valueOf(number - 20) : BigInteger.TWO.pow(60 + number);
                    case 'E' -> new BigDecimal(number - 20 + (number % 2 == 0 ? ".50" : "E+3"));
                    case 'x' -> nested.get(number % nested.size());
                    default -> throw new IllegalArgumentException(word);
                });
    }

    static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "s" + text.length() + "#" + text.hashCode();
            case Double number -> "d" + Long.toHexString(Double.doubleToRawLongBits(number));
            case Map.Entry<?, ?> entry -> text(entry.getKey()) + "=" + text(entry.getValue());
            case Object[] array -> text(List.of(array));
            case Map<?, ?> map -> text(map.entrySet());
            case Collection<?> collection ->
                collection.stream().map(Operations::text).collect(Collectors.joining(",", "[", "]"));
            default -> value.getClass().getSimpleName() + ":" + value;
        };
    }

    /** A long text by its hash, a short one as it is. */
    private static String brief(String text) {
        return text.length() < 200 ? text : text.length() + "#" + text.hashCode() + text.substring(0, 100);
    }

    @SuppressWarnings("unchecked")
    String apply(Object collection, String line) {
        String[] words = line.split(" ");
        int number = Integer.parseInt(words[1]);
        List<Object> values = new ArrayList<>();
        for (int i = 2; i < words.length; i++) {
            values.add(value(words[i]));
        }
        try {
            Object result =
                    switch (collection) {
                        case List<?> list -> list((List<Object>) list, words[0], number, values);
                        case Map<?, ?> map -> map((Map<Object, Object>) map, words[0], number, values);
                        case Set<?> set -> set((Set<Object>) set, words[0], number, values);
                        default ->
                            throw new IllegalArgumentException(
                                    collection.getClass().getName());
                    };
            return brief(text(result));
        } catch (IndexOutOfBoundsException e) {
            return "no such index";
        } catch (NoSuchElementException e) {
            return "no such element";
        }
    }

    private static Object list(List<Object> list, String name, int number, List<Object> values) {
        Object value = values.getFirst();
        int size = list.size();
        int index = number % (size + 3) - 1; // one in some that is not there
        int inside = size == 0 ? 0 : number % size;
        int end = inside + number / 7 % (size - inside + 1);
        return switch (name) {
            case "add" -> list.add(value);
            case "addAt" -> done(() -> list.add(index, value));
            case "set" -> list.set(index, value);
            case "get" -> list.get(index);
            case "removeAt" -> list.remove(index);
            case "removeLast" -> list.removeLast();
            case "removeFirst" -> list.removeFirst();
            case "indexOf" -> list.indexOf(value);
            case "lastIndexOf" -> list.lastIndexOf(value);
            case "contains" -> list.contains(value);
            case "remove" -> list.remove(value);
            case "addAll" -> list.addAll(values);
            case "addAllAt" -> list.addAll(index, values);
            case "subListClear" -> done(() -> list.subList(inside, end).clear());
            case "subListSet" -> done(() -> list.subList(inside, end).replaceAll(old -> value));
            case "sort" -> done(() -> list.sort(Comparator.comparing(Operations::text)));
            case "size" -> size;
            case "all" -> list;
            case "backwards" -> backwards(list);
            case "iteratorRemove" -> removed(list.iterator(), number);
            case "iteratorAdd" -> added(list.listIterator(inside), value);
            case "removeAll" -> list.removeIf(element -> text(element).hashCode() % 7 == number % 7);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Object map(Map<Object, Object> map, String name, int number, List<Object> values) {
        Object key = values.getFirst();
        Object value = values.getLast();
        return switch (name) {
            case "put" -> map.put(key, value);
            case "putIfAbsent" -> map.putIfAbsent(key, value);
            case "get" -> map.get(key);
            case "getOrDefault" -> map.getOrDefault(key, "other");
            case "containsKey" -> map.containsKey(key);
            case "remove" -> map.remove(key);
            case "removeEntry" -> map.remove(key, value);
            case "containsValue" -> map.containsValue(value);
            case "size" -> map.size();
            case "all" -> map;
            case "keys" -> map.keySet();
            case "replace" -> map.replace(key, value);
            case "replaceEntry" -> map.replace(key, value, number % 100L);
            case "computeIfAbsent" -> map.computeIfAbsent(key, any -> value);
            case "merge" ->
                value == null ? "nothing to merge" : map.merge(key, value, (old, now) -> text(old) + text(now));
            case "putAll" ->
                done(() -> values.forEach(each -> map.putAll(java.util.Collections.singletonMap(each, value))));
            case "keysRemove" -> map.keySet().remove(key);
            case "iteratorRemove" -> removed(map.entrySet().iterator(), number);
            case "iteratorSet" -> set(map.entrySet().iterator(), number, value);
            case "removeKeys" -> map.keySet().removeIf(each -> text(each).hashCode() % 7 == number % 7);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Object set(Set<Object> set, String name, int number, List<Object> values) {
        return switch (name) {
            case "add" -> set.add(values.getFirst());
            case "contains" -> set.contains(values.getFirst());
            case "remove" -> set.remove(values.getFirst());
            case "addAll" -> set.addAll(values);
            case "containsAll" -> set.containsAll(values);
            case "size" -> set.size();
            case "all" -> new ArrayList<>(set);
            case "iteratorRemove" -> removed(set.iterator(), number);
            case "removeAll" -> set.removeIf(element -> text(element).hashCode() % 7 == number % 7);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Object done(Runnable change) {
        change.run();
        return "done";
    }

    private static List<Object> backwards(List<Object> list) {
        List<Object> found = new ArrayList<>();
        for (ListIterator<Object> i = list.listIterator(list.size()); i.hasPrevious(); ) {
            found.add(i.previous());
        }
        return found;
    }

    private static <E> E nth(Iterator<E> iterator, int number) {
        E element = iterator.next();
        for (int i = number % 10; i > 0 && iterator.hasNext(); i--) {
            element = iterator.next();
        }
        return element;
    }

    private static Object removed(Iterator<?> iterator, int number) {
        String text = text(nth(iterator, number));
        iterator.remove();
        return text + " before " + iterator.hasNext();
    }

    private static Object added(ListIterator<Object> iterator, Object value) {
        iterator.add(value);
        return iterator.previous();
    }

    private static Object set(Iterator<Map.Entry<Object, Object>> iterator, int number, Object value) {
        return nth(iterator, number).setValue(value);
    }

    /** Another process: applies each line to the container in the repository. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        Operations operations = new Operations(
                ((SharedList<?>) SharedMemory.repository("property.nested").get()).as(Object.class),
                UnaryOperator.identity());
        Object container = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                if (line.equals("take")) {
                    container = SharedMemory.repository("property").get();
                    System.out.println("taken");
                } else {
                    System.out.println(operations.apply(container, line));
                }
            } catch (Throwable e) {
                System.out.println("failed: " + e);
            }
        }
    }
}
