// SPDX-License-Identifier: Apache-2.0
// The service of ci/test-services in JavaScript.
(() => {
    const colors = Polyglot.import("colors");
    class Account {
        constructor(owner) {
            this.owner = owner;
            this.balance = 0.5;
            this.balance -= 0.5;
        }
    }
    colors.bind("services.Account", Account);

    let given, kept;
    const service = colors.service(arguments[0]);
    service.serve({
        add: (a, b) => a + b,
        open: (owner) => colors.allocate("services.Account", {owner, balance: 0.0}),
        deposit(account, amount) {
            account.balance += amount;
            return account.balance;
        },
        sum: (numbers) => [...numbers].reduce((a, b) => a + b, 0),
        doubled: (numbers) => new Map([...numbers].map(([key, number]) => [key, 2 * number])),
        echo: (value) => value,
        many: (...numbers) => numbers.reduce((sum, number, place) => sum + number * 10 ** place, 0),
        fail(how) {
            throw new TypeError(how);
        },
        threads: () => 1,
        hold(channel) {
            colors.channel(channel).send(1);
            while (!service.isCancelled());
        },
        isLeft: (milliseconds) => service.timeLeft() <= milliseconds,
        relay: (back, milliseconds) => colors.service(back).client(86400000).isLeft(milliseconds),
        tenant: () => service.context().tenant ?? "",
        passed: (back) => colors.service(back).client().tenant(),
        remember(account) {
            given = account;
            kept = service.keep(account);
        },
        recall: (isKept) => isKept ? kept : given,
        items: (count) => Array.from({length: count}, (_, number) => number).values(),
        *failing(count) {
            for (let number = 0; number < count; number++) yield number;
            throw new TypeError(`after ${count}`);
        },
        *unfit(count) {
            for (let number = 0; number < count; number++) yield number;
            yield () => count;
        },
        *raised(account, count) {
            for (let number = 0; number < count; number++) {
                account.balance += 1;
                yield account;
            }
        },
        *endless(channel) {
            let number = 0;
            try {
                for (;;) yield number++;
            } finally {
                colors.channel(channel).send(number);
            }
        },
        counts(method) {
            const {calls, failures, time} = service.metrics()[method];
            return [calls, failures, time > 0 ? 1 : 0];
        },
        stop: () => service.close(),
    });
})();
