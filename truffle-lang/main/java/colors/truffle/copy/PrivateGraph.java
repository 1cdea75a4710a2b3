// SPDX-License-Identifier: Apache-2.0
package colors.truffle.copy;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Attachment;
import colors.roots.Shared;
import colors.truffle.border.Arguments;
import colors.truffle.border.GuestValues;
import colors.truffle.border.ValueObject;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Copies a graph of private objects whose fields are their interop members, as JavaScript's are, and of its containers.
 * Iterative.
 */
public final class PrivateGraph {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    /** A private object by identity. */
    private record Identity(Object object) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity identity && INTEROP.isIdentical(object, identity.object, INTEROP);
        }

        @Override
        public int hashCode() {
            try {
                return INTEROP.identityHashCode(object);
            } catch (InteropException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final ColorsContext context;
    private final CopyPlan plan = new CopyPlan(NumberRule.ANY);
    private final Map<Identity, Planned> planned = new HashMap<>();
    private final ArrayDeque<Object> open = new ArrayDeque<>();
    private final Map<Object, String> names = new HashMap<>(); // of the classes met

    private PrivateGraph(ColorsContext context) {
        this.context = context;
    }

    /** copyIn(object, [class name]). */
    public static Object copy(ColorsContext context, Object[] arguments) throws InteropException {
        if (arguments[0] instanceof Shared) {
            return arguments[0];
        }
        Attachment.ensure();
        var graph = new PrivateGraph(context);
        if (!isObject(arguments[0]) && !PrivateContainer.is(arguments[0])) {
            if (INTEROP.hasIterator(arguments[0]) || INTEROP.isIterator(arguments[0])) {
                graph.checkPlain(arguments[0]);
            }
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "copyIn copies objects of your classes, arrays, Maps, Sets and bytes, not "
                            + GuestValues.named(arguments[0])
                            + "; numbers, strings, booleans and values such as a Date are copied by themselves when"
                            + " they are stored in a field or repository");
        }
        graph.add(
                arguments[0],
                arguments.length == 2 ? Arguments.text(arguments[1], "the name of a shared class") : null);
        graph.scan();
        return graph.plan.make(context);
    }

    /** allocate(class name or bound class, [object with the fields]). */
    public static Object allocate(ColorsContext context, Object[] arguments) throws InteropException {
        Attachment.ensure();
        var plan = new CopyPlan(NumberRule.ANY);
        String bound = context.nameOf(arguments[0]);
        Planned object =
                plan.object(bound != null ? bound : Arguments.text(arguments[0], "the name of a shared class"));
        if (arguments.length == 2) {
            checkFields(context, arguments[1]);
            for (String name : members(arguments[1])) {
                plan.put(object, name, INTEROP.readMember(arguments[1], name));
            }
        }
        return plan.make(context);
    }

    private static void checkFields(ColorsContext context, Object fields) {
        boolean isBuiltin = isObject(fields) && builtinOf(context, fields) != null;
        if (isBuiltin || !isObject(fields) && !(fields instanceof SharedObject)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the fields of a new object come as an object that has them, not as " + GuestValues.named(fields)
                            + ": allocate('company.Employee', {name: 'Ada', salary: 3}); nothing was allocated");
        }
    }

    private Planned add(Object object, String className) throws InteropException {
        var found = planned.get(new Identity(object));
        if (found == null) {
            found = PrivateContainer.is(object)
                    ? PrivateContainer.plan(plan, object)
                    : plan.object(classNameOf(object, className));
            planned.put(new Identity(object), found);
            open.add(object);
        }
        return found;
    }

    private void scan() throws InteropException {
        while (!open.isEmpty()) {
            Object object = open.remove();
            Planned target = planned.get(new Identity(object));
            if (target.kind != Planned.Kind.OBJECT) {
                PrivateContainer.fill(plan, target, object, this::contained);
                continue;
            }
            for (String name : members(object)) {
                plan.put(target, name, contained(INTEROP.readMember(object, name)));
            }
        }
    }

    /** What stands for a value in the plan. */
    private Object contained(Object value) throws InteropException {
        return isObject(value) || PrivateContainer.is(value) ? add(value, null) : value;
    }

    /** Whether a value is an object with fields, not a scalar, a function or a container. */
    private static boolean isObject(Object value) {
        return !(value instanceof Shared)
                && !(value instanceof ValueObject)
                && INTEROP.hasMembers(value)
                && INTEROP.hasIdentity(value)
                && !INTEROP.isNull(value)
                && !INTEROP.isString(value)
                && !INTEROP.isNumber(value)
                && !INTEROP.isBoolean(value)
                && !INTEROP.isExecutable(value)
                && !INTEROP.hasArrayElements(value)
                && !INTEROP.hasHashEntries(value)
                && !INTEROP.hasIterator(value)
                && !INTEROP.isDate(value)
                && !INTEROP.isDuration(value)
                && !INTEROP.isMetaObject(value);
    }

    /**
     * The shared name of an object's class: the one given, which may be null, else as bound, else its own. Throws
     * SharedMemoryException for an object that is more than its fields.
     */
    private String classNameOf(Object object, String given) throws InteropException {
        Object type = INTEROP.hasMetaObject(object) ? INTEROP.getMetaObject(object) : null;
        if (given != null) {
            checkPlain(object);
            return given;
        }
        String known = type == null ? null : names.get(type); // the checks take long, and a graph has few classes
        if (known == null) {
            checkPlain(object);
            known = nameOf(type);
            names.put(type, known);
        }
        return known;
    }

    private String nameOf(Object type) throws InteropException {
        String bound = type == null ? null : context.nameOf(type);
        String name =
                bound != null ? bound : type == null ? "Object" : INTEROP.asString(INTEROP.getMetaQualifiedName(type));
        if (name.equals("Object")) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "an object without a class of its own has no name in shared memory; make it with a class, or pass"
                            + " a class name: copyIn(object, 'company.Employee'); nothing was copied");
        }
        if (name.isEmpty()) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "an object's class has no name, so that other processes could not find it; name the class (class"
                            + " Employee { ... }), bind it to a name (colors.bind('company.Employee', Class)), or pass"
                            + " one: copyIn(object, 'company.Employee'); nothing was copied");
        }
        return name;
    }

    private void checkPlain(Object object) {
        String builtin = builtinOf(context, object);
        if (builtin != null) {
            String name = GuestValues.named(object);
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (name.endsWith(" " + builtin)
                                    ? name
                                    : name.equals("an Object")
                                            ? "JavaScript's " + builtin
                                            : name + ", which inherits from JavaScript's " + builtin + ",")
                            + " cannot be copied to shared memory: "
                            + (builtin.equals("Proxy")
                                    ? "its handler is code, which is not shared; copy the object that it stands for"
                                    : "what it holds is not in its fields; copy an object of your own class with what"
                                            + " others shall see of it")
                            + "; nothing was copied");
        }
    }

    private static String builtinOf(ColorsContext context, Object object) {
        return context.guest().builtinOf(object);
    }

    public static String[] members(Object object) throws InteropException {
        Object names = INTEROP.getMembers(object);
        var result = new String[(int) INTEROP.getArraySize(names)];
        for (int i = 0; i < result.length; i++) {
            result[i] = INTEROP.asString(INTEROP.readArrayElement(names, i));
        }
        return result;
    }
}
