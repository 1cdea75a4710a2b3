// SPDX-License-Identifier: Apache-2.0
package geo;

import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedMemory;
import colors.SharedType;

/** Walks the shared graph beside the private one it was copied from, and prints where they differ. */
final class Changes {
    private static final int SHOWN = 5;
    private static final SharedClass<World> WORLD = SharedClass.of(World.class);
    private static final SharedClass<Country> COUNTRY = SharedClass.of(Country.class);
    private static final SharedClass<Airport> AIRPORT = SharedClass.of(Airport.class);
    private static final Field.OfRef<World, Country> FIRST_COUNTRY = WORLD.refField("firstCountry", Country.class);
    private static final Field.OfRef<Country, Country> NEXT_COUNTRY = COUNTRY.refField("next", Country.class);
    private static final Field.OfRef<Country, Airport> FIRST_AIRPORT = COUNTRY.refField("firstAirport", Airport.class);
    private static final Field.OfRef<Country, Airport> HIGHEST = COUNTRY.refField("highest", Airport.class);
    private static final Field.OfRef<Airport, Airport> NEXT_AIRPORT = AIRPORT.refField("next", Airport.class);
    private static final Field.OfDouble<Airport> ELEVATION = AIRPORT.doubleField("elevation");

    private final World world;
    private final Ref<World> sharedWorld;
    private int elevations;
    private int highest;
    private int nearest;
    private Ref<Airport> lastChanged;

    Changes(World world, Ref<World> sharedWorld) {
        this.world = world;
        this.sharedWorld = sharedWorld;
    }

    /** How many strings the graph has. */
    static int strings(World world) {
        int count = 0;
        for (Country country = world.firstCountry; country != null; country = country.next) {
            count += 1 + 4 * country.airports;
        }
        return count;
    }

    void print() {
        Ref<Country> sharedCountry = FIRST_COUNTRY.get(sharedWorld);
        for (Country country = world.firstCountry; country != null; country = country.next) {
            compare(country, sharedCountry);
            sharedCountry = NEXT_COUNTRY.get(sharedCountry);
        }
        if (elevations > SHOWN) {
            Publisher.say("  ... and %,d elevations more", elevations - SHOWN);
        }
        Publisher.say("  Country.highest was null and is now set in %,d of %,d countries", highest, world.countries);
        Publisher.say(
                "  %,d of %,d airports have a field 'nearest' now, which my class Airport does not have",
                nearest, world.airports);
        printVersions();
    }

    private void compare(Country country, Ref<Country> sharedCountry) {
        if (country.highest == null && HIGHEST.get(sharedCountry) != null) {
            highest++;
        }
        Ref<Airport> sharedAirport = FIRST_AIRPORT.get(sharedCountry);
        for (Airport airport = country.firstAirport; airport != null; airport = airport.next) {
            compare(airport, sharedAirport);
            sharedAirport = NEXT_AIRPORT.get(sharedAirport);
        }
    }

    private void compare(Airport airport, Ref<Airport> sharedAirport) {
        if (has(sharedAirport, "nearest")) {
            nearest++;
        }
        double now = ELEVATION.get(sharedAirport);
        if (now == airport.elevation) {
            return;
        }
        lastChanged = sharedAirport;
        if (++elevations <= SHOWN) {
            Publisher.say(
                    "  %s %s (%s): elevation was %,.0f ft, is now %,.0f ft",
                    airport.iata, airport.name, airport.country.code, airport.elevation, now);
        }
    }

    /** An object can be of any version of its class, so the question is asked of the object's own type. */
    private static boolean has(Ref<?> object, String field) {
        return object.type().fields().stream().anyMatch(f -> f.name().equals(field));
    }

    private void printVersions() {
        if (lastChanged == null) {
            return;
        }
        SharedType type = SharedMemory.sharedType(lastChanged);
        Publisher.say(
                "  class %s has %d versions now; a corrected airport is of version %d:",
                type.name(), type.versions().size(), type.version());
        for (SharedType.Field field : type.fields()) {
            Publisher.say(
                    "    %s: %s%s%s",
                    field.name(),
                    field.type(),
                    field.nullable() ? " or null" : "",
                    field.declared() ? "" : "  (added at run time)");
        }
    }
}
