# SPDX-License-Identifier: Apache-2.0
"""A program that by accident makes a version of a class for each of its objects is stopped before it harms anybody."""

import colors
import corpus
from corpus import attempt, find, publish, say, show, truth


@colors.shared("limit.Accident")
class Accident:
    def __init__(self):
        self.first = None


@colors.shared("limit.Innocent")
class Innocent:
    def __init__(self):
        self.n = 1


def write():
    stored = 0
    try:
        while stored < 10_000:
            thing = colors.copy_in(Accident())
            setattr(thing, f"key{stored}", stored)
            publish("limit", thing)
            stored += 1
    except colors.SharedMemoryError as error:
        say(f"keys stored: {stored}")
        say(f"out of shared memory: {truth(isinstance(error, colors.OutOfSharedMemoryError))}")
        start = ("class limit.Accident has 1000 versions, and a class can have no more; fields added last: 'key998',"
                 " 'key997', 'key996'.")
        say(f"the message names the class, the number and the fields: {truth(str(error).startswith(start))}")


def read():
    thing = find("limit")
    show(thing, "key998")
    kind = colors.shared_type(thing)
    attempt("one more field", lambda: setattr(thing, "more", 1))
    say(f"as before: {truth(colors.shared_type(thing) == kind)}")
    thing.key998 = -1
    innocent = colors.copy_in(Innocent())
    attempt("a field of another class", lambda: setattr(innocent, "more", 1))
    shape = kind.type()
    say(f"the type of the type: {shape.name}, of that: {shape.type().name}, itself: {truth(shape.type() == shape)}")


def check():
    show(find("limit"), "key998")


if __name__ == "__main__":
    corpus.main(globals())
