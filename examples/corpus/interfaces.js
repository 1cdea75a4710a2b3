// SPDX-License-Identifier: Apache-2.0
// An interface is enough in Java; here the same class is an ordinary one.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    class Employee {
        /** @type {number} */
        salary;

        raise(by) {
            this.salary += by;
        }
    }
    colors.bind("interfaces.Employee", Employee);

    function write() {
        const grace = colors.allocate("interfaces.Employee", {name: "Grace", salary: 5000.25, boss: null});
        publish("interfaces", colors.allocate("interfaces.Employee", {name: "Ada", salary: 4200.5, boss: grace}));
    }

    function read() {
        const ada = find("interfaces");
        say(`${ada.name} earns ${text(ada.salary)}`);
        say(`her boss: ${ada.boss.name}`);
        say(`the boss of her boss: ${text(ada.boss.boss)}`);
        ada.raise(10);
        ada.boss.boss = ada;
        say(`a cycle: ${ada.boss.boss === ada}`);
        say(`the class: ${text(ada)}`);
    }

    function check() {
        const ada = find("interfaces");
        say(`raised: ${text(ada.salary)}`);
        say(`the boss of her boss: ${ada.boss.boss.name}`);
    }

    program({write, read, check});
})();
