// SPDX-License-Identifier: Apache-2.0
// The client of ci/test-services in JavaScript whose server is killed while it reads.
(() => {
    const colors = Polyglot.import("colors");
    const name = arguments[0];
    const service = colors.service(name);
    const main = async () => {
        const others = await service.client({promises: true, waits: true}).endless(name);
        const mine = service.client().endless(name);
        if ((await others.next()).value === mine.next().value) print("reading");
        try {
            for await (const _ of others);
        } catch (first) {
            try {
                for (const _ of mine);
            } catch (second) {
                print(`lost ${[first, second].every((error) => error instanceof colors.ServerLostError)}`);
            }
        }
    };
    main();
})();
