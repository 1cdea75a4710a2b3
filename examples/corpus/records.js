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
            Object.assign(this, {start, end, label});
        }
    }
    colors.bind("records.Line", Line);

    function write() {
        const origin = new Point(0, 0.5);
        publish("records", colors.copyToSharedMemory(new Line(origin, origin, "dot")));
    }

    function read() {
        const line = find("records");
        display(line);
        say(`one point: ${line.start === line.end}`);
        const other = colors.copyToSharedMemory(new Line(new Point(1, 1.5), new Point(2, -2.5), ""));
        other.label = null;
        publish("records.other", other);
    }

    function check() {
        display(find("records.other"));
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
