// SPDX-License-Identifier: Apache-2.0
import colors.SharedClass;
import colors.SharedMemory;
import colors.SharedName;

/** An interface is enough in Java: its accessors reach the fields, and its default methods are the program's own. */
final class Interfaces extends Program {
    public static void main(String[] arguments) {
        new Interfaces().runAll(arguments);
    }

    @SharedName("interfaces.Employee")
    interface Employee {
        String name();

        void name(String name);

        double salary();

        void salary(double salary);

        Employee boss();

        void boss(Employee boss);

        default void raise(double by) {
            salary(salary() + by);
        }
    }

    static {
        SharedClass.of(Employee.class); // objects of the shared class are read as instances from now on
    }

    @Override
    void write() {
        Employee ada = hire("Ada", 4200.5);
        ada.boss(hire("Grace", 5000.25));
        publish("interfaces", ada);
    }

    private static Employee hire(String name, double salary) {
        Employee employee = SharedMemory.allocate(Employee.class);
        employee.name(name);
        employee.salary(salary);
        return employee;
    }

    @Override
    void read() {
        Employee ada = (Employee) find("interfaces");
        say(ada.name() + " earns " + text(ada.salary()));
        say("her boss: " + ada.boss().name());
        say("the boss of her boss: " + text(ada.boss().boss()));
        ada.raise(10);
        ada.boss().boss(ada);
        say("a cycle: " + ada.boss().boss().equals(ada));
        say("the class: " + text(ada));
    }

    @Override
    void check() {
        Employee ada = (Employee) find("interfaces");
        say("raised: " + text(ada.salary()));
        say("the boss of her boss: " + ada.boss().boss().name());
    }
}
