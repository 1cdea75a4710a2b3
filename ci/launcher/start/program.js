// SPDX-License-Identifier: Apache-2.0
// What a JavaScript program does first: its classes are in the archive.
const colors = Polyglot.import("colors");
class Person {
    constructor(name, age) {
        this.name = name;
        this.age = age;
    }
}
colors.bind("Person", Person);
const person = colors.copyIn(new Person("Ada", 36));
person.age += 1;
colors.repository("person").set(person);
const people = colors.list();
people.push(colors.repository("person").get());
print([...people].map((p) => p.name + " " + p.age).join(", "), colors.isShared(people));
setTimeout(() => console.log(person), 0);
