# SPDX-License-Identifier: Apache-2.0
"""Random operations on a shared dict and set whose keys are objects of the program's classes, by processes in turn,
each compared with a builtin twin that every process has. In the twin the keys are private; in shared memory they are
copies, and look-ups take either.

Arguments: a seed, the number of operations, how many processes there are, which of them this is, and the folder of
operations.py and turns.py. The first makes the containers.
"""
import dataclasses
import random
import sys

import colors

sys.path.insert(0, sys.argv[5])
from operations import canonical
from turns import board_of, check, end_turn, wait_for_turn

SEED, STEPS, PROCESSES, ME = map(int, sys.argv[1:5])
R = random.Random(SEED)


@dataclasses.dataclass(frozen=True)
class Point:
    x: object
    name: str
    note: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(unsafe_hash=True)
class Line:
    start: Point
    end: object


class Word:
    """Equal without regard to case, and to any word of the subclass too."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return self.text.lower() == other.text.lower() if isinstance(other, Word) else NotImplemented

    def __hash__(self):
        return hash((self.text.lower(), "word"))

    def __repr__(self):
        kind = self.__class__ if colors.is_shared(self) else type(self)
        return f"{kind.__name__}({self.text.lower()!r})"


class Shout(Word):
    pass


class Same:
    """All have one hash."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return isinstance(other, Same) and self.number == other.number

    def __hash__(self):
        return 5

    def __repr__(self):
        return f"Same({self.number})"


@colors.shared("keys.Pair", compared_by=("a", "b"))
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __eq__(self, other):
        return isinstance(other, Pair) and (self.a, self.b) == (other.a, other.b)

    def __hash__(self):
        return hash((self.a, self.b))

    def __repr__(self):
        return f"Pair({self.a}, {self.b})"


def key():
    """A new object each time, or what has some in it."""
    n, text = R.randrange(4), R.choice(["a", "B", "ä€", ""])
    return R.choice([
        lambda: Point(n, text, R.choice(["", "other"])),
        lambda: Point(R.choice([1.5, None, (n, "t"), b"x", -0.0]), text),
        lambda: Line(Point(n, text), R.choice([None, Word(text), Pair(n, 0)])),
        lambda: Word(R.choice([text.lower(), text.upper()])), lambda: Shout(text), lambda: Same(n),
        lambda: Pair(n, text), lambda: (Word(text), n), lambda: (n, (Point(0, text), Same(n))),
        lambda: frozenset([Point(n, text), Same(n), n]), lambda: Point(frozenset([n, text, (Same(n),)]), text),
        lambda: text, lambda: n])()


def shared_key(value):
    """The same in shared memory. What never changes is copied when it is stored, with what can be stored in it."""
    if isinstance(value, (tuple, frozenset)):
        return type(value)(map(shared_key, value))
    return value if isinstance(value, (str, int)) else colors.copy_in(value)


class Board:
    def __init__(self):
        self.turn, self.dict, self.set = 0, {}, set()


DICT = ["x[a]", "!x[a] = v", "!x[a] = v", "!x[a] = v", "!del x[a]", "x.get(a, v)", "a in x", "a in x", "x.pop(a)",
        "x.pop(a, v)", "x.popitem()", "x.setdefault(a, v)", "x.update({a: v, b: v})", "!x |= {b: v}",
        "len(x)", "list(x)", "(a, v) in x.items()", "all(k in x for k in x)", "a in dict(x)"]
SET = ["x.add(a)", "x.add(a)", "x.add(a)", "x.discard(a)", "x.remove(a)", "a in x", "a in x", "!x |= {a, b}",
       "!x -= {a, b}", "x == set(x)", "len(x)", "a in frozenset(x)", "x | {a}", "x & {a, b}"]
STORES = ("=", "setdefault", "update", "add", "|")


def outcome(code, names):
    try:
        return canonical(eval(code, names)) if names["mode"] == "eval" else exec(code, names)
    except Exception as error:
        return type(error).__name__


board = board_of(f"keys in turn {SEED}", ME, Board)
twins = {}, set()
for step in range(STEPS):
    which = R.randrange(2)
    shared, twin = (board.dict, board.set)[which], twins[which]
    text, a, b, v = R.choice((DICT, SET)[which]), key(), key(), R.randrange(100)
    as_private = R.random() < 0.5 and not any(mark in text for mark in STORES)
    mode = "exec" if text.startswith("!") else "eval"
    code = compile(text.lstrip("!"), text, mode)
    expected = outcome(code, {"x": twin, "a": a, "b": b, "v": v, "mode": mode})
    wait_for_turn(board, step)
    if step % PROCESSES == ME:
        found = outcome(code, {"x": shared, "a": a if as_private else shared_key(a), "b": shared_key(b), "v": v,
                               "mode": mode})
        check(f"seed {SEED} step {step} process {ME} {text} a = {a} b = {b} private {as_private}",
              found, expected, shared, twin)
    end_turn(board, step, step % PROCESSES == ME, shared, twin, 25)
wait_for_turn(board, STEPS)  # the last step may be another process's
again = colors.copy_in(dict(twins[0])), colors.copy_in(set(twins[1]))  # deep copies compare keys too
print("ok", [repr(again[0]), len(again[1])] == [repr(twins[0]), len(twins[1])], all(k in again[0] for k in twins[0]),
      all(k in again[1] for k in twins[1]))
