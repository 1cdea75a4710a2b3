// SPDX-License-Identifier: Apache-2.0
package shop;

/** Public fields, and the equality of Object. */
public class Item {
    public String title;
    public long cents;
    public Integer count;
    public Customer buyer;

    public Item() {}

    public Item(String title, long cents) {
        this.title = title;
        this.cents = cents;
    }
}
