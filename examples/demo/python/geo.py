# SPDX-License-Identifier: Apache-2.0
"""The demo's classes as Python has them. Plain classes: a shared geo.Airport becomes an instance of this Airport."""

from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS_KM = 6371.0
KM_PER_DEGREE = radians(EARTH_RADIUS_KM)  # of latitude


class World:
    firstCountry: "Country | None"

    def each_country(self):
        country = self.firstCountry
        while country is not None:
            yield country
            country = country.next


class Country:
    code: str
    firstAirport: "Airport | None"
    next: "Country | None"

    def each_airport(self):
        airport = self.firstAirport
        while airport is not None:
            yield airport
            airport = airport.next


class Airport:
    iata: str
    name: str
    latitude: float
    longitude: float
    country: Country
    next: "Airport | None"

    def __str__(self):
        return f"{self.iata} {self.name} ({self.country.code})"

    def distance_to(self, other):
        """In kilometres, along the great circle."""
        south, north = radians(self.latitude), radians(other.latitude)
        east = radians(other.longitude - self.longitude)
        half_chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(east / 2) ** 2
        return 2 * EARTH_RADIUS_KM * asin(sqrt(half_chord))


class Answer:
    """What a process of the demo leaves in a repository when it is done."""

    def __init__(self, text):
        self.text = text
