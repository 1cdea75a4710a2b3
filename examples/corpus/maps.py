# SPDX-License-Identifier: Apache-2.0
"""Maps: order of insertion, keys of every scalar type and their equality, shared objects as keys and values."""

import colors
import corpus
from corpus import find, publish, say, text, truth


@colors.shared("maps.Key")
class Key:
    def __init__(self):
        self.number = 7


def write():
    private = {Key(): "by identity", "one": 1, "two": [2, 22], 3: "three", 0.5: "half", True: None}
    publish("maps", colors.copy_in(private))


def read():
    shared = find("maps")
    display(shared)
    say(
        f"three: {text(shared[3])}, as a string: {truth('3' in shared)}, one: {truth(1 in shared)}, true:"
        f" {truth(True in shared)}")
    shared["one"] = 11
    del shared[0.5]
    shared[0.5] = "again"
    shared["two"].append(222)
    key = next(iter(shared))
    say(f"object: {text(shared[key])}, another one: {truth(colors.copy_in(Key()) in shared)}")
    shared["key"] = key
    for i in range(1000):
        shared[i * 10 + 4] = i
    for i in range(1, 1000):
        del shared[i * 10 + 4]


def check():
    display(find("maps"))


def display(shared):
    say(f"{len(shared)}: " + " ".join(f"{form(key)}={form(value)}" for key, value in shared.items()))


def form(value):
    return f"list of {len(value)}" if isinstance(value, list) else text(value)


if __name__ == "__main__":
    corpus.main(globals())
