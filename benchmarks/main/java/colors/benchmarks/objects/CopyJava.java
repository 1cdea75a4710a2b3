// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.Ref;
import colors.SharedMemory;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A deep copy to shared memory against serialisers that keep references, on the same graph: to bytes, and to bytes and
 * back, which is what a receiver of bytes needs and a receiver of shared objects does not; and the way out of shared
 * memory, for a receiver that wants private objects. All serialisers are warm and know the classes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CopyJava {

    /** A node of the paper's trees (section 6.2): four scalars. */
    public static class Tree implements Serializable {
        private static final long serialVersionUID = 1L;
        int a;
        long b;
        double c;
        boolean d;
        Tree left;
        Tree right;

        Tree() {}

        Tree(int depth) {
            a = depth;
            b = depth * 1_000_000_007L;
            c = depth / 3.0;
            d = depth % 2 == 0;
            left = depth > 1 ? new Tree(depth - 1) : null;
            right = depth > 1 ? new Tree(depth - 1) : null;
        }
    }

    /**
     * A node of the large graph: a tree, in which each node also has a name of its own and a friend among those before
     * it.
     */
    public static class Person implements Serializable {
        private static final long serialVersionUID = 1L;
        int id;
        double weight;
        String name;
        Person left;
        Person right;
        Person friend;
    }

    /** How it is passed on. */
    @Param({"shared", "java", "kryo", "fory"})
    public String way;

    /** What. */
    @Param({"tree", "graph1m"})
    public String graph;

    /** Nodes of the large graph. */
    @Param("1000000")
    public int people;

    private Object root;
    private Object sent; // the same in shared memory, or as bytes
    private Kryo kryo;
    private Output output;
    private Fory fory;

    /** Makes the graph. */
    @Setup
    public void setup() throws IOException {
        root = graph.equals("tree") ? trees() : people(people);
        kryo = new Kryo();
        kryo.setReferences(true);
        kryo.register(Tree.class);
        kryo.register(Tree[].class);
        kryo.register(Person.class);
        output = new Output(1 << 16, -1);
        fory = Fory.builder()
                .withLanguage(Language.JAVA)
                .withRefTracking(true)
                .requireClassRegistration(true)
                .withMaxDepth(1000)
                .build();
        fory.register(Tree.class);
        fory.register(Tree[].class);
        fory.register(Person.class);
        sent = write();
    }

    /** A message of the paper: a list of trees of four levels, 64 of them. */
    static Tree[] trees() {
        Tree[] trees = new Tree[64];
        for (int i = 0; i < trees.length; i++) {
            trees[i] = new Tree(4);
        }
        return trees;
    }

    static Person people(int count) {
        return person(count, new ArrayList<>(count), new Random(1));
    }

    /** In the order in which serialisers meet them, so that a friend never leads deeper. */
    private static Person person(int count, List<Person> made, Random random) {
        Person person = new Person();
        person.id = made.size();
        person.weight = random.nextDouble();
        person.name = "name " + person.id;
        made.add(person);
        person.friend = made.get(random.nextInt(made.size()));
        int rest = count - 1;
        person.left = rest > 0 ? person(rest - rest / 2, made, random) : null;
        person.right = rest / 2 > 0 ? person(rest / 2, made, random) : null;
        return person;
    }

    /** Until another process could have it, as bytes or as objects. */
    @Benchmark
    public Object write() throws IOException {
        return switch (way) {
            case "shared" -> root instanceof Object[] array ? SharedMemory.copyIn(array) : Ref.copyOf(root);
            case "java" -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(root);
                }
                yield bytes.toByteArray();
            }
            case "kryo" -> {
                output.reset();
                kryo.writeClassAndObject(output, root);
                yield output.toBytes();
            }
            default -> fory.serialize(root);
        };
    }

    /** Until the receiver has objects. */
    @Benchmark
    public Object roundTrip() throws IOException, ClassNotFoundException {
        Object written = write();
        return way.equals("shared") ? written : decode((byte[]) written);
    }

    /** Private objects of what was sent before. */
    @Benchmark
    public Object out() throws IOException, ClassNotFoundException {
        return way.equals("shared") ? SharedMemory.copyOut(sent, root.getClass()) : decode((byte[]) sent);
    }

    private Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
        return switch (way) {
            case "java" -> new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
            case "kryo" -> kryo.readClassAndObject(new Input(bytes));
            default -> fory.deserialize(bytes);
        };
    }
}
