# SPDX-License-Identifier: Apache-2.0
"""What the programs of the corpus have in common in Python. Program.java and corpus.js say the same in the other
languages.

A program has a part write, which makes shared objects and publishes them, a part read, which finds them and may change
them, and maybe a part check, which looks again in the process that wrote.
"""

import struct
import sys

import colors

PARTS = ("write", "read", "check")


def main(program):
    """Runs the parts that are named, or all of them; called with globals()."""
    for part in sys.argv[1:] or PARTS:
        if part not in PARTS:
            sys.exit(f"the parts are write, read and check, not {part}")
        program.get(part, lambda: None)()


def publish(key, value):
    colors.repository(key).set(value)


def find(key):
    return colors.repository(key).get()


def say(text):
    print(text)


def show(thing, name):
    """Prints a field: its static type, and its value in a form that all languages can print alike."""
    say(f"{name}: {type_of(thing, name)} {text(getattr(thing, name))}")


def type_of(thing, name):
    """The static type of a field, or "none" when the object's version has no such field."""
    return next((field.type for field in colors.shared_type(thing).fields if field.name == name), "none")


def text(value):
    """Integers in decimal, floats as the 16 digits of their bits, strings in ASCII, objects as their class."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "nan" if value != value else struct.pack(">d", value).hex()
    if isinstance(value, str):
        return '"' + "".join(c if " " <= c <= "~" else f"\\u{{{ord(c):x}}}" for c in value) + '"'
    return colors.shared_type(value).name


def truth(value):
    return "true" if value else "false"


def links(first):
    """The objects of a chain, each in the field `next` of the one before."""
    while first is not None:
        yield first
        first = first.next


def refuse(what, error, operation):
    """Runs what must fail with this error, and prints whether it did."""
    try:
        operation()
        say(f"{what}: accepted")
    except error:
        say(f"{what}: refused")


def attempt(what, operation):
    """Runs what must fail, and prints how it did."""
    try:
        operation()
        say(f"{what}: accepted")
    except colors.TypeConflictError:
        say(f"{what}: type conflict")
    except colors.SharedMemoryError:
        say(f"{what}: refused")
