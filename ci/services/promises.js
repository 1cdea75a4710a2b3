// SPDX-License-Identifier: Apache-2.0
// The client of ci/test-services in JavaScript that gets promises.
(() => {
    const colors = Polyglot.import("colors");
    const name = arguments[0];
    const minute = 60_000;
    class Account {}
    colors.bind("services.Account", Account);
    const service = colors.service(name);
    const client = (options) => service.client({promises: true, ...options});

    const giveUp = async () => {
        const hasty = client({timeout: 200});
        const held = await Promise.allSettled([1, 2, 3, 4].map(() => hasty.hold(name)));
        print(`time-outs ${held.every(({reason}) => reason instanceof colors.CallTimeoutError)}`);
    };

    const fail = async (bank) => {
        try {
            await bank.fail("on purpose");
        } catch (e) {
            print(`failed ${e instanceof colors.RemoteFailureError && e.message.includes("on purpose")}`);
        }
        try {
            await bank.unknown(1);
        } catch (e) {
            print(e instanceof colors.CallRefusedError ? "refused" : `${e}`);
        }
        try {
            await bank.echo(Symbol());
        } catch (e) {
            print(`rejected ${e instanceof colors.SharedMemoryError}`);
        }
    };

    const main = async () => {
        const bank = client({waits: true});
        let ticks = 0;
        const timer = setInterval(() => ticks++, 1);
        const sums = Array.from({length: 1000}, (_, i) => bank.add(i, i)); // more than there is room for
        print(`sums ${(await Promise.all(sums)).reduce((a, b) => a + b)}`);
        while (ticks === 0) await bank.add(1, 2); // all that may have been sooner than a tick
        clearInterval(timer);
        print(`ticks ${ticks > 0}`);
        const account = await bank.open("Ada");
        print(`owner ${account.owner}`);
        print(`deposit ${await bank.deposit(account, 42)}`);
        print(`same ${(await bank.echo(account)) === account}`);
        await fail(bank);
        await giveUp();
        print(`left ${await client({timeout: minute}).isLeft(minute)}`);
        await bank.remember(account);
        print(`kept ${(await bank.recall(true)) === account}`);
        await bank.stop();
        try {
            for (;;) await client().add(1, 2); // until the last thread has ended
        } catch (e) {
            print(`no server ${e instanceof colors.NoServerError}`);
        }
    };
    main();
    print("first");
})();
