# SPDX-License-Identifier: Apache-2.0
"""Sets: what is in them, in the order in which it came."""

import colors
import corpus
from corpus import find, publish, say, text, truth


def write():
    publish("sets", colors.copy_in({"only"}))


def read():
    shared = find("sets")
    say(f"size {len(shared)}, only: {truth('only' in shared)}, other: {truth('other' in shared)}")
    for element in (5, "only", None, 2.5, 5, False, "last"):
        shared.add(element)
    shared.remove("only")
    shared.add("only")
    shared.discard("not there")


def check():
    shared = find("sets")
    say(f"{len(shared)}: {' '.join(text(element) for element in shared)}")
    shared.clear()
    say(f"empty: {truth(not shared)}, 5: {truth(5 in shared)}")


if __name__ == "__main__":
    corpus.main(globals())
