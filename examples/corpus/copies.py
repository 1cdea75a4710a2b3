# SPDX-License-Identifier: Apache-2.0
"""Copies out: a private graph of the program's own classes, which has the shape of the shared one and is nobody
else's."""

import colors
import corpus
from corpus import find, publish, say, show, text, truth


@colors.shared("copies.Station")
class Station:
    def __init__(self, name, number):
        self.name = name
        self.number = number
        self.height = number / 4
        self.open = number % 2 == 0
        self.next: Station | None = None
        self.log = []
        self.around = {}

    def sign(self):
        return f"{self.name} {self.number}"


def write():
    first, second = Station("first", 1), Station("second", 2)
    first.next, second.next = second, first
    first.log += [1, 0.5, "text", second]
    second.log = first.log
    first.around["after"] = second
    publish("copies", colors.copy_in(first))
    row = None
    for i in range(20_000):
        station = Station("row", i)
        station.next = row
        row = station
    publish("copies.row", colors.copy_in(row))


def read():
    first = colors.copy_out(find("copies"))
    second = first.next
    say(f"private: {truth(not colors.is_shared(first))}")
    say(f"{first.sign()}, {second.sign()}, {text(first.height)}, {text(second.open)}")
    say(f"cycle: {truth(second.next is first)}")
    say(f"one list: {truth(first.log is second.log)}")
    say(
        f"in the list: {len(first.log)} {text(first.log[0])} {text(first.log[1])} {text(first.log[2])}"
        f" {truth(first.log[3] is second)}")
    say(f"in the map: {len(first.around)} {truth(first.around['after'] is second)}")
    first.name = "changed"
    first.log.clear()
    length, at = 0, colors.copy_out(find("copies.row"))
    while at is not None:
        length, at = length + 1, at.next
    say(f"a row of {length}")


def check():
    first = find("copies")
    show(first, "name")
    say(f"in the list: {len(first.log)}")


if __name__ == "__main__":
    corpus.main(globals())
