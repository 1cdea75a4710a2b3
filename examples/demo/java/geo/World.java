// SPDX-License-Identifier: Apache-2.0
package geo;

/** The root of the graph: every country, linked through {@link Country#next}. */
final class World {
    int countries;
    int airports;
    Country firstCountry;

    void add(Country country) {
        country.next = firstCountry;
        firstCountry = country;
        countries++;
    }
}
