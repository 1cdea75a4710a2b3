// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;
import colors.ValueType.EnumConstant;

/** Constants of enums: a program has them as constants of its own enum of that name, or as a stand-in. */
final class Enums extends Program {
    public static void main(String[] arguments) {
        new Enums().runAll(arguments);
    }

    @SharedName("enums.Color")
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    @SharedName("enums.Paint")
    static final class Paint {
        Color color = Color.GREEN;
        Object other = Color.RED;
        Color none;
    }

    private static final EnumConstant FAR = new EnumConstant("enums.Elsewhere", "FAR");

    @Override
    void write() {
        Ref<Paint> paint = Ref.copyOf(new Paint());
        publish("enums", paint);
        publish("enums.constant", Color.BLUE);
        publish("enums.foreign", FAR);
    }

    @Override
    void read() {
        EnumConstant.register(Color.class);
        Ref<?> paint = findObject("enums");
        display(paint);
        say("the program's own constant: " + (find("enums.constant") == Color.BLUE));
        say("a stand-in: " + find("enums.foreign").equals(FAR) + " " + FAR.type() + " " + FAR.name());
        paint.set("color", Color.BLUE);
        paint.set("other", FAR);
        paint.set("none", Color.RED);
    }

    @Override
    void check() {
        display(findObject("enums"));
    }

    private static void display(Ref<?> paint) {
        for (String name : new String[] {"color", "other", "none"}) {
            Object value = paint.get(name);
            say(name + ": " + typeOf(paint, name) + " "
                    + (value instanceof EnumConstant constant ? constant.name() : String.valueOf(value)));
        }
    }
}
