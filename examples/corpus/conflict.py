# SPDX-License-Identifier: Apache-2.0
"""Values of another type than the field's.

A static language declared its fields, so they refuse; a dynamic language's fields got their types from values, so the
object moves to a version that takes the new value. The expected output depends on the language that wrote.
"""

import colors
import corpus
from corpus import attempt, find, publish, show


@colors.shared("conflict.Account")
class Account:
    def __init__(self):
        self.balance = 100
        self.owner = "Smith"
        self.open = True


@colors.shared("conflict.Other")
class Other:
    def __init__(self):
        self.id = 1


def write():
    publish("conflict", colors.copy_in(Account()))


def read():
    account = find("conflict")
    other = colors.copy_in(Other())
    attempt("a string into an integer field", lambda: setattr(account, "balance", "much"))
    show(account, "balance")
    attempt("a float into an integer field", lambda: setattr(account, "balance", 0.5))
    show(account, "balance")
    attempt("an object into a string field", lambda: setattr(account, "owner", other))
    show(account, "owner")
    attempt("null into a boolean field", lambda: setattr(account, "open", None))
    show(account, "open")
    attempt("null into a string field", lambda: setattr(account, "owner", None))
    show(account, "owner")


def check():
    account = find("conflict")
    show(account, "balance")
    show(account, "owner")
    show(account, "open")


if __name__ == "__main__":
    corpus.main(globals())
