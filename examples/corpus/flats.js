// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers of one width, whose length is fixed.
load("corpus.js");
(() => {
    const {publish, find, refuse, say, text, typeOf} = corpus;

    class Grid {
        cells = new Int32Array([1, -2, 2147483647]);
        depths = new Int16Array([-32768]);
        letters = new Uint16Array([65, 0xffff]);
        times = new BigInt64Array([1n << 40n]);
        shares = new Float32Array([0.1, 0.5]);
        weights = new Float64Array([0.1, -0]);
        flags = colors.array("boolean", [true, false]);
        empty = new Int32Array();
        rows = [new Int32Array([1, 2]), new Int32Array([3])];
        same = this.cells;
    }
    colors.bind("flats.Grid", Grid);

    function write() {
        publish("flats", colors.copyIn(new Grid()));
    }

    function read() {
        const grid = find("flats");
        display(grid);
        grid.cells[0] = grid.cells[2];
        grid.cells.set(new Int32Array([7, 8]), 1);
        grid.letters[0] = 66;
        grid.times[0] = grid.times[0] * 2 + 1;
        grid.shares[0] = 0.2;
        grid.weights[1] += 1.25;
        grid.flags[1] = grid.flags[0];
        new Int16Array(grid.depths.buffer)[0] = -1;
        grid.rows[1] = grid.cells;
        refuse("2^31 in int32", () => { grid.cells[0] = 2 ** 31; }, colors.NumberOverflowError);
        refuse("-32769 in int16", () => { grid.depths[0] = -32769; }, colors.NumberOverflowError);
        refuse("65536 in char", () => { grid.letters[0] = 65536; }, colors.NumberOverflowError);
        refuse("1e39 in float32", () => { grid.shares[0] = 1e39; }, colors.NumberOverflowError);
        refuse("a string in int64", () => { grid.times[0] = "x"; }, colors.TypeConflictError);
        refuse("a number in boolean", () => { grid.flags[0] = 2; }, colors.TypeConflictError);
        refuse("one more", () => grid.cells.push(1), colors.TypeConflictError);
        refuse("one less", () => grid.cells.shift(), colors.TypeConflictError);
    }

    function check() {
        const grid = find("flats");
        display(grid);
        const sum = grid.cells.reduce((total, cell) => total + cell, 0);
        say(`sum ${sum}, one array: ${grid.same === grid.cells && grid.rows[1] === grid.cells}`);
    }

    function display(grid) {
        for (const field of ["cells", "depths", "letters", "times", "shares", "weights", "flags", "empty"]) {
            displayOne(`${field}: ${typeOf(grid, field)}`, grid[field]);
        }
        for (const row of grid.rows) displayOne("row", row);
    }

    function displayOne(name, elements) {
        say([`${name} of ${elements.length} ${elements.type}`, ...[...elements].map(text)].join(" "));
    }

    program({write, read, check});
})();
