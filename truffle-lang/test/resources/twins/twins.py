# SPDX-License-Identifier: Apache-2.0
"""Evaluates each expression of the tables in this folder, one a line, with a builtin container as x and with a shared
one: the results must be the same.

A line that begins with ! is a statement, or several. known.txt has the expressions that differ and may, mostly because
GraalPy's own code asks for its own kind of object.
"""
import array, base64, bisect, collections, copy, csv, dataclasses, functools, hashlib, heapq, inspect, io, itertools
import json, math, operator, pickle, pprint, random, re, statistics, string, struct, sys, textwrap, threading, types
import zlib
import builtins
import datetime
import pathlib

import colors

FOLDER = pathlib.Path(sys.argv[1])
KNOWN = set((FOLDER / "known.txt").read_text().splitlines())


def repr(value):
    """Sets have no order that both share."""
    return f"{{{sorted(map(builtins.repr, value))}}}" if isinstance(value, (set, frozenset)) else builtins.repr(value)


def outcome(function, x):
    """The error and the result."""
    try:
        result = function(x)
        return None, list(result) if hasattr(result, "__next__") else result
    except BaseException as error:
        return type(error), None


def same(function, builtin, shared):
    expected_error, expected = outcome(function, builtin)
    error, result = outcome(function, shared)
    if repr(builtin) != repr(shared) or error is not expected_error:
        return False
    if error is not None:
        return True
    if expected is builtin:
        return result is shared
    return repr(result) == repr(expected) and result == expected and isinstance(result, type(expected))


def compiled(line):
    if not line.startswith("!"):
        return eval("lambda x: " + line, globals())
    names = {}
    exec("def function(x):\n" + textwrap.indent(line[1:].strip().replace("; ", "\n"), "  "), globals(), names)
    return names["function"]


def check(kind, share, values, *tables):
    checked = failed = 0
    for line in "".join((FOLDER / f"{table}.txt").read_text() for table in tables).splitlines():
        function = compiled(line)
        for value in values:
            builtin = kind(value)
            checked += 1
            if not same(function, builtin, share(kind(value))) and f"{kind.__name__} {line}" not in KNOWN:
                failed += 1
                print("DIFFERENT", kind.__name__, builtins.repr(value), line)
    print(kind.__name__, "ok" if checked and not failed else f"{failed} of {checked} differ")


SETS = [{1, 2}, set(), {1, "a", None, 2.5}, {"b", "c"}, {1, 2, 3, 4, 5}]
check(list, colors.List, [[3, 1, 2], [], [1], [1, None, "a", 2.5, True], ["b", "a"], [1, 2, 3, 4, 5, 6, 7]], "list")
check(tuple, colors.Tuple, [(3, 1, 2), (), (1,), (1, None, "a", 2.5, True), ("b", "a"), (7, 2)], "list", "tuple")
check(dict, colors.Dict, [{"a": 1, "b": 2}, {}, {"a": None, "b": "x", "c": 2.5, "d": True}, {"b": 1, "a": 2, "c": 3},
                          {1: "x", None: 2, 2.5: 3, "a": 4}, {97: "q", 98: None}], "dict")
check(set, colors.Set, SETS, "set")
check(frozenset, colors.FrozenSet, SETS, "set")
check(bytearray, colors.Binary, [b"abc", b"x", b"hello"], "bytearray")
