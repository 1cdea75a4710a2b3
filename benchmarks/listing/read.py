# SPDX-License-Identifier: Apache-2.0
"""One field read, often enough to be compiled: for benchmarks/listing/graph."""

import sys

import colors


@colors.shared("listing.Item")
class Item:
    def __init__(self):
        self.value = 7


def read(item):
    return item.value


def run(item):
    total = 0
    for _ in range(200000):
        total += read(item)
    return total


case = sys.argv[1]
item = Item()
if case != "private":
    shared = colors.copy_in(Item())
    shared.value = 8
    if case == "shared":
        item = shared
print(case, run(item))
