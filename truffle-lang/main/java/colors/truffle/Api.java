// SPDX-License-Identifier: Apache-2.0
package colors.truffle;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Attachment;
import colors.monitors.Channels;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Entities;
import colors.shapes.SharedShape;
import colors.truffle.api.AllocateFunction;
import colors.truffle.api.Channel;
import colors.truffle.api.Constructors;
import colors.truffle.api.GuestMonitor;
import colors.truffle.api.GuestScope;
import colors.truffle.api.Repository;
import colors.truffle.border.Arguments;
import colors.truffle.border.Blocking;
import colors.truffle.border.Function;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.border.ValueBorder;
import colors.truffle.container.FieldAtomics;
import colors.truffle.container.FieldKeys;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.context.Null;
import colors.truffle.copy.PrivateGraph;
import colors.truffle.error.ErrorClass;
import colors.truffle.js.BoundClass;
import colors.truffle.message.SharedTypeObject;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.truffle.python.PythonSupport;
import colors.truffle.service.GuestService;
import colors.truffle.service.Promises;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * The object that languages know as "colors": repositories, channels, allocation, deep copy and reflection,
 * by the names of JavaScript. It has no state, so all contexts share it.
 */
public final class Api extends Members {
    public static final Api INSTANCE = new Api();

    private Api() {
        super("colors");
        addRoots();
        addObjects();
        addValues();
        addMonitors();
        function("bind", 2, 3, Api::bind);
        for (ErrorClass errorClass : ErrorClass.values()) {
            value(errorClass.className(), errorClass);
        }
        internal("python", new PythonSupport()); // for the Python package alone
    }

    private void addRoots() {
        function("attach", 0, 0, (context, arguments) -> attach());
        function("repository", 1, 1, (context, arguments) -> repository(arguments[0]));
        function("repositories", 0, 0, (context, arguments) -> keys(true));
        function("removeRepository", 1, 1, (context, arguments) -> remove(arguments[0], true));
        function("channel", 1, 4, (context, arguments) -> Channel.open(context, arguments));
        function("channels", 0, 0, (context, arguments) -> keys(false));
        function("removeChannel", 1, 1, (context, arguments) -> remove(arguments[0], false));
        function("service", 1, 2, (context, arguments) -> GuestService.open(arguments));
        function("settle", 0, 1, (context, arguments) -> Promises.settle(context, Blocking.timeout(arguments, 0)));
    }

    private void addObjects() {
        function("isShared", 1, 1, (context, arguments) -> arguments[0] instanceof Shared);
        function("sharedType", 1, 1, (context, arguments) -> sharedType(arguments[0]));
        function("compareAndSet", 4, 4, FieldAtomics::compareAndSet);
        function(
                "getAndSet",
                3,
                3,
                (context, arguments) -> FieldAtomics.getAndSet(
                        context, arguments, context.guest().form()));
        function(
                "getAndAdd",
                3,
                3,
                (context, arguments) -> FieldAtomics.getAndAdd(
                        context, arguments, context.guest().form()));
        function("collect", 0, 0, (context, arguments) -> collect());
        function("versions", 1, 1, (context, arguments) -> versions(arguments[0]));
    }

    private void addValues() {
        function("copyIn", 1, 2, (context, arguments) -> PrivateGraph.copy(context, arguments));
        function("copyOut", 1, 1, (context, arguments) -> context.guest().copyOut(context, arguments[0]));
        function("list", 0, 1, (context, arguments) -> Constructors.list(arguments));
        function("map", 0, 1, (context, arguments) -> Constructors.map(arguments));
        function("set", 0, 1, (context, arguments) -> Constructors.set(arguments));
        function("binary", 1, 1, (context, arguments) -> Constructors.binary(arguments[0]));
        function("array", 2, 2, (context, arguments) -> Constructors.array(arguments[0], arguments[1]));
        value("allocate", new AllocateFunction());
        function("value", 2, 2, (context, arguments) -> ValueBorder.make(context, arguments));
        function("enumConstant", 2, 2, (context, arguments) -> ValueBorder.makeConstant(context, arguments));
    }

    private void addMonitors() {
        function("monitor", 1, 1, (context, arguments) -> new GuestMonitor(arguments[0]));
        function(
                "synchronized",
                2,
                2,
                (context, arguments) -> GuestMonitor.synchronize(context, arguments[0], arguments[1]));
        function("scope", 0, 0, (context, arguments) -> scope());
        function("scoped", 1, 1, (context, arguments) -> scoped(arguments[0]));
    }

    static Object attach() {
        Attachment.ensure();
        return Null.INSTANCE;
    }

    private static Object collect() {
        Mutator.collect();
        return Null.INSTANCE;
    }

    private static Object scope() {
        Attachment.ensure();
        return new GuestScope();
    }

    private static Object scoped(Object function) throws InteropException {
        Attachment.ensure();
        return GuestScope.call(function);
    }

    private static Object repository(Object key) {
        Attachment.ensure();
        return new Repository(Arguments.text(key, "the key of a repository"));
    }

    private static Object keys(boolean ofRepositories) {
        Attachment.ensure();
        return new Names(ofRepositories ? Repositories.keys() : Channels.keys());
    }

    private static Object remove(Object key, boolean repository) {
        Attachment.ensure();
        String name = Arguments.text(key, "a key");
        return repository ? Repositories.remove(name) : Channels.remove(name);
    }

    private static SharedShape shapeOf(Object value) {
        return SharedShape.of(SharedObject.argument(value).shapeId());
    }

    /** Of a shared object, or of a type. */
    private static Object sharedType(Object value) {
        return value instanceof SharedTypeObject type ? type.type() : SharedTypeObject.of(shapeOf(value));
    }

    private static Object versions(Object value) {
        return SharedTypeObject.versions(SharedShape.versionsOf(shapeOf(value).classEntity()));
    }

    /**
     * JavaScript, bind(name, type, [options]): methods of {@code type} work on shared objects of that name. Option
     * {@code comparedBy}: by which fields keys are equal.
     */
    private static Object bind(ColorsContext context, Object[] arguments) throws InteropException {
        Attachment.ensure();
        String className = Arguments.text(arguments[0], "the name of a shared class");
        Object type = arguments[1];
        if (!InteropLibrary.getUncached().isInstantiable(type)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a class was expected, whose methods shall work on shared objects of class " + className + ", not "
                            + GuestValues.named(type));
        }
        SharedClass bound = SharedClass.named(Entities.classNamed(className), className);
        var isInstance = new Function(
                "isInstance",
                1,
                1,
                (c, objects) -> objects[0] instanceof SharedObject object && object.type() == bound);
        if (context.guest().keys() instanceof FieldKeys keys) {
            keys.compare(bound, arguments.length == 3 ? comparedBy(arguments[2]) : null);
        }
        context.bind(bound, className, type, BoundClass.of(context, type, isInstance));
        return type;
    }

    private static List<String> comparedBy(Object options) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        Object fields =
                interop.isMemberReadable(options, "comparedBy") ? interop.readMember(options, "comparedBy") : null;
        if (fields == null || !interop.hasArrayElements(fields)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the options of bind are {comparedBy: [names of fields]}, for instance {comparedBy: ['x', 'y']}");
        }
        var names = new ArrayList<String>();
        for (Object name : GuestArrays.values(fields)) {
            names.add(Arguments.text(name, "a name in comparedBy"));
        }
        return names;
    }
}
