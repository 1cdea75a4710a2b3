// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.rpc.Server;
import colors.rpc.Service;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Promises of calls of services in a Java program that runs JavaScript itself, without a loop of events. */
@Timeout(120)
final class SettleTest {
    public interface Adds {
        long add(long a, long b);
    }

    @Test
    void aJavaProgramSettlesPromises() {
        TestSegment.attach();
        Adds adds = Math::addExact;
        try (Server _ = Service.named("settle").serve(Adds.class, adds);
                Context context = Context.newBuilder("js", "colors")
                        .allowPolyglotAccess(PolyglotAccess.ALL)
                        .build()) {
            context.initialize("colors");
            Value settle = context.eval("colors", "").getMember("settle");
            assertEquals(0, settle.execute().asInt(), "it does not wait when there is no call");
            Value sums = context.eval("js", """
                    const adds = Polyglot.import("colors").service("settle").client({promises: true});
                    const sums = [];
                    (async () => {
                        for (let i = 0; i < 10; i++) sums.push(await adds.add(i, 1));
                        await adds.add(2n ** 63n - 1n, 1).catch(e => sums.push(e.name));
                    })();
                    sums
                    """);
            assertEquals(0, sums.getArraySize());
            while (settle.execute(1000).asInt() > 0) {
                assertTrue(sums.getArraySize() <= 10);
            }
            assertEquals(11, sums.getArraySize());
            for (int i = 0; i < 10; i++) {
                assertEquals(i + 1, sums.getArrayElement(i).asLong());
            }
            assertEquals("RemoteFailureError", sums.getArrayElement(10).asString());
        }
    }
}
