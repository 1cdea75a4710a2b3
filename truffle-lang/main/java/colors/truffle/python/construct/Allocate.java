// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.node.AllocationNode;
import colors.truffle.object.SharedObject;
import colors.truffle.python.builtin.BuiltinRoot;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.graal.python.builtins.objects.function.PKeyword;
import com.oracle.graal.python.builtins.objects.function.Signature;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;
import java.util.List;

/**
 * {@code colors.allocate(cls, /, **fields)}. What a function of the package made is made again here: for each class and
 * names of fields that come often there is a {@link Case}.
 */
public final class Allocate extends BuiltinRoot {
    private static final int MOST_CASES = 8;
    private static final int MOST_CHANGES = 24; // of the cases: a program whose classes change on and on has none

    private final Object general;

    @Children
    private Case[] cases = {};

    @CompilationFinal
    private int changes;

    /** One class, and the names of the fields in the order in which they are given. */
    private static final class Case extends Node {
        private final Object type;
        private final Assumption classNames;

        @CompilationFinal(dimensions = 1)
        private final TruffleString[] names;

        @Child
        private AllocationNode allocation;

        @Child
        private TruffleString.EqualNode equal = TruffleString.EqualNode.create();

        Case(Object type, Assumption classNames, PKeyword[] fields, AllocationNode allocation) {
            this.type = type;
            this.classNames = classNames;
            this.allocation = allocation;
            names = Arrays.stream(fields).map(PKeyword::getName).toArray(TruffleString[]::new);
        }

        @ExplodeLoop
        boolean takes(Object otherType, PKeyword[] fields) {
            if (otherType != type || fields.length != names.length) {
                return false;
            }
            for (int i = 0; i < names.length; i++) {
                TruffleString name = fields[i].getName();
                if (name != names[i] && !equal.execute(name, names[i], PythonUtils.TS_ENCODING)) {
                    return false;
                }
            }
            return isCurrent();
        }

        boolean isCurrent() {
            return classNames.isValid() && allocation.isCurrent();
        }

        @ExplodeLoop
        SharedObject make(PKeyword[] fields) {
            var values = new Object[names.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = fields[i].getValue();
            }
            return allocation.execute(values);
        }
    }

    public Allocate(PythonLanguage language, Object general) {
        super(
                language,
                "allocate",
                new Signature(
                        1,
                        true,
                        -1,
                        new TruffleString[] {PythonUtils.toTruffleStringUncached("cls")},
                        new TruffleString[0]));
        this.general = general;
    }

    @Override
    @ExplodeLoop
    public Object execute(VirtualFrame frame) {
        Object type = PArguments.getArgument(frame, 0);
        PKeyword[] fields = PArguments.getKeywordArguments(frame);
        for (Case one : cases) {
            if (one.takes(type, fields)) {
                Object made = make(one, fields);
                if (made != null) {
                    return made;
                }
            }
        }
        if (changes < MOST_CHANGES) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            return learn(type, fields);
        }
        return general(type, fields);
    }

    private Object make(Case one, PKeyword[] fields) {
        try {
            return one.make(fields);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(this).raise(this, e);
        }
    }

    /** Makes it as the package does, and the next ones here. */
    private Object learn(Object type, PKeyword[] fields) {
        Assumption classNames = ColorsContext.get(this).names(); // before the name is asked
        Object made = general(type, fields);
        if (made instanceof SharedObject example) {
            atomic(() -> add(type, classNames, fields, example));
        }
        return made;
    }

    private void add(Object type, Assumption classNames, PKeyword[] fields, SharedObject example) {
        List<String> given = Arrays.stream(fields)
                .map(field -> field.getName().toJavaStringUncached())
                .toList();
        AllocationNode allocation = AllocationNode.like(example, given, NumberRule.EXACT);
        changes++;
        if (allocation != null) {
            Case[] kept = Arrays.stream(cases)
                    .filter(Case::isCurrent)
                    .limit(MOST_CASES - 1)
                    .toArray(Case[]::new);
            Case[] more = Arrays.copyOf(kept, kept.length + 1);
            more[kept.length] = new Case(type, classNames, fields, allocation);
            cases = insert(more);
        }
    }

    @TruffleBoundary
    private Object general(Object type, PKeyword[] fields) {
        var arguments = new Object[1 + 2 * fields.length];
        arguments[0] = type;
        for (int i = 0; i < fields.length; i++) {
            arguments[1 + 2 * i] = fields[i].getName();
            arguments[2 + 2 * i] = fields[i].getValue();
        }
        try {
            return InteropLibrary.getUncached().execute(general, arguments);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
