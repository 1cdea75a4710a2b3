// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** A constructor that stores before and after super(), with local variables alive across the stores of final fields. */
public class Early extends Employee {
    private final int first;
    private final long second;
    private int third;

    public Early(Employee other, int seed) {
        this.third = seed;
        super("early", other.salary = seed);
        int left = seed + 1;
        long right = seed + 2L;
        first = left * 10;
        second = right * 10;
        third += left + (int) right;
    }

    public String text() {
        return name() + " " + salary + " " + first + " " + second + " " + third;
    }
}
