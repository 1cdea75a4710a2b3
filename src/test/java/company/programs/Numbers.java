// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Boxes, numbers at their limits, values of the JDK. */
public final class Numbers {
    static class Boxes {
        Integer integer;
        Long big;
        Short small;
        Byte tiny;
        Character letter;
        Float single;
        Double twice;
        Boolean flag;
        Number number;
        Object any;
        Comparable<?> comparable;
        CharSequence text;
    }

    static final class Values {
        BigInteger huge = BigInteger.TWO.pow(100);
        BigDecimal price = new BigDecimal("10.50");
        LocalDate day = LocalDate.of(2024, 2, 29);
        Instant instant = Instant.ofEpochMilli(1_700_000_000_123L);
        Duration duration = Duration.ofMinutes(90);
        UUID id = new UUID(1, 2);
        Thread.State state = Thread.State.BLOCKED;
    }

    static final class Limits {
        byte b = Byte.MIN_VALUE;
        short s = Short.MAX_VALUE;
        char c = Character.MAX_VALUE;
        int i = Integer.MIN_VALUE;
        long l = Long.MAX_VALUE;
        float f = Float.NaN;
        double d = Double.NEGATIVE_INFINITY;
        double zero = -0.0;
        final int constant = 42;
        static final long FIXED = 5_000_000_000L;
        String nothing;
        String unicode = "\ud83d\ude00 \u0000 \u20ac";
    }

    static final class Counter {
        private int count;
        private long total;
        double mean;

        Counter add(int value) {
            mean += (value - mean) / ++count;
            total += value;
            return this;
        }

        boolean isEven() {
            return (count & 1) == 0 ? true : false;
        }

        int sign() {
            return count > 3 ? 1 : count < 3 ? -1 : 0;
        }
    }

    private static void box() {
        Boxes boxes = new Boxes();
        System.out.println(boxes.integer + " " + boxes.flag + " " + boxes.letter + " " + boxes.any);
        boxes.integer = 1000;
        boxes.integer++;
        boxes.big = 1L << 40;
        boxes.big += boxes.integer;
        boxes.small = (short) -5;
        boxes.tiny = 7;
        boxes.letter = 'x';
        boxes.letter++;
        boxes.single = 0.1f;
        boxes.twice = boxes.single * 2.0;
        boxes.flag = boxes.integer > 1000;
        boxes.number = 2.5;
        boxes.any = "any";
        boxes.comparable = "comparable";
        boxes.text = new StringBuilder("built").toString();
        System.out.println(boxes.integer + " " + boxes.big + " " + boxes.small + " " + boxes.tiny + " " + boxes.letter
                + " " + boxes.single + " " + boxes.twice + " " + boxes.flag + " " + boxes.number.intValue() + boxes.any
                + boxes.comparable + boxes.text.charAt(2));
        System.out.println(boxes.integer.equals(1001) + " " + boxes.integer.hashCode() + " "
                + boxes.small.getClass().getSimpleName() + " " + Objects.equals(boxes.letter, 'y') + " "
                + (boxes.integer == 1001) + " " + (boxes.tiny + boxes.small));
        unboxNull(boxes);
    }

    private static void unboxNull(Boxes boxes) {
        boxes.integer = null;
        try {
            int unboxed = boxes.integer;
            System.out.println(unboxed);
        } catch (NullPointerException e) {
            System.out.println("null box");
        }
        Integer chosen = boxes.flag ? boxes.integer : Integer.valueOf(3);
        System.out.println(chosen);
    }

    private static void calculate() {
        Values values = new Values();
        values.huge = values.huge.add(BigInteger.ONE).negate();
        values.price = values.price.multiply(new BigDecimal("1.10"));
        System.out.println(values.huge + " " + values.price + " " + values.price.scale() + " " + values.day.plusDays(1)
                + " " + values.instant.plus(values.duration) + " " + values.id + " " + values.state + " "
                + (values.state == Thread.State.BLOCKED) + " " + values.state.compareTo(Thread.State.NEW));
        switch (values.state) {
            case BLOCKED:
                System.out.println("blocked");
                break;
            default:
                System.out.println("other");
        }
    }

    private static void overflow() {
        Limits limits = new Limits();
        System.out.println(limits.b + " " + limits.s + " " + (int) limits.c + " " + limits.i + " " + limits.l + " "
                + limits.f + " " + limits.d + " " + limits.zero + " " + (limits.zero == 0) + " " + 1 / limits.zero + " "
                + limits.constant + Limits.FIXED + limits.nothing + limits.unicode.length());
        limits.b--;
        limits.s++;
        limits.c++;
        limits.i--;
        limits.l++;
        limits.f = limits.i * 1.5f;
        limits.d = limits.l;
        System.out.println(limits.b + " " + limits.s + " " + (int) limits.c + " " + limits.i + " " + limits.l + " "
                + limits.f + " " + limits.d + " " + (limits.l == Long.MIN_VALUE) + " " + (byte) limits.i + " "
                + (limits.l >> 60) + " " + (limits.l >>> 60) + " " + (limits.i >>> 28) + " "
                + (char) ('a' + limits.s % 7 + 7));
        limits.unicode += limits.nothing = "now";
        System.out.println(limits.unicode.endsWith("now") + limits.nothing + limits.unicode.codePointAt(0));
    }

    private static void count() {
        Counter counter = new Counter();
        counter.add(1).add(2).add(4).add(counter.sign());
        System.out.println(counter.count + " " + counter.total + " " + counter.mean + " " + counter.isEven() + " "
                + counter.sign());
        List<Optional<Counter>> optionals = new ArrayList<>();
        Optional<Counter> optional = Optional.of(counter).filter(Counter::isEven);
        System.out.println(optional.map(found -> found.total).orElse(-1L) + " " + optionals.size());
        long sum = 0;
        for (int i = 0; i < 100000; i++) {
            counter.count = i;
            sum += counter.isEven() ? counter.sign() : counter.count;
        }
        System.out.println(sum);
    }

    public static void main(String[] args) {
        box();
        calculate();
        overflow();
        count();
    }
}
