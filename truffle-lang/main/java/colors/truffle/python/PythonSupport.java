// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.heap.Flats;
import colors.memory.Attachment;
import colors.shapes.SharedShape;
import colors.truffle.api.GuestScope;
import colors.truffle.border.Arguments;
import colors.truffle.border.Function;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.Members;
import colors.truffle.container.FlatContents;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.context.Null;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.copy.CopyPlan;
import colors.truffle.copy.Planned;
import colors.truffle.message.FieldFunction;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.truffle.python.builtin.ContainerOperations;
import colors.truffle.python.guest.PythonForm;
import colors.truffle.python.guest.PythonGuest;
import colors.truffle.service.EndedCalls;
import colors.truffle.service.GuestStream;
import com.oracle.truffle.api.interop.InteropException;

/** What the Python package "colors" needs of the language: python/colors/__init__.py is its only user. */
public final class PythonSupport extends Members {
    public PythonSupport() {
        super("colors.python");
        function(
                "hooks",
                PythonGuest.HOOKS + 2,
                PythonGuest.HOOKS + 2,
                (context, arguments) -> hooks(context, arguments));
        function("accelerator", 0, 0, (context, arguments) -> accelerator());
        function("has", 2, 2, (context, arguments) -> SharedObject.argument(arguments[0])
                .has(name(arguments[1])));
        function("put", 3, 3, (context, arguments) -> put(context, arguments));
        function(
                "remove",
                2,
                2,
                (context, arguments) ->
                        FieldStore.remove(context, SharedObject.argument(arguments[0]), name(arguments[1])));
        function("fields", 1, 1, (context, arguments) -> fields(SharedObject.argument(arguments[0])));
        function("hash", 1, 1, (context, arguments) -> SharedObject.argument(arguments[0])
                .identityHash());
        function("class_name", 1, 1, (context, arguments) -> SharedObject.argument(arguments[0])
                .type()
                .name());
        function("compare_keys", 2, 2, (context, arguments) -> compareKeys(arguments));
        function("getter", 1, 1, (context, arguments) -> fieldFunction(name(arguments[0])));
        function("setter", 1, 1, (context, arguments) -> fieldFunction(name(arguments[0])));
        function("deleter", 1, 1, (context, arguments) -> deleter(name(arguments[0])));
        function("keep", 2, 2, (context, arguments) -> ((GuestScope) arguments[0]).keep(arguments[1]));
        function("close_scope", 1, 1, (context, arguments) -> closeScope(arguments[0]));
        function("ended_calls", 0, 0, (context, arguments) -> new EndedCalls());
        function("streams", 1, 1, (context, arguments) -> GuestStream.setForm(context, arguments[0]));
        function("plan", 0, 0, (context, arguments) -> plan());
        value("containers", ContainerOperations.forInterop());
        value("mode", new ModeFunctions());
    }

    private static String name(Object value) {
        return Arguments.text(value, "the name of a field");
    }

    /** After the functions: whether there is an accelerator, and None. */
    private static Object hooks(ColorsContext context, Object[] arguments) {
        boolean accelerated = (boolean) arguments[PythonGuest.HOOKS];
        ValueForm form = accelerated ? PythonForm.INSTANCE : ValueForm.interop(arguments[PythonGuest.HOOKS + 1]);
        context.setGuest(new PythonGuest(arguments, form, accelerated));
        return Null.INSTANCE;
    }

    private static Object closeScope(Object scope) {
        ((GuestScope) scope).close();
        return Null.INSTANCE;
    }

    private static Object put(ColorsContext context, Object[] arguments) {
        FieldStore.put(
                context, SharedObject.argument(arguments[0]), name(arguments[1]), arguments[2], NumberRule.EXACT);
        return Null.INSTANCE;
    }

    private static Object compareKeys(Object[] arguments) throws InteropException {
        PythonGuest.of(null).keys().compare((SharedClass) arguments[0], arguments[1]);
        return Null.INSTANCE;
    }

    private static FieldFunction fieldFunction(String field) {
        return new FieldFunction(field, (object, name) -> PythonGuest.of(null).missing(object, name));
    }

    private static Function deleter(String field) {
        return new Function("delete " + field, 1, 1, (context, arguments) -> {
            SharedObject object = SharedObject.argument(arguments[0]);
            return FieldStore.remove(context, object, field)
                    ? Null.INSTANCE
                    : PythonGuest.of(null).missing(object, field);
        });
    }

    private static Names fields(SharedObject object) {
        return PythonGuest.fieldNames(SharedShape.of(object.shapeId()));
    }

    /** The descriptors for GraalPy, or null when its internals cannot be reached. */
    private static Object accelerator() {
        try {
            return new Accelerator();
        } catch (LinkageError e) { // no GraalPy, packages not exported to this module, or another version of it
            return Null.INSTANCE;
        }
    }

    /**
     * A deep copy in the making: object(class name) gives a handle, fill(handle, name, value, ...) its fields, make()
     * the copies.
     */
    private static Object plan() {
        Attachment.ensure();
        return new Plan();
    }

    private static final class Plan extends Members {
        private final CopyPlan plan = new CopyPlan(NumberRule.EXACT);

        Plan() {
            super("colors.plan");
            function(
                    "object",
                    1,
                    1,
                    (context, arguments) -> plan.object(Arguments.text(arguments[0], "the name of a class")));
            function("fill", 1, Integer.MAX_VALUE, (context, arguments) -> fill(arguments));
            function("list", 1, 1, (context, arguments) -> plan.list((boolean) arguments[0]));
            function("map", 0, 0, (context, arguments) -> plan.map());
            function("set", 1, 1, (context, arguments) -> plan.set((boolean) arguments[0]));
            function(
                    "binary",
                    2,
                    2,
                    (context, arguments) -> plan.binary(GuestArrays.bytes(arguments[0]), (boolean) arguments[1]));
            function(
                    "array",
                    2,
                    2,
                    (context, arguments) -> plan.flat(
                            FlatContents.ofBuffer(arguments[1], Flats.kindOf(Arguments.text(arguments[0], "a type")))));
            function("elements", 2, 2, (context, arguments) -> elements(arguments));
            function("entries", 3, 3, (context, arguments) -> entries(arguments));
            function("make", 0, 0, (context, arguments) -> plan.make(context));
        }

        private Object elements(Object[] arguments) throws InteropException {
            plan.elements((Planned) arguments[0], GuestArrays.values(arguments[1]));
            return Null.INSTANCE;
        }

        private Object entries(Object[] arguments) throws InteropException {
            plan.entries((Planned) arguments[0], GuestArrays.values(arguments[1]), GuestArrays.values(arguments[2]));
            return Null.INSTANCE;
        }

        private Object fill(Object[] arguments) {
            var object = (Planned) arguments[0];
            for (int i = 1; i < arguments.length; i += 2) {
                plan.put(object, name(arguments[i]), arguments[i + 1]);
            }
            return Null.INSTANCE;
        }
    }
}
