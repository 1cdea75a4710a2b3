// SPDX-License-Identifier: Apache-2.0
// The JavaScript process of the demo: the third reader of the same graph.
const colors = Polyglot.import("colors");
const EARTH_RADIUS_KM = 6371;

class Airport {
    latitude;
    longitude;

    /** In kilometres, along the great circle. */
    distanceTo(other) {
        const radians = degrees => degrees * Math.PI / 180;
        const south = radians(this.latitude), north = radians(other.latitude);
        const halfChord = Math.sin((north - south) / 2) ** 2
            + Math.cos(south) * Math.cos(north) * Math.sin(radians(other.longitude - this.longitude) / 2) ** 2;
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(halfChord));
    }
}
colors.bind("geo.Airport", Airport);

class Answer {
    constructor(text) {
        this.text = text;
    }
}
colors.bind("geo.Answer", Answer);

const say = text => console.log(`[javascript] ${text}`);

function* countriesOf(world) {
    for (let country = world.firstCountry; country !== null; country = country.next) yield country;
}

function* airportsOf(country) {
    for (let airport = country.firstAirport; airport !== null; airport = airport.next) yield airport;
}

/** What the other two made, as seen from here. */
function count(world) {
    let all = 0, nearest = 0, estimated = 0;
    for (const country of countriesOf(world)) {
        for (const airport of airportsOf(country)) {
            all++;
            if ("nearest" in airport) nearest++;
            if ("estimated" in airport) estimated++;
        }
    }
    say(`found ${all} airports; ${nearest} have the field 'nearest' and ${estimated} the field 'estimated' `
        + "that Python added");
}

/** Of the highest airports of all countries, which Python found, the two that are farthest apart. */
function farthest(airports) {
    let result = {distance: 0};
    for (const from of airports) {
        for (const to of airports) {
            const distance = from.distanceTo(to);
            if (distance > result.distance) result = {distance, from, to};
        }
    }
    return result;
}

const world = colors.repository("world").get();
count(world);
const {distance, from, to} = farthest([...countriesOf(world)].map(country => country.highest));
const text = `of the countries' highest airports, ${from.name} (${from.country.code}) `
    + `and ${to.name} (${to.country.code}) are farthest apart: ${Math.round(distance)} km`;
say(text);
colors.repository("javascript.done").set(colors.copyIn(new Answer(text)));
