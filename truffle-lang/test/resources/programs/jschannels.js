const colors = Polyglot.import("colors");

class Letter { constructor(text) { this.text = text; } }
colors.bind("js.Letter", Letter);

function error(f) {
    try { return f(); } catch (e) { return `${e.reason}: ${e.message}`; }
}

const c = colors.channel("js", 4);
console.log(c.key, c.capacity, c.type, c.size(), c.isClosed());
console.log(c.send(1), c.send("two", 10), c.trySend(null), c.send(2.5), c.send(5, 10), c.trySend(6));
console.log(c.size(), c.receive(), c.receive(10), c.tryReceive("nothing"), c.tryReceive(), c.tryReceive("nothing"),
            c.tryReceive());
console.log(error(() => c.receive(10)));
for (const m of [1, 2, 3]) c.send(m);
c.close();
c.close();
const rest = [];
for (const m of c) rest.push(m);
console.log(rest.join(), error(() => c.receive()));
console.log(error(() => c.send(1)));

const letters = colors.channel("js.letters", 3, Letter);
const letter = colors.copyIn(new Letter("dear"));
letters.send(letter);
console.log(letters.receive() === letter, letters.type);
console.log(error(() => letters.send("text")));
console.log(error(() => letters.send({a: 1})).slice(0, 64));
console.log(error(() => colors.channel("js.letters", 4)));
console.log(error(() => colors.channel("js.letters", null, "string")));
console.log(error(() => colors.channel("js.bad", -1)));
console.log(error(() => colors.channel("js.bad", undefined, Number)));
const numbers = colors.channel("js.numbers", null, "integer"), floats = colors.channel("js.floats", null, "float", 0.5);
numbers.send(2 ** 40 + 0); floats.send(3);
console.log(numbers.receive(), floats.receive(), error(() => numbers.send(2.5)));
console.log([...colors.channels()].filter(k => k.startsWith("js.l")).join(), colors.removeChannel("js.letters"),
            colors.removeChannel("js.letters"), letters.isClosed());
console.log(colors.channel("js.letters", null, String).type);

const r = colors.repository("js.state");
console.log(r.compareAndSet(null, "idle"), r.compareAndSet("busy", 1), r.compareAndSet("idle", letter),
            r.compareAndSet(letter, 1), r.compareAndSet(1, 2));
console.log(r.waitForChange(1), error(() => r.waitForChange(2, 10)), r.waitForChange(2, 10, "same"));
console.log([...colors.repositories()].includes("js.state"), colors.removeRepository("js.state"),
            colors.removeRepository("js.state"), r.get());
