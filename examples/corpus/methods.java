// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedName;

/**
 * A program's own methods on shared objects. Without the agent Java has no shared instances of its own classes, so its
 * methods are static ones over field handles; in Python, JavaScript and agent/Methods.java they are the methods of the
 * class.
 */
final class Methods extends Program {
    public static void main(String[] arguments) {
        new Methods().runAll(arguments);
    }

    @SharedName("methods.Employee")
    static final class Employee {
        String name;
        double salary;
        int age;
        Employee manager;

        Employee(String name, double salary, int age, Employee manager) {
            this.name = name;
            this.salary = salary;
            this.age = age;
            this.manager = manager;
        }
    }

    private final SharedClass<Employee> type = SharedClass.of(Employee.class);
    private final Field.OfString<Employee> name = type.stringField("name");
    private final Field.OfDouble<Employee> salary = type.doubleField("salary");
    private final Field.OfInt<Employee> age = type.intField("age");
    private final Field.OfRef<Employee, Employee> manager = type.refField("manager", Employee.class);

    @Override
    void write() {
        Employee boss = new Employee("Jones", 300.25, 50, null);
        publish("methods", Ref.copyOf(new Employee("Smith", 100.25, 30, boss)));
    }

    @Override
    void read() {
        Ref<Employee> smith = findObject("methods", Employee.class);
        raise(smith, 10.5);
        raise(manager.get(smith), 20.5);
        birthday(smith);
        say(describe(smith));
        say(describe(manager.get(smith)));
        say("ranks: " + rank(smith) + " " + rank(manager.get(smith)));
    }

    @Override
    void check() {
        show(findObject("methods"), "salary");
        show(findObject("methods"), "age");
    }

    private void raise(Ref<Employee> employee, double amount) {
        salary.set(employee, salary.get(employee) + amount);
    }

    private void birthday(Ref<Employee> employee) {
        age.set(employee, age.get(employee) + 1);
    }

    private String describe(Ref<Employee> employee) {
        return name.get(employee) + ", " + age.get(employee) + ", earns " + salary.get(employee);
    }

    private int rank(Ref<Employee> employee) {
        Ref<Employee> above = manager.get(employee);
        return above == null ? 0 : 1 + rank(above);
    }
}
