// SPDX-License-Identifier: Apache-2.0
// The client of ci/test-services in JavaScript.
(() => {
    const colors = Polyglot.import("colors");
    const name = arguments[0];
    class Account {}
    colors.bind("services.Account", Account);

    const bank = colors.service(name).client(null, true);
    print(`add ${bank.add(1, 2)}`);
    const account = bank.open("Ada");
    print(`owner ${account.owner}`);
    print(`deposit ${bank.deposit(account, 40)}`);
    account.balance += 2;
    print(`deposit ${bank.deposit(account, 0)}`);
    print(`same ${bank.echo(account) === account}`);
    print(`sum ${bank.sum([1, 2, 3])}`);
    print(`doubled ${bank.doubled(new Map([["a", 4]])).get("a")}`);
    print(`many ${bank.many(1, 2, 3, 4, 5, 6)}`);
    print(`text ${bank.echo("a text of some length")}`);
    print(`null ${bank.echo(null)}`);
    try {
        bank.fail("on purpose");
    } catch (e) {
        const isFailure = e instanceof colors.RemoteFailureError && e.message.includes("on purpose");
        print(`failed ${isFailure ? "on purpose" : e}`);
    }
    try {
        bank.unknown(1);
    } catch (e) {
        print(e instanceof colors.CallRefusedError ? "refused" : `${e}`);
    }
    const passing = colors.service(name).client({context: {tenant: "blue"}});
    print(`context ${passing.tenant()}${bank.tenant()}`);
    print(`counts ${["fail", "add"].map((method) => `[${[...bank.counts(method)].join(", ")}]`).join("")}`);
    bank.stop();
    try {
        for (;;) colors.service(name).client().add(1, 2); // until the last thread has ended
    } catch (e) {
        print(`no server ${e instanceof colors.NoServerError && e instanceof colors.CallError}`);
    }
})();
