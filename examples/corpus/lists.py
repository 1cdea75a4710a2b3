# SPDX-License-Identifier: Apache-2.0
"""Lists that one language made and another one changes."""

import colors
import corpus
from corpus import find, publish, say, text, truth


def write():
    publish("lists.mixed", colors.copy_in([1, 2.5, "three", True, None]))
    publish("lists.numbers", colors.copy_in([i * i for i in range(100)]))
    publish("lists.nested", colors.copy_in([[1, 2], []]))


def read():
    mixed = find("lists.mixed")
    display("mixed", mixed)
    mixed[0] = "one"
    mixed.append(4)
    mixed.insert(1, "between")
    del mixed[3]
    numbers = find("lists.numbers")
    say(f"sum {sum(numbers)}, contains 49: {truth(49 in numbers)}, 50: {truth(50 in numbers)}")
    numbers[3:] = []
    numbers.append("text")
    nested = find("lists.nested")
    nested[1].append(nested[0])


def check():
    display("mixed", find("lists.mixed"))
    display("numbers", find("lists.numbers"))
    nested = find("lists.nested")
    display("inner", nested[1][0])
    nested[0].append(3)
    display("inner", nested[1][0])


def display(name, elements):
    say(f"{name} {len(elements)}: {' '.join(text(element) for element in elements)}")


if __name__ == "__main__":
    corpus.main(globals())
