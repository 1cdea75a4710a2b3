// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;

/**
 * A map in shared memory, live, in the order of insertion (CoLoRS paper, table 1). Keys and values are what {@link
 * SharedList} takes. Keys are equal as docs/equality.md says, which is the same in every language: 1 and 1.0 are one
 * key, shared objects are by identity, those of a record by its components. So a private record finds the entry of a
 * shared one with equal components.
 *
 * <p>Thread-safe. These are one step each for all threads of all processes, and take place as a whole or not at all,
 * also when the process is killed in them: all methods of {@link ConcurrentMap} for one key, {@link #clear} and {@link
 * #size}. Changes of one map wait for each other, for 10 seconds at most; look-ups wait for nobody, {@link #size} for a
 * change that is under way. {@link #putAll} puts one by one.
 *
 * <p>The functions of {@link #compute}, {@link #computeIfAbsent}, {@link #computeIfPresent}, {@link #merge} and {@link
 * #replaceAll} run while nothing is held, and may use this map. A function is called again when another thread changed
 * the entry meanwhile, and what it throws leaves the map as it is.
 *
 * <p>A value may be null. Then {@link #get} does not tell it from no entry, but {@link #containsKey} and {@link
 * #getOrDefault} do; other methods take it as {@link Map} says. {@link Map.Entry#setValue} puts the key again if it was
 * removed.
 *
 * <p>Iteration of the views is weakly consistent, for one thread each: an entry that is there all the time comes
 * exactly once, and it never fails. Entries that are added or removed after it began may come or not, and where the map
 * was rebuilt meanwhile the values may be older ones.
 *
 * <p>Two maps are equal as {@link Map} says. Arguments to look for count as they would be stored: {@code
 * containsValue(1)} finds the Long 1.
 *
 * @param <K> what its keys are; {@code Object} where that is not known
 * @param <V> what its values are; {@code Object} where that is not known
 */
public interface SharedMap<K, V> extends ConcurrentMap<K, V> {
    /** Makes an empty one in shared memory. */
    static SharedMap<Object, Object> create() {
        return SharedMemory.newMap();
    }

    /** Makes an empty one in shared memory with keys and values of types. */
    static <K, V> SharedMap<K, V> create(Class<K> keys, Class<V> values) {
        return create(ValueType.of(keys), ValueType.of(values));
    }

    /** Makes an empty one in shared memory with keys and values of types. */
    static <K, V> SharedMap<K, V> create(ValueType<K> keys, ValueType<V> values) {
        return create().as(keys, values);
    }

    /**
     * Sets the value of a key if it is the one expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Shared objects are compared by identity, scalars, values and frozen containers by their value.
     * Unlike {@link #replace(Object, Object, Object)} it throws when there is no such key.
     *
     * @return whether it was set
     * @throws NoSuchElementException when the map has no such key
     * @throws SharedMemoryException (ARGUMENT) for a private object; nothing is stored then
     */
    boolean compareAndSet(K key, V expected, V value);

    /** Sets the value of a key and returns the one before, in one step. Throws as {@link #compareAndSet} does. */
    V getAndSet(K key, V value);

    /**
     * Adds to the number that a key has and returns it as it was before, a Long or a Double, in one step.
     *
     * @throws NoSuchElementException when the map has no such key
     * @throws SharedMemoryException (TYPE) when the value is no number, when a float is added to an integer, and when
     *         the sum overflows; nothing is stored then
     */
    Number getAndAdd(K key, Number delta);

    /**
     * This map with keys and values of other types: numbers and records are converted and checked when they are read,
     * so that for instance a map of strings to integers is a {@code SharedMap<String, Integer>}. It is this map, not a
     * copy, and its steps are this map's. What is looked for counts as it would be stored.
     *
     * @param keys Integer, Short, Byte, Character, Float, a record, or any class that the keys are instances of
     * @param values the same of the values
     * @return the same map; its reads, and changes that give what was there, throw TypeConflictException for a key or
     *         value that does not fit
     */
    default <L, W> SharedMap<L, W> as(Class<L> keys, Class<W> values) {
        return as(ValueType.of(keys), ValueType.of(values));
    }

    /** The same with types that a class cannot say: references, containers. */
    <L, W> SharedMap<L, W> as(ValueType<L> keys, ValueType<W> values);

    /**
     * The fields by which two shared objects of a class are one key of a shared map or set, where that is not by
     * identity. Programs in all languages that say the same find each other's keys (docs/equality.md). A record needs
     * none: its components are compared.
     *
     * <pre>{@code
     * @SharedName("company.Address")
     * @SharedMap.ComparedBy({"city", "street"})
     * class Address {
     *     String city;
     *     String street;
     *     String note;
     * }
     * }</pre>
     *
     * It is for keys only, and does not change what {@code equals} says of private objects or of {@link Ref}.
     */
    @Documented
    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface ComparedBy {
        /** The shared names of the fields. */
        String[] value();
    }
}
