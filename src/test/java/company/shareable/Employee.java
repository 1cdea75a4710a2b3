// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.List;

/** An ordinary class: it knows nothing of shared memory. */
public class Employee {
    protected double salary;
    long id;
    public Employee boss;
    public Object anything;
    public List<Employee> staff;
    private final String name;
    private volatile int count;

    public Employee() {
        this("nobody", 0);
    }

    public Employee(String name, double salary) {
        this.name = name;
        this.salary = salary;
    }

    public String name() {
        return name;
    }

    public double salary() {
        return salary;
    }

    public void raise(double by) {
        salary += by;
    }

    public synchronized int countOne() {
        return ++count;
    }

    public int count() {
        return count;
    }

    public synchronized void fail() {
        throw new IllegalStateException(name);
    }

    /** A field of each type that is narrower in shared memory than in Java, or wider. */
    public static class Record {
        private byte small;
        private short room;
        private char initial;
        private float share;
        private Integer points;
        private boolean active;
        private volatile long id;
        private transient int cached;

        public void fill() {
            small = -3;
            room = 300;
            initial = 'x';
            share = 1.5f;
            points = 42;
            active = true;
            id = 5L << 40;
            cached = 9;
        }

        public String text() {
            return small + " " + room + " " + initial + " " + share + " " + points + " " + active + " " + id + " "
                    + cached;
        }
    }

    /** Accesses private fields of its host. */
    public static final class Auditor {
        public String audit(Employee employee) {
            return employee.name + ":" + employee.count;
        }
    }
}
