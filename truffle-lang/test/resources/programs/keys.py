# SPDX-License-Identifier: Apache-2.0
"""Objects of the program's classes as keys: dataclasses, classes with __eq__ and __hash__, in tuples and frozensets,
private ones looked for, errors."""
import dataclasses

import colors
from colors import copy_in


@dataclasses.dataclass(frozen=True)
class Point:
    x: object
    name: str
    note: str = dataclasses.field(default="", compare=False)


class Word:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(("word", self.text.lower()))

    def __eq__(self, other):
        return isinstance(other, Word) and self.text.lower() == other.text.lower()

    def __repr__(self):
        return f"Word({self.text!r})"


class Plain:
    pass


@dataclasses.dataclass
class Unhashable:
    x: int


def attempt(what, function):
    try:
        print(what, "gave", function())
    except Exception as error:
        print(what, "raised", type(error).__name__,
              str(error).split(":")[0] if not isinstance(error, TypeError) else "")


def in_order():
    d = colors.Dict()
    d[copy_in(Point(1, "a", "first"))] = 1
    d[copy_in(Point(1.0, "a", "second"))] = 2
    print(len(d), d[Point(1, "a")], next(iter(d)).note, Point(2, "a") in d, Point(True, "a") in d)
    d[copy_in(Word("Ada"))] = "word"
    print(d[Word("ADA")], d[copy_in(Word("ada"))], d.get(Word("bob"), "none"), d.pop(Word("aDa")), len(d))
    d[copy_in(Word("x")), 3] = "tuple"
    print(d[Word("X"), 3], d[copy_in(Word("X")), 3], (Word("y"), 3) in d)
    d[frozenset([copy_in(Word("x")), copy_in(Point(1, "z"))])] = "frozenset"
    print(d[frozenset([Point(1, "z"), Word("X")])])
    plain = copy_in(Plain())
    d[plain] = "plain"
    print(d[plain], copy_in(Plain()) in d, Plain() in d)
    d.setdefault(copy_in(Point(5, "s")), "set")
    print(d.setdefault(copy_in(Point(5, "s")), "again"), {Point(1, "a")} <= d.keys(), sorted(map(str, d.values())))


def in_copies():
    d = copy_in({Point(1, "a"): 1, Word("w"): 2, (Word("t"), Point(2, "q")): 3, Point(Word("in"), "b"): 4,
                 Point(frozenset([1, (Word("deep"),)]), "f"): 5})
    print(d[Point(1, "a")], d[Word("W")], d[Word("T"), Point(2, "q")], d[Point(Word("IN"), "b")],
          d[Point(frozenset([(Word("DEEP"),), 1.0]), "f")])
    s = copy_in({Word("one"), Word("two"), 3})
    print(Word("ONE") in s, Word("three") in s, len(s), len(s | {Word("Two")}))
    f = colors.FrozenSet([copy_in(Word("one")), copy_in(Point(1, "p"))])
    print(Word("One") in f, Point(1, "p") in f, Point(2, "p") in f, f == frozenset([Word("one"), Point(1, "p")]))
    holder = Plain()
    holder.map = {Word("me"): holder}
    print(copy_in(holder).map[Word("ME")].map[Word("Me")] is not None)


class Changing:
    """Its methods use the map that is looked in, and fail."""
    map = None
    fails = False

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        if Changing.fails == "hash":
            raise RuntimeError("no hash")
        return 7

    def __eq__(self, other):
        if Changing.fails == "eq":
            raise RuntimeError("not comparable")
        if Changing.map is not None:
            Changing.map[f"asked {len(Changing.map)}"] = self.n
            for i in range(20):
                Changing.map[i] = i
            for i in range(20):
                del Changing.map[i]
        return isinstance(other, Changing) and self.n == other.n


def with_methods_that_use_the_map():
    d = colors.Dict()
    for n in range(5):
        d[copy_in(Changing(n))] = n
    Changing.map = d
    print(d[copy_in(Changing(3))], d[Changing(4)], Changing(9) in d)
    d[copy_in(Changing(2))] = "two"
    d[copy_in(Changing(6))] = "six"
    Changing.map = None
    print([n for n in range(8) if Changing(n) in d], d[Changing(2)], d[Changing(6)])
    Changing.fails = "eq"
    size = len(d)
    attempt("an __eq__ that fails", lambda: Changing(1) in d)
    attempt("the same for a store", lambda: d.update([(copy_in(Changing(1)), "lost")]))
    Changing.fails = "hash"
    attempt("a __hash__ that fails", lambda: d.pop(Changing(1), None))
    Changing.fails = False
    attempt("a copy", lambda: len(copy_in({Changing(1): 1, Changing(2): 2})))
    print(len(d) == size, d[Changing(1)])


@colors.shared("keys.Declared", compared_by=["a", "b"])
class Declared:
    def __init__(self, a, b, c=None):
        self.a, self.b, self.c = a, b, c


def declared():
    s = colors.Set([copy_in(Declared(1, "x")), copy_in(Declared(1, "x", 5)), copy_in(Declared(2, "x"))])
    print(len(s), Declared(2, "x") in s, Declared(2, "y") in s, Declared(1, None) in s)
    attempt("one name", lambda: colors.shared("keys.Wrong", compared_by="name")(type("Wrong", (), {})))


def refused():
    d = colors.Dict()
    attempt("a private key", lambda: d.update({Point(1, "a"): 1}))
    attempt("one in a tuple", lambda: d.update({(Word("a"), 1): 1}))
    attempt("an unhashable key", lambda: copy_in(Unhashable(1)) in d)
    attempt("one in a tuple", lambda: d.get((1, copy_in(Unhashable(1)))))
    attempt("a field that cannot be shared", lambda: Point(print, "f") in d)
    attempt("a tuple with something private", lambda: (1, Plain()) in d)
    print(len(d))


in_order()
in_copies()
with_methods_that_use_the_map()
declared()
refused()
