// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.handles.StringHandle;
import colors.memory.Memory;
import colors.memory.Tag;
import colors.roots.Shared;
import colors.support.WithDaemon;
import java.lang.ref.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class GraphCopierTest {

    static class Node {
        int value;
        Node next;
        Object extra;

        Node(int value) {
            this.value = value;
        }
    }

    static class Job {
        Runnable task;
        Object resource;
        Node node;
    }

    static class Worker {
        Thread thread;
    }

    record Point(int x, int y) {}

    @Test
    void cyclesAndSharingStay() {
        Employee boss = new Employee("Ada", 50, 9000);
        Employee a = new Employee("Bob", 30, 100);
        boss.manager = a;
        a.manager = boss;
        a.note = boss;
        boss.note = "text";
        boss.bonus = 12;
        Ref<?> shared = Ref.copyOf(boss);
        Ref<?> bob = (Ref<?>) shared.get("manager");
        assertEquals("Bob", bob.get("name"));
        assertEquals(shared, bob.get("manager"));
        assertEquals(shared, bob.get("note"));
        assertEquals("text", shared.get("note"));
        assertEquals(12L, shared.get("bonus"));
        assertNull(bob.get("bonus"));
        assertEquals(9000.0, shared.get("salary"));
        assertEquals(50L, shared.get("grade"));
    }

    @Test
    void equalStringsAreSharedOnce() {
        Employee boss = new Employee(new String("a name of more than seven letters"), 50, 9000);
        Employee other = new Employee(new String("a name of more than seven letters"), 30, 100);
        boss.manager = other;
        other.manager = new Employee(new String("A name of more than seven letters"), 30, 100);
        Ref<?> shared = Ref.copyOf(boss);
        Ref<?> sharedOther = (Ref<?>) shared.get("manager");
        assertEquals(nameWord(shared), nameWord(sharedOther));
        assertNotEquals(nameWord(shared), nameWord((Ref<?>) sharedOther.get("manager")));
        assertEquals("a name of more than seven letters", sharedOther.get("name"));
    }

    /** The field's word, which refers to the string. */
    private static long nameWord(Ref<?> object) {
        long word = Memory.getLong(((Shared) object).address()
                + ((StringHandle) (Object) SharedClass.of(Employee.class).stringField("name")).offset());
        assertTrue(Tag.isReference(word));
        Reference.reachabilityFence(object);
        return word;
    }

    @Test
    void twoCopiesAreTwoObjects() {
        Employee e = new Employee("Ada", 50, 9000);
        assertNotEquals(Ref.copyOf(e), Ref.copyOf(e));
    }

    @Test
    void sharedObjectsInTheGraphAreReferredTo() {
        Ref<Employee> shared = Ref.copyOf(new Employee("Ada", 50, 9000));
        Node node = new Node(1);
        node.extra = shared;
        assertEquals(shared, Ref.copyOf(node).get("extra"));
        assertEquals(shared, Ref.copyOf(shared));
    }

    @Test
    void aMillionNodesDoNotOverflowAStack() {
        Node head = new Node(0);
        Node last = head;
        for (int i = 1; i < 1_000_000; i++) {
            last.next = new Node(i);
            last = last.next;
        }
        Ref<?> at = Ref.copyOf(head);
        Field.OfRef<Node, Node> next = SharedClass.of(Node.class).refField("next", Node.class);
        Field.OfInt<Node> value = SharedClass.of(Node.class).intField("value");
        for (int i = 0; i < 1_000_000; i++) {
            assertEquals(i, value.get(at.as(Node.class)));
            at = next.get(at.as(Node.class));
        }
        assertNull(at);
    }

    @Test
    void recordsAreCopied() {
        assertEquals(4L, Ref.copyOf(new Point(3, 4)).get("y"));
    }

    @Test
    void whatCannotBeSharedIsNamed() {
        Job job = new Job();
        job.node = new Node(1);
        job.task = () -> {};
        refused(job, "lambda", "Job.task");
        job.task = null;
        job.resource = new Thread();
        refused(job, "resource of one process", "Job.resource");
        job.resource = getClass().getClassLoader();
        refused(job, "resource of one process", "Job.resource");
        job.resource = new java.util.TreeMap<>();
        refused(job, "order of insertion; copy it to a LinkedHashMap", "Job.resource");
        job.resource = new java.util.ArrayDeque<>();
        refused(job, "no shared twin; use a List, or a channel between processes", "Job.resource");
        job.resource = new java.util.BitSet();
        refused(job, "use a boolean[]", "Job.resource");
        job.resource = java.util.Optional.of(1);
        refused(job, "declare the field as what is in it", "Job.resource");
        refused(new Worker(), "resource of one process", "Worker.thread");
        refused(List.of(new Thread()), "cast the argument", "");
        job.resource = new java.util.ArrayList<>(java.util.List.of(1, new Thread()));
        refused(job, "resource of one process", "in a java.util.ArrayList");
        refused(new Object[0], "copied as a container", "");
        refused("text", "only objects", "");
        String message = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(List.of(new Thread())))
                .getMessage();
        assertTrue(message.contains("in a java.util.ImmutableCollections"), message);
    }

    @Test
    void withoutTheAgentThereAreNoInstances() {
        SharedMemoryException copied =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(new Employee("Ada", 50, 9000)));
        assertEquals(Reason.STATE, copied.reason());
        assertTrue(
                copied.getMessage().contains("-javaagent")
                        && copied.getMessage().contains("Ref.copyOf"),
                copied.getMessage());
        assertEquals(
                Reason.STATE,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(Employee.class))
                        .reason());
        assertEquals(
                Reason.STATE,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.construct(Object::new))
                        .reason());
    }

    private static void refused(Object graph, String reason, String place) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> Ref.copyOf(graph));
        assertEquals(Reason.ARGUMENT, thrown.reason());
        assertTrue(thrown.getMessage().contains(reason), thrown.getMessage());
        assertTrue(thrown.getMessage().contains(place), thrown.getMessage());
    }
}
