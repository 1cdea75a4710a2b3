// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A process that is attached read-only: it reads all that another one made, and each change is an exception. */
class ReadOnlyTest {

    static class Part {
        String name;
        double weight;
        boolean spare;
        long number;
        Part next;
    }

    /** What the reader knows of the class: a field more, and one less. */
    static class Writer {
        public static void main(String[] arguments) {
            SharedClass<Part> parts = SharedClass.of(Part.class);
            Ref<Part> part = parts.allocate();
            parts.longField("number").set(part, 42);
            parts.doubleField("weight").set(part, 1.5);
            parts.stringField("name").set(part, "axle");
            SharedMemory.repository("part").set(part);
            SharedMemory.repository("list").set(SharedMemory.copyIn(List.of(1L, 2L, 3L)));
            SharedMemory.repository("map").set(SharedMemory.copyIn(Map.of("one", 1L, Long.MAX_VALUE, 2L)));
            SharedMemory.repository("bytes").set(SharedMemory.copyIn(new byte[] {1, 2, 3}));
            SharedMemory.repository("array").set(SharedMemory.copyIn(new int[] {3, 2, 1}));
            SharedMemory.repository("references").set(SharedMemory.copyIn(new String[] {"b", "a"}));
            SharedMemory.channel("orders");
            System.out.println("written");
        }
    }

    record Key(int number) {}

    /** Reads, then tries each way to write. */
    static class Reader {
        private static int refused;

        private static void refuse(String what, Runnable change) {
            try {
                change.run();
                System.out.println(what + " was done");
            } catch (SharedMemoryException e) {
                if (e.reason() == SharedMemoryException.Reason.READ_ONLY
                        && e.getMessage().contains("attached read-only")) {
                    refused++;
                } else {
                    System.out.println(what + ": " + e.reason() + " " + e.getMessage());
                }
            }
        }

        public static void main(String[] arguments) {
            SharedClass<Part> parts = SharedClass.of(Part.class);
            Ref<?> part = SharedMemory.repository("part").getRef();
            @SuppressWarnings("unchecked")
            List<Object> list = (List<Object>) SharedMemory.repository("list").get();
            @SuppressWarnings("unchecked")
            Map<Object, Object> map =
                    (Map<Object, Object>) SharedMemory.repository("map").get();
            SharedBinary bytes = (SharedBinary) SharedMemory.repository("bytes").get();
            System.out.println(parts.longField("number").get(part.as(Part.class)) + " "
                    + parts.doubleField("weight").get(part.as(Part.class)) + " "
                    + parts.stringField("name").get(part.as(Part.class)) + " " + list + " " + map.get("one") + " "
                    + map.size() + " "
                    + map.containsKey("two") + " " + map.get(Long.MAX_VALUE) + " "
                    + bytes.memory().get(ValueLayout.JAVA_BYTE, 2) + " "
                    + SharedMemory.sharedType(part).fields().size());
            System.out.println(list.contains(new Key(7)) + " " + list.contains(List.of(new Key(7))) + " "
                    + map.containsKey(List.of(new Key(7))) + " " + map.containsValue(new Key(7)));
            refuse("a class", () -> SharedClass.of(Reader.class));
            refuse("an object", parts::allocate);
            refuse("an integer", () -> parts.longField("number").set(part.as(Part.class), 7));
            refuse("a float", () -> parts.doubleField("weight").set(part.as(Part.class), 7));
            refuse("a boolean", () -> parts.booleanField("spare").set(part.as(Part.class), true));
            refuse("a text", () -> parts.stringField("name").set(part.as(Part.class), "wheel"));
            refuse("a reference", () -> parts.field("next", Object.class).set(part.as(Part.class), part));
            refuse("null", () -> parts.field("next", Object.class).set(part.as(Part.class), null));
            refuse("a repository", () -> SharedMemory.repository("part").set(null));
            refuse("another repository", () -> SharedMemory.repository("another")
                    .get());
            refuse("a copy", () -> SharedMemory.copyIn(List.of(1)));
            refuse("an element", () -> list.set(0, 7L));
            refuse("one more element", () -> list.add(7L));
            refuse("a record", () -> list.add(new Key(7)));
            refuse("an immutable list", () -> list.add(List.of(7)));
            refuse("no element", list::clear);
            refuse("an entry", () -> map.put("one", 7L));
            refuse("an entry with a record", () -> map.put(new Key(7), 7L));
            refuse("no entry", () -> map.remove("one"));
            refuse("a byte", () -> bytes.set(0, (byte) 7));
            SharedArray<Object> array =
                    ((SharedArray<?>) SharedMemory.repository("array").get()).as(Object.class);
            SharedArray<Object> references =
                    ((SharedArray<?>) SharedMemory.repository("references").get()).as(Object.class);
            refuse("a number of an array", () -> array.setLong(0, 7));
            refuse("an order", () -> array.sort(null));
            refuse("an array", () -> SharedArray.create(int.class, 1));
            refuse("a reference of an array", () -> references.set(0, "c"));
            refuse("null in an array", () -> references.set(0, null));
            refuse("an order of references", () -> references.sort(null));
            refuse("a monitor", () -> Monitors.enter(part));
            refuse("a monitor at once", () -> Monitors.tryEnter(list));
            refuse("a comparison", () -> SharedMemory.repository("part").compareAndSet(part, part));
            refuse("an addition", () -> part.getAndAdd("number", 1));
            refuse("an addition by a handle", () -> parts.longField("number").getAndAdd(part.as(Part.class), 1));
            refuse("a comparison that fails", () -> part.compareAndSet("name", "other", "x"));
            refuse("an exchange", () -> SharedMemory.repository("part").getAndSet(null));
            refuse("an addition in a list", () -> (((SharedList<?>) list).as(Object.class)).getAndAdd(0, 1));
            refuse("an addition in a map", () -> (((SharedMap<?, ?>) map).as(Object.class, Object.class))
                    .getAndAdd("one", 1));
            refuse("an addition in an array", () -> references.compareAndSet(0, "b", "c"));
            refuse("a removal", () -> SharedMemory.removeRepository("part"));
            Channel<Object> orders = SharedMemory.channel("orders");
            refuse("a message", () -> orders.tryReceive(null));
            refuse("an end", orders::close);
            refuse("no channel", () -> SharedMemory.removeChannel("orders"));
            refuse("a channel", () -> SharedMemory.channel("others"));
            try {
                bytes.memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
                System.out.println("a byte of a view was done");
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                refused++;
            }
            System.out.println(
                    refused + " refused, " + parts.longField("number").get(part.as(Part.class)) + " " + list);
        }
    }

    @Test
    void aReaderReadsAllAndChangesNothing() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "16M")) {
            assertEquals(
                    "written",
                    Child.run(daemon.segment(), Writer.class, List.of("-Dcolors.autostart=false"))
                            .output());
            String output = Child.run(
                            daemon.segment(),
                            Reader.class,
                            List.of("-Dcolors.autostart=false", "-Dcolors.readonly=true"))
                    .output();
            assertEquals(
                    "42 1.5 axle [1, 2, 3] 1 2 false 2 3 5\nfalse false false false\n42 refused, 42 [1, 2, 3]", output);
        }
    }

    /** Threads of a process hold no more than the daemon allows, and are told so. */
    static class Threads {
        public static void main(String[] arguments) throws Exception {
            SharedMemory.attach();
            String[] said = new String[1];
            for (int i = 0; i < 8 && said[0] == null; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        SharedMemory.repository("x").get();
                        synchronized (said) {
                            said.wait();
                        }
                    } catch (SharedMemoryException e) {
                        said[0] = e.reason() + " " + e.getMessage();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                thread.setDaemon(true);
                thread.start();
                for (int j = 0; j < 1000 && said[0] == null && thread.getState() != Thread.State.WAITING; j++) {
                    Thread.sleep(10);
                }
            }
            System.out.println(said[0]);
        }
    }

    @Test
    void aQuotaIsNamed() throws Exception {
        try (Daemon daemon = Daemon.start("--quota-slots", "4")) {
            String output = Child.run(daemon.segment(), Threads.class, List.of("-Dcolors.autostart=false"))
                    .output();
            assertTrue(output.startsWith("QUOTA ") && output.contains("(--quota-slots 4)"), output);
        }
    }
}
