# SPDX-License-Identifier: Apache-2.0
"""Java's records, Python's dataclasses and what JavaScript has instead, as private classes of shared objects."""

import dataclasses

import colors
import corpus
from corpus import find, publish, say, show, text, truth


@colors.shared("records.Point")
@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: float


@colors.shared("records.Line")
@dataclasses.dataclass
class Line:
    start: Point
    end: Point
    label: str | None


def write():
    origin = Point(0, 0.5)
    publish("records", colors.copy_in(Line(origin, origin, "dot")))
    publish("records.points", colors.copy_in([origin, Point(3, 0.25)]))


def read():
    line = find("records")
    display(line)
    say(f"one point: {truth(line.start is line.end)}")
    other = colors.allocate(Line, start=colors.copy_in(Point(1, 1.5)), end=colors.copy_in(Point(2, -2.5)), label="")
    other.label = None
    publish("records.other", other)
    points = find("records.points")
    points.append(colors.copy_in(Point(4, 8.5)))
    points.remove(Point(0, 0.5))
    points[0] = colors.copy_in(Point(points[0].x * 10, 0.5))
    say(f"found: {points.index(Point(4, 8.5))} {truth(Point(3, 0.25) in points)}")


def check():
    display(find("records.other"))
    for point in find("records.points"):
        say(f"{point.x} {text(point.y)}")


def display(line):
    say(f"label: {corpus.type_of(line, 'label')} {text(line.label)}")
    for end in ("start", "end"):
        point = getattr(line, end)
        say(f"{end}: {text(point)}")
        show(point, "x")
        show(point, "y")


if __name__ == "__main__":
    corpus.main(globals())
