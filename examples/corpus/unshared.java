// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;

/** Private objects, code and threads stay private: no shared object can refer to one. */
final class Unshared extends Program {
    public static void main(String[] arguments) {
        new Unshared().runAll(arguments);
    }

    @SharedName("unshared.Box")
    static final class Box {
        Object content;
    }

    @Override
    void write() {
        Box box = new Box();
        say("a private object is shared: " + SharedMemory.isShared(box));
        box.content = "text";
        Ref<?> shared = Ref.copyOf(box);
        say("its copy is shared: " + SharedMemory.isShared(shared));
        publish("unshared", shared);
    }

    @Override
    void read() {
        Ref<?> box = findObject("unshared");
        say("what was found is shared: " + SharedMemory.isShared(box));
        say("a number is shared: " + SharedMemory.isShared(1));
        Runnable code = () -> say("never runs");
        attempt("store a private object", () -> box.set("content", new Box()));
        attempt("store code", () -> box.set("content", code));
        attempt("store code in a new field", () -> box.set("more", code));
        attempt("publish a private object", () -> publish("unshared", new Box()));
        Box holder = new Box();
        holder.content = code;
        attempt("copy an object that holds code", () -> Ref.copyOf(holder));
        Box outer = new Box();
        outer.content = holder;
        attempt("copy a graph that holds code", () -> Ref.copyOf(outer));
        show(box, "content");
        say("more: " + typeOf(box, "more"));
        holder.content = box;
        Ref<?> around = Ref.copyOf(holder);
        say("a copy refers to what was shared already: " + box.equals(around.get("content")));
    }
}
