# SPDX-License-Identifier: Apache-2.0
"""Strings in each representation: empty, Latin-1, UTF-16, beyond 16 bits, with a zero in it, and a long one."""

import colors
import corpus
from corpus import find, links, publish, say, show, truth

VALUES = (
    "", "plain", "caf\u00e9 \u00fc\u00df\u00ff", "\u03a9 \u6f22\u5b57", "\U0001f600", "a\u00e9\u6f22\U0001f600z",
    "zero\0inside", "line\nbreak\ttab")


@colors.shared("strings.Text")
class Text:
    def __init__(self, value, next):
        self.value = value
        self.next = next


def write():
    first = Text("0123456789" * 1_000, None)
    for value in reversed(VALUES):
        first = Text(value, first)
    publish("strings", colors.copy_in(first))


def read():
    for text in links(find("strings")):
        if len(text.value) < 100:
            show(text, "value")
        else:
            say(f"{len(text.value)} characters, {truth(text.value == '0123456789' * 1_000)}")


if __name__ == "__main__":
    corpus.main(globals())
