// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedBinary;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedType;
import colors.ValueType;
import java.util.Collection;
import java.util.Map;

/**
 * A program of the corpus in Java. What one part leaves in a repository, the next part finds: in this process, or in
 * another one, written in another language. corpus.py and corpus.js say the same in the other languages.
 */
abstract class Program {
    /** Makes shared objects and publishes them. */
    abstract void write();

    /** Finds them, looks at them and may change them. */
    abstract void read();

    /** Looks again, in the process that wrote. */
    void check() {}

    /** Runs the parts that are named, or all of them. */
    final void runAll(String[] arguments) {
        for (String part : arguments.length > 0 ? arguments : new String[] {"write", "read", "check"}) {
            run(part);
        }
    }

    final void run(String part) {
        switch (part) {
            case "write" -> write();
            case "read" -> read();
            case "check" -> check();
            default -> throw new IllegalArgumentException("the parts are write, read and check, not " + part);
        }
    }

    static void publish(String key, Object value) {
        SharedMemory.repository(key).set(value);
    }

    static Object find(String key) {
        return SharedMemory.repository(key).get();
    }

    static <T> T find(String key, ValueType<T> type) {
        return SharedMemory.repository(key, type).get();
    }

    static Ref<?> findObject(String key) {
        return SharedMemory.repository(key).getRef();
    }

    static <C> Ref<C> findObject(String key, Class<C> type) {
        return find(key, ValueType.ref(type));
    }

    static void say(String text) {
        System.out.println(text);
    }

    /** Prints a field: its static type, and its value in a form that all languages can print alike. */
    static void show(Ref<?> object, String name) {
        say(name + ": " + typeOf(object, name) + " " + text(object.get(name)));
    }

    /** The static type of a field, or "none" when the object's version has no such field. */
    static String typeOf(Ref<?> object, String name) {
        for (SharedType.Field field : SharedMemory.sharedType(object).fields()) {
            if (field.name().equals(name)) {
                return field.type();
            }
        }
        return "none";
    }

    /** Integers in decimal, floats as the 16 digits of their bits, strings in ASCII, objects as their class. */
    static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case Double number -> number.isNaN() ? "nan" : "%016x".formatted(Double.doubleToRawLongBits(number));
            case String string -> quote(string);
            case Ref<?> object -> SharedMemory.sharedType(object).name();
            case Object object
            when isInstance(object) -> SharedMemory.sharedType(object).name();
            default -> value.toString();
        };
    }

    /** Of a class that the agent prepared. */
    private static boolean isInstance(Object object) {
        return SharedMemory.isShared(object)
                && !(object instanceof Collection || object instanceof Map || object instanceof SharedBinary);
    }

    private static String quote(String string) {
        StringBuilder result = new StringBuilder("\"");
        string.codePoints().forEach(c -> {
            if (c >= ' ' && c <= '~') {
                result.append((char) c);
            } else {
                result.append("\\u{").append(Integer.toHexString(c)).append('}');
            }
        });
        return result.append('"').toString();
    }

    /** Runs what must fail, and prints how it did. */
    static void attempt(String what, Runnable operation) {
        try {
            operation.run();
            say(what + ": accepted");
        } catch (SharedMemoryException e) {
            say(what + ": " + (e.reason() == SharedMemoryException.Reason.TYPE ? "type conflict" : "refused"));
        } catch (IllegalMonitorStateException e) {
            say(what + ": refused");
        }
    }
}
