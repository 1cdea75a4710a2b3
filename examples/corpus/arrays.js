// SPDX-License-Identifier: Apache-2.0
// Java arrays in fields, which are lists in the other languages.
load("corpus.js");
(() => {
    const {publish, find, say, text, typeOf, attempt} = corpus;

    class Sheet {
        numbers = [30, 10, 20];
        weights = [0.5, 1.25];
        names = ["Ada", null];
        flags = [true, false];
        bytes = new Uint8Array([1, 2]);
        rows = [[1, 2], []];
        sheets = [null, this];
    }
    colors.bind("arrays.Sheet", Sheet);

    function write() {
        publish("arrays", colors.copyIn(new Sheet()));
    }

    function read() {
        const sheet = find("arrays");
        display(sheet);
        say(`types: ${typeOf(sheet, "numbers")} ${typeOf(sheet, "bytes")}`);
        const first = sheet.numbers[0];
        sheet.numbers[0] = sheet.numbers[2];
        sheet.numbers[2] = first + 1;
        sheet.weights[0] += 2;
        sheet.names[1] = "Bob";
        sheet.flags[1] = sheet.sheets[1] === sheet;
        new Uint8Array(sheet.bytes)[0] = 127;
        sheet.rows[0][1] *= 10;
        sheet.rows[1] = sheet.numbers;
        sheet.sheets[0] = sheet.sheets[1];
        attempt("a private array", () => { sheet.numbers = [1]; });
        attempt("a private row", () => { sheet.rows[0] = [1]; });
    }

    function check() {
        const sheet = find("arrays");
        display(sheet);
        sheet.rows[1][1] = 5;
        let sum = 0;
        for (const number of sheet.numbers) sum += number;
        say(`sum ${sum}, one object: ${sheet.rows[1] === sheet.numbers && sheet.sheets[0] === sheet}`);
    }

    function display(sheet) {
        const elements = [sheet.numbers, sheet.weights, sheet.names, sheet.flags]
            .flatMap(field => [...field].map(text));
        elements.push(...new Uint8Array(sheet.bytes));
        for (const row of sheet.rows) elements.push([row.length, ...row].join("/"));
        say(`${elements.join(" ")} ${sheet.sheets.length}`);
    }

    program({write, read, check});
})();
