// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.roots.Shared;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.SharedMode;
import colors.truffle.context.UnfinishedFrames;
import colors.truffle.python.builtin.CallingRoot;
import colors.truffle.python.builtin.PythonCall;
import colors.truffle.python.guest.PythonGuest;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.graal.python.builtins.objects.function.PFunction;
import com.oracle.graal.python.builtins.objects.function.PKeyword;
import com.oracle.graal.python.builtins.objects.type.PythonClass;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.ExplodeLoop.LoopExplosionKind;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;

/**
 * {@code __new__} of a class that was decorated, and of its subclasses. In shared mode classes that are plain have
 * their objects made here: a private one, which {@code __init__} fills, and a shared one like it. The compiler leaves
 * the private one out where {@code __init__} gives it to nobody.
 */
public final class Construct extends CallingRoot {
    private static final int MOST_CLASSES = 8;
    private static final int MOST_CHANGES = 24; // of the classes: a program whose classes change on and on has none

    private final Functions functions;

    @Child
    private PythonCall privately;

    @Child
    private PythonCall general;

    @Children
    private ConstructedClass[] classes = {};

    @CompilationFinal
    private int changes;

    /**
     * Functions of the package.
     *
     * @param initOf {@code __init__} of a plain class, None for another class
     */
    public record Functions(Object initOf, Object copyTo, CopiedKinds kinds) {}

    /** {@code privately}, {@code general}: the class's {@code __new__} outside of shared mode, and in it. */
    public Construct(PythonLanguage language, Object privately, Object general, Functions functions) {
        super(language, UnfinishedFrames.SLOTS, "__new__", "cls");
        this.privately = new PythonCall(privately);
        this.general = new PythonCall(general);
        this.functions = functions;
    }

    @Override
    @ExplodeLoop(kind = LoopExplosionKind.FULL_UNROLL_UNTIL_RETURN)
    public Object body(VirtualFrame frame) {
        Object type = PArguments.getArgument(frame, 0);
        Object[] arguments = PArguments.getVariableArguments(frame);
        PKeyword[] named = PArguments.getKeywordArguments(frame);
        SharedMode mode = ColorsContext.get(this).sharedMode();
        if (mode.isPrivate(type)) {
            return privately.execute(frame, type, arguments, named);
        }
        for (ConstructedClass one : classes) {
            if (one.takes(type)) {
                boolean isPlain = one.isPlain() && (mode.isIdle() || arePlain(arguments, named));
                return isPlain
                        ? one.construct(frame, mode, arguments, named)
                        : general.execute(frame, type, arguments, named);
            }
        }
        if (changes < MOST_CHANGES && type instanceof PythonClass unknown) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            learn(unknown);
        }
        return general.execute(frame, type, arguments, named);
    }

    /** Whether no argument can hold a private object. */
    private static boolean arePlain(Object[] arguments, PKeyword[] named) {
        for (Object argument : arguments) {
            if (!isPlain(argument)) {
                return false;
            }
        }
        for (PKeyword keyword : named) {
            if (!isPlain(keyword.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value can be no private object and hold none. */
    static boolean isPlain(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean
                || value instanceof TruffleString
                || value == PNone.NONE
                || value instanceof Shared;
    }

    private void learn(PythonClass type) {
        Object init = PythonGuest.call(functions.initOf(), type);
        ConstructedClass one =
                new ConstructedClass(type, init instanceof PFunction function ? function : null, functions);
        atomic(() -> {
            changes++;
            ConstructedClass[] kept = Arrays.stream(classes)
                    .filter(ConstructedClass::isCurrent)
                    .limit(MOST_CLASSES - 1)
                    .toArray(ConstructedClass[]::new);
            ConstructedClass[] more = Arrays.copyOf(kept, kept.length + 1);
            more[kept.length] = one;
            classes = insert(more);
        });
    }
}
