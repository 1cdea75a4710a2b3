# SPDX-License-Identifier: Apache-2.0
"""The service over shared objects, for the server RpcColors.java: GraalPy and CPython.

Numbers are flat arrays, which both sides have in place. Texts and trees are in lists, as Python makes arrays of numbers
alone; they are answered by arrays.
"""

from collections.abc import Callable
from typing import Any

import colors
from sequences import Kind, maker, reader


@colors.shared("colors.benchmarks.calls.RpcSharedNode")
class SharedNode:
    pass


def make_node(flag: bool, count: int, weight: float, name: str, left: Any, right: Any) -> SharedNode:
    return colors.allocate(SharedNode, flag=flag, count=count, weight=weight, name=name, left=left, right=right)


def flat(type_: str) -> Callable[[list[Any]], Any]:
    return lambda elements: colors.Array(type_, elements)


class Caller:
    def __init__(self, kind: Kind, _: str):
        self.service = service = colors.rpc.client("bench")
        make, read = maker(kind, make_node), reader(kind)
        ways: dict[str, tuple[Callable[[list[Any]], Any], Any, Callable[[Any], Any]]] = {
            "bool": (flat("boolean"), service.bools, memoryview),
            "integer": (flat("int64"), service.integers, memoryview),
            "floating": (flat("float64"), service.floats, memoryview),
            "string": (colors.List, service.textList, iter),
        }
        trees = colors.List, lambda nodes: service.treeList(nodes, kind.levels), iter
        share, ask, view = ways.get(kind.name, trees)
        self.call = lambda size, first: read(view(ask(share(make(size, first)))))

    def close(self) -> None:
        self.service.stop()
