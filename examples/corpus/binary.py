# SPDX-License-Identifier: Apache-2.0
"""Bytes that both processes write."""

import colors
import corpus
from corpus import find, publish, say


def write():
    publish("binary", colors.copy_in(bytearray([1, 2, 127, 128, 255, 0])))


def read():
    shared = find("binary")
    display(shared)
    shared[0] = 200
    shared[5:6] = b"M"


def check():
    display(find("binary"))


def display(shared):
    say(f"{len(shared)}: {' '.join(str(byte) for byte in shared)}")


if __name__ == "__main__":
    corpus.main(globals())
