# SPDX-License-Identifier: Apache-2.0
"""The calls that threads of this process execute, in CPython (ServedRequests.java's twin)."""
import os
import sys
import threading
import time

from colors import _native
from colors._calls import EXCEPTION, LATE, REFUSED, TAKEN, Failure
from colors._errors import SharedMemoryError
from colors._tuple import Tuple

_running = threading.local()


def current():
    """The call that this thread executes, or None."""
    return getattr(_running, "call", None)


class executing:
    """With: this thread executes that call, or none if it is None."""
    __slots__ = ("_call", "_outer")

    def __init__(self, call):
        self._call = call

    def __enter__(self):
        self._outer = current()
        _running.call = self._call

    def __exit__(self, *error):
        _running.call = self._outer


def deadline_of(timeout):
    """Of a call that this thread begins, which takes so many milliseconds at most: in ns of the monotonic clock, 0:
    none. It is that of the call that the thread executes at the latest."""
    outer = getattr(_running, "call", None)
    latest = 0 if outer is None else outer.deadline
    if timeout is None:
        return latest
    mine = time.monotonic_ns() + max(1, int(min(timeout * 1e6, _LONGEST_NS)))
    return min(latest, mine) if latest else mine


_LONGEST_NS = 36_500 * 86400 * 10**9  # of a hundred years


def inherited_context():
    """What came along with the call that this thread executes, a shared tuple; None when that is nothing, or what
    another program stored is something else."""
    outer = getattr(_running, "call", None)
    stored = None if outer is None else outer.context
    return stored if isinstance(stored, Tuple) else None


def left_of(call):
    """How many ns are left for a call; None: as many as it takes."""
    deadline = call.deadline
    return max(0, deadline - time.monotonic_ns()) if deadline else None


def is_late(call):
    deadline = call.deadline
    return deadline != 0 and time.monotonic_ns() > deadline


# ---- who serves ----

class _Serving:
    """How many servers of this process each service has: the process serves as long as there is one."""

    def __init__(self):
        self._lock = threading.Lock()
        self._counts = {}

    def join(self, name, service):
        with self._lock:
            service.join()
            self._counts[name] = self._counts.get(name, 0) + 1

    def leave(self, name, service):
        with self._lock:
            count = self._counts.get(name, 0) - 1
            if count > 0:
                self._counts[name] = count
            elif self._counts.pop(name, None) is not None:
                service.leave()


serving = _Serving()
_names = {}  # of entities


def _forget_in_child():  # it has other threads, and may attach to another segment
    serving.__init__()
    _names.clear()
    _running.call = None


os.register_at_fork(after_in_child=_forget_in_child)


def name_of(call):
    """The method of a call as it names it: raise/2."""
    entity = call.method
    name = _names.get(entity)
    if name is None:
        name = _names[entity] = _native.entity_name(entity)
    return name


def end_in_child(process):
    """Ends a forked child in which code returned that a server's thread of that process ran: it has no other thread,
    and nothing to end."""
    if process != os.getpid():
        print(f"colors: the method of a service returned in a forked child (process {os.getpid()}), which ends here;"
              " end a child by os._exit()", file=sys.stderr, flush=True)
        os._exit(1)


class Measured:
    """What was executed of a method: calls, failures, and milliseconds all together. Guarded by who has it."""
    __slots__ = ("calls", "failures", "time")

    def __init__(self):
        self.calls = self.failures = 0
        self.time = 0.0


class Begun:
    """A result that is made after the call has ended: `handle` is what the caller gets, close() says that it got
    none."""
    __slots__ = ()


class Requests:
    """Takes calls of one service and has them executed. For any number of threads."""

    def __init__(self, service):
        self._service = service
        self._lock = threading.Lock()
        self._measured = {}  # by method

    def serve_one(self, execute, timeout):
        """Takes a call if one comes in that time, in ns. execute(method, arguments...) gives its result, a Failure, or
        what has begun. Whether one came."""
        call = self._service.take(timeout)
        if call is None:
            if getattr(_running, "has_served", False):
                _running.has_served = False
                _native.tidy()  # what ended calls left in this thread's log is given up while it has nothing to do
            return False
        _running.has_served = True
        process = os.getpid()
        try:
            if is_late(call):
                call.end(Failure(LATE).stored, True)
            else:
                self._execute(call, execute)
        finally:
            end_in_child(process)
            if call.state == TAKEN:  # memory is short, or the thread is being ended
                call.end(None, True)
        return True

    def _execute(self, call, execute):
        try:
            method = name_of(call)
        except SharedMemoryError as error:
            call.end(Failure(REFUSED, "", f"it names no method: {error}").stored, True)
            return
        with self._lock:
            measured = self._measured.setdefault(method, Measured())
            measured.calls += 1
        start = time.perf_counter()
        try:
            with executing(call):
                result = execute(method, *call.arguments())
        except Exception as error:  # an argument cannot be had here
            result = Failure(EXCEPTION, type(error).__name__, str(error))
        finally:
            with self._lock:
                measured.time += (time.perf_counter() - start) * 1000
        self._end(call, method, result)

    def _end(self, call, method, result):
        try:
            if type(result) is Failure:
                self._fail(call, method, result)
            elif not isinstance(result, Begun):
                call.end(result, False)
            elif not call.end(result.handle, False):
                result.close()  # its reader gave the call up
        except SharedMemoryError as error:
            self._fail(call, method, Failure(EXCEPTION, type(error).__name__, str(error)))

    def _fail(self, call, method, failure):
        with self._lock:
            if failure.kind == REFUSED:  # there is no such method
                self._measured.pop(method, None)
            else:
                self._measured.setdefault(method, Measured()).failures += 1
        call.end(failure.stored, True)

    def metrics(self):
        """Measured by the names of the methods."""
        found = {}
        with self._lock:
            for method, measured in sorted(self._measured.items()):
                total = found.setdefault(method.rpartition("/")[0], Measured())
                total.calls += measured.calls
                total.failures += measured.failures
                total.time += measured.time
        return found
