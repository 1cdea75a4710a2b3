# SPDX-License-Identifier: Apache-2.0
"""The sequences as messages of Protocol Buffers, by code that protoc generated with the Java classes."""

from collections.abc import Callable
from typing import Any

from google.protobuf.internal import api_implementation
from sequences import NAMES, SUMS, TEXTS, VALUES, Kind

if api_implementation.Type() != "upb":
    raise ImportError(f"protobuf is there without its C code, upb, but as {api_implementation.Type()}")

from sequence_pb2 import Sequence

FIELDS = {"bool": "bools", "integer": "integers", "floating": "floats", "string": "strings"}


def fill(node: Any, levels: int, number: int) -> None:
    """In place: a node that was made before would be copied with all below it."""
    node.flag = number & 3 == 0
    node.count = number
    node.weight = number * 0.5
    node.name = TEXTS[number & NAMES - 1]
    if levels > 1:
        fill(node.left, levels - 1, number + 1)
        fill(node.right, levels - 1, number + 2)


def sum_of_tree(node: Any) -> int:
    total = node.flag + node.count + int(2 * node.weight) + len(node.name)
    if node.HasField("left"):
        total += sum_of_tree(node.left)
    if node.HasField("right"):
        total += sum_of_tree(node.right)
    return total


def maker(kind: Kind) -> Callable[[int, int], Sequence]:
    def values_of(size: int, first: int) -> Sequence:
        return Sequence(**{"type": kind.number, field: values[first:first + size]})

    def trees(size: int, first: int) -> Sequence:
        sequence = Sequence(type=kind.number)
        add = sequence.trees.add
        for number in range(first, first + size):
            fill(add(), kind.levels, number)
        return sequence

    if kind.levels:
        return trees
    field, values = FIELDS[kind.name], VALUES[kind.name]
    return values_of


def reader(kind: Kind) -> Callable[[Sequence], int]:
    if kind.levels:
        return lambda sequence: sum(map(sum_of_tree, sequence.trees))
    field, total = FIELDS[kind.name], SUMS[kind.name]
    return lambda sequence: total(getattr(sequence, field))
