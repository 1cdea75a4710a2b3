// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;
import colors.ValueType;

/** Objects made directly in shared memory, referring to each other before anyone else can see them. */
final class Twins extends Program {
    public static void main(String[] arguments) {
        new Twins().runAll(arguments);
    }

    @SharedName("twins.Twin")
    static final class Twin {
        String name;
        long cries;
        Twin other;
    }

    private final SharedClass<Twin> type = SharedClass.of(Twin.class);

    @Override
    void write() {
        Ref<Twin> first = make("Ann");
        Ref<Twin> second = make("Ben");
        first.set("other", second);
        second.set("other", first);
        publish("twins", first);
    }

    private Ref<Twin> make(String name) {
        Ref<Twin> twin = type.allocate();
        twin.set("name", name);
        return twin;
    }

    @Override
    void read() {
        Ref<Twin> ann = findObject("twins", Twin.class);
        Ref<Twin> ben = ann.get("other", ValueType.ref(Twin.class));
        say(text(ann.get("name")) + " and " + text(ben.get("name")));
        say("each other's: " + ben.get("other").equals(ann));
        Ref<Twin> third = make("Cem");
        third.set("other", ann);
        ben.set("other", third);
        for (int i = 0; i < 1000; i++) {
            ann.set("cries", (Long) ann.get("cries") + 1);
        }
    }

    @Override
    void check() {
        Ref<Twin> ann = findObject("twins", Twin.class);
        Ref<Twin> third = ann.get("other", ValueType.ref(Twin.class)).get("other", ValueType.ref(Twin.class));
        say(text(third.get("name")) + " joined");
        say("round: " + third.get("other").equals(ann));
        show(ann, "cries");
    }
}
