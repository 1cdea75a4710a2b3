# SPDX-License-Identifier: Apache-2.0
"""What a process notes of its work, in a file that is there when the process was killed: words of 64 bits.

Of each kind of work, how often it was begun and how often it was done; the messages that were taken; the calls that
were executed. Each word has one writer: the main thread of the process, or its server's. Ledger.java is the same for
Java.
"""
import mmap
import os

# What is counted: numbers to which all add, work in a monitor, one's own key of a map, calls, streams,
# operations on one's own containers (CPython's alone), messages sent and taken.
ADDED = ("field", "element", "value")
WAYS = ("list", "channel", "token")
KINDS = (*ADDED, "section", "own", "call", "stream", "twin",
         *(f"send {way}" for way in WAYS), *(f"take {way}" for way in WAYS))
NUMBER = {kind: number for number, kind in enumerate(KINDS)}

# Words; CHILD: who works, when that was forked.
ATTACHED, ANSWERED, STEPS, ABANDONED, TORN, TAKEN, EXECUTED, CHILD = range(8)
COUNTS = 16  # the word where the counts begin
NOTES = 64  # where the notes begin: rings, first of what was taken, then of what was executed
ROOM = 1 << 20  # notes in each
SIZE = 8 * (NOTES + 2 * ROOM)

# How a note says what it is: the index of a way, or how a call or a stream failed; the number is below.
LOST, UNSERVED, BROKEN = 3, 4, 5
SHIFT = 56

LIFE = 1 << 32  # a life's numbers begin at as many times its own number
FORKED = 4  # one seed in so many is that of a child of a process that is attached, too
END = -1  # the control word: odd, work; even, pause


class Ledger:
    def __init__(self, folder, life):
        path = os.path.join(folder, f"life-{life}")
        with open(path, "a+b") as file:
            os.truncate(path, SIZE)
            self.words = memoryview(mmap.mmap(file.fileno(), SIZE)).cast("q")

    def begin(self, kind):
        self.words[COUNTS + 2 * NUMBER[kind]] += 1

    def cancel(self, kind):
        """What was begun did nothing."""
        self.words[COUNTS + 2 * NUMBER[kind]] -= 1

    def end(self, kind):
        self.words[COUNTS + 2 * NUMBER[kind] + 1] += 1

    def counts(self, kind):
        """How often it was begun, and done."""
        at = COUNTS + 2 * NUMBER[kind]
        return self.words[at], self.words[at + 1]

    def add(self, word):
        self.words[word] += 1

    def note(self, what, number, way=0):
        """what: TAKEN or EXECUTED."""
        count = self.words[what]
        self.words[NOTES + (what - TAKEN) * ROOM + count % ROOM] = number | way << SHIFT
        self.words[what] = count + 1

    def notes(self, what, first):
        """(way, number) of those from the first on."""
        count = self.words[what]
        if count - first > ROOM:
            raise AssertionError(f"{count - first} notes in a round: there is room for {ROOM}")
        for i in range(first, count):
            word = self.words[NOTES + (what - TAKEN) * ROOM + i % ROOM]
            yield word >> SHIFT, word & (1 << SHIFT) - 1


class Control:
    """One word that the referee writes."""

    def __init__(self, folder):
        path = os.path.join(folder, "control")
        with open(path, "a+b") as file:
            os.truncate(path, 8)
            self._word = memoryview(mmap.mmap(file.fileno(), 8)).cast("q")

    def get(self):
        return self._word[0]

    def set(self, control):
        self._word[0] = control
