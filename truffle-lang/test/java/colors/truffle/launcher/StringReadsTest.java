// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/**
 * String fields that are read again and again: what is there is read, in a heap of 1 MiB, in which each string soon
 * stands where another one stood.
 */
final class StringReadsTest extends OwnSegment {
    StringReadsTest() {
        super("strings");
    }

    @Test
    void pythonReadsNoStringThatStoodThereBefore() throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, segment).run("python", """
            import colors
            class Node:
                def __init__(self, name):
                    self.name = name
            node = colors.allocate(Node, name="")
            wrong = 0
            for i in range(200_000):  # ten times what fits
                name = f"a name with number {i}"
                node.name = name
                for _ in range(3):
                    wrong += node.name != name
            print(wrong)
            """);
        assertEquals(new GuestProcess.Result(0, "0\n", ""), result);
    }

    @Test
    void javaScriptReadsNoStringThatStoodThereBefore() throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, segment).run("js", """
            const colors = Polyglot.import("colors");
            const node = colors.allocate("Node", { name: "" });
            let wrong = 0;
            for (let i = 0; i < 200000; i++) {
                const name = `a name with number \\u4e2d ${i}`;
                node.name = name;
                for (let j = 0; j < 3; j++) {
                    wrong += node.name !== name;
                }
            }
            console.log(wrong);
            """);
        assertEquals(new GuestProcess.Result(0, "0\n", ""), result);
    }
}
