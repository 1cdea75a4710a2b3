// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** An argument that cannot be used is an error that says what was given and what to do. */
@ExtendWith(WithDaemon.class)
class ArgumentsTest {

    interface Shape {}

    enum Colour {
        RED
    }

    record Point(int x) {}

    abstract static class Base {}

    static class Plain {
        int x;
    }

    private static void refused(String says, Executable call) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, call);
        assertEquals(Reason.ARGUMENT, thrown.reason());
        assertTrue(thrown.getMessage().contains(says), thrown.getMessage());
    }

    @Test
    void keys() {
        refused("the key of a repository is null; give the string", () -> SharedMemory.repository(null));
        refused("the key of a repository is null", () -> SharedMemory.removeRepository(null));
        refused("the key of a channel is null", () -> SharedMemory.channel(null));
        refused("the key of a channel is null", () -> SharedMemory.channel(null, 4, Long.class));
        refused("the key of a channel is null", () -> SharedMemory.removeChannel(null));
        refused("null was given for a class", () -> SharedMemory.channel("arguments", (Class<?>) null));
        refused("null was given for a class", () -> SharedMemory.channel("arguments", 4, (Class<?>) null));
        refused("messages of type void, which has no values", () -> SharedMemory.channel("arguments", void.class));
        refused(
                "channel 'arguments' cannot be for messages of class java.lang.Thread: it is a resource of one process",
                () -> SharedMemory.channel("arguments", Thread.class));
        refused(
                "messages of class java.lang.StringBuilder: it is a class of the JDK",
                () -> SharedMemory.channel("arguments", 4, StringBuilder.class));
        assertFalse(SharedMemory.channels().contains("arguments"));
        refused("null was given for the code that makes objects", () -> SharedMemory.construct(null));
        refused("null was given for a class", () -> SharedList.create().asArray(null));
        Ref<Plain> o = SharedClass.of(Plain.class).allocate();
        refused("the name of a field is null", () -> o.set(null, 1));
        refused("has no field 'null'", () -> o.get(null));
        refused("null was given for a class", () -> o.isOf(null));
        refused("null was given for a class", () -> o.toRecord(null));
    }

    @Test
    void namesWithHalvesOfSurrogatePairs() {
        SharedMemory.repository("arguments.?").set(1);
        for (String name : List.of("arguments.\ud800", "arguments.\udc00", "\ud800arguments")) {
            refused("has half of a surrogate pair", () -> SharedMemory.repository(name));
            refused("has half of a surrogate pair", () -> SharedMemory.removeRepository(name));
            refused("has half of a surrogate pair", () -> SharedMemory.channel(name));
            refused("has half of a surrogate pair", () -> SharedMemory.removeChannel(name));
            Ref<Plain> o = SharedClass.of(Plain.class).allocate();
            refused(
                    "the name '" + name.replaceAll("\\p{Cs}", "?") + "' has half of a surrogate pair",
                    () -> o.set(name, 1));
            assertEquals(
                    List.of("x"),
                    o.type().fields().stream().map(field -> field.name()).toList());
        }
        assertEquals(1L, SharedMemory.repository("arguments.?").get());
        SharedMemory.repository("arguments.\ud83d\ude00").set(2);
        assertTrue(SharedMemory.repositories().contains("arguments.\ud83d\ude00"));
    }

    @Test
    void classesWithoutInstances() {
        classIsRefused("null was given for a class; name a class of the program", null);
        classIsRefused(
                "int[] is an array, which is shared as a flat array; copy one, SharedMemory.copyIn(new"
                        + " int[size]), or make one with SharedArray.create(int.class, size)",
                int[].class);
        classIsRefused("copyIn(new java.lang.String[size][])", String[][].class);
        classIsRefused(
                "byte[] is an array, which is shared as a binary; copy one, SharedMemory.copyIn(new"
                        + " byte[size]), or make one with SharedBinary.create(size)",
                byte[].class);
        classIsRefused("is shared as a container", ArrayList.class);
        classIsRefused("is shared as a container", List.class);
        classIsRefused("it is an interface; name a class with instances", Shape.class);
        classIsRefused("it is an interface", Override.class);
        classIsRefused("it is abstract; name a class with instances", Base.class);
        classIsRefused("it is primitive; name a class with instances", int.class);
        classIsRefused("its instances are values; store one in a field, container or repository", Colour.class);
        classIsRefused("its instances are values", BigDecimal.class);
        classIsRefused("it is a class of the JDK", String.class);
        assertEquals(0L, SharedClass.of(Point.class).allocate().get("x"));
    }

    private static void classIsRefused(String says, Class<?> type) {
        refused(says, () -> SharedMemory.allocate(type));
        refused(says, () -> SharedClass.of(type));
    }
}
