// SPDX-License-Identifier: Apache-2.0
package colors.truffle.js;

import colors.shapes.Entities;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.PlainGuest;
import colors.truffle.container.ContainerKind;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.FieldKeys;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.object.SharedClass;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.strings.TruffleString;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * JavaScript's part of a context: its bound classes' inheritance, its BigInt, and a Date for an instant that it can
 * hold exactly. Other values are objects.
 */
public final class JavaScriptGuest extends PlainGuest {
    private static final Source BIG_INT = Source.newBuilder("js", "text => BigInt(text)", "colors-bigint.js")
            .internal(true)
            .build();
    private static final Source DATE = Source.newBuilder("js", "millis => new Date(millis)", "colors-date.js")
            .internal(true)
            .build();
    private static final Source IS_SUBTYPE = Source.newBuilder(
                    "js",
                    "(type, superType) => Object.prototype.isPrototypeOf.call(superType, type)",
                    "colors-subtype.js")
            .internal(true)
            .build();
    private static final long DATE_END_MS = 8_640_000_000_000_000L; // of Date's range, both ways
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final ColorsContext context;
    private final FieldKeys keys = new FieldKeys();
    private Object bigInt;
    private Object date;
    private Object isSubtype;
    private Object copyOut;
    private Object builtinClassOf;
    private final Map<Object, String> builtinObjects = new IdentityHashMap<>();
    private final Map<Object, String> builtinClasses =
            Collections.synchronizedMap(new WeakHashMap<>()); // of the program's classes, "" for most

    public JavaScriptGuest(ColorsContext context) {
        this.context = context;
    }

    private static TruffleString text(String text) {
        return TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_16);
    }

    /** As the classes say that were bound to the names. */
    @Override
    @TruffleBoundary
    public boolean isSubtype(String className, String superName) {
        Object type = context.boundType(className);
        Object superType = context.boundType(superName);
        if (type == null || superType == null) {
            return false;
        }
        isSubtype = isSubtype == null ? context.env().parsePublic(IS_SUBTYPE).call() : isSubtype;
        return (boolean) call(isSubtype, type, superType);
    }

    @Override
    @TruffleBoundary
    public Object ofValue(ColorsContext context, Object core) {
        if (core instanceof BigInteger number) {
            bigInt = bigInt == null ? context.env().parsePublic(BIG_INT).call() : bigInt;
            return call(bigInt, text(number.toString()));
        }
        if (core instanceof Instant instant && isExact(instant)) {
            date = date == null ? context.env().parsePublic(DATE).call() : date;
            return call(date, (double) instant.toEpochMilli());
        }
        return super.ofValue(context, core);
    }

    /** By identity, but for classes that were bound with {@code comparedBy}. */
    @Override
    public FieldKeys keys() {
        return keys;
    }

    @Override
    @TruffleBoundary
    public Object toFind(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            String name = interop.hasMetaObject(value) ? context.nameOf(interop.getMetaObject(value)) : null;
            List<String> fields = name == null ? null : keys.fields(SharedClass.named(Entities.classNamed(name), name));
            if (fields == null) {
                return null;
            }
            var values = new HashMap<String, Object>();
            for (String field : fields) {
                Object found = interop.isMemberReadable(value, field)
                        ? ContainerValues.keyToFind(interop.readMember(value, field), ContainerKind.MAP)
                        : null;
                if (found == ContainerCore.ABSENT) {
                    return null;
                }
                values.put(field, found);
            }
            return keys.ofPrivate(name, values);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    /** A proxy's meta object is no class; its prototype is not asked for, because its handler would answer. */
    @Override
    @TruffleBoundary
    public String builtinOf(Object object) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object type = interop.hasMetaObject(object) ? interop.getMetaObject(object) : null;
            String name = type == null ? "" : interop.asString(interop.getMetaSimpleName(type)); // a generator has none
            if (name.equals("Proxy") && !interop.isInstantiable(type)) {
                return name;
            }
            findBuiltins();
            if (name.equals("Object")) { // most, so no function is called
                return builtinObjects.get(object);
            }
            String found = type == null ? null : builtinClasses.get(type);
            if (found == null) {
                found = interop.asString(call(builtinClassOf, object));
                if (type != null) {
                    builtinClasses.put(type, found);
                }
            }
            return found.isEmpty() ? null : found;
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    @TruffleBoundary
    public Object copyOut(ColorsContext context, Object root) throws InteropException {
        CopyOut.check(root);
        copyOut = copyOut == null ? CopyOut.make(context) : copyOut;
        return InteropLibrary.getUncached().execute(copyOut, root);
    }

    private void findBuiltins() throws InteropException {
        if (builtinClassOf != null) {
            return;
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        Object builtins =
                context.env().parsePublic(InternalSource.of("builtins")).call();
        for (Object entry : GuestArrays.values(interop.readArrayElement(builtins, 1))) {
            builtinObjects.put(
                    interop.readArrayElement(entry, 0), interop.asString(interop.readArrayElement(entry, 1)));
        }
        builtinClassOf = interop.readArrayElement(builtins, 0);
    }

    private static boolean isExact(Instant instant) {
        return instant.getNano() % NANOS_PER_MILLI == 0
                && Math.abs(instant.getEpochSecond()) <= DATE_END_MS / 1000
                && Math.abs(instant.toEpochMilli()) <= DATE_END_MS;
    }

    private static Object call(Object function, Object... arguments) {
        try {
            return InteropLibrary.getUncached().execute(function, arguments);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
