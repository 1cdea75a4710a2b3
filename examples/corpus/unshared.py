# SPDX-License-Identifier: Apache-2.0
"""Private objects, code and threads stay private: no shared object can refer to one."""

import colors
import corpus
from corpus import attempt, find, publish, say, show, truth, type_of


@colors.shared("unshared.Box")
class Box:
    def __init__(self, content=None):
        self.content = content


def write():
    box = Box()
    say(f"a private object is shared: {truth(colors.is_shared(box))}")
    shared = colors.copy_in(Box())
    shared.content = "text"
    say(f"its copy is shared: {truth(colors.is_shared(shared))}")
    publish("unshared", shared)


def read():
    box = find("unshared")
    say(f"what was found is shared: {truth(colors.is_shared(box))}")
    say(f"a number is shared: {truth(colors.is_shared(1))}")
    code = lambda: say("never runs")  # noqa: E731 (any code)
    attempt("store a private object", lambda: setattr(box, "content", Box()))
    attempt("store code", lambda: setattr(box, "content", code))
    attempt("store code in a new field", lambda: setattr(box, "more", code))
    attempt("publish a private object", lambda: publish("unshared", Box()))
    attempt("copy an object that holds code", lambda: colors.copy_in(Box(code)))
    attempt("copy a graph that holds code", lambda: colors.copy_in(Box(Box(code))))
    show(box, "content")
    say(f"more: {type_of(box, 'more')}")
    around = colors.copy_in(Box(box))
    say(f"a copy refers to what was shared already: {truth(around.content is box)}")


if __name__ == "__main__":
    corpus.main(globals())
