// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedList;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.Deployment;
import colors.support.Forge;
import colors.support.WithDaemon;
import com.fasterxml.jackson.databind.ObjectMapper;
import company.exclusive.Bean;
import company.exclusive.Clerk;
import company.exclusive.Closed;
import company.exclusive.Crate;
import company.exclusive.Label;
import company.exclusive.Node;
import company.exclusive.Others;
import company.exclusive.Shape;
import company.exclusive.Shelf;
import company.shareable.Employee;
import company.shareable.Plain;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Classes that have shared instances alone. Runs under the agent, with exclusive=company.exclusive.*. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentExclusiveTest {
    private static void assertShared(Object object) {
        assertTrue(SharedMemory.isShared(object), () -> "a private " + object.getClass());
    }

    @Test
    void newMakesSharedObjectsInAnyMode() {
        Node node = new Node("a");
        assertShared(node);
        assertShared(Node.ROOT);
        assertShared(SharedMemory.construct(() -> new Node("b")));
        assertShared(new Node(node, new Node("c", 1L << 40)));
        assertEquals("7 3 0.0 false 0 a ", node.all());
        assertTrue(node.getClass() == Node.class);
    }

    @Test
    void fieldsAreThoseOfTheSharedObject() {
        Node left = new Node("left");
        Node right = new Node("right", 5);
        Node pair = new Node(left, right);
        pair.value = -8;
        pair.weight = 2.5;
        pair.marked = true;
        assertEquals(1, pair.turn());
        assertEquals("12 -8 2.5 true 1 pair leftright", pair.all());
        assertTrue(pair.left == left && left.parent() == pair && pair.left.parent().right == right);
        Ref<?> object = Ref.of(pair);
        object.set("value", 4);
        object.set("name", "a longer name than fits a word");
        assertEquals(4, pair.value);
        assertEquals("a longer name than fits a word", pair.name);
        assertThrows(SharedMemoryException.class, () -> object.set("left", new ArrayList<>()));
    }

    @Test
    void transientFieldsAreTheWrappers() {
        Node left = new Node("left");
        left.cached = 3;
        Node pair = new Node(left, left);
        assertEquals(3, left.cached);
        assertEquals(0, SharedMemory.copyIn(pair).left.cached);
        assertFalse(SharedMemory.sharedType(left).fields().stream()
                .anyMatch(field -> field.name().equals("cached")));
    }

    @Test
    void copiesReferToThem() {
        Node node = new Node("kept");
        assertSame(node, SharedMemory.copyIn(node));
        Employee employee = new Employee("Bob", 1);
        employee.anything = node;
        Employee copy = SharedMemory.copyIn(employee);
        assertTrue(copy.anything == node);
        SharedList<Object> list = SharedMemory.copyIn(List.of(node, node));
        assertTrue(list.get(0) == node && list.get(1) == node);
        Node clone = node.clone();
        assertShared(clone);
        assertNotSame(node, clone);
        clone.name = "clone";
        assertEquals("kept", node.name);
        assertShared(SharedMemory.allocate(Node.class));
        assertNull(SharedMemory.allocate(Node.class).name);
    }

    @Test
    void subclassesAndAbstractSuperclassesShareTheirFields() {
        Shape.Circle circle = new Shape.Circle("round", 2);
        assertEquals("Circle:round 12.0 1", circle.label() + " " + circle.area() + " " + circle.scaled());
        Shape.Cube cube = new Shape.Cube();
        assertEquals("Cube:cube 22.0 1", cube.label() + " " + cube.area() + " " + cube.scaled());
        List<Shape<String>> shapes = List.of(circle, cube, new Shape.Square("flat"));
        shapes.forEach(AgentExclusiveTest::assertShared);
        assertEquals(List.of(12.0, 22.0, 4.0), shapes.stream().map(Shape::area).toList());
        assertEquals("round", Ref.of(circle).get("tag"));
        assertTrue(Modifier.isAbstract(Shape.class.getModifiers()));
    }

    @Test
    void theSuperclassMayBeAnOrdinaryOne() {
        Clerk clerk = new Clerk("Ada", 3);
        assertShared(clerk);
        assertEquals("Ada's desk 4 Ada 300.0", clerk.place() + " " + clerk.name() + " " + clerk.salary());
        clerk.raise(1);
        Employee employee = clerk;
        assertEquals(301, employee.salary());
        assertFalse(SharedMemory.isShared(new Employee("Bob", 1)));
        assertEquals(1, new Employee("Bob", 1).salary());
        assertEquals("Ada's desk", Ref.of(clerk).get("desk"));
    }

    @Test
    void constructorsMakeSharedObjects() {
        Shelf shelf = new Shelf();
        assertTrue(shelf == Shelf.leaked);
        assertEquals(3, shelf.sum);
        assertEquals(List.of("first"), shelf.names);
        assertEquals(3, shelf.counts.get("first"));
        assertEquals(2, shelf.sizes[1]);
        assertShared(shelf.plain);
        assertFalse(SharedMemory.isShared(new Plain("private", 1)));
        assertTrue(SharedMemory.construct(() -> {
            new Shelf();
            return SharedMemory.isShared(new Plain("shared", 1));
        }));
    }

    /** What its constructor calls makes them. */
    @Test
    void whatAConstructorCallsMakesSharedObjects() {
        Crate crate = new Crate(3);
        crate.names.add("apple");
        crate.sizes[0] = 7;
        assertEquals(List.of("apple"), Ref.of(crate).get("names"));
        assertEquals("7 2", crate.sizes[0] + " " + crate.sizes[1]);
    }

    /** So a class that it is the first to use makes private ones. */
    @Test
    void aConstructorThatMakesNothingLeavesTheModeAlone() {
        Label label = new Label(" box ", 5);
        assertShared(label);
        assertEquals("box 5 3", label.text + " " + label.weight);
        assertSame(ArrayList.class, Label.Words.MADE.getClass());
        assertEquals(
                "a label cannot have number -1",
                assertThrows(IllegalArgumentException.class, () -> new Label("box", -1))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> new Label(null, 1));
    }

    @Test
    void aConstructorThatThrowsLeavesTheModeAsItWas() {
        assertEquals(
                "no shelf",
                assertThrows(IllegalStateException.class, () -> new Shelf(true)).getMessage());
        assertFalse(SharedMemory.isShared(new Plain("private", 1)));
        assertShared(new Shelf(false).other);
        Plain made = SharedMemory.copyIn(new Plain("made", 1));
        assertTrue(new Shelf(() -> made).plain == made);
    }

    /** Whatever thread it is: with a mutator or before it has one, virtual, of many. */
    @Test
    void threadsHaveTheirOwnMode() throws Exception {
        SharedMemory.isShared(new Shelf(false));
        List<Future<?>> ends = new ArrayList<>();
        List<Thread.Builder> kinds = List.of(Thread.ofPlatform(), Thread.ofVirtual());
        for (Thread.Builder kind : kinds) {
            try (ExecutorService threads = Executors.newThreadPerTaskExecutor(kind.factory())) {
                for (int i = 0; i < 20; i++) {
                    ends.add(threads.submit(AgentExclusiveTest::alternate));
                }
            }
        }
        for (Future<?> end : ends) {
            end.get();
        }
    }

    private static void alternate() {
        for (int i = 0; i < 5; i++) {
            assertFalse(SharedMemory.isShared(new Plain("private", 1)));
            assertThrows(IllegalStateException.class, () -> new Shelf(true));
            assertFalse(SharedMemory.isShared(new Plain("private", 1)));
            Shelf[] inside = new Shelf[1];
            Shelf shelf = new Shelf(() -> {
                assertThrows(IllegalStateException.class, () -> new Shelf(true));
                inside[0] = new Shelf(false);
                Thread.yield();
                return new Plain("shared", 1);
            });
            assertShared(shelf.plain);
            assertShared(inside[0].other);
            assertFalse(SharedMemory.isShared(new Plain("private", 1)));
        }
    }

    @Test
    void argumentsAreEvaluatedOutsideOfTheMode() {
        assertThrows(SharedMemoryException.class, () -> {
            Plain argument = new Plain("private", 1);
            new Shelf(() -> argument);
        });
    }

    @Test
    void referencesToConstructorsMakeSharedObjects() {
        Function<String, Node> maker = Node::new;
        BiFunction<Node, Node, Node> pairing = Node::new;
        Node pair = pairing.apply(maker.apply("x"), maker.apply("y"));
        assertShared(pair);
        assertEquals("xy", pair.left.name + pair.right.name);
        assertTrue(Stream.of("a", "b").map(Node::new).allMatch(SharedMemory::isShared));
        assertEquals("3 0 0.0 false 0 p ", Node.varargs("p", "q", "r").all());
        new Node("unused");
    }

    @Test
    @SuppressWarnings("deprecation")
    void reflectionMakesSharedObjects() throws ReflectiveOperationException {
        assertFalse(Modifier.isAbstract(Node.class.getModifiers()));
        assertTrue(Modifier.isPublic(Node.class.getModifiers()));
        Node node = Node.class.getConstructor(String.class, long.class).newInstance("made", 9L);
        assertShared(node);
        assertEquals("9 0 0.0 false 0 made ", node.all());
        assertShared(Node.class.getConstructor(Node.class, Node.class).newInstance(node, node));
        assertShared(Bean.class.newInstance());
        assertEquals(
                12,
                Shape.Circle.class
                        .getConstructor(String.class, double.class)
                        .newInstance("nested", 2.0)
                        .area());
        Constructor<Shelf> failing = Shelf.class.getConstructor(boolean.class);
        assertTrue(
                assertThrows(InvocationTargetException.class, () -> failing.newInstance(true))
                                .getCause()
                        instanceof IllegalStateException);
        assertThrows(IllegalArgumentException.class, () -> failing.newInstance("no boolean"));
        assertThrows(IllegalArgumentException.class, failing::newInstance);
        Constructor<?> ofAbstract = Shape.class.getDeclaredConstructor(Comparable.class);
        ofAbstract.setAccessible(true);
        assertThrows(InstantiationException.class, () -> ofAbstract.newInstance("abstract"));
        Constructor<Employee> other = Employee.class.getConstructor();
        assertFalse(SharedMemory.isShared(other.newInstance()));
        assertShared(Clerk.class.getConstructor(String.class, int.class).newInstance("Eve", 1));
    }

    @Test
    void reflectionReachesTheFields() throws ReflectiveOperationException {
        Node node = new Node("n");
        Field value = Node.class.getField("value");
        value.setInt(node, 12);
        assertEquals(12, node.value);
        assertEquals(12, value.get(node));
        assertEquals(12L, Ref.of(node).get("value"));
        assertEquals("turn", Node.class.getMethod("turn").getName());
        assertEquals(1, Node.class.getMethod("turn").invoke(node));
    }

    @Test
    void handlesOfConstructorsMakeSharedObjects() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle make = lookup.findConstructor(Node.class, MethodType.methodType(void.class, String.class));
        assertShared((Node) make.invokeExact("h"));
        MethodHandle unreflected = lookup.unreflectConstructor(Node.class.getConstructor(String.class, long.class));
        assertEquals("4 0 0.0 false 0 u ", ((Node) unreflected.invoke("u", 4)).all());
        assertEquals(
                "abc", (String) lookup.findConstructor(String.class, MethodType.methodType(void.class, String.class))
                        .invokeExact("abc"));
    }

    @Test
    void jacksonReadsIntoSharedObjects() throws Exception {
        Bean bean = new ObjectMapper()
                .readValue(
                        "{\"name\": \"Ada\", \"age\": 36, \"friend\": {\"name\": \"Bob\", \"age\": 17}}", Bean.class);
        assertShared(bean);
        assertShared(bean.getFriend());
        assertEquals(
                "Ada 36 Bob 17",
                bean.getName() + " " + bean.getAge() + " " + bean.getFriend().getName() + " "
                        + Ref.of(bean.getFriend()).get("age"));
        assertEquals(
                "{\"name\":\"Bob\",\"age\":17,\"friend\":null}",
                new ObjectMapper().writeValueAsString(bean.getFriend()));
    }

    @Test
    void aSubclassThatIsNotPreparedIsRefused() {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> new Node("anonymous") {
            @Override
            public String all() {
                return "none";
            }
        });
        assertEquals(Reason.STATE, thrown.reason());
        assertTrue(
                thrown.getMessage().contains("company.exclusive.Node is exclusive")
                        && thrown.getMessage().contains("AgentExclusiveTest$"),
                thrown.getMessage());
    }

    @Test
    void whatAPrefixNamesAndHasNoSharedInstancesIsAsEver() {
        assertEquals(
                "RED Pair[first=1, second=2] 1 1",
                Others.Colour.RED + " " + new Others.Pair(1, 2) + " " + Others.inner().value + " "
                        + new Others.Updated().next());
    }

    @Test
    void theyAreNotSerialized() throws Exception {
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            assertTrue(assertThrows(NotSerializableException.class, () -> out.writeObject(new Closed()))
                    .getMessage()
                    .contains("is shared"));
        }
    }

    @Test
    void finalizersNeverRun() throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            assertEquals(5, new Closed().value);
        }
        System.gc();
        Thread.sleep(50);
        assertEquals(0, Closed.FINALIZED.get());
    }

    @Test
    void eachLoaderHasItsOwn() throws ReflectiveOperationException {
        Deployment one = new Deployment("one", "company.exclusive.", Node.class);
        Deployment other = new Deployment("other", "company.exclusive.", Node.class);
        Object first = one.loadClass("company.exclusive.Node")
                .getConstructor(String.class)
                .newInstance("one");
        Object second = other.loadClass("company.exclusive.Node")
                .getConstructor(String.class)
                .newInstance("other");
        assertShared(first);
        assertShared(second);
        assertFalse(first instanceof Node);
        assertFalse(first.getClass() == second.getClass());
        assertEquals(
                "one other", Ref.of(first).get("name") + " " + Ref.of(second).get("name"));
    }

    // ---- what no javac makes ------------------------------------------------------------------------

    private static final MethodTypeDesc MAKE = MethodTypeDesc.of(ConstantDescs.CD_Object);

    /** As ECJ compiles the statement {@code new C(x = 5)}, whose object nobody has. */
    @Test
    void anObjectThatIsDroppedAtOnceIsShared() throws Throwable {
        ClassDesc type = Forge.named("ExclusiveDropped");
        MethodTypeDesc withInt = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
        Forge forge = new Forge().add("ExclusiveDropped", builder -> {
            builder.withField("last", type, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC);
            builder.withMethodBody(ConstantDescs.INIT_NAME, withInt, ClassFile.ACC_PUBLIC, code -> code.aload(0)
                    .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                    .aload(0)
                    .putstatic(type, "last", type)
                    .return_());
            Forge.method(builder, "drop", MAKE, code -> code.new_(type)
                    .iconst_5()
                    .dup()
                    .istore(0)
                    .invokespecial(type, ConstantDescs.INIT_NAME, withInt)
                    .getstatic(type, "last", type)
                    .areturn());
        });
        assertShared(forge.call("ExclusiveDropped", "drop"));
    }

    @Test
    void whatCannotBeReplacedIsAnError() throws Throwable {
        ClassDesc type = Forge.named("ExclusiveKept");
        Forge forge = new Forge()
                .add(
                        "ExclusiveKept",
                        builder -> Forge.method(builder, "make", MAKE, code -> code.new_(type)
                                .astore(0)
                                .aload(0)
                                .invokespecial(type, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                                .aload(0)
                                .areturn()));
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> forge.call("ExclusiveKept", "make"));
        assertTrue(thrown.getMessage().contains("company.shareable.ExclusiveKept is exclusive"), thrown.getMessage());
    }

    @Test
    void anOldClassFileThatAPrefixNamesStaysPrivate() throws Throwable {
        ClassDesc type = Forge.named("ExclusiveOld");
        Forge forge = new Forge()
                .add(
                        "ExclusiveOld",
                        ClassFile.JAVA_6_VERSION,
                        builder -> Forge.method(builder, "make", MAKE, code -> code.new_(type)
                                .dup()
                                .invokespecial(type, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                                .areturn()));
        Object made = forge.call("ExclusiveOld", "make");
        assertFalse(SharedMemory.isShared(made));
        assertTrue(assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(made.getClass()))
                .getMessage()
                .contains("Java 6"));
    }
}
