# SPDX-License-Identifier: Apache-2.0
"""The service with CORBA, for the server CorbaPeer.java, whose reference is the address: omniORB, whose core is C++.

Its compiler makes the structs and the stub from bench.idl when this is imported.
"""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

import omniORB
from omniORB import CORBA
from sequences import SUMS, Kind, maker

os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]  # where pip puts omniidl
try:
    omniORB.importIDL(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "main", "idl", "bench.idl"),
                      ["-N"])  # without a preprocessor
except OSError as error:
    raise ImportError(f"omniORB is there without its compiler, omniidl: {error}") from error

from Bench import Node

OPERATIONS = {"bool": "bool", "integer": "integer", "floating": "floating", "string": "text"}


def node(flag: bool, count: int, weight: float, name: str, left: Any, right: Any) -> Node:
    return Node(flag, count, weight, name, [] if left is None else [left, right])


def sum_of_trees(trees: Iterable[Node]) -> int:
    total = 0
    for tree in trees:
        total += tree.flag + tree.count + int(2 * tree.weight) + len(tree.name)
        children = tree.children
        if children:
            total += sum_of_trees(children)
    return total


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.orb = CORBA.ORB_init([])
        self.service = self.orb.string_to_object(address)
        self.make, self.read = maker(kind, node), SUMS.get(kind.name, sum_of_trees)
        self.answer = self.answer_of(kind)

    def answer_of(self, kind: Kind) -> Callable[[list[Any]], Iterable[Any]]:
        if not kind.levels:
            answer: Callable[[list[Any]], Iterable[Any]] = getattr(self.service, OPERATIONS[kind.name])
            return answer
        trees, levels = self.service.trees, kind.levels
        return lambda elements: trees(elements, levels)

    def call(self, size: int, first: int) -> int:
        return self.read(self.answer(self.make(size, first)))

    def close(self) -> None:
        self.service.stop()
        self.orb.destroy()
