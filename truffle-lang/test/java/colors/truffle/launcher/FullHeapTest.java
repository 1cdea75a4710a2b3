// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Guest programs on a heap of 1 MiB: garbage makes room, a full heap is the language's own error and passes; and no
 * daemon at all.
 */
final class FullHeapTest extends OwnSegment {
    FullHeapTest() {
        super("full");
    }

    @Test
    void python() throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, segment).run("python", """
            import colors
            class Node:
                def __init__(self, stamp, next):
                    self.stamp, self.next = stamp, next
            for i in range(100_000):  # three times what fits
                node = colors.allocate(Node, stamp=i, next=None)
            print(node.stamp)
            head, count = None, 0
            try:
                while True:
                    head = colors.allocate(Node, stamp=count, next=head)
                    count += 1
            except colors.OutOfSharedMemoryError as e:
                print(isinstance(e, MemoryError), "bytes are live after" in str(e), count > 10_000)
            while head is not None:
                count -= 1
                assert head.stamp == count
                head = head.next
            print(count, colors.allocate(Node, stamp=7, next=None).stamp)
            """);
        assertEquals("", result.err());
        assertEquals("99999\nTrue True True\n0 7\n", result.out());
    }

    @Test
    void javaScript() throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, segment).run("js", """
            const colors = Polyglot.import("colors");
            let node;
            for (let i = 0; i < 100000; i++) {
                node = colors.allocate("Node", { stamp: i, next: null });
            }
            console.log(node.stamp);
            let head = null, count = 0;
            try {
                for (;; count++) {
                    head = colors.allocate("Node", { stamp: count, next: head });
                }
            } catch (e) {
                console.log(e instanceof Error, /bytes are live after/.test(e.message), count > 10000);
            }
            for (; head !== null; head = head.next) {
                if (head.stamp !== --count) throw new Error("lost " + count);
            }
            console.log(count, colors.allocate("Node", { stamp: 7, next: null }).stamp);
            """);
        assertEquals("", result.err());
        assertEquals("99999\ntrue true true\n0 7\n", result.out());
    }

    @Test
    void noDaemon() throws Exception {
        GuestProcess process = new GuestProcess(folder, segment + "-none", "-Dcolors.autostart=false");
        GuestProcess.Result python = process.run("python", """
            import colors
            try:
                colors.repository("x").get()
            except colors.NoDaemonError as e:
                print(isinstance(e, ConnectionError), e)
            """);
        assertTrue(python.out().matches("True no daemon listens at .*colors serve.*\n"), python.toString());
        GuestProcess.Result js = process.run(
                "js",
                "try { Polyglot.import('colors').repository('x').get() } catch (e) { console.log(e instanceof Error,"
                        + " e.message) }");
        assertTrue(js.out().matches("true .*no daemon listens at .*colors serve.*\n"), js.toString());
    }
}
