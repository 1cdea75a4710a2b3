// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import colors.SharedList;

/** Fields that are written once. */
public class Link implements Cloneable {
    public final Link next;
    public final String text;
    public final Object any;
    public final int[] numbers;
    public final Integer box;
    public final int number;
    public SharedList<Object> others;

    public Link(Link next, String text, Object any, int number) {
        this.next = next;
        this.text = text;
        this.any = any;
        this.number = number;
        box = number;
        numbers = new int[] {number, number + 1};
    }

    public String all() {
        return text + " " + any + " " + number + " " + box + " " + numbers.length
                + (next == null ? "" : ", " + next.all());
    }

    @Override
    public Link clone() {
        try {
            return (Link) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
