// SPDX-License-Identifier: Apache-2.0
// A program's own methods on shared objects: bind makes them members of every shared object of that name.
load("corpus.js");
(() => {
    const {publish, find, say, show} = corpus;

    class Employee {
        constructor(name, salary, age, manager) {
            this.name = name;
            this.salary = salary;
            this.age = age;
            this.manager = manager;
        }

        raiseBy(amount) {
            this.salary += amount;
        }

        birthday() {
            this.age++;
        }

        describe() {
            return `${this.name}, ${this.age}, earns ${this.salary}`;
        }

        get rank() {
            return this.manager === null ? 0 : 1 + this.manager.rank;
        }
    }
    colors.bind("methods.Employee", Employee);

    function write() {
        const boss = new Employee("Jones", 300.25, 50, null);
        publish("methods", colors.copyIn(new Employee("Smith", 100.25, 30, boss)));
    }

    function read() {
        const smith = find("methods");
        smith.raiseBy(10.5);
        smith.manager.raiseBy(20.5);
        smith.birthday();
        say(smith.describe());
        say(smith.manager.describe());
        say(`ranks: ${smith.rank} ${smith.manager.rank}`);
        if (!(smith instanceof Employee)) say("it is no Employee");
    }

    function check() {
        show(find("methods"), "salary");
        show(find("methods"), "age");
    }

    program({write, read, check});
})();
