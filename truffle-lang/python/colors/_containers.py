# SPDX-License-Identifier: Apache-2.0
"""Shared containers as Python's own: List and Array are lists, Tuple a tuple, Dict a dict, Set a set, FrozenSet a
frozenset, Binary a bytearray.

What a method returns as a new container (slices, +, copy, |) is a private one with the same elements. Each method call
is one atomic step for all processes, except where it runs code of the program meanwhile; iteration is weakly
consistent.
"""
from colors._list import List
from colors._array import Array
from colors._tuple import Tuple
from colors._dict import Dict
from colors._set import FrozenSet, Set
from colors._binary import Binary, FrozenBinary
from colors import _teach, _unbound  # noqa: F401 (these teach json and others what shared containers are)

__all__ = ["Array", "Binary", "Dict", "FrozenBinary", "FrozenSet", "List", "Set", "Tuple"]
