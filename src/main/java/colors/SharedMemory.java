// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.agent.border.Construction;
import colors.classes.ClassMapping;
import colors.copying.GraphCopier;
import colors.mapping.PrivateField;
import colors.mapping.Shareability;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.monitors.Channels;
import colors.monitors.Repositories;
import colors.named.ChannelHandle;
import colors.named.RepositoryHandle;
import colors.named.ScopeHandle;
import colors.names.HostNames;
import colors.names.Preparation;
import colors.names.ReservedNames;
import colors.reading.GraphReader;
import colors.reading.PrivateType;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.RootScope;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.shapes.Entities;
import colors.values.TypeRules;
import colors.wrappers.ArrayWrapper;
import colors.wrappers.BinaryWrapper;
import colors.wrappers.ElementType;
import colors.wrappers.ListArray;
import colors.wrappers.ListView;
import colors.wrappers.ListWrapper;
import colors.wrappers.MapView;
import colors.wrappers.MapWrapper;
import colors.wrappers.ObjectWrapper;
import colors.wrappers.SetView;
import colors.wrappers.SetWrapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The CoLoRS API of host Java (CoLoRS paper, section 2.1). The first use attaches this process to the segment named by
 * the property {@code colors.segment} (else the variable {@code COLORS_SEGMENT}, else "default") and starts the daemon
 * if none runs. All methods are thread-safe and throw {@link SharedMemoryException}.
 *
 * <p>Shared objects have monitors: {@link Monitors}.
 */
public final class SharedMemory {
    private SharedMemory() {}

    /** Attaches this process now instead of at the first use. Does nothing when it is attached. */
    public static void attach() {
        Attachment.ensure();
    }

    /**
     * Copies a graph of private objects to shared memory, as {@link Ref#copyOf} does, and gives the copy as an
     * instance of the program's class. That needs the agent (docs/agent.md). An array whose type has no method below,
     * such as {@code short[]}, comes as one too.
     *
     * @return the copy of {@code root}; when that is shared, itself
     * @throws SharedMemoryException (STATE) when the agent did not prepare the class; otherwise as {@link
     *         Ref#copyOf}
     */
    @SuppressWarnings("unchecked")
    public static <C> C copyIn(C root) {
        Attachment.ensure();
        if (root != null && root.getClass().isArray()) {
            return (C) ListArray.copyOf(root);
        }
        if (root != null
                && !(root instanceof Shared)
                && !Shareability.isContainer(root.getClass())
                && Shareability.obstacle(root.getClass()) == null) {
            Preparation.checkPrepared(root.getClass(), "Ref.copyOf");
        }
        return (C) GraphCopier.copyInstance(root);
    }

    /** The same for a list and all that it refers to. */
    public static SharedList<Object> copyIn(List<?> root) {
        Attachment.ensure();
        return switch (root) {
            case ListWrapper shared -> shared;
            case ListView<?> view -> view.as(Object.class);
            case null, default -> (ListWrapper) GraphCopier.copy(root);
        };
    }

    /** The same for an array of references. */
    public static SharedArray<Object> copyIn(Object[] root) {
        return arrayOf(root);
    }

    /** The same for integers: a flat array. */
    public static SharedArray<Object> copyIn(long[] root) {
        return arrayOf(root);
    }

    /** The same for integers of 32 bits: a flat array. */
    public static SharedArray<Object> copyIn(int[] root) {
        return arrayOf(root);
    }

    /** The same for floats: a flat array. */
    public static SharedArray<Object> copyIn(double[] root) {
        return arrayOf(root);
    }

    private static SharedArray<Object> arrayOf(Object root) {
        Attachment.ensure();
        Shared copy = GraphCopier.copy(root);
        // the array stood for a list
        return copy instanceof ArrayWrapper array
                ? array
                : ArrayWrapper.copyOf((ListWrapper) copy, root.getClass().getComponentType());
    }

    /** The same for a set and all that it refers to. */
    public static SharedSet<Object> copyIn(Set<?> root) {
        Attachment.ensure();
        return switch (root) {
            case SetWrapper shared -> shared;
            case SetView.Whole<?> view -> view.as(Object.class);
            case null, default -> (SetWrapper) GraphCopier.copy(root);
        };
    }

    /** The same for a map and all that it refers to. */
    public static SharedMap<Object, Object> copyIn(Map<?, ?> root) {
        Attachment.ensure();
        return switch (root) {
            case MapWrapper shared -> shared;
            case MapView<?, ?> view -> view.as(Object.class, Object.class);
            case null, default -> (MapWrapper) GraphCopier.copy(root);
        };
    }

    /** The same for bytes. */
    public static SharedBinary copyIn(byte[] root) {
        Attachment.ensure();
        return (BinaryWrapper) GraphCopier.copy(root);
    }

    /**
     * A private copy of a shared graph, with its cycles and its sharing: the way back of {@link #copyIn}
     * and {@link Ref#copyOf}. Objects become instances of the program's classes of their names, without a
     * constructor, and records by their canonical ones; lists, maps and sets become what fields and type arguments
     * declare, else {@code ArrayList}, {@code LinkedHashMap} and {@code LinkedHashSet}, and bytes {@code byte[]}
     * (docs/model.md, model.copy-out).
     *
     * <p>Each field and element is read once, while others may write: this is no snapshot. Who needs one holds the
     * monitor that the writers hold.
     *
     * @param shared a shared object, list, map, set or binary, or what stands for one
     * @param type what the copy is to be an instance of: a class of the program, {@code double[].class}, {@code
     *         List.class}, {@code Object.class}
     * @throws SharedMemoryException (ARGUMENT) when {@code shared} is null or private, (TYPE) when the program has no
     *         class for an object of the graph, or a field that does not take what is there
     */
    public static <C> C copyOut(Object shared, Class<C> type) {
        Attachment.ensure();
        Shareability.checkGiven(type);
        Shared root = shared instanceof Shared given ? given : Surrogates.find(shared);
        if (root == null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a shared object was expected, not "
                            + (shared == null
                                    ? "null"
                                    : "one of " + shared.getClass().getTypeName())
                            + "; what is private needs no copy out");
        }
        return type.cast(GraphReader.copy(root, PrivateType.of(type)));
    }

    /**
     * Allocates an instance of an interface or class in shared memory, its fields zero, false or null. An interface
     * with {@link SharedName} needs nothing else: its accessors reach the fields (docs/model.md, model.interface). A
     * class needs the agent (docs/agent.md), and no constructor runs; without it use {@link SharedClass#allocate}.
     *
     * @throws SharedMemoryException (ARGUMENT) when the class cannot be shared, or the interface has an abstract method
     *         that is no accessor, (STATE) when the agent did not prepare the class, (MEMORY) when the heap is full
     */
    public static <C> C allocate(Class<C> objectClass) {
        return ClassMapping.of(objectClass).allocateInstance();
    }

    /**
     * Runs the code, in which {@code new} makes shared objects of all classes that the agent prepared, their
     * constructors included. For the calling thread; may be nested.
     *
     * <pre>{@code Employee e = SharedMemory.construct(() -> new Employee("Ada", 4200));}</pre>
     *
     * @return what it gives
     * @throws SharedMemoryException (STATE) without the agent
     */
    public static <C> C construct(Supplier<? extends C> code) {
        if (code == null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "null was given for the code that makes objects; give a lambda: construct(() -> new"
                            + " Employee(\"Ada\", 4200))");
        }
        boolean before = Construction.set(true);
        try {
            return code.get();
        } finally {
            Construction.set(before);
        }
    }

    /**
     * Opens a scope in this thread: what the thread reads and makes until {@link Scope#close} is given up
     * together then.
     *
     * @throws SharedMemoryException (MEMORY, QUOTA) when there is no root-log chunk for it
     */
    public static Scope scope() {
        return new ScopeHandle();
    }

    /**
     * Runs the code in a {@link Scope} of its own. What it gives is kept; all else that it got is given up.
     * Faster than {@link #scope}, which has to look at who closes it.
     *
     * <pre>{@code double sum = SharedMemory.scoped(() -> total(orders));}</pre>
     *
     * Scopes that the code leaves open are closed, too; and then it may give no shared object.
     *
     * @throws SharedMemoryException as {@link #scope} and {@link Scope#keep} do
     */
    public static <C> C scoped(Supplier<? extends C> code) {
        if (code == null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "null was given for the code to run in a scope; give a lambda: scoped(() -> handle(request))");
        }
        RootScope before = RootScope.current();
        try {
            return new ScopeHandle().keep(code.get());
        } finally {
            RootScope.closeSince(before);
        }
    }

    /**
     * From now on {@code new} in this thread makes shared objects, as in {@link #construct}, until the result is closed
     * (XMem paper, section 2). May be nested.
     *
     * <pre>{@code
     * try (var _ = SharedMemory.sharedMode()) {
     *     staff.add(new Employee("Ada", 4200));
     * }
     * }</pre>
     */
    public static SharedMode sharedMode() {
        return new SharedMode();
    }

    /** A stretch in which {@code new} makes shared objects. For the thread that began it. */
    public static final class SharedMode implements AutoCloseable {
        private final Thread owner = Thread.currentThread();
        private final boolean before = Construction.set(true);
        private boolean isClosed;

        private SharedMode() {}

        /**
         * Ends it. The second time it does nothing.
         *
         * @throws SharedMemoryException (STATE) in another thread
         */
        @Override
        public void close() {
            if (Thread.currentThread() != owner) {
                throw SharedMemoryException.of(
                        Reason.STATE,
                        "shared mode of thread " + owner.getName() + " was closed in thread "
                                + Thread.currentThread().getName() + "; close it in the thread that began it");
            }
            if (!isClosed) {
                isClosed = true;
                Construction.set(before);
            }
        }
    }

    /** Whether the object stands for one in shared memory. */
    public static boolean isShared(Object object) {
        return object instanceof Shared || Surrogates.find(object) != null;
    }

    /** The named root with this key, made when there is none. */
    public static Repository<Object> repository(String key) {
        return repository(key, Object.class);
    }

    /**
     * The same for values of a type. Its {@code get} throws {@link TypeConflictException} when another process set a
     * value that does not fit.
     *
     * @param type what {@link ValueType#of} takes
     */
    public static <T> Repository<T> repository(String key, Class<T> type) {
        return repository(key, ValueType.of(type));
    }

    /** The same for what a class cannot say: {@code ValueType.ref(Employee.class)}, containers. */
    public static <T> Repository<T> repository(String key, ValueType<T> type) {
        Attachment.ensure();
        return new RepositoryHandle<>(checked(key, "repository"), ElementType.given(type));
    }

    /** The keys of all repositories, sorted. Those of removed ones are not among them. */
    public static List<String> repositories() {
        Attachment.ensure();
        return Repositories.keys();
    }

    /**
     * Sets a repository to null and lists it no more. Who has it can go on using it: the next set, or
     * repository, lists it again.
     *
     * @return false when there is none of that key
     */
    public static boolean removeRepository(String key) {
        Attachment.ensure();
        return Repositories.remove(checked(key, "repository"));
    }

    /**
     * The channel with this key, whatever its capacity and type; when there is none, one for 256 messages of any type
     * is made.
     */
    public static Channel<Object> channel(String key) {
        return openChannel(key, 0, ElementType.ANY);
    }

    /**
     * The channel with this key and capacity, made when there is none.
     *
     * @param capacity the number of messages it has room for, 1 to 16,777,216
     * @throws SharedMemoryException (STATE) when there is one of another capacity, (ARGUMENT) for a capacity that is
     *         not possible
     */
    public static Channel<Object> channel(String key, int capacity) {
        return openChannel(key, checked(capacity), ElementType.ANY);
    }

    /**
     * The channel with this key for messages of a type, made when there is none. Its messages fit as they would a field
     * of that type: Long.class (and int.class, Short.class, ...) stands for all integers of 64 bits, Double.class (and
     * float.class) for all floats, List.class for lists; a class takes instances of its subclasses; null fits always.
     *
     * @throws SharedMemoryException (TYPE) when there is one of another type, (ARGUMENT) for null and for a class whose
     *         instances cannot be shared
     */
    public static <T> Channel<T> channel(String key, Class<T> type) {
        return openChannel(key, 0, checkedMessages(key, type));
    }

    /** The same for what a class cannot say: {@code ValueType.ref(Employee.class)}, containers. */
    public static <T> Channel<T> channel(String key, ValueType<T> type) {
        return openChannel(key, 0, checkedMessages(key, type));
    }

    /** The channel with this key, capacity and type, made when there is none. Exceptions as above. */
    public static <T> Channel<T> channel(String key, int capacity, Class<T> type) {
        return openChannel(key, checked(capacity), checkedMessages(key, type));
    }

    /** The channel with this key, capacity and type, made when there is none. Exceptions as above. */
    public static <T> Channel<T> channel(String key, int capacity, ValueType<T> type) {
        return openChannel(key, checked(capacity), checkedMessages(key, type));
    }

    private static String checked(String key, String what) {
        if (key == null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the key of a " + what + " is null; give the string by which all processes find the " + what);
        }
        return key;
    }

    private static int checked(int capacity) {
        if (capacity < 1) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a channel for " + capacity + " messages was asked for; it has room for 1 to "
                            + Layout.CHANNEL_CAPACITY_MAX);
        }
        return capacity;
    }

    private static <T> ElementType<T> checkedMessages(String key, Class<T> type) {
        Shareability.checkGiven(type);
        if (type == void.class || type == Void.class) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "channel '" + key + "' cannot be for messages of type " + type.getName()
                            + ", which has no values; name the class of its messages, or none");
        }
        return checkedMessages(key, ElementType.of(type));
    }

    private static <T> ElementType<T> checkedMessages(String key, ValueType<T> given) {
        ElementType<T> messages = ElementType.given(given);
        Class<?> type = messages.slotType();
        String obstacle = PrivateField.sharedType(type) == Layout.TYPE_CLASS && !PrivateField.isValueType(type)
                ? Shareability.obstacle(type)
                : null;
        if (obstacle != null) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "channel '" + key + "' cannot be for messages of class " + type.getName() + ": " + obstacle
                            + "; name a class whose instances can be shared");
        }
        return messages;
    }

    private static <T> Channel<T> openChannel(String key, int capacity, ElementType<T> type) {
        Attachment.ensure();
        int shared = type == ElementType.ANY ? 0 : PrivateField.sharedType(type.slotType());
        if (shared == Layout.TYPE_CLASS) {
            HostNames.register(type.slotType());
        }
        int typeName = shared == Layout.TYPE_CLASS ? Entities.classNamed(HostNames.of(type.slotType())) : 0;
        long queue = Channels.open(checked(key, "channel"), capacity, shared, typeName);
        return new ChannelHandle<>(key, queue, Channels.SPIN_NS, type);
    }

    /** The keys of all channels, sorted. */
    public static List<String> channels() {
        Attachment.ensure();
        return Channels.keys();
    }

    /**
     * Closes a channel, drops the messages in it and forgets it: channel makes another one. Who has the old
     * one finds it closed.
     *
     * @return false when there is none of that key
     */
    public static boolean removeChannel(String key) {
        Attachment.ensure();
        return Channels.remove(checked(key, "channel"));
    }

    /**
     * Runs a cycle of the shared collector and waits for its end: objects that no process referred to before the call
     * are free afterwards. A wrapper counts until this JVM's own collector found it dead. Cycles run by themselves too;
     * this is for tests and measurements.
     *
     * @throws SharedMemoryException (MEMORY) when no cycle comes to an end within 10 s, for instance because a process
     *         is stopped in the middle of a heap operation (CoLoRS paper, section 3.4)
     */
    public static void collect() {
        Mutator.collect();
    }

    /**
     * The type of a shared object: the version of its class that it has now. Types are objects too, so that this also
     * gives the type of a type ({@link SharedType#type}).
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object
     */
    public static SharedType sharedType(Object object) {
        return switch (object) {
            case Ref<?> ref -> ref.type();
            case Instance instance -> ObjectWrapper.of(instance).type();
            case SharedType type -> type.type();
            case null, default ->
                throw SharedMemoryException.of(
                        Reason.ARGUMENT,
                        "a shared object or a shared type was expected, not " + TypeRules.describe(object)
                                + "; private objects and values have no shared type");
        };
    }

    /** The versions of a shared object's class, newest first. Throws as {@link #sharedType}. */
    public static List<SharedType> versions(Object object) {
        return sharedType(object).versions();
    }

    // ---- what types of the API ask ------------------------------------------------------------------

    static void checkName(String className) {
        ReservedNames.check(className);
    }

    static String sharedName(Enum<?> constant) {
        return HostNames.ofEnum(constant);
    }

    static void register(Class<? extends Enum<?>> type) {
        HostNames.register(type);
    }

    static <C> SharedClass<C> sharedClass(Class<C> type) {
        return ClassMapping.of(type);
    }

    @SuppressWarnings("unchecked") // a copy is of the class of the original
    static <C> Ref<C> copyToRef(C root) {
        return (Ref<C>) ObjectWrapper.of(GraphCopier.copyObject(root));
    }

    static Ref<?> refOf(Object object) {
        return ObjectWrapper.of(object);
    }

    static SharedArray<Object> copyArray(Object array) {
        return ArrayWrapper.copyOf(array);
    }

    static SharedList<Object> newList() {
        return ListWrapper.create();
    }

    static SharedSet<Object> newSet() {
        return SetWrapper.create();
    }

    static SharedMap<Object, Object> newMap() {
        return MapWrapper.create();
    }

    static SharedBinary newBinary(int size) {
        return BinaryWrapper.create(size);
    }

    static <E> SharedArray<E> newArray(Class<E> component, int length) {
        return ArrayWrapper.create(component, length).as(component);
    }

    static <E> ValueType<E> valueType(Class<E> type) {
        return ElementType.of(type);
    }

    static <C> ValueType<Ref<C>> refType(Class<C> type) {
        return ElementType.ref(type);
    }

    static <E> ValueType<SharedList<E>> listType(ValueType<E> elements) {
        return ElementType.list(elements);
    }

    static <E> ValueType<SharedArray<E>> arrayType(ValueType<E> elements) {
        return ElementType.array(elements);
    }

    static <E> ValueType<SharedSet<E>> setType(ValueType<E> elements) {
        return ElementType.set(elements);
    }

    static <K, V> ValueType<SharedMap<K, V>> mapType(ValueType<K> keys, ValueType<V> values) {
        return ElementType.map(keys, values);
    }
}
