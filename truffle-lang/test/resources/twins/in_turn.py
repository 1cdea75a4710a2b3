# SPDX-License-Identifier: Apache-2.0
"""Random operations on a shared list, dict and set by processes in turn, each compared with a builtin twin that every
process has.

Arguments: a seed, the number of operations, how many processes there are, which of them this is, and the folder of
operations.py and turns.py. The first makes the containers.
"""
import random
import sys

sys.path.insert(0, sys.argv[5])
from operations import DICT, LIST, SET, function, outcome
from turns import board_of, check, end_turn, wait_for_turn

SEED, STEPS, PROCESSES, ME = map(int, sys.argv[1:5])
R = random.Random(SEED)
VALUES = [0, 1, -1, 2 ** 31, 2 ** 53 + 1, -2 ** 63, 2 ** 63 - 1, 1.5, -0.0, float("inf"), 1e300, True, False, None, "",
          "a", "zz", "\0", "é", "漢字", "😀", "x" * 300, (1, "a"), b"bytes"]
KEYS = [0, 1, -1, 2 ** 31, 2 ** 53 + 1, 2 ** 63 - 1, 1.5, float("inf"), None, "", "a", "zz", "\0", "é", "漢字", "😀",
        (1, 2), (1, (2, "x")), b"ab", frozenset([1, "z"])]


def value():
    return R.choice(VALUES)


def key():
    return R.choice(KEYS)


def operation(texts, size):
    """The same in each process."""
    text = R.choice(texts)

    def index():
        return R.randint(-size - 3, size + 3)
    names = {"i": index(), "v": value(), "vs": [value() for _ in range(R.randint(0, 5))], "k": R.randint(-1, 2),
             "a": key(), "d": {key(): value() for _ in range(3)}, "o": {key() for _ in range(4)},
             "s": slice(R.choice([None, index()]), R.choice([None, index()]), R.choice([None, None, 1, -1, 2, -2, 3]))}
    return text, function(text, names)


class Board:
    def __init__(self):
        self.turn, self.kinds = 0, [[], {}, set()]


board = board_of(f"in turn {SEED}", ME, Board)
KINDS = list(zip(("list", "dict", "set"), (LIST, DICT, SET), board.kinds, ([], {}, set())))
for step in range(STEPS):
    name, texts, shared, twin = R.choice(KINDS)
    text, operate = operation(texts, len(twin))
    wait_for_turn(board, step)
    expected = outcome(operate, twin)
    if step % PROCESSES == ME:
        found = outcome(operate, shared)
        check(f"seed {SEED} step {step} process {ME} {name} {text}", found, expected, shared, twin)
    end_turn(board, step, step % PROCESSES == ME, shared, twin, 100)
wait_for_turn(board, STEPS)  # the last step may be another process's
print("ok", [len(kind[2]) for kind in KINDS] == [len(kind[3]) for kind in KINDS])
