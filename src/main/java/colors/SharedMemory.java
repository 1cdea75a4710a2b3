// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.Attachment;
import colors.runtime.Shared;
import colors.runtime.TypeRules;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The CoLoRS API of host Java (CoLoRS paper, section 2.1). The first use attaches this process to the segment named by the
 * property {@code colors.segment} (else the variable {@code COLORS_SEGMENT}, else "default") and starts the daemon if none
 * runs. All methods are thread-safe and throw {@link SharedMemoryException}.
 *
 * <p>Shared objects have monitors: {@link Monitors}. Channels are not in this version.
 */
public final class SharedMemory {
    private SharedMemory() {
    }

    /** Attaches this process now instead of at the first use. Does nothing when it is attached. */
    public static void attach() {
        Attachment.ensure();
    }

    /**
     * Copies a graph of private objects to shared memory, with its cycles and its sharing. Shared objects in it are
     * referred to, not copied. Transient and static fields are left out.
     *
     * @return the copy of {@code root}
     * @throws SharedMemoryException (ARGUMENT) when the graph holds something that cannot be shared, (MEMORY) when the heap is
     *         full; nothing is visible to anyone then
     */
    public static SharedObject copyToSharedMemory(Object root) {
        Attachment.ensure();
        if (root instanceof SharedObject shared) {
            return shared;
        }
        if (root != null && (root instanceof Shared || Shareability.isContainer(root.getClass()))) {
            throw new SharedMemoryException(Reason.ARGUMENT, "a " + root.getClass().getTypeName() + " is copied as a container; cast the argument to List, Set, Map or an array, so that the result is a SharedList, SharedSet, SharedMap or SharedBinary");
        }
        return (SharedObject) GraphCopier.copy(root);
    }

    /** The same for a list and all that it refers to. */
    public static SharedList copyToSharedMemory(List<?> root) {
        Attachment.ensure();
        return root instanceof SharedList shared ? shared : (SharedList) GraphCopier.copy(root);
    }

    /** The same for an array of references. */
    public static SharedList copyToSharedMemory(Object[] root) {
        return copyArray(root);
    }

    /** The same for integers, in one block. */
    public static SharedList copyToSharedMemory(long[] root) {
        return copyArray(root);
    }

    /** The same for integers. */
    public static SharedList copyToSharedMemory(int[] root) {
        return copyArray(root);
    }

    /** The same for floats, in one block. */
    public static SharedList copyToSharedMemory(double[] root) {
        return copyArray(root);
    }

    private static SharedList copyArray(Object root) {
        Attachment.ensure();
        return (SharedList) GraphCopier.copy(root);
    }

    /** The same for a set and all that it refers to. */
    public static SharedSet copyToSharedMemory(Set<?> root) {
        Attachment.ensure();
        return root instanceof SharedSet shared ? shared : (SharedSet) GraphCopier.copy(root);
    }

    /** The same for a map and all that it refers to. */
    public static SharedMap copyToSharedMemory(Map<?, ?> root) {
        Attachment.ensure();
        return root instanceof SharedMap shared ? shared : (SharedMap) GraphCopier.copy(root);
    }

    /** The same for bytes. */
    public static SharedBinary copyToSharedMemory(byte[] root) {
        Attachment.ensure();
        return (SharedBinary) GraphCopier.copy(root);
    }

    /**
     * Allocates an instance of a class in shared memory, its fields zero, false or null. No constructor runs.
     *
     * @throws SharedMemoryException (ARGUMENT) when the class cannot be shared, (MEMORY) when the heap is full
     */
    public static SharedObject allocate(Class<?> objectClass) {
        return SharedClass.of(objectClass).allocate();
    }

    /** Whether the object stands for one in shared memory. */
    public static boolean isObjectShared(Object object) {
        return object instanceof Shared;
    }

    /** The named root with this key, made when there is none. */
    public static ObjectRepository findOrCreateRepository(String key) {
        Attachment.ensure();
        return new ObjectRepository(key);
    }

    /**
     * Runs a cycle of the shared collector and waits for its end: objects that no process referred to before the call are
     * free afterwards. A wrapper counts until this JVM's own collector found it dead. Cycles run by themselves too; this is
     * for tests and measurements.
     *
     * @throws SharedMemoryException (MEMORY) when no cycle comes to an end within 10 s, for instance because a process is
     *         stopped in the middle of a heap operation (CoLoRS paper, section 3.4)
     */
    public static void collect() {
        Attachment.collect();
    }

    /**
     * The type of a shared object: the version of its class that it has now. Types are objects too, so that this also gives
     * the type of a type ({@link SharedType#type}).
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object
     */
    public static SharedType getSharedType(Object object) {
        return switch (object) {
            case SharedObject shared -> shared.type();
            case SharedType type -> type.type();
            case null, default -> throw new SharedMemoryException(SharedMemoryException.Reason.ARGUMENT, "a shared object or a shared type was expected, not " + TypeRules.describe(object)
                            + "; private objects and values have no shared type");
        };
    }
}
