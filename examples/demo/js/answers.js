// SPDX-License-Identifier: Apache-2.0
// The JavaScript process of the demo: the third reader of the same graph.
const colors = Polyglot.import("colors");
const EARTH_RADIUS_KM = 6371;

class Airport {
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

function* airportsOf(world) {
    for (let country = world.firstCountry; country !== null; country = country.next) {
        for (let airport = country.firstAirport; airport !== null; airport = airport.next) {
            yield airport;
        }
    }
}

const world = colors.repository("world").get();
let count = 0, estimated = 0, loneliest = null, farthest = 0;
for (const airport of airportsOf(world)) {
    count++;
    if ("estimated" in airport) estimated++;
    const nearest = airport.nearest; // the field that Python added
    if (nearest !== null && airport.distanceTo(nearest) > farthest) {
        farthest = airport.distanceTo(nearest);
        loneliest = airport;
    }
}
say(`found the same ${count} airports; ${estimated} carry the mark that Python added, and all a 'nearest' that Python added`);
const answer = `the loneliest airport is ${loneliest.name} (${loneliest.country.code}): the next one of its country,`
    + ` ${loneliest.nearest.name}, is ${Math.round(farthest)} km away`;
say(answer);
colors.repository("javascript.done").set(colors.copyTo(new Answer(answer)));
