// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.ValueType.EnumConstant;
import colors.support.WithDaemon;
import colors.values.Equality;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Values that are no scalars of the segment (docs/values.md), and boxes, through every way in and out. */
@ExtendWith(WithDaemon.class)
class ValuesTest {

    enum Color implements Runnable {
        RED,
        GREEN {
            @Override
            public void run() {}
        };

        @Override
        public void run() {}
    }

    static class Invoice {
        BigInteger number = new BigInteger("123456789012345678901234567890");
        BigDecimal total = new BigDecimal("10.50");
        UUID id = new UUID(1, 2);
        Instant at = Instant.parse("2024-02-29T10:15:30.123456789Z");
        LocalDateTime local = LocalDateTime.parse("2024-02-29T10:15:30.5");
        LocalDate day = LocalDate.of(-44, 3, 15);
        Duration taken = Duration.ofSeconds(-3, 5);
        Color color = Color.GREEN;
        DayOfWeek weekday = DayOfWeek.FRIDAY;
        Object any = BigInteger.ONE;
        Number amount = new BigDecimal("1E+3");
        Comparable<?> key = new UUID(3, 4);
        Temporal moment = Instant.EPOCH;
        Enum<?> constant = Color.RED;
        Runnable code = Color.RED;
        BigDecimal none;
    }

    static class Boxes {
        Byte b = Byte.MIN_VALUE;
        Short s = Short.MAX_VALUE;
        Character c = '\uffff';
        Integer i = Integer.MIN_VALUE;
        Long l = Long.MIN_VALUE;
        Float f = 0.1f;
        Double d = -0.0;
        Boolean z = true;
        char primitive = 'x';
    }

    private static final String[] FIELDS = {
        "number",
        "total",
        "id",
        "at",
        "local",
        "day",
        "taken",
        "color",
        "weekday",
        "any",
        "amount",
        "key",
        "moment",
        "constant",
        "code",
        "none"
    };

    @Test
    void aCopyHoldsEachValueAsItself() throws Exception {
        Invoice invoice = new Invoice();
        Ref<Invoice> shared = Ref.copyOf(invoice);
        SharedClass<Invoice> type = SharedClass.of(Invoice.class);
        for (String name : FIELDS) {
            Object value = Invoice.class.getDeclaredField(name).get(invoice);
            assertEquals(value, shared.get(name), name);
            assertEquals(value, type.field(name, Object.class).get(shared), name);
        }
        assertEquals(
                "[number: colors.BigInteger, total: colors.Decimal]",
                SharedMemory.sharedType(shared).fields().subList(0, 2).stream()
                        .map(f -> f.name() + ": " + f.type())
                        .toList()
                        .toString());
        Ref<Invoice> empty = type.allocate();
        for (String name : FIELDS) {
            assertNull(empty.get(name));
        }
    }

    @Test
    void aStoreCopies() {
        Ref<Invoice> shared = SharedClass.of(Invoice.class).allocate();
        BigDecimal[] totals = {
            BigDecimal.ZERO, new BigDecimal("-1E-50"), new BigDecimal("1E+1000000000"), new BigDecimal("0.10")
        };
        for (BigDecimal total : totals) {
            shared.set("total", total);
            shared.set("any", total);
            assertEquals(total, shared.get("total"));
            assertEquals(total, shared.get("any"));
        }
        shared.set("color", Color.RED);
        assertEquals(
                Color.RED,
                SharedClass.of(Invoice.class).field("color", Object.class).get(shared));
        shared.set("color", EnumConstant.of(Color.GREEN));
        assertEquals(Color.GREEN, shared.get("color"));
        SharedMemory.repository("values").set(new UUID(5, 6));
        assertEquals(new UUID(5, 6), SharedMemory.repository("values").get());
        assertThrows(SharedMemoryException.class, SharedMemory.repository("values")::getRef);
    }

    @Test
    void anIntegerFitsABigOne() {
        Ref<Invoice> shared = Ref.copyOf(new Invoice());
        shared.set("number", 7);
        assertEquals(BigInteger.valueOf(7), shared.get("number"));
        shared.set("total", Long.MIN_VALUE);
        assertEquals(BigDecimal.valueOf(Long.MIN_VALUE), shared.get("total"));
    }

    @Test
    void aDeclaredValueRefusesOthers() {
        Ref<Invoice> shared = Ref.copyOf(new Invoice());
        refused(
                shared,
                "total",
                "1.5",
                "'total' of colors.ValuesTest.Invoice is declared colors.Decimal; it cannot hold the string '1.5'");
        refused(shared, "total", 1.5, "float 1.5");
        refused(shared, "total", BigInteger.ONE, "the colors.BigInteger 1");
        refused(shared, "number", BigDecimal.ONE, "the colors.Decimal 1");
        refused(shared, "id", Instant.EPOCH, "the colors.Instant 1970-01-01T00:00:00Z");
        refused(shared, "color", DayOfWeek.MONDAY, "the java.time.DayOfWeek MONDAY");
        refused(shared, "color", "RED", "string 'RED'");
        refused(shared, "total", shared, "an object of class");
        assertEquals(new BigDecimal("10.50"), shared.get("total"));
    }

    private static void refused(Ref<?> object, String field, Object value, String text) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> object.set(field, value));
        assertEquals(Reason.TYPE, thrown.reason());
        assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
    }

    @Test
    void anIntegerFieldRefusesABigInteger() {
        Ref<Boxes> boxes = Ref.copyOf(new Boxes());
        refused(boxes, "l", BigInteger.TWO.pow(64), "the colors.BigInteger 18446744073709551616");
        assertEquals(Long.MIN_VALUE, boxes.get("l"));
    }

    @Test
    void valuesAreNotCopiedByThemselves() {
        for (Object value : new Object[] {BigInteger.ONE, Color.RED, UUID.randomUUID()}) {
            SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> Ref.copyOf(value));
            assertTrue(thrown.getMessage().contains("is copied by itself"), thrown.getMessage());
            assertThrows(SharedMemoryException.class, () -> SharedClass.of(value.getClass())
                    .allocate());
        }
        assertThrows(
                SharedMemoryException.class, () -> SharedClass.of(Invoice.class).refField("color", Color.class));
        SharedMemoryException zoned = assertThrows(
                SharedMemoryException.class,
                () -> SharedClass.of(Invoice.class).allocate().set("any", ZonedDateTime.now()));
        assertEquals(Reason.ARGUMENT, zoned.reason());
    }

    @SharedName("colors.UUID")
    static class Mine {
        String text;
    }

    @Test
    void reservedNamesAreRefused() {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> Ref.copyOf(new Mine()));
        assertTrue(thrown.getMessage().contains("colors.UUID is reserved"), thrown.getMessage());
    }

    @SharedName("values.Planet")
    enum Planet {
        EARTH,
        MARS
    }

    @Test
    void anEnumOfAnotherProgram() {
        Ref<Invoice> shared = SharedClass.of(Invoice.class).allocate();
        EnumConstant foreign = new EnumConstant("somewhere.Shape", "ROUND");
        shared.set("any", foreign);
        assertEquals(foreign, shared.get("any"));
        shared.set("any", Planet.MARS);
        assertEquals(new EnumConstant("values.Planet", "MARS"), EnumConstant.of(Planet.MARS));
        assertEquals(Planet.MARS, shared.get("any"));
        shared.set("any", new EnumConstant("values.Planet", "PLUTO"));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared.get("any"));
        assertTrue(
                thrown.getMessage().contains("has no constant 'PLUTO'")
                        && thrown.getMessage().contains("[EARTH, MARS]"),
                thrown.getMessage());
        assertThrows(SharedMemoryException.class, () -> new EnumConstant("", "X"));
    }

    @Test
    void boxesComeBackAsTheirType() throws Exception {
        Boxes boxes = new Boxes();
        Ref<Boxes> shared = Ref.copyOf(boxes);
        SharedClass<Boxes> type = SharedClass.of(Boxes.class);
        for (var field : Boxes.class.getDeclaredFields()) {
            assertEquals(
                    field.get(boxes), type.field(field.getName(), Object.class).get(shared), field.getName());
            if (!field.getType().isPrimitive()) {
                type.field(field.getName(), Object.class).set(shared, null);
                assertNull(type.field(field.getName(), Object.class).get(shared));
            }
            type.field(field.getName(), Object.class).set(shared, field.get(boxes));
            assertEquals(
                    field.get(boxes), type.field(field.getName(), Object.class).get(shared), field.getName());
        }
        assertThrows(SharedMemoryException.class, () -> type.field("primitive", Object.class)
                .set(shared.as(Boxes.class), null));
    }

    @Test
    void boxesCheckTheirRange() {
        Ref<Boxes> shared = Ref.copyOf(new Boxes());
        SharedClass<Boxes> type = SharedClass.of(Boxes.class);
        overflows(type, shared, "b", 128);
        overflows(type, shared, "b", (short) -129);
        overflows(type, shared, "s", 'x' + (1 << 16));
        overflows(type, shared, "c", -1);
        overflows(type, shared, "c", 0x10000L);
        overflows(type, shared, "i", 1L << 31);
        overflows(type, shared, "f", 1e300);
        type.field("f", Object.class).set(shared, 0.1);
        assertEquals(0.1f, type.field("f", Object.class).get(shared));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared.set("c", 1L << 40));
        assertEquals(Reason.TYPE, thrown.reason());
        assertTrue(thrown.getMessage().contains("declared integer from 0 to 65535"), thrown.getMessage());
        shared.set("f", 0.1);
        assertEquals(0.1f, type.field("f", Object.class).get(shared));
        assertThrows(SharedMemoryException.class, () -> shared.set("f", 1e300));
    }

    private static <C> void overflows(SharedClass<C> type, Ref<C> object, String field, Object value) {
        Object before = type.field(field, Object.class).get(object);
        SharedMemoryException thrown = assertThrows(
                SharedMemoryException.class,
                () -> type.field(field, Object.class).set(object, value),
                field);
        assertTrue(thrown.getMessage().contains("overflows"), thrown.getMessage());
        assertEquals(before, type.field(field, Object.class).get(object));
    }

    @Test
    void sharedObjectsAreEqualByIdentity() {
        Ref<Boxes> one = Ref.copyOf(new Boxes());
        SharedMemory.repository("values").set(one);
        Object again =
                assertInstanceOf(Ref.class, SharedMemory.repository("values").get());
        assertTrue(Equality.equal(one, again));
        assertEquals(Equality.hash(one), Equality.hash(again));
        assertTrue(!Equality.equal(one, Ref.copyOf(new Boxes())));
        assertNotEquals(0, Equality.hash(one));
    }
}
