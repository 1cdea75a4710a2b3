# SPDX-License-Identifier: Apache-2.0
"""Flips of prefixes over all permutations, after the Benchmarks Game's fannkuch-redux."""

SIZE = 10


def flips(permutation):
    cards = permutation[:]
    count = 0
    first = cards[0]
    while first:
        cards[:first + 1] = cards[first::-1]
        count += 1
        first = cards[0]
    return count


def run():
    permutation = list(range(SIZE))
    turns = [0] * SIZE
    most = checksum = number = 0
    while True:
        count = flips(permutation)
        most = max(most, count)
        checksum += -count if number & 1 else count
        number += 1
        i = 1
        while i < SIZE:
            permutation[:i + 1] = permutation[1:i + 1] + permutation[:1]
            turns[i] += 1
            if turns[i] <= i:
                break
            turns[i] = 0
            i += 1
        else:
            return f"{most}/{checksum}/{number}"
