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
    @SuppressWarnings("unchecked")
    static class Reader {
        private static final SharedClass<Part> PARTS = SharedClass.of(Part.class);
        private static final Ref<?> PART = SharedMemory.repository("part").getRef();
        private static final List<Object> LIST =
                (List<Object>) SharedMemory.repository("list").get();
        private static final Map<Object, Object> MAP =
                (Map<Object, Object>) SharedMemory.repository("map").get();
        private static final SharedBinary BYTES =
                (SharedBinary) SharedMemory.repository("bytes").get();
        private static int refused;

        private static SharedArray<Object> array(String repository) {
            return ((SharedArray<?>) SharedMemory.repository(repository).get()).as(Object.class);
        }

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

        private static void read() {
            System.out.println(PARTS.longField("number").get(PART.as(Part.class)) + " "
                    + PARTS.doubleField("weight").get(PART.as(Part.class)) + " "
                    + PARTS.stringField("name").get(PART.as(Part.class)) + " " + LIST + " " + MAP.get("one") + " "
                    + MAP.size() + " "
                    + MAP.containsKey("two") + " " + MAP.get(Long.MAX_VALUE) + " "
                    + BYTES.memory().get(ValueLayout.JAVA_BYTE, 2) + " "
                    + SharedMemory.sharedType(PART).fields().size());
            System.out.println(LIST.contains(new Key(7)) + " " + LIST.contains(List.of(new Key(7))) + " "
                    + MAP.containsKey(List.of(new Key(7))) + " " + MAP.containsValue(new Key(7)));
        }

        private static void changeObjects() {
            refuse("a class", () -> SharedClass.of(Reader.class));
            refuse("an object", PARTS::allocate);
            refuse("an integer", () -> PARTS.longField("number").set(PART.as(Part.class), 7));
            refuse("a float", () -> PARTS.doubleField("weight").set(PART.as(Part.class), 7));
            refuse("a boolean", () -> PARTS.booleanField("spare").set(PART.as(Part.class), true));
            refuse("a text", () -> PARTS.stringField("name").set(PART.as(Part.class), "wheel"));
            refuse("a reference", () -> PARTS.field("next", Object.class).set(PART.as(Part.class), PART));
            refuse("null", () -> PARTS.field("next", Object.class).set(PART.as(Part.class), null));
            refuse("a repository", () -> SharedMemory.repository("part").set(null));
            refuse("another repository", () -> SharedMemory.repository("another")
                    .get());
            refuse("a removal", () -> SharedMemory.removeRepository("part"));
            refuse("a copy", () -> SharedMemory.copyIn(List.of(1)));
            refuse("a monitor", () -> Monitors.enter(PART));
        }

        private static void changeContainers() {
            refuse("an element", () -> LIST.set(0, 7L));
            refuse("one more element", () -> LIST.add(7L));
            refuse("a record", () -> LIST.add(new Key(7)));
            refuse("an immutable list", () -> LIST.add(List.of(7)));
            refuse("no element", LIST::clear);
            refuse("an entry", () -> MAP.put("one", 7L));
            refuse("an entry with a record", () -> MAP.put(new Key(7), 7L));
            refuse("no entry", () -> MAP.remove("one"));
            refuse("a byte", () -> BYTES.set(0, (byte) 7));
            refuse("a monitor at once", () -> Monitors.tryEnter(LIST));
            try {
                BYTES.memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
                System.out.println("a byte of a view was done");
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                refused++;
            }
        }

        private static void changeArrays() {
            SharedArray<Object> array = array("array");
            SharedArray<Object> references = array("references");
            refuse("a number of an array", () -> array.setLong(0, 7));
            refuse("an order", () -> array.sort(null));
            refuse("an array", () -> SharedArray.create(int.class, 1));
            refuse("a reference of an array", () -> references.set(0, "c"));
            refuse("null in an array", () -> references.set(0, null));
            refuse("an order of references", () -> references.sort(null));
            refuse("an addition in an array", () -> references.compareAndSet(0, "b", "c"));
        }

        private static void changeInOneStep() {
            refuse("a comparison", () -> SharedMemory.repository("part").compareAndSet(PART, PART));
            refuse("an addition", () -> PART.getAndAdd("number", 1));
            refuse("an addition by a handle", () -> PARTS.longField("number").getAndAdd(PART.as(Part.class), 1));
            refuse("a comparison that fails", () -> PART.compareAndSet("name", "other", "x"));
            refuse("an exchange", () -> SharedMemory.repository("part").getAndSet(null));
            refuse("an addition in a list", () -> (((SharedList<?>) LIST).as(Object.class)).getAndAdd(0, 1));
            refuse("an addition in a map", () -> (((SharedMap<?, ?>) MAP).as(Object.class, Object.class))
                    .getAndAdd("one", 1));
        }

        private static void changeChannels() {
            Channel<Object> orders = SharedMemory.channel("orders");
            refuse("a message", () -> orders.tryReceive(null));
            refuse("an end", orders::close);
            refuse("no channel", () -> SharedMemory.removeChannel("orders"));
            refuse("a channel", () -> SharedMemory.channel("others"));
        }

        public static void main(String[] arguments) {
            read();
            changeObjects();
            changeContainers();
            changeArrays();
            changeInOneStep();
            changeChannels();
            System.out.println(
                    refused + " refused, " + PARTS.longField("number").get(PART.as(Part.class)) + " " + LIST);
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
