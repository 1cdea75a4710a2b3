// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.truffle.container.SharedContainer;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.PythonBuiltinClassType;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.graal.python.builtins.objects.function.PBuiltinFunction;
import com.oracle.graal.python.builtins.objects.type.PythonBuiltinClass;
import com.oracle.graal.python.nodes.SpecialAttributeNames;
import com.oracle.graal.python.runtime.PythonContext;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.DirectCallNode;
import com.oracle.truffle.api.object.DynamicObjectLibrary;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.ArrayList;
import java.util.List;

/**
 * A method of a builtin type, such as {@code set.union}, that takes shared containers too when it is called on the
 * type. GraalPy's own takes only objects of its making; with any other the program ends by an error of the interpreter.
 */
public final class GuardedMethod extends BuiltinRoot {
    private final Object type;
    private final TruffleString name;
    private final Object general;
    private final boolean takesMore;

    @Child
    private DirectCallNode original;

    private GuardedMethod(PythonLanguage language, Object type, PBuiltinFunction original, Object general) {
        super(language, original.getName().toJavaStringUncached(), original.getSignature());
        this.type = type;
        this.general = general;
        name = original.getName();
        takesMore = original.getSignature().takesVarArgs();
        this.original = DirectCallNode.create(original.getCallTarget());
    }

    /**
     * Puts guarded ones in the place of a type's methods. The function gets the type, the method's name, and its
     * arguments.
     */
    public static void guard(PythonLanguage language, Object type, Object[] names, Object general) {
        PythonBuiltinClass target = type instanceof PythonBuiltinClassType builtin
                ? PythonContext.get(null).lookupType(builtin)
                : (PythonBuiltinClass) type;
        for (Object each : names) {
            TruffleString name =
                    each instanceof TruffleString text ? text : PythonUtils.toTruffleStringUncached(each.toString());
            if (target.getAttribute(name) instanceof PBuiltinFunction original && original.getSlot() == null) {
                var method = new GuardedMethod(language, type, original, general);
                PBuiltinFunction guarded = PFactory.createBuiltinFunction(
                        language,
                        name,
                        type,
                        original.getDefaults(),
                        original.getKwDefaults(),
                        original.getFlags(),
                        method.getCallTarget());
                guarded.setAttribute(
                        SpecialAttributeNames.T___DOC__, original.getAttribute(SpecialAttributeNames.T___DOC__));
                // a builtin type takes no attribute itself
                DynamicObjectLibrary.getUncached().put(target, name, guarded);
                target.getMethodResolutionOrder().invalidateAttributeInMROFinalAssumptions(name);
            }
        }
    }

    @Override
    public Object execute(VirtualFrame frame) {
        if (PArguments.getArgument(frame, 0) instanceof SharedContainer) {
            return general(frame.getArguments());
        }
        return original.call(frame.getArguments());
    }

    @TruffleBoundary
    private Object general(Object[] frame) {
        List<Object> arguments = new ArrayList<>(List.of(type, name));
        for (int i = 0; i < PArguments.getUserArgumentLength(frame); i++) {
            Object argument = PArguments.getArgument(frame, i);
            arguments.add(argument == PNone.NO_VALUE ? PNone.NONE : argument);
        }
        while (arguments.getLast() == PNone.NONE
                && PArguments.getArgument(frame, arguments.size() - 3) == PNone.NO_VALUE) {
            arguments.removeLast();
        }
        if (takesMore) {
            arguments.addAll(List.of(PArguments.getVariableArguments(frame)));
        }
        try {
            return InteropLibrary.getUncached().execute(general, arguments.toArray());
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
