const colors = Polyglot.import("colors");

class Pinned {
    constructor(fields) { Object.assign(this, fields); }
}
colors.bind("company.JsPinned", Pinned);

function tries(what, operation) {
    try {
        operation();
        print(what, "works");
    } catch (e) {
        print(what, e.reason, e.message);
    }
}

const names = o => [...colors.sharedType(o).fields].map(field => `${field.name}:${field.type}`).join(" ");

for (const fields of [{name: "a"}, {name: "b", salary: 3}, {}, {hobby: "chess"}]) {
    const o = colors.copyIn(new Pinned(fields));
    print(o.salary, o.name, o.age, o.retired, names(o));
}
tries("a wrong type", () => colors.copyIn(new Pinned({salary: "much"})));
tries("a fraction", () => colors.copyIn(new Pinned({age: 0.5})));

const e = colors.copyIn(new Pinned({name: "c", age: 5}));
tries("delete", () => { delete e.salary; });
tries("another type", () => { e.age = "old"; });
tries("more", () => { e.hobby = "go"; });
tries("less", () => { delete e.hobby; });
e.salary = 7;
print(e.salary, e.name, e.age, e.retired, names(e));
