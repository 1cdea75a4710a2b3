# SPDX-License-Identifier: Apache-2.0
"""What RpcClient.java is, in Python.

    measure.py CALLER KIND CALLS WARM_UP_MS ADDRESS    measures one framework and type
    measure.py CALLER...                               prints each that can be measured here, else "missing CALLER WHY"

Of a measurement the first line is "warm-up MS CALLS"; then for each size SIZE NANOSECONDS: the median time of a call,
with the sequence that is built before it, and the answer that is read after it.
"""

import importlib
import statistics
import sys
import time
from typing import Protocol

from sequences import KINDS, Kind, expected

SIZES = 1, 4, 16, 64, 128, 256, 512, 768, 1024
CALLS_AT_ONCE = 20
MOST_NS = 3_000_000_000  # for one size, when it had CALLS_AT_ONCE


class Caller(Protocol):
    """A client of a service that answers a sequence with another one of the same size: class Caller of over_*.py."""

    def __init__(self, kind: Kind, address: str): ...

    def call(self, size: int, first: int) -> int:
        """Builds a sequence, calls, and reads the answer, of which it returns the sum."""

    def close(self) -> None:
        """Ends the server, too."""


def measure(caller: Caller, kind: Kind, size: int, calls: int) -> int:
    times: list[int] = []
    all_began = time.perf_counter_ns()
    while len(times) < calls and (len(times) < CALLS_AT_ONCE or time.perf_counter_ns() - all_began < MOST_NS):
        first = len(times) & 0xFF
        began = time.perf_counter_ns()
        total = caller.call(size, first)
        times.append(time.perf_counter_ns() - began)
        if first == len(times) - 1 == 0 and total != expected(kind, size, 0):
            raise AssertionError(f"the answer to {size} elements of {kind.name} is wrong")
    return statistics.median_high(times)


def warm_up(caller: Caller, kind: Kind, calls: int, ms: float) -> None:
    made = 0
    began = time.perf_counter()
    while made == 0 or time.perf_counter() - began < ms / 1e3:
        for size in SIZES:
            measure(caller, kind, size, calls)
            made += calls
    print("warm-up", round((time.perf_counter() - began) * 1e3), made, flush=True)


def run(name: str, kind: Kind, calls: int, warm_up_ms: float, address: str) -> None:
    caller: Caller = importlib.import_module("over_" + name).Caller(kind, address)
    try:
        warm_up(caller, kind, min(calls, CALLS_AT_ONCE), warm_up_ms)
        for size in SIZES:
            print(size, measure(caller, kind, size, calls), flush=True)
    finally:
        caller.close()


def tell(names: list[str]) -> None:
    for name in names:
        try:
            importlib.import_module("over_" + name)
            print(name)
        except ImportError as error:
            print("missing", name, error)


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[2] in KINDS:
        run(sys.argv[1], KINDS[sys.argv[2]], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5])
    else:
        tell(sys.argv[1:])
