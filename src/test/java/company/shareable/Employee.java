// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.List;

/** An ordinary class: it knows nothing of shared memory. */
public class Employee {
    protected double salary;
    int age;
    long id;
    boolean active;
    byte grade;
    short room;
    char initial;
    float share;
    Integer points;
    public Employee boss;
    public Object anything;
    public List<Employee> staff;
    transient int cached;
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

    /** Accesses private fields of its host. */
    public static final class Auditor {
        public String audit(Employee employee) {
            return employee.name + ":" + employee.count;
        }
    }
}
