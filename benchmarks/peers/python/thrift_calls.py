# SPDX-License-Identifier: Apache-2.0
"""The structs of the service with Thrift, as its compiler writes them for Python (options dynamic and slots).

By hand, for the package index has no compiler of the library's version. They are those of ThriftCalls.java.
"""

from typing import Any

from sequences import KINDS, Kind
from thrift.protocol.TBase import TBase
from thrift.Thrift import TType
from thrift.TRecursive import fix_spec


class Node(TBase):
    __slots__ = ("flag", "count", "weight", "name", "left", "right")

    def __init__(self, flag: Any = None, count: Any = None, weight: Any = None, name: Any = None,
                 left: Any = None, right: Any = None):
        self.flag, self.count, self.weight = flag, count, weight
        self.name, self.left, self.right = name, left, right


Node.thrift_spec = (
    None,
    (1, TType.BOOL, "flag", None, None),
    (2, TType.I32, "count", None, None),
    (3, TType.DOUBLE, "weight", None, None),
    (4, TType.STRING, "name", "UTF8", None),
    (5, TType.STRUCT, "left", [Node, None], None),
    (6, TType.STRUCT, "right", [Node, None], None),
)

ELEMENTS: dict[str, tuple[Any, ...]] = {
    "bool": (TType.BOOL, None, False),
    "integer": (TType.I64, None, False),
    "floating": (TType.DOUBLE, None, False),
    "string": (TType.STRING, "UTF8", False),
}
TREES = (TType.STRUCT, [Node, None], False)


def structs_of(kind: Kind) -> tuple[type[TBase], type[TBase]]:
    """The classes of the arguments and of the result of the method of that name."""
    elements = ELEMENTS.get(kind.name, TREES)

    class Arguments(TBase):
        __slots__ = ("sequence",)
        thrift_spec = (None, (1, TType.LIST, "sequence", elements, None))

        def __init__(self, sequence: Any = None):
            self.sequence = sequence

    class Result(TBase):
        __slots__ = ("success",)
        thrift_spec = ((0, TType.LIST, "success", elements, None),)

        def __init__(self, success: Any = None):
            self.success = success

    return Arguments, Result


STRUCTS = {kind: structs_of(kind) for kind in KINDS.values()}
fix_spec([Node, *(struct for structs in STRUCTS.values() for struct in structs)])
