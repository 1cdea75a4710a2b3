# SPDX-License-Identifier: Apache-2.0
"""Random operations on a shared list, dict and set by processes in turn, each compared with a builtin twin that every process has.

Arguments: a seed, the number of operations, how many processes there are, and which of them this is. The first makes the containers.
"""
import random
import sys
import time

import colors

SEED, STEPS, PROCESSES, ME = map(int, sys.argv[1:5])
R = random.Random(SEED)
VALUES = [0, 1, -1, 2 ** 31, 2 ** 53 + 1, -2 ** 63, 2 ** 63 - 1, 1.5, -0.0, float("inf"), 1e300, True, False, None, "", "a", "zz", "\0", "é", "漢字", "😀", "x" * 300, (1, "a"), b"bytes"]
KEYS = [0, 1, -1, 2 ** 31, 2 ** 53 + 1, 2 ** 63 - 1, 1.5, float("inf"), None, "", "a", "zz", "\0", "é", "漢字", "😀", (1, 2), (1, (2, "x")), b"ab", frozenset([1, "z"])]


def value():
    return R.choice(VALUES)


def key():
    return R.choice(KEYS)


def statement(text, **names):
    """A function of x that executes it."""
    code = compile(text, "operation", "exec")
    return text, lambda x: exec(code, {"x": x, **names})


def expression(text, **names):
    code = compile(text, "operation", "eval")
    return text, lambda x: eval(code, {"x": x, **names})


LIST = ["x[i]", "x[s]", "!x[i] = v", "!x[s] = vs", "!del x[i]", "!del x[s]", "x.append(v)", "x.insert(i, v)", "x.pop(i)", "x.pop()", "x.remove(v)", "x.extend(vs)", "!x += vs", "!x *= k",
        "x.reverse()", "x.sort(key=repr)", "x.sort(key=repr, reverse=True)", "v in x", "x.count(v)", "x.index(v, i)", "x == list(x)", "x + vs", "vs + x", "list(reversed(x))", "!x[s] = x", "len(x)"]
DICT = ["x[a]", "!x[a] = v", "!x[a] = v", "!x[a] = v", "!del x[a]", "x.get(a, v)", "a in x", "x.pop(a)", "x.pop(a, v)", "x.popitem()", "x.setdefault(a, v)", "x.update(d)", "!x |= d", "x | d", "d | x",
        "list(x.keys())", "list(x.items())", "list(reversed(x))", "x == dict(x)", "v in x.values()", "(a, v) in x.items()", "x.keys() & d.keys()", "len(x)"]
SET = ["x.add(a)", "x.add(a)", "x.add(a)", "x.discard(a)", "x.remove(a)", "a in x", "x | o", "x & o", "x - o", "o - x", "x ^ o", "!x |= o", "!x |= o", "!x &= o", "!x -= o", "!x ^= o", "x <= o", "x >= o", "x == set(x)",
       "x.isdisjoint(o)", "o == x", "len(x)"]


def operation(texts, size):
    """The same in each process."""
    text = R.choice(texts)

    def index():
        return R.randint(-size - 3, size + 3)
    names = {"i": index(), "v": value(), "vs": [value() for _ in range(R.randint(0, 5))], "k": R.randint(-1, 2), "a": key(), "d": {key(): value() for _ in range(3)}, "o": {key() for _ in range(4)},
             "s": slice(R.choice([None, index()]), R.choice([None, index()]), R.choice([None, None, 1, -1, 2, -2, 3]))}
    return statement(text[1:], **names) if text.startswith("!") else expression(text, **names)


def canonical(result):
    return sorted(map(repr, result)) if isinstance(result, (set, frozenset)) else repr(result)


def outcome(function, x):
    try:
        return canonical(function(x))
    except Exception as error:
        return type(error).__name__


class Board:
    def __init__(self):
        self.turn, self.kinds = 0, [[], {}, set()]


def wait_for_turn(step):
    end = time.monotonic() + 60
    while board.turn < step:
        if time.monotonic() > end:
            raise AssertionError(f"step {step}: nobody did step {board.turn}")
        time.sleep(0.0002)


repository = colors.repository(f"in turn {SEED}")
if ME == 0:
    repository.set(colors.copy_to(Board()))
while repository.get() is None:
    time.sleep(0.01)
board = repository.get()
KINDS = list(zip(("list", "dict", "set"), (LIST, DICT, SET), board.kinds, ([], {}, set())))
for step in range(STEPS):
    name, texts, shared, twin = R.choice(KINDS)
    text, function = operation(texts, len(twin))
    wait_for_turn(step)
    expected = outcome(function, twin)
    if step % PROCESSES == ME:
        found = outcome(function, shared)
        if found != expected:
            raise AssertionError(f"seed {SEED} step {step} process {ME} {name} {text}: {found} instead of {expected}; now {twin}")
        if canonical(shared) != canonical(twin):
            raise AssertionError(f"seed {SEED} step {step} process {ME} {name} {text}: {shared} instead of {twin}")
    if len(twin) > 100:
        twin.clear()
        if step % PROCESSES == ME:
            shared.clear()
    if step % PROCESSES == ME:
        board.turn = step + 1
wait_for_turn(STEPS)  # the last step may be another process's
print("ok", [len(kind[2]) for kind in KINDS] == [len(kind[3]) for kind in KINDS])
