// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.SharedMode;
import colors.truffle.context.UnfinishedFrames;
import colors.truffle.object.SharedObject;
import colors.truffle.python.builtin.NamedArguments;
import colors.truffle.python.builtin.PythonCall;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PFunction;
import com.oracle.graal.python.builtins.objects.function.PKeyword;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.graal.python.builtins.objects.type.PythonClass;
import com.oracle.graal.python.builtins.objects.type.PythonManagedClass;
import com.oracle.graal.python.nodes.SpecialMethodNames;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.storage.MroSequenceStorage;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.ExplodeLoop.LoopExplosionKind;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;

/** A class of the program that was called in shared mode. */
final class ConstructedClass extends Node {
    private static final int MOST_KINDS = 4;
    private static final int MOST_CHANGES = 16;

    private final PythonClass type;
    private final boolean isPlain;
    private final Construct.Functions functions;
    private final Assumption newStays;
    private final Assumption initStays;
    private final PFunction function;

    @Child
    private PythonCall init;
    // in which the first call with named ones had them; null: as the function takes them
    @Child
    private NamedArguments order;

    @CompilationFinal
    private boolean looked;

    @Child
    private PythonCall copyTo;

    @Children
    private ConstructedKind[] kinds = {};

    @CompilationFinal
    private int changes;

    /** {@code init}: its {@code __init__}, null when its objects are not plain. */
    ConstructedClass(PythonClass type, PFunction init, Construct.Functions functions) {
        this.type = type;
        this.functions = functions;
        isPlain = init != null && !type.needsNativeAllocation();
        newStays = staysIn(type, SpecialMethodNames.T___NEW__);
        initStays = staysIn(type, SpecialMethodNames.T___INIT__);
        function = init;
        this.init = new PythonCall(init);
        copyTo = new PythonCall(functions.copyTo());
    }

    /** Valid as long as a class finds the same under a name. */
    private static Assumption staysIn(PythonClass type, TruffleString name) {
        MroSequenceStorage order = type.getMethodResolutionOrder();
        Assumption stays = order.createAttributeInMROFinalAssumption(name);
        for (int i = 1; i < order.length(); i++) {
            if (order.getPythonClassItemNormalized(i) instanceof PythonManagedClass base) {
                base.getMethodResolutionOrder().addAttributeInMROFinalAssumption(name, stays);
            }
        }
        return stays;
    }

    boolean isCurrent() {
        return newStays.isValid() && initStays.isValid();
    }

    boolean takes(Object other) {
        return other == type && isCurrent();
    }

    /** Whether its private objects are made by {@code object.__new__} and are filled by a function. */
    boolean isPlain() {
        return isPlain && !type.isAbstractClass();
    }

    /** The shared object, which {@code __init__} was called for. */
    Object construct(VirtualFrame frame, SharedMode mode, Object[] arguments, PKeyword[] named) {
        PythonObject object = PFactory.createPythonObject(PythonLanguage.get(this), type, type.getInstanceShape());
        int outside = UnfinishedFrames.begin(frame, mode, object);
        try {
            initialize(frame, object, arguments, named);
        } finally {
            UnfinishedFrames.end(frame, mode, outside);
        }
        Object made = copy(object);
        if (made == null) {
            made = copyAsEver(frame, object);
        }
        mode.made(made);
        return made;
    }

    private void initialize(VirtualFrame frame, PythonObject object, Object[] arguments, PKeyword[] named) {
        if (named.length != 0 && !looked) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            looked = true;
            order = insert(NamedArguments.of(function, arguments.length, named));
        }
        if (named.length != 0 && order != null && order.takes(arguments, named)) {
            init.execute(frame, object, order.place(arguments, named), PKeyword.EMPTY_KEYWORDS);
        } else {
            init.execute(frame, object, arguments, named);
        }
    }

    /** Null when there is no kind of such objects. */
    @ExplodeLoop(kind = LoopExplosionKind.FULL_UNROLL_UNTIL_RETURN)
    private Object copy(PythonObject object) {
        for (ConstructedKind kind : kinds) {
            if (kind.takes(object)) {
                Object made = copy(kind, object);
                if (made != null) {
                    return made;
                }
            }
        }
        return null;
    }

    private Object copy(ConstructedKind kind, PythonObject object) {
        try {
            return kind.copy(object);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(this).raise(this, e);
        }
    }

    private Object copyAsEver(VirtualFrame frame, PythonObject object) {
        if (changes < MOST_CHANGES) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            return learn(frame, object);
        }
        return copyTo.execute(frame, object);
    }

    private Object learn(VirtualFrame frame, PythonObject object) {
        Assumption classNames = ColorsContext.get(this).names(); // before the name is asked
        Object made = copyTo.execute(frame, object);
        if (made instanceof SharedObject example) {
            ConstructedKind kind = ConstructedKind.of(functions.kinds(), classNames, object, example);
            atomic(() -> add(kind));
        }
        return made;
    }

    private void add(ConstructedKind kind) {
        changes++;
        if (kind != null && Arrays.stream(kinds).noneMatch(one -> one.isCurrent() && one.isLike(kind))) {
            ConstructedKind[] kept = Arrays.stream(kinds)
                    .filter(ConstructedKind::isCurrent)
                    .limit(MOST_KINDS - 1)
                    .toArray(ConstructedKind[]::new);
            ConstructedKind[] more = Arrays.copyOf(kept, kept.length + 1);
            more[kept.length] = kind;
            kinds = insert(more);
        }
    }
}
