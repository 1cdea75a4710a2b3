// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.ArrayList;
import java.util.List;

/** Has records in fields. */
public class Route {

    /** A value with components of several types. */
    public record Place(String name, int x, float y, short z, boolean open, Place next, List<Integer> numbers) {
        public Place {
            if (x < 0) {
                throw new IllegalArgumentException("x " + x);
            }
        }

        public Place(String name, int x) {
            this(name, x, 1.5f, (short) 3, true, null, null);
        }
    }

    /** An interface of records. */
    public sealed interface Leg {}

    public record Walk(int minutes) implements Leg {}

    public record Ride(String line, List<Walk> walks) implements Leg {}

    public Place start;
    public final Place end;
    public List<Place> stops = new ArrayList<>();
    public Leg leg;
    private Object any;

    public Route(Place end) {
        this.end = end;
    }

    public Place any() {
        return (Place) any;
    }

    public String describeLeg() {
        return switch (leg) {
            case Walk walk -> "walk " + walk.minutes();
            case Ride(String line, var walks) -> line + " " + walks;
        };
    }
}
