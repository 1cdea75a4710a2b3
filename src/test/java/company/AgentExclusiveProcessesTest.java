// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.support.Child;
import colors.support.WithDaemon;
import company.exclusive.Bean;
import company.exclusive.Clerk;
import company.exclusive.Closed;
import company.exclusive.Node;
import company.exclusive.Others;
import company.exclusive.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Exclusive classes between processes, and the option. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentExclusiveProcessesTest {
    private static final String AGENT =
            "-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath() + "=";
    private static final int NODES = 127;

    private static String run(String segment, Class<?> main, List<String> options, String... arguments)
            throws Exception {
        Child.Result result = Child.run(segment, main, options, arguments);
        assertEquals(0, result.exitCode(), result::output);
        return result.output();
    }

    private static String run(Class<?> main, String agent, String... arguments) throws Exception {
        return run(
                WithDaemon.start(),
                main,
                agent == null ? List.of() : List.of(AGENT + agent, "-Xverify:all"),
                arguments);
    }

    /** Makes a tree, or walks and changes the one that there is. */
    static final class Walker {
        private static Node grow(int from, int to) {
            if (from == to) {
                return new Node("leaf", from);
            }
            Node made = new Node(grow(from, (from + to) / 2), grow((from + to) / 2 + 1, to));
            made.value = from;
            return made;
        }

        private static long sum(Node node) {
            return node == null ? 0 : node.id + node.value + node.name.length() + sum(node.left) + sum(node.right);
        }

        private static void add(Node node) {
            if (node != null) {
                synchronized (node) {
                    node.value++;
                }
                add(node.left);
                add(node.right);
            }
        }

        public static void main(String[] arguments) {
            SharedMemory.attach();
            if (arguments.length > 0) {
                Node tree = arguments[0].equals("make")
                        ? grow(1, (NODES + 1) / 2)
                        : SharedMemory.construct(() -> grow(1, (NODES + 1) / 2));
                SharedMemory.repository("exclusive.tree").set(tree);
            }
            Node tree = (Node) SharedMemory.repository("exclusive.tree").get();
            long before = sum(tree);
            add(tree);
            System.out.println(before + " " + sum(tree) + " " + tree.left.parent().id);
        }
    }

    @Test
    void eachProcessChoosesForItself() throws Exception {
        String shared = run(Walker.class, "share=company.exclusive.*", "construct");
        assertEquals(shared, run(Walker.class, "exclusive=company.exclusive.*", "make"));
        assertEquals(
                shared, run(Walker.class, "share=company.shareable.*,exclusive=company.exclusive.Node", "construct"));
        String[] sums = shared.split(" ");
        assertEquals(Long.parseLong(sums[0]) + NODES, Long.parseLong(sums[1]));
        String second = run(Walker.class, "share=company.exclusive.*");
        assertTrue(second.startsWith(sums[1] + " "), second);
        String third = run(Walker.class, "exclusive=company.exclusive.*");
        assertEquals(Long.parseLong(sums[1]) + NODES, Long.parseLong(third.split(" ")[0]));
        Node here = (Node) SharedMemory.repository("exclusive.tree").get();
        assertEquals(Long.parseLong(third.split(" ")[1]), Walker.sum(here));
        assertEquals(Ref.of(here.left).get("value"), (long) here.left.value);
    }

    /** What a process that only reads gets. */
    static final class Reader {
        public static void main(String[] arguments) {
            Bean bean = (Bean) SharedMemory.repository("exclusive.read").get();
            System.out.println(bean.getName() + " " + bean.getFriend().getAge());
            for (Runnable change :
                    new Runnable[] {Bean::new, () -> bean.setAge(1), () -> SharedMemory.allocate(Bean.class)}) {
                try {
                    change.run();
                } catch (SharedMemoryException e) {
                    System.out.println(e.reason());
                }
            }
        }
    }

    @Test
    void aProcessThatMayOnlyReadMakesNone() throws Exception {
        Bean bean = new Bean();
        bean.setName("Ada");
        bean.setFriend(new Bean());
        bean.getFriend().setAge(17);
        SharedMemory.repository("exclusive.read").set(bean);
        Child.Result result = Child.run(
                WithDaemon.start(),
                Reader.class,
                List.of(AGENT + "exclusive=company.exclusive.*", "-Dcolors.readonly=true"));
        assertEquals(
                "Ada 17, READ_ONLY, READ_ONLY, READ_ONLY",
                String.join(", ", result.output().split(System.lineSeparator())));
    }

    /** Uses classes; with an argument makes an object. */
    static final class Lazy {
        public static void main(String[] arguments) throws Exception {
            System.out.println(Class.forName("company.exclusive.Bean").getSimpleName() + " "
                    + Shape.class.getSimpleName() + " " + Closed.FINALIZED);
            if (arguments.length > 0) {
                System.out.println(new Closed().value);
            }
        }
    }

    @Test
    void theFirstObjectAttaches() throws Exception {
        assertEquals(
                "Bean Shape 0",
                run(
                        "unused",
                        Lazy.class,
                        List.of(AGENT + "exclusive=company.exclusive.*", "-Dcolors.autostart=false")));
        Child.Result result = Child.run(
                "unused",
                Lazy.class,
                List.of(AGENT + "exclusive=company.exclusive.*", "-Dcolors.autostart=false"),
                "new");
        assertEquals(1, result.exitCode(), result.output());
        assertTrue(result.output().contains("SharedMemoryException"), result.output());
    }

    /** Uses what cannot be exclusive. */
    static final class Named {
        private static String messageOf(Runnable use) {
            try {
                use.run();
                return "none";
            } catch (ExceptionInInitializerError e) {
                return e.getCause().getMessage();
            } catch (SharedMemoryException e) {
                return e.getMessage();
            }
        }

        public static void main(String[] arguments) {
            System.out.println(messageOf(() -> Others.Colour.values()));
            System.out.println(messageOf(() -> new Others.Pair(1, 2)));
            System.out.println(messageOf(Others::inner));
            System.out.println(messageOf(() -> new Others.Updated()));
            System.out.println(messageOf(() -> new Object() {
                private int field;

                @Override
                public String toString() {
                    return "" + field;
                }
            }));
            class Local {
                private int field;

                int get() {
                    return field;
                }
            }
            System.out.println(messageOf(() -> new Local().get()));
        }
    }

    @Test
    void aClassThatIsNamedAndHasNoSharedInstancesIsRefused() throws Exception {
        String others = Others.class.getName();
        String[] lines = run(
                        Named.class,
                        "exclusive=" + others + "$Colour;" + others + "$Pair;" + others + "$Inner;" + others
                                + "$Updated;" + Named.class.getName() + "$1;" + Named.class.getName() + "$1Local")
                .split(System.lineSeparator());
        String[] whys = {
            "it is an enum",
            "it is a record",
            "it is an inner class",
            "it makes offsets of fields",
            "it is a local or anonymous class",
            "it is a local or anonymous class"
        };
        assertEquals(whys.length, lines.length, String.join("\n", lines));
        for (int i = 0; i < whys.length; i++) {
            assertTrue(lines[i].contains(" is refused: it is exclusive") && lines[i].contains(whys[i]), lines[i]);
        }
    }

    /** Writes an object, or reads it. */
    static final class Stream {
        public static void main(String[] arguments) throws Exception {
            if (arguments.length == 0) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(new Closed());
                }
                System.out.println(Base64.getEncoder().encodeToString(bytes.toByteArray()));
                return;
            }
            try (ObjectInputStream in = new ObjectInputStream(
                    new ByteArrayInputStream(Base64.getDecoder().decode(arguments[0])))) {
                System.out.println(((Closed) in.readObject()).value);
            } catch (InvalidClassException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void aPrivateObjectCannotBeReadFromAStream() throws Exception {
        String bytes = run(Stream.class, null);
        assertEquals("5", run(Stream.class, "share=company.exclusive.*", bytes));
        String message = run(Stream.class, "exclusive=company.exclusive.*", bytes);
        assertTrue(message.contains("company.exclusive.Closed"), message);
    }

    /** As some libraries make objects, without a constructor. */
    static final class Without {
        public static void main(String[] arguments) throws Exception {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Method allocate = type.getMethod("allocateInstance", Class.class);
            try {
                System.out.println(allocate.invoke(instance.get(null), Node.class));
            } catch (java.lang.reflect.InvocationTargetException e) {
                System.out.println(e.getCause());
            }
        }
    }

    @Test
    void noneIsMadeWithoutAConstructor() throws Exception {
        assertEquals(
                "java.lang.InstantiationException: company.exclusive.Node",
                run(Without.class, "exclusive=company.exclusive.*"));
    }

    /**
     * An agent that has the JVM make the JDK's classes anew, as those do that change them, when it starts and again.
     */
    public static final class OtherAgent {
        private static Instrumentation instrumentation;

        public static void premain(String options, Instrumentation jvm) throws UnmodifiableClassException {
            instrumentation = jvm;
            again();
        }

        static void again() throws UnmodifiableClassException {
            instrumentation.retransformClasses(Field.class, Method.class, Constructor.class, Class.class);
        }
    }

    /** Uses reflection before and after another agent changed its classes. */
    static final class Reflecting {
        public static void main(String[] arguments) throws Exception {
            use();
            OtherAgent.again();
            use();
        }

        private static void use() throws ReflectiveOperationException {
            Clerk clerk = Clerk.class.getConstructor(String.class, int.class).newInstance("Ada", 3);
            Field desk = Clerk.class.getDeclaredField("desk"); // which each object has
            Field value = Node.class.getDeclaredField("value");
            desk.setAccessible(true);
            Node node = Node.class.getConstructor(String.class).newInstance("n");
            value.setInt(node, 12);
            System.out.println(desk.get(clerk) + " " + value + " " + node.value + " " + value.get(node) + " "
                    + SharedMemory.isShared(node) + " " + Modifier.isAbstract(Node.class.getModifiers()));
        }
    }

    @Test
    void anotherAgentMayChangeReflection(@TempDir Path folder) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", OtherAgent.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("other.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        String line = "Ada's desk public int company.exclusive.Node.value 12 12 true false";
        assertEquals(
                line + System.lineSeparator() + line,
                run(
                                WithDaemon.start(),
                                Reflecting.class,
                                List.of(
                                        AGENT + "share=company.shareable.*,exclusive=company.exclusive.*",
                                        "-javaagent:" + jar,
                                        "-Xverify:all"))
                        .strip());
    }
}
