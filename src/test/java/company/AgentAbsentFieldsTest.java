// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import company.exclusive.Account;
import company.exclusive.Bean;
import company.exclusive.Clerk;
import company.exclusive.Closed;
import company.exclusive.Counted;
import company.exclusive.Shape;
import company.shareable.Employee;
import company.shareable.ExclusiveAccount;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The fields of exclusive classes are in shared memory alone, and reflection does not see that. Runs under the agent,
 * with exclusive=company.exclusive.*.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentAbsentFieldsTest {
    private static final Lookup LOOKUP = MethodHandles.lookup();

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static Field field(String name) throws NoSuchFieldException {
        return field(Account.class, name);
    }

    /** Whether each object has a field, for the JVM: it finds no static one. */
    private static boolean isCarried(Class<?> type, String name, Class<?> value) throws IllegalAccessException {
        try {
            return MethodHandles.privateLookupIn(type, LOOKUP).findStaticGetter(type, name, value) == null;
        } catch (NoSuchFieldException | IllegalAccessException e) {
            return true;
        }
    }

    @Test
    void javaObjectsHaveNoneOfThem() throws Exception {
        assertFalse(isCarried(Account.class, "balance", long.class));
        assertFalse(isCarried(Account.class, "number", int.class));
        assertFalse(isCarried(Account.class, "visits", int.class));
        assertFalse(isCarried(Account.class, "next", Account.class));
        assertFalse(isCarried(Shape.class, "tag", Comparable.class));
        assertFalse(isCarried(Shape.Cube.class, "side", int.class));
        assertFalse(isCarried(Closed.class, "value", int.class));
    }

    @Test
    void transientFieldsAndThoseStoredBeforeSuperStay() throws Exception {
        assertTrue(isCarried(Account.class, "cached", int.class));
        assertTrue(isCarried(Clerk.class, "desk", String.class));
        assertTrue(isCarried(Employee.class, "salary", double.class)); // of which there are private objects
        Clerk clerk = new Clerk("Ada", 3);
        assertEquals("Ada's desk", field(Clerk.class, "desk").get(clerk));
        field(Clerk.class, "floor").setInt(clerk, 9);
        assertEquals("Ada's desk 9", clerk.place());
        field(Employee.class, "salary").setDouble(clerk, 17);
        assertEquals(17, clerk.salary());
        Account account = new Account();
        field("cached").setInt(account, 5);
        assertEquals(5, account.cached);
    }

    // ---- Field --------------------------------------------------------------------------------------

    @Test
    void fieldsAreWhatTheProgramWrote() throws Exception {
        assertEquals(
                "made open kind branch sign points balance rate limit level visits number owner parent constant next"
                        + " any notes history cached",
                Arrays.stream(Account.class.getDeclaredFields())
                        .map(Field::getName)
                        .collect(Collectors.joining(" ")));
        assertEquals(
                "made",
                Arrays.stream(Account.class.getDeclaredFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers()))
                        .map(Field::getName)
                        .collect(Collectors.joining(" ")));
        assertEquals(
                "private long company.exclusive.Account.balance",
                field("balance").toString());
        assertEquals(
                "public final java.lang.String company.exclusive.Account.owner",
                Account.class.getField("owner").toGenericString());
        assertEquals(
                "public volatile int company.exclusive.Account.visits",
                field("visits").toString());
        assertEquals(
                "public java.util.List<java.lang.String> company.exclusive.Account.notes",
                field("notes").toGenericString());
        assertEquals(
                "in cents", field("balance").getAnnotation(Account.Told.class).value());
        assertEquals(Set.of(AccessFlag.PUBLIC, AccessFlag.FINAL), field("owner").accessFlags());
        assertFalse(field("owner").isSynthetic());
        assertEquals(field("owner"), Account.class.getField("owner"));
    }

    @Test
    void getAndSetReachSharedMemory() throws Exception {
        Account account = new Account(3, "Ada", null);
        Account next = new Account();
        Object[] values = {true, (byte) -3, (short) 300, 'x', 70_000, 1L << 40, 1.5f, -2.25, 4, 5, next, "text"};
        String[] names = {
            "open", "kind", "branch", "sign", "points", "balance", "rate", "limit", "level", "visits", "next", "any"
        };
        for (int i = 0; i < names.length; i++) {
            field(names[i]).set(account, values[i]);
            Object read = field(names[i]).get(account);
            assertTrue(
                    values[i] == next
                            ? SharedMemory.isShared(read) && ((Account) read).equals(next)
                            : values[i].equals(read),
                    names[i]);
        }
        assertTrue(account.open
                && account.kind == -3
                && account.branch == 300
                && account.sign == 'x'
                && account.points == 70_000
                && account.balance() == 1L << 40);
        assertTrue(account.rate == 1.5f
                && account.limit == -2.25
                && account.level() == 4
                && account.visits == 5
                && account.next == next
                && account.any.equals("text"));
        assertEquals(1L << 40, Ref.of(account).get("balance"));
        assertEquals("Ada", field("owner").get(account));
        assertEquals(12, field("constant").getInt(account));
        Ref.of(account).set("points", 6);
        assertEquals(6, field("points").getInt(account));
    }

    @Test
    void numbersAreWidenedAndNotNarrowed() throws Exception {
        Account account = new Account();
        account.kind = 7;
        assertEquals(7, field("kind").getInt(account));
        assertEquals(7L, field("kind").getLong(account));
        assertEquals(7.0, field("kind").getDouble(account));
        assertThrows(IllegalArgumentException.class, () -> field("points").getByte(account));
        assertThrows(IllegalArgumentException.class, () -> field("points").getBoolean(account));
        field("balance").setInt(account, 8);
        field("limit").setFloat(account, 2.5f);
        field("balance").set(account, (short) 9);
        assertEquals("9 2.5", account.balance() + " " + account.limit);
        assertThrows(IllegalArgumentException.class, () -> field("points").setLong(account, 1));
        assertThrows(IllegalArgumentException.class, () -> field("points").set(account, "text"));
        assertThrows(IllegalArgumentException.class, () -> field("next").set(account, "text"));
        assertThrows(IllegalArgumentException.class, () -> field("points").set(account, null));
    }

    @Test
    void whatIsNoObjectOfTheClassIsRefused() {
        for (String name : new String[] {"points", "next", "owner"}) {
            assertThrows(NullPointerException.class, () -> field(name).get(null), name);
            assertThrows(NullPointerException.class, () -> field(name).set(null, null), name);
            assertThrows(IllegalArgumentException.class, () -> field(name).get("text"), name);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> field(name).set(new Bean(), name.equals("points") ? 1 : null),
                    name);
        }
    }

    @Test
    void accessIsChecked() throws Exception {
        Account account = new Account();
        Field balance = Account.class.getDeclaredField("balance");
        assertThrows(IllegalAccessException.class, () -> balance.get(account));
        assertThrows(IllegalAccessException.class, () -> balance.setLong(account, 1));
        assertFalse(balance.canAccess(account));
        Field level = Account.class.getDeclaredField("level");
        assertThrows(IllegalAccessException.class, () -> level.get(account));
        Field owner = Account.class.getField("owner");
        assertNull(owner.get(account));
        assertThrows(IllegalAccessException.class, () -> owner.set(account, "other"));
        assertNull(account.owner);
    }

    @Test
    void finalFieldsKeepTheirPromise() throws Exception {
        Account account = new Account(3, "Ada", null);
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> field("owner").set(account, "Bob"));
        assertEquals(Reason.TYPE, thrown.reason());
        assertEquals("Ada", account.owner);
        field("number").setInt(account, 4); // as Java lets who asks for access
        assertEquals(4, account.number);
    }

    @Test
    void privateObjectsAreRefusedWithTheReason() throws Exception {
        Account account = new Account();
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> field("any")
                .set(account, new ArrayList<>(List.of(new StringBuilder()))));
        assertTrue(thrown.getMessage().contains("copyIn"), thrown.getMessage());
        assertThrows(SharedMemoryException.class, () -> field("history").set(account, new int[2]));
        assertNull(account.history);
    }

    @Test
    void arraysAreGivenAsCopies() throws Throwable {
        Account account = new Account();
        account.history = SharedMemory.copyIn(new int[] {1, 2, 3}).asArray(int[].class);
        int[] read = (int[]) field("history").get(account);
        assertArrayEquals(new int[] {1, 2, 3}, read);
        int[] byHandle = (int[]) LOOKUP.unreflectGetter(field("history")).invoke(account);
        assertEquals(3, byHandle.length);
    }

    @Test
    void hiddenFieldsAreEachTheirOwn() throws Exception {
        Shape.Cube cube = new Shape.Cube();
        field(Shape.Cube.class, "side").setInt(cube, 6);
        field(Shape.Square.class, "side").setDouble(cube, 3);
        assertEquals(57, cube.area());
        assertEquals("cube", field(Shape.class, "tag").get(cube));
        assertEquals(6, Shape.Cube.class.getField("side").get(cube));
    }

    // ---- handles ------------------------------------------------------------------------------------

    @Test
    void methodHandlesReachSharedMemory() throws Throwable {
        Account account = new Account(3, "Ada", null);
        MethodHandle set = LOOKUP.findSetter(Account.class, "points", int.class);
        set.invokeExact(account, 11);
        assertEquals(
                11, (int) LOOKUP.findGetter(Account.class, "points", int.class).invokeExact(account));
        assertEquals("Ada", (String)
                LOOKUP.findGetter(Account.class, "owner", String.class).invokeExact(account));
        assertEquals(
                MethodType.methodType(int.class, ExclusiveAccount.class),
                LOOKUP.findGetter(ExclusiveAccount.class, "points", int.class).type());
        LOOKUP.unreflectSetter(field("balance")).invoke(account, 5);
        assertEquals(5, (long) LOOKUP.unreflectGetter(field("balance")).invokeExact(account));
        assertEquals(11L, Ref.of(account).get("points"));
        assertThrows(NullPointerException.class, () -> set.invoke((Account) null, 1));
    }

    @Test
    void handlesAreGivenToThoseWhoMayHaveThem() throws Throwable {
        assertThrows(IllegalAccessException.class, () -> LOOKUP.findGetter(Account.class, "balance", long.class));
        assertThrows(IllegalAccessException.class, () -> LOOKUP.findVarHandle(Account.class, "balance", long.class));
        assertThrows(
                IllegalAccessException.class, () -> LOOKUP.unreflectGetter(Account.class.getDeclaredField("balance")));
        assertThrows(IllegalAccessException.class, () -> LOOKUP.findSetter(Account.class, "owner", String.class));
        assertThrows(
                IllegalAccessException.class, () -> LOOKUP.unreflectSetter(Account.class.getDeclaredField("owner")));
        assertThrows(NoSuchFieldException.class, () -> LOOKUP.findGetter(Account.class, "points", long.class));
        assertThrows(IllegalAccessException.class, () -> LOOKUP.findGetter(Account.class, "level", int.class));
        MethodHandle level = ExclusiveAccount.lookup().findGetter(Account.class, "level", int.class);
        assertEquals(ExclusiveAccount.class, level.type().parameterType(0));
        assertEquals(0, (int) level.invokeExact(new ExclusiveAccount()));
    }

    @Test
    void varHandlesReachSharedMemory() throws Exception {
        VarHandle points = LOOKUP.findVarHandle(Account.class, "points", int.class);
        assertEquals(List.of(Account.class), points.coordinateTypes());
        assertEquals(int.class, points.varType());
        Account account = new Account();
        for (VarHandle handle : new VarHandle[] {points, LOOKUP.unreflectVarHandle(field("visits"))}) {
            assertTrue(handle.compareAndSet(account, 0, 5));
            assertEquals(5, (int) handle.getAndAdd(account, 2));
            assertEquals(7, (int) handle.getVolatile(account));
            assertThrows(NullPointerException.class, () -> handle.get((Account) null));
        }
        assertEquals(7, account.points);
        VarHandle number = LOOKUP.unreflectVarHandle(field("number"));
        assertEquals(account.number, (int) number.get(account));
        assertThrows(UnsupportedOperationException.class, () -> number.set(account, 1));
    }

    @Test
    void updatersReachSharedMemory() {
        Counted counted = new Counted();
        var count = AtomicIntegerFieldUpdater.newUpdater(Counted.class, "count");
        var total = AtomicLongFieldUpdater.newUpdater(Counted.class, "total");
        var last = AtomicReferenceFieldUpdater.newUpdater(Counted.class, String.class, "last");
        assertEquals(1, count.incrementAndGet(counted));
        assertEquals(0, total.getAndAdd(counted, 5));
        assertTrue(last.compareAndSet(counted, null, "a"));
        assertEquals(List.of(1L, 5L, "a"), List.of((long) counted.count, counted.total, counted.last));
    }

    @Test
    void offsetsAreRefused() throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Object unsafe = field(type, "theUnsafe").get(null);
        for (String name : new String[] {"objectFieldOffset", "staticFieldOffset"}) {
            Method offset = type.getMethod(name, Field.class);
            for (String absent : new String[] {"points", "owner", "next"}) {
                Throwable thrown = assertThrows(
                                InvocationTargetException.class, () -> offset.invoke(unsafe, field(absent)))
                        .getCause();
                assertTrue(
                        thrown instanceof UnsupportedOperationException
                                && thrown.getMessage()
                                        .contains("the field " + absent
                                                + " of the exclusive class company.exclusive.Account"),
                        thrown.toString());
            }
        }
        assertTrue((long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, field("cached")) > 0);
        assertTrue((long) type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, field("made")) > 0);
    }

    // ---- libraries ----------------------------------------------------------------------------------

    @Test
    void jacksonWritesAndReadsFields() throws Exception {
        ObjectMapper byFields = new ObjectMapper()
                .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
        Bean bean = byFields.readValue(
                "{\"name\": \"Ada\", \"age\": 36, \"friend\": {\"name\": \"Bob\", \"age\": 17}}", Bean.class);
        assertTrue(SharedMemory.isShared(bean.getFriend()));
        assertEquals(
                "{\"name\":\"Ada\",\"age\":36,\"friend\":{\"name\":\"Bob\",\"age\":17,\"friend\":null}}",
                byFields.writeValueAsString(bean));
        bean.setAge(37);
        assertEquals(
                37,
                byFields.readTree(byFields.writeValueAsString(bean)).get("age").intValue());
    }

    /** As Gson, Commons Lang and others do it. */
    @Test
    void librariesThatPassOverStaticFieldsSeeAll() throws Exception {
        Account account = new Account(3, "Ada", new Account(1, "Eve", null));
        List<String> seen = new ArrayList<>();
        for (Field field : Account.class.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                field.setAccessible(true);
                Object value = field.get(account);
                seen.add(field.getName() + "=" + (value instanceof Account other ? other.owner : value));
            }
        }
        assertEquals(
                "[open=false, kind=0, branch=0, sign=\0, points=0, balance=0, rate=0.0, limit=0.0, level=0, visits=0,"
                        + " number=3, owner=Ada, parent=Eve, constant=12, next=null, any=null, notes=null,"
                        + " history=null]",
                seen.toString());
    }

    @Test
    void serializationSeesTheFieldsAndRefusesTheObject() {
        ObjectStreamClass type = ObjectStreamClass.lookup(Closed.class);
        assertEquals(
                List.of("value"),
                Arrays.stream(type.getFields()).map(ObjectStreamField::getName).toList());
        assertNotNull(ObjectStreamClass.lookup(new Closed().getClass()));
    }
}
