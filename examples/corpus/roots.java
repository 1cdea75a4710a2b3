// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/** Repositories: named roots that hold any shared value and can be set again. */
final class Roots extends Program {
    public static void main(String[] arguments) {
        new Roots().runAll(arguments);
    }

    @SharedName("roots.Thing")
    static final class Thing {
        String name = "thing";
    }

    @Override
    void write() {
        say("never set: " + text(find("roots.never")));
        publish("roots.integer", 42);
        publish("roots.large", 1L << 62);
        publish("roots.float", 2.5);
        publish("roots.boolean", false);
        publish("roots.string", "\u00e9\u6f22");
        publish("roots.object", Ref.copyOf(new Thing()));
        publish("roots.gone", 1);
        publish("roots.gone", null);
        publish("roots/with a strange key \u6f22", true);
    }

    @Override
    void read() {
        for (String key : new String[] {"integer", "large", "float", "boolean", "string", "object", "gone"}) {
            say(key + ": " + text(find("roots." + key)));
        }
        say("strange: " + text(find("roots/with a strange key \u6f22")));
        publish("roots.integer", "now a string");
    }

    @Override
    void check() {
        say("integer: " + text(find("roots.integer")));
    }
}
