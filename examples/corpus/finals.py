# SPDX-License-Identifier: Apache-2.0
"""Final fields of a Java class under the agent: nobody stores to them, so who reads them pays for no root.

Without the agent, and in dynamic languages, they are ordinary fields. The expected output depends on the language that
wrote.
"""

import colors
import corpus
from corpus import attempt, find, publish, say


@colors.shared("finals.Chapter")
class Chapter:
    def __init__(self, title, next, pages):
        self.title = title
        self.next = next
        self.pages = pages


def write():
    publish("finals", colors.copy_in(Chapter("first", Chapter("second", Chapter("third", None, 3), 2), 1)))


def read():
    first = chapter = find("finals")
    while chapter is not None:
        say(f"chapter {chapter.title}, {chapter.pages}")
        chapter = chapter.next
    attempt("another title", lambda: setattr(first.next.next, "title", "last"))
    attempt("another next one", lambda: setattr(first, "next", first.next.next))
    attempt("other pages", lambda: setattr(first, "pages", 7))
    attempt("a field more", lambda: setattr(first, "author", "Ada"))
    attempt("the title again", lambda: setattr(first, "title", "one"))


def check():
    first = find("finals")
    say(f"title: {first.title}")
    say(f"next: {first.next.title}")
    say(f"pages: {first.pages}")


if __name__ == "__main__":
    corpus.main(globals())
