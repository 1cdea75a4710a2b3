// SPDX-License-Identifier: Apache-2.0
package geo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Reads airports.tsv into a graph of private objects. */
final class Loader {
    private final World world = new World();
    private final Map<String, Country> countries = new HashMap<>();

    private Loader() {}

    static World load(Path file) throws IOException {
        Loader loader = new Loader();
        try (Stream<String> lines = Files.lines(file)) {
            lines.skip(1).forEach(loader::add);
        }
        return loader.world;
    }

    private void add(String line) {
        String[] columns = line.split("\t", -1);
        Airport airport = new Airport();
        airport.iata = columns[0];
        airport.icao = columns[1];
        airport.name = columns[2];
        airport.city = columns[3];
        airport.elevation = Double.parseDouble(columns[5]);
        airport.latitude = Double.parseDouble(columns[6]);
        airport.longitude = Double.parseDouble(columns[7]);
        countries.computeIfAbsent(columns[4], this::newCountry).add(airport);
        world.airports++;
    }

    private Country newCountry(String code) {
        Country country = new Country(code);
        world.add(country);
        return country;
    }
}
