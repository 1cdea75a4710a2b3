// SPDX-License-Identifier: Apache-2.0
// The client of ci/test-services in JavaScript that reads streams, with and without promises.
(() => {
    const colors = Polyglot.import("colors");
    const name = arguments[0];
    const most = 400; // items that a server makes for who reads so few
    class Account {}
    colors.bind("services.Account", Account);
    const service = colors.service(name);
    const bank = service.client({waits: true});
    const promised = service.client({promises: true});

    const same = (synchronous, asynchronous) => {
        if (`${synchronous}` !== `${asynchronous}`) throw new Error(`${synchronous}, by promises ${asynchronous}`);
        return synchronous;
    };
    const made = () => colors.channel(name).receive(60_000);

    // What came, and what the error after it says.
    const failure = (items) => {
        const before = [];
        try {
            for (const item of items) before.push(item);
        } catch (e) {
            return [before.join(), e instanceof colors.RemoteFailureError && /after 2/.exec(e.message)?.[0]];
        }
        return [before.join(), "none"];
    };
    const failureOf = async (items) => {
        const before = [];
        try {
            for await (const item of items) before.push(item);
        } catch (e) {
            return [before.join(), e instanceof colors.RemoteFailureError && /after 2/.exec(e.message)?.[0]];
        }
        return [before.join(), "none"];
    };

    const main = async () => {
        let sum = 0;
        for (const item of bank.items(1000)) sum += item;
        let promisedSum = 0;
        for await (const item of await promised.items(1000)) promisedSum += item;
        print(`sum ${same(sum, promisedSum)}`);
        const [before, message] = same(failure(bank.failing(2)), await failureOf(await promised.failing(2)));
        print(`failed ${message}`);
        print(`before ${before}`);
        const [fit, none] = same(failure(bank.unfit(2)), await failureOf(await promised.unfit(2)));
        print(`unfit after ${none === "none" ? none : fit}`);
        const account = bank.open("Ada");
        print(`raised ${[...bank.raised(account, 3)].every((raised) => raised === account)} ${account.balance}`);
        for (const item of bank.endless(name)) if (item === 9) break;
        let closed = made() < most;
        for await (const item of await promised.endless(name)) if (item === 9) break;
        closed = closed && made() < most;
        const left = bank.endless(name);
        closed = closed && left.next().value === 0;
        left.close();
        closed = closed && made() < most && left.next().done;
        const unread = bank.endless(name); // the server's generator may not have begun: then its finally does not run
        unread.close();
        print(`closed ${closed && unread.next().done}`);
        const ends = [bank.items(0).next(), await (await promised.items(0)).next()];
        print(`at its end ${ends.every(({done}) => done)}`);
        bank.stop();
    };
    main();
})();
