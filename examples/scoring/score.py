# SPDX-License-Identifier: Apache-2.0
"""A small model in CPython, with numpy: it scores the customers of a Java service (Customers.java) where their features
are, in shared memory. Nothing is copied, in neither direction."""
import time

import colors
import numpy  # pyright: ignore[reportMissingImports]

WEIGHTS = numpy.array([0.9, -0.4, 0.3, 0.1, -0.7, 0.2, 0.5, -0.1])


def wait_for_table():
    table = colors.repository("scoring/table").get()
    while table is None:
        time.sleep(0.01)
        table = colors.repository("scoring/table").get()
    return table


def main():
    table = wait_for_table()
    features = numpy.asarray(table.features).reshape(-1, table.width)  # views: Java's own memory
    scores = numpy.asarray(table.scores)
    done = colors.channel("scoring/done")
    for number in colors.channel("scoring/asked"):
        numpy.negative(features @ WEIGHTS, out=scores)
        numpy.exp(scores, out=scores)
        scores += 1
        numpy.reciprocal(scores, out=scores)
        done.send(number)


main()
