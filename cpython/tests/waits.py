# SPDX-License-Identifier: Apache-2.0
"""Signals that come while the main thread waits, and never before."""
import signal

from colors._language import without_gil


def signalled(wait, act):
    """Calls wait(), a function of the package; while C code waits in it, the handler of a signal calls act()."""
    def run():
        return wait()

    def handle(_, frame):
        code = frame.f_code
        if code in (run.__code__, without_gil.__code__) and frame.f_lineno > code.co_firstlineno:  # it has begun
            act()
    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        return run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
