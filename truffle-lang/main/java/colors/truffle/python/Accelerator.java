// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.truffle.border.Arguments;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.Members;
import colors.truffle.container.SharedContainer;
import colors.truffle.context.Null;
import colors.truffle.python.builtin.AttributeSetter;
import colors.truffle.python.builtin.BuiltinRoot;
import colors.truffle.python.builtin.ContainerOperations;
import colors.truffle.python.builtin.FastRoot;
import colors.truffle.python.builtin.FieldGetter;
import colors.truffle.python.builtin.FieldSetter;
import colors.truffle.python.builtin.GuardedMethod;
import colors.truffle.python.builtin.IdentityHash;
import colors.truffle.python.builtin.OperationRoot;
import colors.truffle.python.construct.Allocate;
import colors.truffle.python.construct.Construct;
import colors.truffle.python.construct.CopiedKinds;
import colors.truffle.python.construct.CopyIn;
import colors.truffle.python.construct.CopyOut;
import colors.truffle.python.construct.Initialize;
import colors.truffle.python.guest.PythonFlat;
import colors.truffle.python.guest.PythonList;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.common.ObjectHashMap;
import com.oracle.graal.python.builtins.objects.function.PBuiltinFunction;
import com.oracle.graal.python.nodes.SpecialAttributeNames;
import com.oracle.graal.python.runtime.PythonContext;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.strings.TruffleString;

/**
 * Attribute access without interop calls, by GraalPy's internals: a foreign object's class can be any Python class, and
 * a descriptor's functions can be builtins, whose root nodes are inlined. GraalPy's own path for foreign objects
 * releases and takes its global lock at each access. Constructing this fails with a LinkageError when the internals are
 * not exported to this module.
 */
final class Accelerator extends Members {
    private CopiedKinds kinds; // since copy_in was made

    Accelerator() {
        super("colors.accelerator");
        SharedContainer.setLists(PythonList::new);
        SharedContainer.setFlats(PythonFlat::new);
        PythonLanguage language = PythonLanguage.get(null);
        value("hash", builtin(language, "__hash__", new IdentityHash(language)));
        value("setattr", builtin(language, "__setattr__", new AttributeSetter(language)));
        function(
                "descriptor",
                2,
                2,
                (context, arguments) -> descriptor(Arguments.text(arguments[0], "the name of a field"), arguments[1]));
        function("bind", 2, 2, (context, arguments) -> bind(arguments[0], arguments[1]));
        function("copy_in", 3, 3, (context, arguments) -> copyTo(language, arguments[0], arguments[1], arguments[2]));
        function("copy_out", 3, 3, (context, arguments) -> copyOut(language, arguments[0], arguments[1], arguments[2]));
        function("construct", 5, 5, (context, arguments) -> construct(language, arguments));
        function(
                "initialize",
                1,
                1,
                (context, arguments) -> builtin(language, "__init__", new Initialize(language, arguments[0])));
        function("allocate", 2, 2, (context, arguments) -> allocate(language, arguments[0], arguments[1]));
        function("renamed", 0, 0, (context, arguments) -> {
            context.renamed();
            return Null.INSTANCE;
        });
        function("guard", 3, 3, (context, arguments) -> {
            GuardedMethod.guard(language, arguments[0], GuestArrays.values(arguments[1]), arguments[2]);
            return Null.INSTANCE;
        });
        function(
                "fast",
                2,
                2,
                (context, arguments) ->
                        fast(language, Arguments.text(arguments[0], "the name of an operation"), arguments[1]));
        ContainerOperations.ALL.forEach((name, operation) ->
                value(name, builtin(language, name, new OperationRoot(language, name, operation))));
    }

    /** The function {@code allocate} of the package, above one that does it in general. */
    private static Object allocate(PythonLanguage language, Object general, Object documentation) {
        return documented(
                builtin(language, "allocate", new Allocate(language, general)), documentation, "(cls, /, **fields)");
    }

    /** The same for {@code copy_in}, with the function that names the classes of plain objects. */
    private Object copyTo(PythonLanguage language, Object general, Object nameOf, Object documentation) {
        kinds = new CopiedKinds(nameOf);
        return documented(builtin(language, "copy_in", new CopyIn(language, general, kinds)), documentation, "(root)");
    }

    /** The same for {@code copy_out}, with the function that gives the class of a plain object. */
    private static Object copyOut(PythonLanguage language, Object general, Object plainClass, Object documentation) {
        return documented(
                builtin(language, "copy_out", new CopyOut(language, general, plainClass)), documentation, "(root)");
    }

    /**
     * {@code __new__} of a class, made of the class, its own functions, and those that all classes share. As a slot
     * wrapper {@code inspect} does not take it for the program's.
     */
    private Object construct(PythonLanguage language, Object[] arguments) {
        var shared = new Construct.Functions(arguments[3], arguments[4], kinds);
        var root = new Construct(language, arguments[1], arguments[2], shared);
        return PFactory.createWrapperDescriptor(
                language, text("__new__"), arguments[0], 0, 0, root.getCallTarget(), null, null);
    }

    private static PBuiltinFunction documented(PBuiltinFunction function, Object documentation, String signature) {
        function.setAttribute(SpecialAttributeNames.T___MODULE__, text("colors"));
        function.setAttribute(SpecialAttributeNames.T___DOC__, documentation);
        function.setAttribute(SpecialAttributeNames.T___TEXT_SIGNATURE__, text(signature));
        return function;
    }

    /**
     * A method that does the common cases of an operation itself and leaves the others to a function of the package.
     */
    private static PBuiltinFunction fast(PythonLanguage language, String name, Object general) {
        return builtin(language, name, new FastRoot(language, name, general));
    }

    private static TruffleString text(String text) {
        return PythonUtils.toTruffleStringUncached(text);
    }

    private static PBuiltinFunction builtin(PythonLanguage language, String name, BuiltinRoot root) {
        return PFactory.createBuiltinFunction(language, text(name), null, 0, 0, root.getCallTarget());
    }

    /** A data descriptor of a Python class for a field. */
    private static Object descriptor(String name, Object type) {
        PythonLanguage language = PythonLanguage.get(null);
        PBuiltinFunction get = builtin(language, name, new FieldGetter(language, name));
        PBuiltinFunction set = builtin(language, name, new FieldSetter(language, name));
        return PFactory.createGetSetDescriptor(language, get, set, text(name), type, true);
    }

    /** Makes a Python class the class of all objects with this meta object. */
    private static Object bind(Object shared, Object type) {
        PythonContext context = PythonContext.get(null);
        context.getLanguage().noInteropTypeRegisteredAssumption.invalidate();
        ObjectHashMap.PutNode.putUncached(
                context.interopGeneratedClassCache, shared, System.identityHashCode(shared), type);
        context.interopTypeRegistryCacheValidAssumption.invalidate();
        return Null.INSTANCE;
    }
}
