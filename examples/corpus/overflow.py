# SPDX-License-Identifier: Apache-2.0
"""An integer field of a static language refuses integers beyond 64 bits; other fields take them."""

import colors
import corpus
from corpus import find, publish, say, show, text, type_of

TOO_LARGE = 2**63
TOO_SMALL = -(2**63) - 1


@colors.shared("overflow.Counter")
class Counter:
    def __init__(self):
        self.count = 5
        self.any = None


def write():
    publish("overflow", colors.copy_in(Counter()))


def read():
    counter = find("overflow")
    say(f"2^63: {refusal(lambda: setattr(counter, 'count', TOO_LARGE))}")
    say(f"-2^63-1: {refusal(lambda: setattr(counter, 'count', TOO_SMALL))}")
    say(f"2^63 into any: {refusal(lambda: setattr(counter, 'any', TOO_LARGE))}")
    say(f"2^63 into a new field: {refusal(lambda: setattr(counter, 'more', TOO_LARGE))}")
    say(f"2^63 into a repository: {refusal(lambda: publish('overflow.number', TOO_LARGE))}")
    show(counter, "count")
    show(counter, "any")
    say(f"more: {type_of(counter, 'more')}")
    counter.count = 2**63 - 1


def check():
    show(find("overflow"), "count")
    say(f"repository: {text(find('overflow.number'))}")


def refusal(store):
    try:
        store()
        return "accepted"
    except OverflowError:
        return "refused"


if __name__ == "__main__":
    corpus.main(globals())
