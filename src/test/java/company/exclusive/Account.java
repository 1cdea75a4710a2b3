// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** A field of each type and kind. */
public class Account {
    public static int made;

    public boolean open;
    public byte kind;
    public short branch;
    public char sign;
    public int points;

    @Told("in cents")
    private long balance;

    public float rate;
    public double limit;
    protected int level;
    public volatile int visits;
    public final int number;
    public final String owner;
    public final Account parent;
    public final int constant = 12;
    public Account next;
    public Object any;
    public List<String> notes;
    public int[] history;
    public transient int cached;

    /** An annotation. */
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Told {
        String value();
    }

    public Account() {
        this(0, null, null);
    }

    public Account(int number, String owner, Account parent) {
        this.number = number;
        this.owner = owner;
        this.parent = parent;
    }

    public long balance() {
        return balance;
    }

    public int level() {
        return level;
    }
}
