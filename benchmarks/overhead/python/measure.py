# SPDX-License-Identifier: Apache-2.0
"""measure.py PROGRAM ITERATIONS [import]: does a program's work again and again.

Prints "start" and for each time "iteration THREAD WALL CHECKSUM": nanoseconds of this thread and of the clock. The
program around it adds the processor time of the whole process to each line, which GraalPy does not know. With
"import" the package colors is imported.
"""

import sys
import time
from importlib import import_module


def measure(run, iterations):
    for _ in range(iterations):
        thread, wall = time.thread_time_ns(), time.perf_counter_ns()
        checksum = run()
        wall = time.perf_counter_ns() - wall
        thread = time.thread_time_ns() - thread
        print("iteration", thread, wall, checksum, flush=True)


if __name__ == "__main__":
    if sys.argv[3:] == ["import"]:
        import colors  # noqa: F401, what the program could use and does not
    print("start", flush=True)
    measure(import_module("programs." + sys.argv[1]).run, int(sys.argv[2]))
