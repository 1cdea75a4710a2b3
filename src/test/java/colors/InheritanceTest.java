// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hierarchies as flat sets of fields, fields of wide types, records, and classes that cannot be shared. */
@ExtendWith(WithDaemon.class)
class InheritanceTest {

    static class First {
        static class Base {
            private int x = 1;
            int first = 10;
        }
    }

    static class Second {
        static class Base extends First.Base {
            private int x = 2;
        }
    }

    @SharedName(open = true)
    static class Leaf extends Second.Base {
        private int x = 3;
        String own = "own";
    }

    interface Shape {}

    abstract static class Figure implements Shape {
        String title;
    }

    static class Circle extends Figure {
        double radius = 2;
    }

    static class Line {}

    static class Drawing<T extends Comparable<T>, F extends Figure> {
        Figure figure;
        Shape shape;
        Object any;
        T key;
        F bounded;
        Pair<Circle, String> pair;
    }

    record Pair<A, B>(A left, B right) {}

    @Test
    void hiddenFieldsAreQualified() {
        Ref<Leaf> leaf = Ref.copyOf(new Leaf());
        assertEquals(
                "[x: integer, own: string, Base.x: integer, colors.InheritanceTest.First.Base.x: integer, first:"
                        + " integer]",
                SharedMemory.sharedType(leaf).fields().stream()
                        .map(f -> f.name() + ": " + f.type())
                        .toList()
                        .toString());
        assertEquals(3L, leaf.get("x"));
        assertEquals(2L, leaf.get("Base.x"));
        assertEquals(1L, leaf.get("colors.InheritanceTest.First.Base.x"));
    }

    @Test
    void aHandleOfASuperclassFindsItsOwnField() {
        Ref<Leaf> leaf = Ref.copyOf(new Leaf());
        Field.OfInt<First.Base> ofFirst = SharedClass.of(First.Base.class).intField("x");
        Field.OfInt<Second.Base> ofSecond = SharedClass.of(Second.Base.class).intField("x");
        Field.OfInt<Leaf> ofLeaf = SharedClass.of(Leaf.class).intField("x");
        assertEquals(1, ofFirst.get(leaf));
        assertEquals(2, ofSecond.get(leaf));
        assertEquals(3, ofLeaf.get(leaf));
        ofFirst.set(leaf, 11);
        SharedClass.of(Second.Base.class).field("x", Object.class).set(leaf, 12);
        assertEquals(11, ofFirst.get(leaf));
        assertEquals(12, ofSecond.get(leaf));
        assertEquals(3, ofLeaf.get(leaf));
        assertEquals(10, SharedClass.of(First.Base.class).intField("first").get(leaf));
        leaf.remove("Base.x");
        assertEquals(0, ofSecond.get(leaf));
        ofSecond.set(leaf, 13);
        assertEquals(13L, leaf.get("Base.x"));
        assertEquals(3L, leaf.get("x"));
    }

    @Test
    void anAbstractFieldTakesSubclassesOnly() {
        Drawing<String, Circle> drawing = new Drawing<>();
        drawing.figure = new Circle();
        drawing.shape = new Circle();
        drawing.any = new Line();
        drawing.key = "text";
        drawing.bounded = new Circle();
        drawing.pair = new Pair<>(new Circle(), "right");
        Ref<?> shared = Ref.copyOf(drawing);
        assertEquals(2.0, ((Ref<?>) shared.get("figure")).get("radius"));
        assertEquals("text", shared.get("key"));
        assertEquals("right", ((Ref<?>) shared.get("pair")).get("right"));
        // an interface takes any: languages have no common idea of it
        shared.set("shape", Ref.copyOf(new Line()));
        for (String field : new String[] {"figure", "bounded"}) {
            SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared.set(field, shared));
            assertEquals(Reason.TYPE, thrown.reason());
            assertTrue(thrown.getMessage().contains("is declared colors.InheritanceTest.Figure"), thrown.getMessage());
        }
        var figure = SharedClass.of(Drawing.class).refField("figure", Figure.class);
        assertThrows(SharedMemoryException.class, () -> shared.set("figure", Ref.copyOf(new Line())));
        figure.set(shared.as(Drawing.class), Ref.copyOf(new Circle()));
        assertThrows(
                SharedMemoryException.class, () -> SharedClass.of(Figure.class).allocate());
    }

    class Inner {}

    @Test
    void classesWithSurroundingsAreRefused() {
        class Local {}
        Supplier<String> lambda = () -> "code";
        refused(new Inner(), "inner class");
        refused(new Local(), "local class");
        refused(new Object() {}, "anonymous or local class");
        refused(lambda, "lambda");
        refused(new Pair<>(1, lambda), "(in field colors.InheritanceTest$Pair.right)");
        refused(new Pair<>(1, new Pair<>(new Inner(), 2)), "InheritanceTest$Inner");
    }

    private static void refused(Object graph, String text) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> Ref.copyOf(graph));
        assertEquals(Reason.ARGUMENT, thrown.reason());
        assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
    }
}
