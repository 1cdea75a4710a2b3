// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedName;
import colors.SharedType;

/** A program that by accident makes a version of a class for each of its objects is stopped before it harms anybody. */
final class Limit extends Program {
    public static void main(String[] arguments) {
        new Limit().runAll(arguments);
    }

    @SharedName("limit.Accident")
    static final class Accident {
        Object first = null;
    }

    @SharedName("limit.Innocent")
    static final class Innocent {
        long n = 1;
    }

    @Override
    void write() {
        int stored = 0;
        try {
            while (stored < 10_000) {
                Ref<Accident> object = Ref.copyOf(new Accident());
                object.set("key" + stored, stored);
                publish("limit", object);
                stored++;
            }
        } catch (SharedMemoryException e) {
            say("keys stored: " + stored);
            say("out of shared memory: " + (e.reason() == SharedMemoryException.Reason.MEMORY));
            say("the message names the class, the number and the fields: "
                    + e.getMessage()
                            .startsWith("class limit.Accident has 1000 versions, and a class can have no more;"
                                    + " fields added last: 'key998', 'key997', 'key996'."));
        }
    }

    @Override
    void read() {
        Ref<?> object = findObject("limit");
        show(object, "key998");
        SharedType type = SharedMemory.sharedType(object);
        attempt("one more field", () -> object.set("more", 1));
        say("as before: " + SharedMemory.sharedType(object).equals(type));
        object.set("key998", -1);
        Ref<Innocent> innocent = Ref.copyOf(new Innocent());
        attempt("a field of another class", () -> innocent.set("more", 1));
        SharedType shape = type.type();
        say("the type of the type: " + shape.name() + ", of that: "
                + shape.type().name() + ", itself: " + shape.type().equals(shape));
    }

    @Override
    void check() {
        show(findObject("limit"), "key998");
    }
}
