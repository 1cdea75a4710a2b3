# SPDX-License-Identifier: Apache-2.0
"""Repositories: named roots that hold any shared value and can be set again."""

import colors
import corpus
from corpus import find, publish, say, text


@colors.shared("roots.Thing")
class Thing:
    def __init__(self):
        self.name = "thing"


def write():
    say(f"never set: {text(find('roots.never'))}")
    publish("roots.integer", 42)
    publish("roots.large", 2**62)
    publish("roots.float", 2.5)
    publish("roots.boolean", False)
    publish("roots.string", "\u00e9\u6f22")
    publish("roots.object", colors.copy_in(Thing()))
    publish("roots.gone", 1)
    publish("roots.gone", None)
    publish("roots/with a strange key \u6f22", True)


def read():
    for key in ("integer", "large", "float", "boolean", "string", "object", "gone"):
        say(f"{key}: {text(find('roots.' + key))}")
    strange = find("roots/with a strange key \u6f22")
    say(f"strange: {text(strange)}")
    publish("roots.integer", "now a string")


def check():
    say(f"integer: {text(find('roots.integer'))}")


if __name__ == "__main__":
    corpus.main(globals())
