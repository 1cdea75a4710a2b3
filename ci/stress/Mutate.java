// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.Repository;
import colors.SharedArray;
import colors.SharedClass;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.SharedName;
import colors.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One mutator of the stress in Java: {@code Mutate INDEX SEED}. native/test/graph.h says what the graph is and who may
 * change what; graph.c and mutate.py do the same in the other languages.
 */
final class Mutate {
    @SharedName("stress.Node")
    static final class Node {
        long stamp;
        long level;
        long owner;
        long sum;
        String text;
        Node a;
        Node b;
        Node c;
        Node back;
    }

    private static final int MUTATORS = 10;
    private static final int ROOTS = 32;
    private static final int LEVELS = 5;
    private static final int EXTRAS = 6;
    private static final int LISTS = 8;
    private static final int LENGTH = 16;
    private static final int TURNS = 50;
    private static final long END = -1;
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz".repeat(2000);

    private static final SharedClass<Node> NODE = SharedClass.of(Node.class);
    private static final Field.OfLong<Node> STAMP = NODE.longField("stamp");
    private static final Field.OfLong<Node> LEVEL = NODE.longField("level");
    private static final Field.OfLong<Node> OWNER = NODE.longField("owner");
    private static final Field.OfLong<Node> SUM = NODE.longField("sum");
    private static final Field.OfString<Node> TEXT = NODE.stringField("text");
    private static final Field.OfRef<Node, Node> A = NODE.refField("a", Node.class);
    private static final List<Field.OfRef<Node, Node>> DOWN =
            List.of(A, NODE.refField("b", Node.class), NODE.refField("c", Node.class));
    private static final Field.OfRef<Node, Node> BACK = NODE.refField("back", Node.class);

    private final int index;
    private final SplittableRandom random;
    private final List<Repository<Ref<Node>>> roots = new ArrayList<>();
    private final PrivateList[] lists = new PrivateList[LISTS];
    private long operations;
    private long nodes;
    private long sent;
    private long taken;
    private long full;

    /**
     * What this mutator knows of a list that only it changes. The head is null while only the repository roots the
     * list.
     */
    private static final class PrivateList {
        final Repository<Ref<Node>> own;
        Ref<Node> head;
        boolean published;
        List<Long> stamps = new ArrayList<>();

        PrivateList(Repository<Ref<Node>> own) {
            this.own = own;
        }

        Ref<Node> head() {
            return head != null || !published ? head : own.get();
        }

        void setHead(Ref<Node> first) {
            if (first == null) {
                head = null;
                published = false;
                own.set(null);
                return;
            }
            boolean held = head != null || !published;
            if (published) {
                own.set(first);
            }
            head = held ? first : null;
        }
    }

    private Mutate(int index, long seed) {
        this.index = index;
        random = new SplittableRandom(seed);
        for (int i = 0; i < ROOTS; i++) {
            roots.add(nodes("root." + i));
        }
        Arrays.setAll(lists, i -> new PrivateList(nodes("own." + (index * LISTS + i))));
    }

    private static Repository<Object> repository(String key) {
        return SharedMemory.repository("stress." + key);
    }

    private static Repository<Ref<Node>> nodes(String key) {
        return SharedMemory.repository("stress." + key, ValueType.ref(Node.class));
    }

    private static void check(boolean good, String what) {
        if (!good) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    // ---- what a stamp says

    private static String textOf(long stamp) {
        int length = stamp % 50 == 7 ? 16400 + (int) (stamp / 50 % 8) * 4000 : (int) (stamp % 40);
        int start = (int) (stamp % 26);
        return ALPHABET.substring(start, start + length);
    }

    /** Even ones hold a number, x3 a flat array, other odd ones a text. */
    private static Object extraOf(long stamp, int extra) {
        if (extra == 3) {
            int[] numbers = new int[stamp % 50 == 9 ? 5000 : (int) (stamp % 40)];
            Arrays.setAll(numbers, i -> (int) (stamp + i));
            return numbers;
        }
        return extra % 2 == 0 ? (Object) (stamp * 8 + extra) : (Object) ("x" + extra + ":" + stamp);
    }

    // ---- nodes

    private int pick(int count) {
        return random.nextInt(count);
    }

    private Field.OfRef<Node, Node> down() {
        return DOWN.get(pick(DOWN.size()));
    }

    private Ref<Node> node(long level, long owner) {
        long stamp = random.nextLong() >>> 24;
        Ref<Node> node = NODE.allocate();
        TEXT.set(node, textOf(stamp));
        STAMP.set(node, stamp);
        LEVEL.set(node, level);
        OWNER.set(node, owner);
        nodes++;
        return node;
    }

    private static void checkNode(Ref<Node> node) {
        long stamp = STAMP.get(node);
        check(textOf(stamp).equals(TEXT.get(node)), "the text of a node");
        for (int i = 0; i < EXTRAS; i++) {
            Object value = extra(node, i);
            Object expected = extraOf(stamp, i);
            check(
                    value == null
                            || (expected instanceof int[] numbers
                                    ? value instanceof SharedArray<?> array
                                            && Arrays.equals(numbers, (int[]) array.toPrimitiveArray())
                                    : value.equals(expected)),
                    "added field x" + i);
        }
    }

    /** Null when there is none. */
    private static Object extra(Ref<Node> node, int extra) {
        try {
            return node.get("x" + extra);
        } catch (SharedMemoryException e) {
            check(e.reason() == Reason.ARGUMENT, e.getMessage());
            return null;
        }
    }

    /** Added in order and removed from the end: in any order there would be thousands of versions of the class. */
    private void changeExtra(Ref<Node> node) {
        int live = 0;
        while (live < EXTRAS && extra(node, live) != null) {
            live++;
        }
        if (live == 0 || live < EXTRAS && pick(2) == 0) {
            Object value = extraOf(STAMP.get(node), live);
            node.set("x" + live, value instanceof int[] numbers ? SharedArray.copyOf(numbers) : value);
            return;
        }
        try {
            node.remove("x" + (live - 1));
        } catch (SharedMemoryException e) { // another one was faster
            check(e.reason() == Reason.ARGUMENT, e.getMessage());
        }
    }

    // ---- the common part

    /** A random path down from a root. */
    private List<Ref<Node>> descend() {
        List<Ref<Node>> path = new ArrayList<>();
        int wanted = 1 + pick(LEVELS);
        Ref<Node> at = roots.get(pick(ROOTS)).get();
        while (at != null && path.size() < wanted) {
            check(LEVEL.get(at) == path.size() && OWNER.get(at) == MUTATORS, "a node's level");
            path.add(at);
            at = down().get(at);
        }
        return path;
    }

    private void grow() {
        List<Ref<Node>> path = descend();
        int level = pick(8) == 0 ? 0 : path.size() % LEVELS;
        Ref<Node> made = node(level, MUTATORS);
        if (level == 0) {
            roots.get(pick(ROOTS)).set(made);
        } else {
            down().set(path.get(level - 1), made);
        }
    }

    private void join() {
        List<Ref<Node>> from = descend();
        List<Ref<Node>> to = descend();
        int levels = Math.min(from.size(), to.size());
        if (levels == 0 || pick(8) == 0) {
            roots.get(pick(ROOTS)).set(to.isEmpty() ? null : to.getFirst());
        } else if (levels > 1) {
            int level = pick(levels - 1);
            down().set(from.get(level), to.get(level + 1));
        }
    }

    private void drop() {
        List<Ref<Node>> path = descend();
        if (path.isEmpty() || pick(16) == 0) {
            roots.get(pick(ROOTS)).set(null);
        } else {
            down().set(path.getLast(), null);
        }
    }

    /** Sets a reference up, or follows one and takes it away. */
    private void turnBack() {
        List<Ref<Node>> path = descend();
        if (path.isEmpty()) {
            return;
        }
        Ref<Node> back = BACK.get(path.getLast());
        if (back != null) {
            checkNode(back);
        }
        BACK.set(path.getLast(), back == null ? path.get(pick(path.size())) : null);
    }

    private void look(boolean change) {
        List<Ref<Node>> path = descend();
        if (change && !path.isEmpty()) {
            changeExtra(path.getLast());
        }
        path.forEach(Mutate::checkNode);
    }

    // ---- the private part

    private static Repository<Ref<Node>> mailbox(int from, int to) {
        return nodes("mail." + (from * MUTATORS + to));
    }

    private static List<Long> read(Ref<Node> head) {
        List<Long> stamps = new ArrayList<>();
        for (Ref<Node> at = head; at != null; at = A.get(at)) {
            checkNode(at);
            check(OWNER.get(at) < MUTATORS && stamps.size() < LENGTH, "a private list");
            stamps.add(STAMP.get(at));
        }
        return stamps;
    }

    private static long sum(List<Long> stamps) {
        return stamps.stream().mapToLong(Long::longValue).sum();
    }

    private static void verify(PrivateList list) {
        List<Long> found = read(list.head());
        check(found.equals(list.stamps), "a private list is " + found + ", expected " + list.stamps);
    }

    private void push(PrivateList list) {
        if (list.stamps.size() == LENGTH) {
            return;
        }
        Ref<Node> made = node(0, index);
        A.set(made, list.head());
        list.setHead(made);
        list.stamps.addFirst(STAMP.get(made));
    }

    private static void pop(PrivateList list) {
        if (!list.stamps.isEmpty()) {
            list.setHead(A.get(list.head()));
            list.stamps.removeFirst();
        }
    }

    /** Puts a new node in the place of another. */
    private void replace(PrivateList list) {
        if (list.stamps.isEmpty()) {
            return;
        }
        Ref<Node> made = node(0, index);
        int place = pick(list.stamps.size());
        Ref<Node> before = null;
        Ref<Node> at = list.head();
        for (int i = 0; i < place; i++) {
            before = at;
            at = A.get(at);
        }
        A.set(made, A.get(at));
        if (before == null) {
            list.setHead(made);
        } else {
            A.set(before, made);
        }
        list.stamps.set(place, STAMP.get(made));
    }

    /** Roots the list in another way. */
    private void reroot(PrivateList list) {
        if (!list.stamps.isEmpty()) {
            Ref<Node> head = list.head();
            int how = 1 + pick(3);
            list.published = (how & 2) != 0;
            list.own.set(list.published ? head : null);
            list.head = (how & 1) != 0 ? head : null;
        }
    }

    /** One's own roots go before the mailbox is filled, so that a list has one owner wherever a process dies. */
    private void handOver(PrivateList list) {
        Repository<Ref<Node>> mailbox = mailbox(index, pick(MUTATORS));
        if (list.stamps.isEmpty() || mailbox.get() != null) {
            return;
        }
        Ref<Node> head = list.head();
        SUM.set(head, sum(list.stamps));
        list.stamps = new ArrayList<>();
        list.setHead(null);
        mailbox.set(head);
        sent++;
    }

    private void takeOver(PrivateList list) {
        Repository<Ref<Node>> mailbox = mailbox(pick(MUTATORS), index);
        Ref<Node> head = mailbox.get();
        if (head == null) {
            return;
        }
        mailbox.set(null);
        list.stamps = read(head);
        check(SUM.get(head) == sum(list.stamps), "the sum of a list that came");
        list.setHead(head);
        taken++;
    }

    private void changePrivate() {
        PrivateList list = lists[pick(LISTS)];
        switch (pick(8)) {
            case 0, 1 -> push(list);
            case 2 -> pop(list);
            case 3 -> replace(list);
            case 4 -> reroot(list);
            case 5 -> handOver(list);
            case 6 -> takeOver(list);
            default -> {
                verify(list);
                if (!list.stamps.isEmpty()) {
                    changeExtra(list.head());
                }
            }
        }
    }

    // ---- a mutator

    private void step() {
        int what = pick(100);
        operations++;
        if (what < 30) {
            grow();
        } else if (what < 42) {
            join();
        } else if (what < 54) {
            drop();
        } else if (what < 58) {
            turnBack();
        } else if (what < 66) {
            look(true);
        } else if (what < 70) {
            look(false);
        } else {
            changePrivate();
        }
    }

    /** When the heap is full of live objects, a quarter of the roots goes. */
    private void turn() {
        try {
            step();
        } catch (SharedMemoryException e) {
            check(e.reason() == Reason.MEMORY, e.toString());
            full++;
            for (int i = 0; i < ROOTS / 4; i++) {
                roots.get(pick(ROOTS)).set(null);
            }
        }
    }

    /** What a mutator of this index left that was killed is checked and dropped. */
    private void inherit() {
        for (PrivateList list : lists) {
            read(list.own.get());
            list.own.set(null);
        }
    }

    private void run() throws InterruptedException {
        Repository<Object> control = repository("control");
        Repository<Object> ack = repository("ack." + index);
        inherit();
        for (long now; (now = (long) control.get()) != END; ) {
            if (now % 2 == 0) {
                ack.set(now);
                Thread.sleep(1);
                continue;
            }
            for (int i = 0; i < TURNS; i++) {
                turn();
            }
        }
        for (PrivateList list : lists) {
            verify(list);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int index = Integer.parseInt(arguments[0]);
        Mutate mutate = new Mutate(index, Long.parseLong(arguments[1]));
        System.out.println("  mutator " + index + ": attached");
        mutate.run();
        System.out.println("  mutator " + index + ": " + mutate.operations + " operations, " + mutate.nodes + " nodes, "
                + mutate.sent + " lists sent, " + mutate.taken + " taken, heap full " + mutate.full + " times");
    }
}
