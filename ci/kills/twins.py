# SPDX-License-Identifier: Apache-2.0
"""A sequence of operations on a list, a dict and a set that a seed determines: a process does it with shared ones until
it is killed, and the referee with builtin ones. Each operation is one step (docs/containers.md, containers.atomic)."""
import random

from operations import DICT, LIST, SET, canonical, function, outcome

STEPS_OF_MANY = {"x.update(d)", "!x |= d", "!x |= o", "!x -= o", "!x ^= o", "!x &= {e for e in x if e in o} | (o - x)"}
TEXTS = [[text for text in texts if text not in STEPS_OF_MANY] for texts in (LIST, DICT, SET)]
VALUES = [0, 1, -1, 2 ** 31, 2 ** 53 + 1, -2 ** 63, 2 ** 63 - 1, 2 ** 63, 1.5, -0.0, float("inf"), True, None, "", "a",
          "zz", "\0", "漢字", "x" * 300, (1, "a"), (2.5, ("b", None))]
KEYS = [0, 1, -1, 2 ** 53 + 1, 1.5, None, "", "a", "zz", "漢字", (1, 2), (1, (2, "x")), frozenset([1, "z"])]
MOST = 60  # elements; then it is emptied


def empty():
    return [], {}, set()


def arguments(seeded):
    def some(of, most):
        return [seeded.choice(of) for _ in range(seeded.randint(0, most))]

    def index():
        return seeded.randint(-12, 12)
    bounds = [seeded.choice((None, index())) for _ in range(2)]
    return {"i": index(), "k": seeded.randint(-1, 2), "v": seeded.choice(VALUES), "a": seeded.choice(KEYS),
            "vs": some(VALUES, 5), "d": {key: seeded.choice(VALUES) for key in some(KEYS, 3)}, "o": set(some(KEYS, 4)),
            "s": slice(*bounds, seeded.choice((None, None, 1, -1, 2, -2, 3)))}


def step(containers, seed, number):
    """Does the operation of that number."""
    x = containers[number % 3]
    seeded = random.Random(seed * 1_000_003 + number)
    text = seeded.choice(TEXTS[number % 3])
    if len(x) > MOST:
        x.clear()
    else:
        outcome(function(text, arguments(seeded)), x)


def texts_of(containers):
    return [str(canonical(x)) for x in containers]


class Twins:
    """What the containers of a process are after what it did."""

    def __init__(self, seed):
        self._seed, self._done, self._containers = seed, 0, empty()

    def go_on(self, done):
        while self._done < done:
            step(self._containers, self._seed, self._done)
            self._done += 1

    def difference(self, found, in_flight):
        """None, or what differs; the operation that was in flight is made, or not begun."""
        expected, texts = texts_of(self._containers), texts_of(found)
        if texts != expected and in_flight:
            self.go_on(self._done + 1)
            expected = texts_of(self._containers)
        return None if texts == expected else (self._done, texts, expected)
