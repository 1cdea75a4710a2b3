# SPDX-License-Identifier: Apache-2.0
"""Made-up DNA in lines, after the Benchmarks Game's fasta."""

from bisect import bisect
from itertools import accumulate
from zlib import crc32

LENGTH = 600_000
WIDTH = 60
ALU = "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGG"
HUMAN = {"a": 0.3029549426680, "c": 0.1979883004921, "g": 0.1975473066391, "t": 0.3015094502008}


class Random:
    def __init__(self):
        self.seed = 42

    def next(self):
        self.seed = (self.seed * 3877 + 29573) % 139968
        return self.seed / 139968


def lines(text):
    return "\n".join(text[i:i + WIDTH] for i in range(0, len(text), WIDTH))


def repeated():
    return (ALU * (LENGTH // len(ALU) + 1))[:LENGTH]


def drawn(random):
    letters = list(HUMAN)
    limits = list(accumulate(HUMAN.values()))
    last = len(letters) - 1
    return "".join(letters[min(bisect(limits, random.next()), last)] for _ in range(LENGTH))


def run():
    return crc32((">one\n" + lines(repeated()) + "\n>two\n" + lines(drawn(Random()))).encode())
