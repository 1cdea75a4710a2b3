// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import company.shareable.Plain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Constructors that make other objects, leak this, call lambdas, and fail. */
public class Shelf {
    public static Shelf leaked;

    public final List<String> names = new ArrayList<>();
    public final Map<String, Integer> counts = new HashMap<>();
    public int[] sizes = {1, 2, 3};
    public Plain plain = new Plain("plain", 1);
    public Shelf other;
    public int sum;

    public Shelf() {
        leaked = this;
        IntSupplier added = () -> sum + sizes.length;
        sum = added.getAsInt();
        names.add("first");
        counts.put("first", sum);
    }

    public Shelf(boolean fails) {
        this();
        other = new Shelf();
        if (fails) {
            throw new IllegalStateException("no shelf");
        }
    }

    public Shelf(Supplier<Plain> made) {
        plain = made.get();
    }
}
