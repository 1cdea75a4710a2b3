# SPDX-License-Identifier: Apache-2.0
"""The service with pickle over a Unix socket, both sides in CPython: a length, and a list by the newest protocol.

    over_pickle.py KIND    the server: prints where it is, and ends with its client
"""

import os
import pickle
import sys
import tempfile
from array import array
from collections.abc import Callable
from typing import Any

from framed import Framed
from sequences import KINDS, Kind, Node, answer_of, maker, reader


def maker_of(kind: Kind) -> Callable[[int, int], Any]:
    """Floats are faster in an array, the others in a list."""
    make = maker(kind, Node)
    return (lambda size, first: array("d", make(size, first))) if kind.name == "floating" else make


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.frames = Framed.at(address)
        self.make, self.read = maker_of(kind), reader(kind)

    def call(self, size: int, first: int) -> int:
        self.frames.send(pickle.dumps(self.make(size, first), pickle.HIGHEST_PROTOCOL))
        return self.read(pickle.loads(self.frames.receive()))

    def close(self) -> None:
        self.frames.close()


def serve(kind: Kind) -> None:
    make, read = maker_of(kind), reader(kind)
    with tempfile.TemporaryDirectory() as folder:
        frames = Framed.accepted(os.path.join(folder, "socket"))
        try:
            while True:
                sequence = pickle.loads(frames.receive())
                answer = make(len(sequence), answer_of(read(sequence)))
                frames.send(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
        except EOFError:
            frames.close()


if __name__ == "__main__":
    serve(KINDS[sys.argv[1]])
