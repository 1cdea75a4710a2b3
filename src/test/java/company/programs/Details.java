// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Order of initialization, compound assignments, lambdas, new in awkward places. */
// compound assignments that lose bits, a resource that nobody reads: what an agent might get wrong
@SuppressWarnings({"lossy-conversions", "try"})
public final class Details {
    static final StringBuilder LOG = new StringBuilder();

    static int log(String text, int value) {
        LOG.append(text).append(value).append(' ');
        return value;
    }

    static class Base {
        int a = log("a", 1);
        final int b;
        long c = 10_000_000_000L;

        {
            log("block", a);
            a = 5;
        }

        Base(int b) {
            this.b = log("base", b);
            hook();
        }

        Base() {
            this(log("this", 7));
        }

        void hook() {
            log("hook", a);
        }
    }

    static class Derived extends Base {
        int d = log("d", 2);
        String text = "set";
        Derived twin;

        Derived(int b, int extra) {
            super(b + log("extra", extra));
            d += extra;
        }

        Derived() {
            log("derived", d);
        }

        Derived(Derived twin) {
            this(twin == null ? -1 : twin.b, 1);
            this.twin = twin;
            if (twin != null) {
                twin.twin = this;
            }
        }

        Derived(String failing) {
            super(3);
            if (failing != null) {
                throw new IllegalStateException(failing);
            }
        }

        @Override
        void hook() {
            log("derivedhook" + text, d);
        }
    }

    static final class Cell {
        byte b;
        short s;
        char c = 'a';
        int i;
        long l;
        float f;
        double d;
        boolean z;
        String t = "";
        Integer boxed = 5;
        Cell next;
        static Cell kept;

        Cell next() {
            LOG.append("next ");
            return next;
        }

        Cell with(int i) {
            this.i = i;
            return this;
        }
    }

    static void compound() {
        Cell cell = new Cell();
        cell.next = new Cell();
        cell.b += 200;
        cell.b++;
        cell.s -= 40000;
        cell.c++;
        cell.c += 1.7;
        cell.i = cell.i++ + ++cell.i;
        cell.i <<= 33;
        cell.l |= 1L << 40;
        cell.l >>>= 3;
        cell.f += 1e10;
        cell.d = cell.f / 3;
        cell.d %= 7;
        cell.z ^= true;
        cell.t += cell.c + cell.i + "x" + null;
        cell.boxed++;
        cell.boxed += 2;
        cell.next().i += cell.next().i++ + 4;
        cell.next.next = cell.next = new Cell().with(9);
        Cell old = cell.next;
        cell = cell.next = new Cell();
        System.out.println(cell.i + " " + (cell.next == null) + " " + old.i + " " + (old.next == null));
        cell.d = cell.l = cell.i = 3;
        int before = cell.i--;
        System.out.println(before + " " + cell.i + " " + cell.d + " " + cell.l);
        Cell.kept = cell;
        Cell.kept.t = Cell.kept.z ? "yes" : "no";
        System.out.println(cell.t);
    }

    static String show(Cell cell) {
        return cell.b + " " + cell.s + " " + cell.c + " " + cell.i + " " + cell.l + " " + cell.f + " " + cell.d + " "
                + cell.z + " " + cell.t + " " + cell.boxed;
    }

    static final class Product implements Comparable<Product> {
        private final String name;
        private final int price;

        Product(String name) {
            this(name, name.length());
        }

        Product(String name, int price) {
            this.name = name;
            this.price = price;
        }

        int price() {
            return price;
        }

        String named(String prefix) {
            return prefix + name;
        }

        @Override
        public int compareTo(Product other) {
            return Integer.compare(price, other.price);
        }

        Supplier<String> later() {
            return () -> name + price;
        }
    }

    static <T, R> R apply(Function<T, R> function, T value) {
        return function.apply(value);
    }

    static Derived choose(boolean flag) {
        return flag ? new Derived(1, 2) : new Derived(flag ? null : new Derived());
    }

    private static void initialize() {
        Derived derived = new Derived();
        System.out.println(LOG + " " + derived.b + derived.a + derived.d);
        LOG.setLength(0);
        Derived pair = new Derived(new Derived(new Derived(4, log("arg", 6))));
        System.out.println(LOG + " " + (pair.twin.twin == pair) + " " + (pair.twin == pair) + " " + pair.c);
        LOG.setLength(0);
        System.out.println(choose(true).b + " " + choose(false).twin.b);
        try {
            new Derived("failed");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        new Derived((String) null);
        System.out.println(LOG);
        LOG.setLength(0);
    }

    private static void narrow() {
        Cell cell = new Cell();
        cell.b -= 129;
        cell.s = (short) 70000;
        cell.f = 16777217;
        cell.l = Integer.MAX_VALUE + 1;
        cell.d = 1 / 3.0f;
        System.out.println(show(cell) + LOG);
    }

    private static Product[] makeProducts() {
        Function<String, Product> make = Product::new;
        BiFunction<String, Integer, Product> makeTwo = Product::new;
        IntFunction<Product[]> makeMany = Product[]::new;
        Product[] products = makeMany.apply(2);
        products[0] = make.apply("chair");
        products[1] = makeTwo.apply("desk", 1);
        System.out.println(Stream.of(products).map(Product::price).toList()
                + products[0].later().get()
                + apply(products[1]::named, "my "));
        return products;
    }

    private static void passToLambdas(Product[] products) {
        List<Product> list = new ArrayList<>(Arrays.asList(products));
        list.sort(null);
        System.out.println(list.stream().map(product -> product.named("-")).toList() + " " + list.indexOf(products[0]));
        int[] counter = {0};
        Runnable runnable = () -> counter[0] += products[0].price;
        runnable.run();
        runnable.run();
        System.out.println(counter[0]);
    }

    private static void branch(Product[] products) {
        Object object = products[1];
        if (object instanceof Product product && product.price == 1 && object instanceof Comparable<?>) {
            System.out.println("product " + product.name);
        }
        outer:
        for (Product each : products) {
            for (int i = 0; ; i++) {
                if (i > each.price) {
                    continue outer;
                }
                if (i == 3) {
                    System.out.println("three of " + each.name);
                    break outer;
                }
            }
        }
    }

    private static void loop(Product[] products) {
        StringBuilder text = new StringBuilder();
        for (Cell c = new Cell().with(3); c.i > 0; c.i--) {
            text.append(c.i).append(c.next == null ? "." : "!");
        }
        System.out.println(text);
        try (AutoCloseable closing = () -> System.out.println("closed " + products.length)) {
            System.out.println("open");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        do {
            products[0] = new Product(products[0].name.substring(1));
        } while (products[0].price > 2);
        System.out.println(products[0].name);
    }

    public static void main(String[] args) {
        initialize();
        compound();
        narrow();
        Product[] products = makeProducts();
        passToLambdas(products);
        branch(products);
        loop(products);
    }
}
