# SPDX-License-Identifier: Apache-2.0
"""The Python process of the demo: finds the airports, answers questions with its own methods, and changes the objects."""

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
    """Adds a field that Java's class does not have. Searches within the country: some five million distances in all."""
    airports = list(country.each_airport())
    for airport in airports:
        others = (other for other in airports if other is not airport)
        airport.nearest = min(others, key=airport.distance_to, default=None)


def correct(airport):
    """An airport recorded at exactly 0 feet near one high in the mountains has no recorded elevation: estimate it."""
    near = airport.nearest
    if airport.elevation != 0 or near is None or near.elevation <= SUSPECT_FEET or airport.distance_to(near) > SUSPECT_RANGE_KM:
        return False
    airport.elevation = near.elevation
    airport.estimated = True
    return True


def main():
    world = await_world()
    say(f"found {world}: an instance of my own class, isinstance(world, geo.World) is {isinstance(world, geo.World)}, shared: {colors.is_shared(world)}")

    start = time.perf_counter()
    find_highest(world)
    top = sorted((country.highest for country in world.each_country()), key=lambda airport: -airport.elevation)
    say(f"highest airport of each country, by elevation, in {time.perf_counter() - start:.2f} s; the first three:")
    for airport in top[:3]:
        say(f"  {airport}: {airport.elevation:,.0f} ft")

    start = time.perf_counter()
    for country in world.each_country():
        find_nearest(country)
    say(f"nearest airport of every airport, in its country, with my own method distance_to, in {time.perf_counter() - start:.2f} s")

    corrected = sum(correct(airport) for country in world.each_country() for airport in country.each_airport())
    say(f"{corrected} airports were recorded at 0 ft, although their nearest one, less than {SUSPECT_RANGE_KM} km away, is above {SUSPECT_FEET:,} ft.")
    say("I set their elevation to that one's and marked them with a new field: airport.estimated = True")
    colors.repository("python.done").set(colors.copy_to(geo.Answer(f"{corrected} elevations corrected")))


main()
