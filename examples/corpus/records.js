// SPDX-License-Identifier: Apache-2.0
// Java's records, Python's dataclasses and what JavaScript has instead, as private classes of shared objects.
load("corpus.js");
(() => {
    const {publish, find, say, show, text} = corpus;

    class Point {
        constructor(x, y) {
            Object.assign(this, {x, y});
            Object.freeze(this);
        }
    }
    colors.bind("records.Point", Point);

    class Line {
        constructor(start, end, label) {
            this.start = start;
            this.end = end;
            this.label = label;
        }
    }
    colors.bind("records.Line", Line);

    function write() {
        const origin = new Point(0, 0.5);
        publish("records", colors.copyIn(new Line(origin, origin, "dot")));
        publish("records.points", colors.copyIn([origin, new Point(3, 0.25)]));
    }

    function read() {
        const line = find("records");
        display(line);
        say(`one point: ${line.start === line.end}`);
        const other = colors.copyIn(new Line(new Point(1, 1.5), new Point(2, -2.5), ""));
        other.label = null;
        publish("records.other", other);
        const points = find("records.points");
        const indexOf = (x, y) => [...points].findIndex(point => point.x === x && point.y === y);
        points.push(colors.copyIn(new Point(4, 8.5)));
        points.splice(indexOf(0, 0.5), 1);
        points[0] = colors.copyIn(new Point(points[0].x * 10, 0.5));
        say(`found: ${indexOf(4, 8.5)} ${indexOf(3, 0.25) >= 0}`);
    }

    function check() {
        display(find("records.other"));
        for (const point of find("records.points")) say(`${point.x} ${text(point.y)}`);
    }

    function display(line) {
        show(line, "label");
        for (const end of ["start", "end"]) {
            say(`${end}: ${text(line[end])}`);
            show(line[end], "x");
            show(line[end], "y");
        }
    }

    program({write, read, check});
})();
