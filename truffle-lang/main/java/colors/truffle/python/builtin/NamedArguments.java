// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import com.oracle.graal.python.builtins.objects.function.PFunction;
import com.oracle.graal.python.builtins.objects.function.PKeyword;
import com.oracle.graal.python.builtins.objects.function.Signature;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;
import java.util.List;

/**
 * Arguments of a method that were named, put where it takes them without names: GraalPy looks for the place of each at
 * every call.
 */
public final class NamedArguments extends Node {
    private final Assumption codeStays;
    private final int before; // arguments without names, without self

    @CompilationFinal(dimensions = 1)
    private final TruffleString[] names;

    @CompilationFinal(dimensions = 1)
    private final int[] places; // among the named ones

    @Child
    private TruffleString.EqualNode equal = TruffleString.EqualNode.create();

    /** Null when those with names do not follow those without. */
    public static NamedArguments of(PFunction method, int before, PKeyword[] named) {
        Assumption codeStays = method.getCodeStableAssumption();
        Signature signature = Signature.fromCallTarget(method.getCallTarget());
        List<String> parameters = Arrays.stream(signature.getParameterIds())
                .map(TruffleString::toJavaStringUncached)
                .toList();
        int first = 1 + before;
        int[] places = Arrays.stream(named)
                .mapToInt(one -> parameters.indexOf(one.getName().toJavaStringUncached()) - first)
                .toArray();
        boolean follow = first >= signature.getPositionalOnlyArgIndex() && first + places.length <= parameters.size();
        boolean each = Arrays.stream(places)
                        .distinct()
                        .filter(place -> place >= 0 && place < places.length)
                        .count()
                == places.length;
        return follow && each ? new NamedArguments(codeStays, before, named, places) : null;
    }

    private NamedArguments(Assumption codeStays, int before, PKeyword[] named, int[] places) {
        this.codeStays = codeStays;
        this.before = before;
        this.places = places;
        names = Arrays.stream(named).map(PKeyword::getName).toArray(TruffleString[]::new);
    }

    /** Whether a call has the same names in the same order. */
    @ExplodeLoop
    public boolean takes(Object[] arguments, PKeyword[] named) {
        if (arguments.length != before || named.length != names.length || !codeStays.isValid()) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            TruffleString name = named[i].getName();
            if (name != names[i] && !equal.execute(name, names[i], PythonUtils.TS_ENCODING)) {
                return false;
            }
        }
        return true;
    }

    @ExplodeLoop
    public Object[] place(Object[] arguments, PKeyword[] named) {
        var all = new Object[before + names.length];
        for (int i = 0; i < before; i++) {
            all[i] = arguments[i];
        }
        for (int i = 0; i < names.length; i++) {
            all[before + places[i]] = named[i].getValue();
        }
        return all;
    }
}
