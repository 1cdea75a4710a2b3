// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies out of shared memory. */
@ExtendWith(WithDaemon.class)
class GraphReaderTest {

    static class Node {
        final int value;
        Node next;
        Object extra;

        Node(int value) {
            this.value = value;
            if (value < 0) {
                throw new IllegalArgumentException("no constructor runs in a copy out");
            }
        }
    }

    enum Color {
        RED,
        GREEN
    }

    static class Base {
        private final long id = Long.parseLong("17");
        protected String label = "base";
        private int hidden = 1;
    }

    static class Derived extends Base {
        private int hidden = 2;
        Base other;
    }

    @SharedName(value = "GraphReaderTest.Loose", open = true)
    static class Loose {
        byte number = 1;
        float ratio = 0.5f;
        Integer boxed = 2;
        int gone = 3;
        String text = "text";
    }

    /** One field of each kind. */
    static class Kinds {
        byte b = -128;
        short s = -32768;
        char c = '\uffff';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = 1.5f;
        double d = Math.PI;
        boolean yes = true;
        boolean no;
        Byte boxedByte = 1;
        Short boxedShort = 2;
        Character boxedChar = 'x';
        Integer boxedInt = 3;
        Long boxedLong = Long.MAX_VALUE;
        Float boxedFloat = 2.5f;
        Double boxedDouble = 1e300;
        Boolean boxedBoolean = true;
        Integer absent;
        String shortText = "short";
        String longText = "a string that is no word";
        String wide = "\u20ac and \ud83d\ude00";
        BigInteger big = BigInteger.TEN.pow(40);
        BigDecimal decimal = new BigDecimal("1.10");
        UUID uuid = new UUID(1, 2);
        Instant instant = Instant.EPOCH;
        Color color = Color.GREEN;
        Object any = 5L;
        Number number = 2.5;
        Comparable<?> comparable = "c";
        transient Thread worker;
    }

    static class Containers {
        int[] ints = {1, -2, 3};
        long[] longs = {1L << 40};
        double[] doubles = {0.5};
        float[] floats = {1.5f};
        short[] shorts = {7};
        byte[] bytes = {1, 2};
        char[] chars = {'a'};
        boolean[] booleans = {true, false};
        String[] texts = {"a", null};
        int[][] matrix = {{1, 2}, {3}};
        Node[] nodes = {new Node(1), null};
        List<Integer> numbers = new ArrayList<>(List.of(1, 2));
        LinkedList<String> linked = new LinkedList<>(List.of("x"));
        Map<String, List<Short>> map = new HashMap<>(Map.of("k", List.of((short) 4)));
        HashSet<Character> set = new HashSet<>(Set.of('q'));
        Map<Integer, Node> byNumber = new LinkedHashMap<>();
        Object any = new ArrayList<>(List.of(1));
        Object[] mixed = {1, "two", 3.0};
    }

    record Point(int x, Double y) {}

    record Link(String name, Link next) {}

    record Box(List<Object> content) {}

    /** As programs write them: with copies of their parts. */
    record Order(String id, List<Order> parts, Set<Point> places, Map<Point, List<String>> notes, Owner owner) {
        Order {
            parts = List.copyOf(parts);
            places = Set.copyOf(places);
            notes = Map.copyOf(notes);
            if (owner != null && owner.any == null) {
                throw new IllegalArgumentException("an owner that is not filled");
            }
        }
    }

    record Chain(int number, Chain next, List<Object> others, Joint joint) {
        Chain {
            others.getClass();
        }
    }

    static class Joint {
        Chain chain;
        Joint next;
    }

    record Owned(Owner owner, int number, Point point) {}

    static class Owner {
        Point point = new Point(1, 2.0);
        Object any = new Point(3, 4.0);
        Owned owned;
        Owner next;
    }

    static class Holder {
        Point point = new Point(3, 4.0);
        Box box = new Box(new ArrayList<>());
    }

    static class Key {
        int number;
        List<Object> parts = new ArrayList<>();

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number && key.parts.equals(parts);
        }

        @Override
        public int hashCode() {
            return 31 * number + parts.hashCode();
        }
    }

    static class Keyed {
        Map<Object, Object> map = new HashMap<>();
    }

    private static <C> C roundTrip(C original, Class<C> type) {
        return SharedMemory.copyOut(Ref.copyOf(original), type);
    }

    @Test
    void everyKindOfFieldComesBack() throws IllegalAccessException {
        Kinds original = new Kinds();
        original.worker = Thread.currentThread();
        Kinds copy = roundTrip(original, Kinds.class);
        assertNull(copy.worker);
        original.worker = null;
        for (var field : Kinds.class.getDeclaredFields()) {
            assertEquals(field.get(original), field.get(copy), field.getName());
        }
    }

    @Test
    void containersAreWhatTheFieldsDeclare() {
        Containers original = new Containers();
        original.byNumber.put(3, original.nodes[0]);
        Containers copy = roundTrip(original, Containers.class);
        assertArrayEquals(original.ints, copy.ints);
        assertArrayEquals(original.longs, copy.longs);
        assertArrayEquals(original.doubles, copy.doubles);
        assertArrayEquals(original.floats, copy.floats);
        assertArrayEquals(original.shorts, copy.shorts);
        assertArrayEquals(original.bytes, copy.bytes);
        assertArrayEquals(original.chars, copy.chars);
        assertArrayEquals(original.booleans, copy.booleans);
        assertArrayEquals(original.texts, copy.texts);
        assertArrayEquals(original.matrix, copy.matrix);
        assertEquals(List.of(1, 2), copy.numbers);
        assertEquals(original.linked, copy.linked);
        assertEquals(original.map, copy.map);
        assertEquals(original.set, copy.set);
        assertEquals(List.of(1L), copy.any);
        assertArrayEquals(new Object[] {1L, "two", 3.0}, copy.mixed);
        assertEquals(1, copy.nodes[0].value);
        assertNull(copy.nodes[1]);
        assertSame(copy.nodes[0], copy.byNumber.get(3));
        assertEquals(LinkedHashMap.class, copy.map.getClass());
    }

    @Test
    void cyclesAndSharingStay() {
        Node a = new Node(1);
        a.next = new Node(2);
        a.next.next = a;
        a.extra = new ArrayList<>(List.of(a, a.next));
        a.next.extra = a.extra;
        Node copy = roundTrip(a, Node.class);
        assertNotSame(a, copy);
        assertSame(copy, copy.next.next);
        assertSame(copy.extra, copy.next.extra);
        assertEquals(List.of(copy, copy.next), copy.extra);
        copy.next = null; // private: nobody else sees it
        assertEquals(2, a.next.value);
    }

    @Test
    void inheritedAndHiddenFieldsComeBack() {
        Derived original = new Derived();
        original.label = "derived";
        original.other = new Derived();
        ((Base) original).hidden = 7;
        Derived copy = roundTrip(original, Derived.class);
        assertEquals(17, ((Base) copy).id);
        assertEquals("derived", copy.label);
        assertEquals(7, ((Base) copy).hidden);
        assertEquals(2, copy.hidden);
        assertEquals(Derived.class, copy.other.getClass());
        assertSame(
                Derived.class,
                SharedMemory.copyOut(Ref.copyOf(original), Base.class).getClass());
    }

    @Test
    void aMillionNodesDoNotOverflowAStack() {
        Node head = null;
        for (int i = 1_000_000; i-- > 0; ) {
            Node node = new Node(i);
            node.next = head;
            head = node;
        }
        Node at = roundTrip(head, Node.class);
        for (int i = 0; i < 1_000_000; i++) {
            assertEquals(i, at.value);
            at = at.next;
        }
        assertNull(at);
    }

    @Test
    void deepRecordsAndListsDoNotOverflowAStack() {
        Link link = null;
        List<Object> nested = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            link = new Link("name", link);
            nested = new ArrayList<>(List.of(nested));
        }
        int depth = 0;
        for (Link at = roundTrip(link, Link.class); at != null; at = at.next) {
            depth++;
        }
        assertEquals(100_000, depth);
        depth = 0;
        List<?> at = SharedMemory.copyOut(SharedMemory.copyIn(nested), List.class);
        for (; !at.isEmpty(); at = (List<?>) at.getFirst()) {
            depth++;
        }
        assertEquals(100_000, depth);
    }

    @Test
    void recordsAreMadeByTheirConstructors() {
        Holder original = new Holder();
        original.box.content.add(original);
        Holder copy = roundTrip(original, Holder.class);
        assertEquals(original.point, copy.point);
        assertSame(copy, copy.box.content.getFirst());
        Ref<Link> ring = Ref.copyOf(new Link("ring", null));
        ring.set("next", ring);
        refused(ring, Link.class, "refers to itself through records");
    }

    @Test
    void objectsInRecordsHaveRecords() {
        Owner owner = new Owner();
        owner.next = new Owner();
        owner.next.owned = new Owned(owner.next, 8, new Point(7, 8.0));
        Owned copy = roundTrip(new Owned(owner, 5, new Point(5, 6.0)), Owned.class);
        assertEquals(5, copy.number);
        assertEquals(new Point(5, 6.0), copy.point);
        assertEquals(owner.point, copy.owner.point);
        assertEquals(owner.any, copy.owner.any);
        assertSame(copy.owner.next, copy.owner.next.owned.owner);
        assertEquals(8, copy.owner.next.owned.number);
        assertEquals(new Point(7, 8.0), copy.owner.next.owned.point);
    }

    @Test
    void recordsGetWhatTheyReferToFilled() {
        Order leaf = new Order(
                "leaf", List.of(), Set.of(new Point(1, 2.0)), Map.of(new Point(3, 4.0), List.of("a", "b")), null);
        Order order = new Order("order", List.of(leaf, leaf), Set.of(), Map.of(), null);
        assertEquals(order, roundTrip(order, Order.class));
        Order deep = leaf;
        for (int i = 0; i < 20_000; i++) {
            deep = new Order("deep", i % 2 == 0 ? List.of(deep) : List.of(leaf, deep, leaf), Set.of(), Map.of(), null);
        }
        int depth = 0;
        for (Order at = roundTrip(deep, Order.class);
                !at.id.equals("leaf");
                at = at.parts.size() == 1 ? at.parts.getFirst() : at.parts.get(1)) {
            depth++;
        }
        assertEquals(20_000, depth);
    }

    @Test
    void recordsThatReferToThemselvesThroughOthersAreMade() {
        for (int length : new int[] {1, 2, 40, 5_000}) {
            Box first = new Box(new ArrayList<>());
            Box last = first;
            for (int i = 1; i < length; i++) {
                Box next = new Box(new ArrayList<>(List.of("before", first)));
                last.content.add(i % 3 == 0 ? new Box(new ArrayList<>(List.of(next, last))) : next);
                last = next;
            }
            last.content.add(first);
            Ref<?> shared = Ref.copyOf(first);
            Box copy = SharedMemory.copyOut(shared, Box.class);
            Box at = copy;
            for (int i = 1; i < length; i++) {
                Box inner = (Box) at.content.getLast();
                if (i % 3 == 0) {
                    assertSame(at, inner.content.get(1));
                    inner = (Box) inner.content.getFirst();
                }
                assertEquals("before", inner.content.getFirst());
                assertSame(copy, inner.content.get(1));
                at = inner;
            }
            assertSame(copy, at.content.getLast());
        }
    }

    @Test
    void recordsInGraphsOfAllKindsAreMade() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(seed % 10 == 0 ? 400 : 12);
            List<Chain> chains = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Chain next = i == 0 || random.nextInt(3) == 0 ? null : chains.get(random.nextInt(i));
                chains.add(new Chain(i, next, new ArrayList<>(), random.nextBoolean() ? new Joint() : null));
            }
            for (Chain chain : chains) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    chain.others.add(chains.get(random.nextInt(size)));
                }
                if (chain.joint != null) {
                    chain.joint.chain = chains.get(random.nextInt(size));
                    chain.joint.next = chains.get(random.nextInt(size)).joint;
                }
            }
            List<?> copies = SharedMemory.copyOut(SharedMemory.copyIn(List.copyOf(chains)), List.class);
            for (Chain chain : chains) {
                checkChain(chain, (Chain) copies.get(chain.number), copies);
            }
        }
    }

    private static void checkChain(Chain chain, Chain copy, List<?> copies) {
        assertEquals(chain.number, copy.number);
        assertSame(chain.next == null ? null : copies.get(chain.next.number), copy.next);
        assertEquals(chain.others.size(), copy.others.size());
        for (int i = 0; i < chain.others.size(); i++) {
            assertSame(copies.get(((Chain) chain.others.get(i)).number), copy.others.get(i));
        }
        if (chain.joint != null) {
            assertSame(copies.get(chain.joint.chain.number), copy.joint.chain);
            assertEquals(chain.joint.next == null, copy.joint.next == null);
        }
    }

    @Test
    void keysAreCompleteWhenTheyArePut() {
        Keyed original = new Keyed();
        Key key = new Key(1);
        key.parts.add(new HashSet<>(Set.of(List.of("in"))));
        original.map.put(key, "found");
        Key twin = new Key(2);
        twin.parts.add(new HashSet<>(Set.of(new HashSet<>(Set.of("deep")))));
        original.map.put(twin, key);
        Keyed copy = roundTrip(original, Keyed.class);
        assertEquals(original.map, copy.map);
        assertEquals("found", copy.map.get(key));
    }

    @Test
    void keysThatAJavaCollectionDoesNotTakeAreNamed() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("key", null);
        refused(map, ConcurrentHashMap.class, "cannot be copied out as a java.util.concurrent.ConcurrentHashMap");
        map.put(null, 1);
        refused(map, TreeMap.class, "cannot be copied out as a java.util.TreeMap");
        map.put(map, 2);
        refused(map, Map.class, "has itself in it");
        map.clear();
        map.put(1, 2);
        map.put("one", 2);
        refused(map, TreeMap.class, "declare it as Map or Set");
    }

    @Test
    void rootsMayBeContainers() {
        assertEquals(List.of(1L, "a"), SharedMemory.copyOut(SharedMemory.copyIn(List.of(1, "a")), List.class));
        assertEquals(Set.of("a"), SharedMemory.copyOut(SharedMemory.copyIn(Set.of("a")), Object.class));
        assertEquals(Map.of("a", 1L), SharedMemory.copyOut(SharedMemory.copyIn(Map.of("a", 1)), Map.class));
        assertArrayEquals(new byte[] {1}, SharedMemory.copyOut(SharedMemory.copyIn(new byte[] {1}), byte[].class));
        assertArrayEquals(
                new double[] {1, 2}, SharedMemory.copyOut(SharedMemory.copyIn(new double[] {1, 2}), double[].class));
        Node[] nodes = SharedMemory.copyOut(SharedMemory.copyIn(new Object[] {new Node(1), new Node(2)}), Node[].class);
        assertEquals(2, nodes[1].value);
        assertEquals(
                LinkedHashSet.class,
                SharedMemory.copyOut(SharedSet.create(), Set.class).getClass());
    }

    @Test
    void aFieldThatOneSideLacksIsLeftOutOrStaysEmpty() {
        Ref<Node> shared = Ref.copyOf(new Node(1));
        shared.set("added", "elsewhere");
        assertEquals(1, SharedMemory.copyOut(shared, Node.class).value);
        Ref<Node> sparse = Ref.copyOf(new Node(1));
        sparse.set("extra", sparse);
        Node copy = SharedMemory.copyOut(sparse, Node.class);
        assertSame(copy, copy.extra);
    }

    @Test
    void fieldsThatOthersGaveAnotherTypeAreConvertedOrRefused() {
        Ref<Loose> shared = Ref.copyOf(new Loose());
        retype(shared, "number", 5);
        retype(shared, "ratio", 2);
        retype(shared, "boxed", 7.0);
        shared.remove("gone");
        for (int i = 0; i < 20; i++) {
            shared.set("more" + i, i); // its fields are not in the object itself any more
        }
        retype(shared, "text", "elsewhere");
        refused(shared, Loose.class, "7.0");
        retype(shared, "boxed", 7);
        Loose copy = SharedMemory.copyOut(shared, Loose.class);
        assertEquals(5, copy.number);
        assertEquals(2f, copy.ratio);
        assertEquals(7, copy.boxed);
        assertEquals(0, copy.gone);
        assertEquals("elsewhere", copy.text);
        retype(shared, "number", 300);
        refused(shared, Loose.class, "300");
        retype(shared, "number", null);
        refused(shared, Loose.class, "null");
        retype(shared, "number", 1);
        retype(shared, "text", 12);
        refused(shared, Loose.class, "java.lang.String");
        retype(shared, "text", Ref.copyOf(new Node(1)));
        refused(shared, Loose.class, "Node");
    }

    private static void retype(Ref<?> object, String field, Object value) {
        object.remove(field);
        object.set(field, value);
    }

    @Test
    void whatCannotBeCopiedOutIsNamed() {
        refused(null, Node.class, "a shared object was expected, not null");
        refused(new Node(1), Node.class, "what is private needs no copy out");
        Ref<Node> shared = Ref.copyOf(new Node(1));
        refused(shared, Employee.class, Employee.class.getName());
        SharedList<Object> list = SharedMemory.copyIn(List.of("text"));
        refused(list, int[].class, "the string 'text'");
        refused(SharedMemory.copyIn(List.of(1L << 40)), int[].class, "1099511627776");
        refused(list, Map.class, "a shared list");
        refused(SharedMemory.copyIn(new byte[1]), List.class, "bytes");
    }

    @Test
    void aGraphThatIsTooLargeForOneOperationIsTheSame() {
        Random random = new Random(1);
        List<Object> nodes = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            Node node = new Node(i);
            node.next = i == 0 ? node : (Node) nodes.get(random.nextInt(i));
            node.extra = i % 3 == 0 ? "text number " + i : i % 3 == 1 ? List.of(node.next, i) : Map.of("k", node.next);
            nodes.add(node);
        }
        List<?> copies = SharedMemory.copyOut(SharedMemory.copyIn(nodes), List.class);
        assertEquals(nodes.size(), copies.size());
        for (int i = 0; i < copies.size(); i++) {
            Node copy = (Node) copies.get(i);
            Node next = (Node) copies.get(((Node) nodes.get(i)).next.value);
            assertEquals(i, copy.value);
            assertSame(next, copy.next);
            assertEquals(
                    i % 3 == 0 ? "text number " + i : i % 3 == 1 ? List.of(next, (long) i) : Map.of("k", next),
                    copy.extra);
        }
    }

    /**
     * A writer replaces what is read, and the collector frees it at once: a copy is of what was there at some time, and
     * whole.
     */
    @ParameterizedTest
    @ValueSource(ints = {20, 200}) // in one operation; by loads that log
    void copiesAreWholeWhileOthersWriteAndTheCollectorRuns(int chains) throws InterruptedException {
        SharedList<Object> list = SharedList.create();
        for (int i = 0; i < chains; i++) {
            list.add(Ref.copyOf(chain(i)));
        }
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; !stop.get(); i++) {
                int index = i % chains;
                SharedMemory.scoped(
                        () -> { // whose roots go at once
                            list.set(index, Ref.copyOf(chain(index)));
                            return index;
                        });
            }
        });
        Thread collector = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                SharedMemory.collect();
            }
        });
        try {
            for (int round = 0; round < 100; round++) {
                check(SharedMemory.copyOut(list, List.class), chains);
            }
        } finally {
            stop.set(true);
            writer.join();
            collector.join();
        }
    }

    private static void check(List<?> copies, int chains) {
        assertEquals(chains, copies.size());
        for (int i = 0; i < chains; i++) {
            int length = 0;
            for (Node at = (Node) copies.get(i); at != null; at = at.next) {
                assertEquals(i, at.value);
                assertEquals("text of node " + i, at.extra);
                length++;
            }
            assertEquals(i % 2 == 0 ? 5 : 200, length);
        }
    }

    private static Node chain(int value) {
        Node head = null;
        for (int i = value % 2 == 0 ? 5 : 200; i-- > 0; ) {
            Node node = new Node(value);
            node.extra = "text of node " + value;
            node.next = head;
            head = node;
        }
        return head;
    }

    private static void refused(Object shared, Class<?> type, String part) {
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyOut(shared, type));
        assertTrue(
                thrown.reason() == Reason.TYPE || thrown.reason() == Reason.ARGUMENT,
                thrown.reason().toString());
        assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
    }
}
