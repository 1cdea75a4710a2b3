# SPDX-License-Identifier: Apache-2.0
"""The largest singular value of an endless matrix, after the Benchmarks Game's spectral-norm."""

SIZE = 1_200


def entry(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(vector):
    return [sum(entry(i, j) * x for j, x in enumerate(vector)) for i in range(len(vector))]


def transposed_times(vector):
    return [sum(entry(j, i) * x for j, x in enumerate(vector)) for i in range(len(vector))]


def run():
    u = [1.0] * SIZE
    for _ in range(10):
        v = transposed_times(times(u))
        u = transposed_times(times(v))
    both = sum(a * b for a, b in zip(u, v))
    return f"{(both / sum(b * b for b in v)) ** 0.5:.9f}"
