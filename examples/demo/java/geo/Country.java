// SPDX-License-Identifier: Apache-2.0
package geo;

/** A country, its airports linked through {@link Airport#next}. */
final class Country {
    String code;
    int airports;
    Airport firstAirport;
    Airport highest; // not known when the data is loaded
    Country next;

    Country(String code) {
        this.code = code;
    }

    void add(Airport airport) {
        airport.country = this;
        airport.next = firstAirport;
        firstAirport = airport;
        airports++;
    }
}
