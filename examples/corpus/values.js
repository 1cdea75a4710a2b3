// SPDX-License-Identifier: Apache-2.0
// Each language's own immutable values beyond numbers, booleans and strings: big integers, decimals, UUIDs, times.
load("corpus.js");
(() => {
    const {publish, find, say, show, typeOf, attempt} = corpus;
    const {value} = colors;

    class Invoice {
        number = 2n ** 100n;
        total = value("colors.Decimal", "10.50");
        id = value("colors.UUID", "00112233-4455-6677-8899-aabbccddeeff");
        sent = new Date("2024-02-29T10:15:30.250Z");
        local = value("colors.LocalDateTime", "2024-02-29T11:15:30.500");
        due = value("colors.LocalDate", "2024-03-31");
        taken = value("colors.Duration", "PT1H30M0.5S");
        any = null;
    }
    colors.bind("values.Invoice", Invoice);

    function write() {
        const invoice = colors.copyIn(new Invoice());
        invoice.any = value("colors.Decimal", "-1E+3");
        publish("values", invoice);
    }

    function read() {
        const invoice = find("values");
        display(invoice);
        say(`equal by value: ${invoice.id === value("colors.UUID", "00112233-4455-6677-8899-aabbccddeeff")}`);
        invoice.number = -(2n ** 64n);
        invoice.total = value("colors.Decimal", "0.10");
        invoice.id = value("colors.UUID", "00000000-0000-0000-0000-000000000000");
        invoice.sent = new Date(1);
        invoice.local = value("colors.LocalDateTime", "1999-12-31T23:59:59.999");
        invoice.due = value("colors.LocalDate", "0001-01-01");
        invoice.taken = value("colors.Duration", "PT2H15M30.25S");
        invoice.any = value("colors.UUID", "00000000-0000-0001-0000-000000000002");
        publish("values.number", 2n ** 70n);
    }

    function check() {
        const invoice = find("values");
        display(invoice);
        say(`repository: ${find("values.number")}`);
        attempt("a string as the total", () => { invoice.total = "1.5"; });
        attempt("a decimal as the id", () => { invoice.id = value("colors.Decimal", "1"); });
        attempt("an integer as the number", () => { invoice.number = 7; });
        show(invoice, "number");
        attempt("nothing as the total", () => { invoice.total = null; });
        show(invoice, "total");
    }

    function display(invoice) {
        for (const name of ["number", "total", "id", "sent", "local", "due", "taken", "any"]) {
            const found = invoice[name];
            say(`${name}: ${typeOf(invoice, name)} ${found instanceof Date ? found.toISOString() : found}`);
        }
    }

    program({write, read, check});
})();
