// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.SharedMemoryException;
import colors.roots.Mutator;
import colors.shapes.SharedShape;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.ContextThreadLocal;
import com.oracle.truffle.api.TruffleLanguage.ContextReference;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.nodes.Node;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What one polyglot context has of CoLoRS. */
public final class ColorsContext {
    private static final ContextReference<ColorsContext> REFERENCE = ContextReference.create(Assembly.language());

    private final Env env;
    private final ContextThreadLocal<ThreadMutator> mutators;
    private final ContextThreadLocal<SharedMode> sharedModes;
    private final Assumption singleContext;
    private final Assumption oneThread = Assumption.create("colors: one thread entered the context");
    private final Set<Integer> knownShapes = ConcurrentHashMap.newKeySet();
    private final Assumption nothingBound = Assumption.create("colors: no JavaScript class is bound");
    private final Map<TruffleObject, BoundMembers> boundMembers = new ConcurrentHashMap<>();
    private final Map<Object, String> boundNames = new ConcurrentHashMap<>();
    private final Map<String, Object> boundTypes = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> parts = new ConcurrentHashMap<>();
    private volatile Assumption names = namesStay();
    private volatile Guest guest;
    private Thread firstThread;

    @CompilationFinal
    private Mutator firstMutator; // of firstThread; used while oneThread is valid

    @CompilationFinal
    private SharedMode firstMode; // the same

    /** Has no guest yet. */
    public ColorsContext(
            Env env,
            ContextThreadLocal<ThreadMutator> mutators,
            ContextThreadLocal<SharedMode> sharedModes,
            Assumption singleContext) {
        this.env = env;
        this.mutators = mutators;
        this.sharedModes = sharedModes;
        this.singleContext = singleContext;
    }

    /** The current context. The node, which may be null, lets compiled code know it as a constant. */
    public static ColorsContext get(Node node) {
        return REFERENCE.get(node);
    }

    public Env env() {
        return env;
    }

    /** Whether inline caches may rely on what was prepared in the one context of the language. */
    public boolean isSingleContext() {
        return singleContext.isValid();
    }

    /** Called for each thread before its first use of the context; not always on that thread. */
    public synchronized void enteredBy(Thread thread) {
        if (firstThread == null) {
            firstThread = thread;
        } else if (firstThread != thread) {
            oneThread.invalidate();
        }
    }

    /** The calling thread's mutator: a constant while one thread has entered, else a context thread local. */
    public Mutator mutator() {
        if (oneThread.isValid()) {
            Mutator mutator = firstMutator;
            if (mutator == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                mutator = firstMutator = Mutator.current();
            }
            return mutator;
        }
        return mutators.get().get();
    }

    /** The calling thread's shared mode: a constant while one thread has entered. */
    public SharedMode sharedMode() {
        if (oneThread.isValid()) {
            SharedMode mode = firstMode;
            if (mode == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                mode = firstMode = sharedModes.get();
            }
            return mode;
        }
        return sharedModes.get();
    }

    /** What another package keeps for this context: one instance of a class, or null before {@link #make}. */
    @TruffleBoundary
    public <T> T part(Class<T> type) {
        return type.cast(parts.get(type));
    }

    /** The same, made when there is none. */
    @TruffleBoundary
    public <T> T make(Class<T> type, Supplier<T> made) {
        return type.cast(parts.computeIfAbsent(type, _ -> made.get()));
    }

    /** The language-specific part. */
    public Guest guest() {
        return guest;
    }

    public void setGuest(Guest guest) {
        this.guest = guest;
        knownShapes.clear();
    }

    /** Lets the guest language prepare for a version of a class before it sees the first object of that version. */
    @TruffleBoundary
    public void meet(SharedShape shape) {
        if (!knownShapes.contains(shape.id())) {
            guest.meet(shape);
            knownShapes.add(shape.id());
        }
    }

    /** The exception of the guest language for an error of the core. */
    @TruffleBoundary
    public RuntimeException raise(Node node, SharedMemoryException error) {
        return guest.raise(node, error);
    }

    /** Lets a class of the program add its methods to objects of a shared class, which has this name. */
    @TruffleBoundary
    public void bind(TruffleObject shared, String name, Object type, BoundMembers members) {
        boundMembers.put(shared, members);
        String before = boundNames.put(type, name);
        if (before != null && !before.equals(name)) {
            renamed();
        }
        boundTypes.put(name, type);
        nothingBound.invalidate();
    }

    /** What {@link #bind} added to a class. */
    public BoundMembers boundMembers(TruffleObject shared) {
        return nothingBound.isValid() ? BoundMembers.NONE : lookupBound(shared);
    }

    @TruffleBoundary
    private BoundMembers lookupBound(TruffleObject shared) {
        return boundMembers.getOrDefault(shared, BoundMembers.NONE);
    }

    /** The class of the program that was bound to a shared name last, or null. */
    @TruffleBoundary
    public Object boundType(String name) {
        return boundTypes.get(name);
    }

    /** A class of the program has another shared name than before. */
    @TruffleBoundary
    public void renamed() {
        Assumption changed = names;
        names = namesStay();
        changed.invalidate();
    }

    /** Valid as long as what {@link #nameOf}, or Python's package, said of classes stays true. */
    public Assumption names() {
        return names;
    }

    private static Assumption namesStay() {
        return Assumption.create("colors: the classes keep their shared names");
    }

    /** The shared name that a class of the program was bound to, or null. */
    @TruffleBoundary
    public String nameOf(Object type) {
        return boundNames.get(type);
    }
}
