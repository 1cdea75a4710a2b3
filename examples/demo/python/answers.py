# SPDX-License-Identifier: Apache-2.0
"""The Python process of the demo: finds the airports, answers questions with its own methods, and changes the
objects."""

import os
import time

import colors
import geo

DEADLINE_SECONDS = 60
SUSPECT_RANGE_KM = 100
SUSPECT_FEET = 1000


def say(text):
    print(f"[python {os.getpid()}] {text}", flush=True)


def await_world():
    """Polls: this version has no wait and notify between processes yet."""
    world = colors.repository("world")
    deadline = time.monotonic() + DEADLINE_SECONDS
    while world.get() is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"nobody published a world within {DEADLINE_SECONDS} seconds")
        time.sleep(0.005)
    return world.get()


def find_highest(world):
    """Sets a field that Java declared and left null."""
    for country in world.each_country():
        country.highest = max(country.each_airport(), key=lambda airport: airport.elevation)


def find_nearest(country):
    """Adds a field that Java's class does not have to the airports at exactly 0 feet. Returns these, and how many
    distances that took."""
    row = sorted(((airport.latitude, airport) for airport in country.each_airport()), key=lambda pair: pair[0])
    found, distances = [], 0
    for place, (_, airport) in enumerate(row):
        if airport.elevation == 0:
            airport.nearest, asked = nearest(row, place)
            distances += asked
            found.append(airport)
    return found, distances


def nearest(row, place):
    """The nearest to the one at a place of a row from south to north: asks its neighbours until the gap in latitude is
    too long."""
    latitude, airport = row[place]
    best, shortest, asked = None, float("inf"), 0
    south, north = place - 1, place + 1
    while True:
        to_south = latitude - row[south][0] if south >= 0 else float("inf")
        to_north = row[north][0] - latitude if north < len(row) else float("inf")
        if min(to_south, to_north) * geo.KM_PER_DEGREE >= shortest:
            return best, asked
        if to_south < to_north:
            other, south = row[south][1], south - 1
        else:
            other, north = row[north][1], north + 1
        distance = airport.distance_to(other)
        asked += 1
        if distance < shortest:
            best, shortest = other, distance


def correct(airport):
    """An airport at exactly 0 feet near one high in the mountains has no recorded elevation: estimate it."""
    near = airport.nearest
    if near is None or near.elevation <= SUSPECT_FEET or airport.distance_to(near) > SUSPECT_RANGE_KM:
        return False
    airport.elevation = near.elevation
    airport.estimated = True
    return True


def answer_highest(world):
    start = time.perf_counter()
    find_highest(world)
    top = sorted((country.highest for country in world.each_country()), key=lambda airport: -airport.elevation)
    say(
        f"highest airport of each country, kept in country.highest, in {time.perf_counter() - start:.2f} s; the first"
        " three:")
    for airport in top[:3]:
        say(f"  {airport}: {airport.elevation:,.0f} ft")


def answer_zero(world):
    start = time.perf_counter()
    suspects, distances = [], 0
    for country in world.each_country():
        found, asked = find_nearest(country)
        suspects += found
        distances += asked
    say(
        f"{len(suspects)} airports are recorded at exactly 0 ft. Nearest airport of each, in its country, with"
        f" {distances:,} calls")
    say(f"  of my own method distance_to, kept in a new field airport.nearest, in {time.perf_counter() - start:.2f} s")
    corrected = sum(correct(airport) for airport in suspects)
    say(
        f"{corrected} of them have a nearest one less than {SUSPECT_RANGE_KM} km away and above {SUSPECT_FEET:,} ft:"
        " I set their elevation")
    say("  to that one's and mark them with another new field: airport.estimated = True")
    return corrected


def main():
    world = await_world()
    say(
        f"found {world}; isinstance(world, geo.World) is {isinstance(world, geo.World)}, it is shared:"
        f" {colors.is_shared(world)}")
    answer_highest(world)
    corrected = answer_zero(world)
    colors.repository("python.done").set(colors.copy_in(geo.Answer(f"{corrected} elevations corrected")))


main()
