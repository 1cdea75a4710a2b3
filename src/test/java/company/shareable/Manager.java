// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** A final class that hides a field of its superclass and can be cloned. */
public final class Manager extends Employee implements Cloneable {
    public int salary = 5; // hides the double
    private String title;

    public Manager() {
        title = "boss";
    }

    public Manager(String name, long id, double salary) {
        super(name, salary);
        this.id = id;
        title = name + "'s title";
    }

    public String title() {
        return title;
    }

    public double inherited() {
        return super.salary;
    }

    public Manager copy() throws CloneNotSupportedException {
        return (Manager) clone();
    }
}
