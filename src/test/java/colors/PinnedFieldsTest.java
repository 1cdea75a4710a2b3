// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.classes.ClassMapping;
import colors.names.HostNames;
import colors.shapes.Entities;
import colors.shapes.SharedShape;
import colors.support.Child;
import colors.support.WithDaemon;
import colors.tools.Stat;
import colors.values.DynamicFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a class declares stays, unless the class is open. */
@ExtendWith(WithDaemon.class)
class PinnedFieldsTest {

    @SharedName("pinned.Employee")
    static class Employee {
        double salary = 1000;
        String name = "Smith";
        int age = 30;
    }

    /** The same class in a later program. */
    @SharedName("pinned.Employee")
    static class LaterEmployee {
        String name = "Jones";
        String state = "NY";
        long age = 40;
    }

    /** The same as a program sees it that did not change the type. */
    @SharedName("pinned.Employee")
    static class WiderEmployee {
        String name = "Miller";
        int age = 50;
        boolean retired = true;
    }

    @Test
    void declaredFieldsCannotBeRemoved() {
        Ref<Employee> employee = Ref.copyOf(new Employee());
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> employee.remove("salary"));
        assertEquals(Reason.TYPE, thrown.reason());
        assertTrue(
                thrown.getMessage()
                        .startsWith("field 'salary' of class pinned.Employee was declared float by Java class"
                                + " colors.PinnedFieldsTest$Employee, so it cannot be removed; nothing was"
                                + " changed."),
                thrown.getMessage());
        assertEquals(1000.0, employee.get("salary"));
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> employee.set("salary", "much"))
                        .reason());
        employee.set("hobby", "chess");
        employee.remove("hobby");
        assertEquals(List.of("salary", "name", "age"), names(employee));
    }

    @Test
    void laterVersionsHaveThem() {
        SharedClass.of(Employee.class);
        Ref<WiderEmployee> wider = Ref.copyOf(new WiderEmployee());
        assertEquals(List.of("salary", "name", "age", "retired"), names(wider));
        assertEquals(0.0, SharedClass.of(Employee.class).doubleField("salary").get(wider.as(Employee.class)));
        assertEquals(50, SharedClass.of(Employee.class).intField("age").get(wider.as(Employee.class)));
        Ref<Employee> first = SharedClass.of(Employee.class).allocate();
        assertEquals(
                false,
                SharedClass.of(WiderEmployee.class).booleanField("retired").get(first.as(WiderEmployee.class)));
        SharedClass.of(WiderEmployee.class).booleanField("retired").set(first.as(WiderEmployee.class), true);
        assertEquals(true, first.get("retired"));
    }

    @Test
    void aFieldStaysAsItWasDeclaredFirst() {
        Ref<Employee> employee = Ref.copyOf(new Employee());
        Field.OfLong<LaterEmployee> age = SharedClass.of(LaterEmployee.class).longField("age");
        assertEquals(30, age.get(employee.as(LaterEmployee.class)));
        age.set(employee.as(LaterEmployee.class), 31);
        assertThrows(SharedMemoryException.class, () -> age.set(employee.as(LaterEmployee.class), 1L << 40));
        assertEquals(31, SharedClass.of(Employee.class).intField("age").get(employee));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> Ref.copyOf(new LaterEmployee()));
        assertTrue(
                thrown.getMessage()
                        .contains(
                                "its field 'age' is a long, and another program declared that field of pinned.Employee"
                                        + " integer from -2147483648 to 2147483647"),
                thrown.getMessage());
    }

    @SharedName("pinned.Dynamic")
    static class Dynamic {
        double x;
        String text;
        int number;
    }

    /** Objects that a dynamic language made before. */
    @Test
    void fieldsThatAllVersionsHaveAreTakenAsTheyAre() {
        SharedShape before = DynamicFields.shapeFor("pinned.Dynamic", Map.of("x", 1.5), HostNames::isSubtype);
        assertEquals(1, before.fields().size());
        SharedShape pins = ClassMapping.of(Dynamic.class).shape();
        assertEquals(pins, SharedShape.pinsOf(Entities.classNamed("pinned.Dynamic")));
        assertTrue(pins.find("x").isPlaced()
                && !pins.find("text").isPlaced()
                && !pins.find("number").isPlaced());
        SharedShape after =
                DynamicFields.shapeFor("pinned.Dynamic", Map.of("x", 2L, "more", "text"), HostNames::isSubtype);
        assertEquals(
                List.of("x", "text", "number", "more"),
                after.fields().stream().map(field -> field.name()).toList());
        assertEquals(pins, DynamicFields.shapeFor("pinned.Dynamic", Map.of("number", 7L), HostNames::isSubtype));
        SharedMemoryException thrown = assertThrows(
                SharedMemoryException.class,
                () -> DynamicFields.shapeFor("pinned.Dynamic", Map.of("number", 1L << 40), HostNames::isSubtype));
        assertEquals(
                "field 'number' of pinned.Dynamic is declared integer from -2147483648 to 2147483647, not null; it"
                        + " cannot hold the integer 1099511627776; nothing was stored",
                thrown.getMessage());
    }

    @SharedName("pinned.Inferred")
    static class Before {}

    @SharedName("pinned.Inferred")
    static class Inferred {
        double salary;
        String name;
        boolean retired;
        int level;
        Object any;
        Before boss;
    }

    @SharedName(value = "pinned.OpenInferred", open = true)
    static class OpenBefore {}

    @SharedName(value = "pinned.OpenInferred", open = true)
    static class OpenInferred {
        double salary;
    }

    private static Ref<?> inferred(Class<?> type) {
        Ref<?> object = SharedClass.of(type).allocate();
        object.set("salary", 100L);
        object.set("name", 5L);
        object.set("retired", "no");
        object.set("level", 1.5);
        object.set("any", true);
        object.set("boss", 7L);
        return object;
    }

    /** A dynamic language's value made the field: handles replace it, as a store by name does. */
    @Test
    void anInferredFieldGivesWayToADeclaredOne() {
        Ref<?> object = inferred(Before.class);
        SharedClass<Inferred> type = SharedClass.of(Inferred.class);
        assertEquals(100, type.doubleField("salary").get(object.as(Inferred.class)));
        type.doubleField("salary").set(object.as(Inferred.class), 10.5);
        type.stringField("name").set(object.as(Inferred.class), "Ada");
        type.booleanField("retired").set(object.as(Inferred.class), true);
        type.intField("level").set(object.as(Inferred.class), 3);
        type.field("any", Object.class).set(object.as(Inferred.class), "text");
        Ref<Before> boss = SharedClass.of(Before.class).allocate();
        type.refField("boss", Before.class).set(object.as(Inferred.class), boss);
        assertEquals(10.5, object.get("salary"));
        assertEquals("Ada", object.get("name"));
        assertEquals(true, object.get("retired"));
        assertEquals(3L, object.get("level"));
        assertEquals("text", object.get("any"));
        assertEquals(boss, object.get("boss"));
        assertThrows(SharedMemoryException.class, () -> object.set("salary", "much")); // it is declared now
    }

    @Test
    void anInferredFieldOfAnOpenClassDoesToo() {
        Ref<?> object = inferred(OpenBefore.class);
        SharedClass.of(OpenInferred.class).doubleField("salary").set(object.as(OpenInferred.class), 10.5);
        assertEquals(10.5, object.get("salary"));
    }

    @SharedName(open = true)
    static class Open {
        int id = 1;
        String name = "open";
    }

    @Test
    void anOpenClassKeepsThePapersDynamics() {
        Ref<Open> object = Ref.copyOf(new Open());
        object.remove("name");
        assertEquals(List.of("id"), names(object));
        assertEquals(null, SharedClass.of(Open.class).stringField("name").get(object));
        assertEquals(
                "colors.PinnedFieldsTest.Open", SharedMemory.sharedType(object).name());
    }

    @Test
    void statShowsWhatIsPinned() throws Exception {
        DynamicFields.shapeFor("pinned.Shown", Map.of("late", 1L), HostNames::isSubtype);
        SharedClass.of(Shown.class);
        DynamicFields.shapeFor("pinned.Free", Map.of("any", 1L), HostNames::isSubtype);
        String text = Child.run(System.getProperty("colors.segment"), Stat.class, List.of(), "--classes")
                .output();
        assertTrue(text.contains("pinned.Shown: 2 versions"), text);
        assertTrue(text.contains("    late: float, pinned, where each object's version has it"), text);
        assertTrue(text.contains("pinned.Free: 1 version, nothing pinned"), text);
        String json = Child.run(System.getProperty("colors.segment"), Stat.class, List.of(), "--classes", "--json")
                .output();
        assertTrue(
                json.contains("{\"name\":\"pinned.Shown\",\"versions\":2,\"pinned\":["
                        + "{\"name\":\"late\",\"type\":\"float\",\"nullable\":false,\"placed\":false}]}"),
                json);
    }

    @SharedName("pinned.Shown")
    static class Shown {
        double late;
    }

    private static List<String> names(Ref<?> object) {
        return SharedMemory.sharedType(object).fields().stream()
                .map(SharedType.Field::name)
                .toList();
    }
}
