// SPDX-License-Identifier: Apache-2.0
package geo;

/** An airport. A plain class: nothing in it knows about sharing. */
final class Airport {
    String iata;
    String icao;
    String name;
    String city;
    Country country;
    double elevation; // feet
    double latitude;
    double longitude;
    Airport next; // the next one of the same country
}
