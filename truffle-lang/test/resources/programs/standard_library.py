# What the standard library does with shared containers that looks at their classes; each line that is printed says what
# differs from private ones.
import pprint

import colors

import collections.abc as abc
import copy
import dataclasses
import json
import operator
import pickle
import reprlib
import typing


@dataclasses.dataclass
class Part:
    number: int = 1


@dataclasses.dataclass
class Whole:
    parts: list
    names: dict
    tags: set


def raises(kind, attempt):
    try:
        print("no error:", attempt())
    except kind as error:
        return error.args
    return None


def same(name, there, here):
    if there != here:
        print(name, there, here, sep="\n")


# dataclasses: private containers of shared ones
whole = Whole([Part(), Part(2)], {"a": Part(3), "b": [1]}, {1})
shared = colors.copy_in(whole)
same("asdict", dataclasses.asdict(shared), dataclasses.asdict(whole))
same("astuple", dataclasses.astuple(shared), dataclasses.astuple(whole))
same("replace", dataclasses.replace(shared, tags=None).parts, shared.parts)
print(type(dataclasses.asdict(shared)["parts"]),
      type(dataclasses.asdict(shared, dict_factory=lambda pairs: {**dict(pairs)})["tags"]))

# json: the program's default gets what json does not know
class Encoder(json.JSONEncoder):
    def default(self, o):
        return sorted(o) if isinstance(o, (set, frozenset)) else vars(o)


print(json.dumps(colors.Set([2, 1]), default=sorted),
      json.dumps(colors.copy_in([{"a": {2, 1}}, frozenset([3]), Part()]), cls=Encoder), json.dumps(shared, cls=Encoder))
raises(TypeError, lambda: json.dumps(colors.Set([1])))
raises(TypeError, lambda: json.dumps(colors.copy_in([b"a"])))

# pprint and reprlib
lines = [f"a line of text {i}" for i in range(9)]
numbers = {line: i for i, line in enumerate(reversed(lines))}
for private in (lines, numbers, set(lines), tuple(lines), [numbers, set(lines), {"b": 1, "a": 2}], {"b": 1, "a": 2},
                [[[[[[[[1]]]]]]]], [], {}):
    there = colors.Tuple(private) if type(private) is tuple else colors.copy_in(private)
    same("pprint", pprint.pformat(there), pprint.pformat(private))
    same("pprint in 30 columns", pprint.pformat(there, width=30, depth=3, compact=True, sort_dicts=False),
         pprint.pformat(private, width=30, depth=3, compact=True, sort_dicts=False))
    same("reprlib", reprlib.repr(there), reprlib.repr(private))
circle = colors.List([1])
circle.append(circle)
print(pprint.pformat(circle).split(" with")[0], pprint.isrecursive(circle), pprint.isreadable(colors.List([circle])),
      pprint.isreadable(colors.List([1])))

# abstract classes
binary, frozen = colors.Binary(b"a"), colors.FrozenBinary(b"a")
for value, private in ((colors.Set(), set()), (colors.FrozenSet(), frozenset()), (colors.Tuple(), ()),
                       (colors.List(), []), (colors.Dict(), {}), (binary, bytearray()), (frozen, b"")):
    for name in abc.__all__:
        # MutableSequence is GraalPy's class of any foreign list
        if name not in ("Buffer", "ByteString") and (colors.accelerated or name != "MutableSequence"):
            kind = getattr(abc, name)
            same(f"{type(value)} {name}", (isinstance(value, kind), issubclass(type(value), kind)),
                 (isinstance(private, kind),) * 2)
print(isinstance(colors.Set(), typing.MutableSet), isinstance(colors.FrozenSet(), typing.AbstractSet))

# iterators, views, keys
map = colors.Dict(a=1, b=2)
cursor = iter(map)
next(cursor)
print([operator.length_hint(iter(x)) for x in (map, map.items(), colors.Set([1]), colors.FrozenSet([1, 2]))],
      operator.length_hint(reversed(map)), operator.length_hint(cursor), list(cursor), operator.length_hint(cursor))
print(raises(KeyError, lambda: colors.Set([1]).remove({3})),
      raises(KeyError, lambda: colors.Set([1]).remove(frozenset([3]))))
for view in map.keys(), map.values(), map.items():
    for attempt in copy.copy, copy.deepcopy, pickle.dumps, lambda view: type(view)({}):
        raises(TypeError, lambda: attempt(view))
print(map.keys(), map.keys().mapping["a"], map.keys() & {"a"})
map.__init__(q=1)
print(map)
frozen_set, row = colors.FrozenSet([1]), colors.Tuple([1])
print(colors.FrozenSet(frozen_set) is frozen_set, colors.Tuple(row) is row, colors.FrozenBinary(frozen) is frozen)
