const colors = Polyglot.import("colors");
class Person { greet() { return `I am ${this.name}`; } }
class Employee extends Person {
    constructor(name, salary) { super(); this.name = name; this.salary = salary; this.boss = null; this.rate = 1.5; }
    greet() { return super.greet() + `, ${this.salary}`; }
    pay(n) { this.salary += n; return this; }
    get monthly() { return this.salary / 12; }
    set monthly(v) { this.salary = v * 12; }
    static make() { return "static"; }
}
colors.bind("company.Clerk", Employee);
const p = new Employee("Ada", 4200);
p.boss = p;
const e = colors.copyIn(p);
console.log(e instanceof Employee, p instanceof Employee, ({}) instanceof Employee, colors.isShared(e),
            colors.isShared(p), colors.isShared(3));
console.log(e.greet(), e.pay(3).salary, e.monthly, e.boss === e, e.boss.boss == e, e === p);
e.monthly = 100;
console.log(e.salary, p.salary, Object.keys(e).join());
console.log(e.nothing === undefined, 'salary' in e, 'nothing' in e);
e.state = "NY";
console.log(e.state, colors.sharedType(e).name, colors.sharedType(e).version);
delete e.state;
console.log(e.state, 'state' in e);
e.boss = null;
console.log(e.boss === null, e.boss == undefined);
e.rate = 2; console.log(e.rate); e.rate = 2.25; console.log(e.rate);
colors.repository("js").set(e);
console.log(colors.repository("js").get() === e, colors.repository("js").key,
            colors.repository("never").get() === null);
function fails(f) {
    try { console.log("no error", f()); }
    catch (x) { console.log(x instanceof Error, x instanceof colors.SharedMemoryError, x.name, x.reason, x.message); }
}
fails(() => { e.boss = p; });
fails(() => { e.list = [1]; });
fails(() => { e.f = () => 1; });
fails(() => { e.big = 2n ** 70n; });
fails(() => colors.copyIn({ a: 1 }));
fails(() => { const q = new Employee("x", 1); q.boss = [1, () => 2]; return colors.copyIn(q); });
const t = colors.repository("typed").get();
t.count = 5; t.ratio = 3; t.on = true; t.label = "L";
console.log(t.count, t.ratio, t.on, t.label);
fails(() => { t.count = "x"; });
fails(() => { t.count = 1.5; });
fails(() => { t.on = 1; });
const o = colors.allocate("company.Numbers", { i: 1, big: 2 ** 40, f: 0.5, n: -0, s: "\u0141", b: false, z: null });
console.log(o.i + o.f, o.big, Object.is(o.n, -0), o.s, o.b, o.z);
let head = new Employee("n0", 0), last = head;
for (let i = 1; i < 50000; i++) { last.boss = new Employee("n", i); last = last.boss; }
let sum = 0;
for (let x = colors.copyIn(head); x !== null; x = x.boss) sum += x.salary;
console.log(sum);
