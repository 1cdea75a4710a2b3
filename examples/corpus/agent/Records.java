// SPDX-License-Identifier: Apache-2.0

import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import java.util.List;

/** Java's records, which are values: what is stored is a copy, and so is what is read. */
final class Records extends Program {
    public static void main(String[] arguments) {
        new Records().runAll(arguments);
    }

    @SharedName("records.Point")
    record Point(long x, double y) {}

    @SharedName("records.Line")
    record Line(Point start, Point end, String label) {}

    @Override
    void write() {
        Point origin = new Point(0, 0.5);
        publish("records", new Line(origin, origin, "dot"));
        publish("records.points", SharedMemory.copyIn(List.of(origin, new Point(3, 0.25))));
    }

    @Override
    void read() {
        display("records");
        Line line = (Line) find("records");
        say("one point: " + line.start().equals(line.end()));
        publish("records.other", new Line(new Point(1, 1.5), new Point(2, -2.5), null));
        List<Point> points = points();
        points.add(new Point(4, 8.5));
        points.remove(new Point(0, 0.5));
        points.set(0, new Point(points.get(0).x() * 10, 0.5));
        say("found: " + points.indexOf(new Point(4, 8.5)) + " " + points.contains(new Point(3, 0.25)));
    }

    @Override
    void check() {
        display("records.other");
        for (Object each : points()) {
            if (each instanceof Point(long x, double y)) {
                say(x + " " + text(y));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Point> points() {
        return (List<Point>) find("records.points");
    }

    private static void display(String key) {
        Line line = (Line) find(key);
        say("label: " + typeOf(findObject(key), "label") + " " + text(line.label()));
        display("start", line.start());
        display("end", line.end());
    }

    private static void display(String name, Point point) {
        Ref<?> copy = Ref.copyOf(point);
        say(name + ": " + text(copy));
        say("x: " + typeOf(copy, "x") + " " + point.x());
        say("y: " + typeOf(copy, "y") + " " + text(point.y()));
    }
}
