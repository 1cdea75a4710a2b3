// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;

/** A program's own methods on shared objects, which are instances of its class. */
final class Methods extends Program {
    public static void main(String[] arguments) {
        new Methods().runAll(arguments);
    }

    @SharedName("methods.Employee")
    static final class Employee {
        private final String name;
        private double salary;
        private int age;
        private final Employee manager;

        Employee(String name, double salary, int age, Employee manager) {
            this.name = name;
            this.salary = salary;
            this.age = age;
            this.manager = manager;
        }

        void raise(double amount) {
            salary += amount;
        }

        void birthday() {
            age++;
        }

        String describe() {
            return name + ", " + age + ", earns " + salary;
        }

        int rank() {
            return manager == null ? 0 : 1 + manager.rank();
        }
    }

    @Override
    void write() {
        publish(
                "methods",
                SharedMemory.construct(
                        () -> new Employee("Smith", 100.25, 30, new Employee("Jones", 300.25, 50, null))));
    }

    @Override
    void read() {
        Employee smith = (Employee) find("methods");
        smith.raise(10.5);
        smith.manager.raise(20.5);
        smith.birthday();
        say(smith.describe());
        say(smith.manager.describe());
        say("ranks: " + smith.rank() + " " + smith.manager.rank());
    }

    @Override
    void check() {
        show(findObject("methods"), "salary");
        show(findObject("methods"), "age");
    }
}
