// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import company.shareable.Employee;

/** Its superclass is an ordinary shareable class, and a constructor stores before super(). */
public class Clerk extends Employee {
    private final String desk;
    private int floor;

    public Clerk(String name, int floor) {
        this.desk = name + "'s desk";
        this.floor = floor;
        super(name, floor * 100);
        this.floor++;
    }

    public String place() {
        return desk + " " + floor;
    }
}
