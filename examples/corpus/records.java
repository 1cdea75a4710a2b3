// SPDX-License-Identifier: Apache-2.0
import colors.SharedName;
import colors.SharedObject;

/** Java's records, Python's dataclasses and what JavaScript has instead, as private classes of shared objects. */
final class Records extends Program {
    public static void main(String[] arguments) {
        new Records().runAll(arguments);
    }

    @SharedName("records.Point")
    record Point(long x, double y) {
    }

    @SharedName("records.Line")
    record Line(Point start, Point end, String label) {
    }

    @Override
    void write() {
        Point origin = new Point(0, 0.5);
        publish("records", SharedObject.copyOf(new Line(origin, origin, "dot")));
    }

    @Override
    void read() {
        SharedObject line = findObject("records");
        display(line);
        say("one point: " + line.get("start").equals(line.get("end")));
        publish("records.other", SharedObject.copyOf(new Line(new Point(1, 1.5), new Point(2, -2.5), null)));
    }

    @Override
    void check() {
        display(findObject("records.other"));
    }

    private static void display(SharedObject line) {
        show(line, "label");
        for (String end : new String[] {"start", "end"}) {
            SharedObject point = (SharedObject) line.get(end);
            say(end + ": " + text(point));
            show(point, "x");
            show(point, "y");
        }
    }
}
