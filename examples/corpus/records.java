// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import colors.ValueType;
import java.util.List;

/** Java's records, Python's dataclasses and what JavaScript has instead, as private classes of shared objects. */
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
        publish("records", Ref.copyOf(new Line(origin, origin, "dot")));
        publish("records.points", SharedMemory.copyIn(List.of(origin, new Point(3, 0.25))));
    }

    @Override
    void read() {
        Ref<?> line = findObject("records");
        display(line);
        say("one point: " + line.get("start").equals(line.get("end")));
        publish("records.other", Ref.copyOf(new Line(new Point(1, 1.5), new Point(2, -2.5), null)));
        List<Point> points = points();
        points.add(new Point(4, 8.5)); // a copy
        points.remove(new Point(0, 0.5));
        points.set(0, new Point(points.get(0).x() * 10, 0.5));
        say("found: " + points.indexOf(new Point(4, 8.5)) + " " + points.contains(new Point(3, 0.25)));
    }

    @Override
    void check() {
        display(findObject("records.other"));
        points().forEach(point -> say(point.x() + " " + text(point.y())));
    }

    private static List<Point> points() {
        return find("records.points", ValueType.list(Point.class));
    }

    private static void display(Ref<?> line) {
        show(line, "label");
        for (String end : new String[] {"start", "end"}) {
            Ref<?> point = (Ref<?>) line.get(end);
            say(end + ": " + text(point));
            show(point, "x");
            show(point, "y");
        }
    }
}
