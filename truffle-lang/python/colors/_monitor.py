# SPDX-License-Identifier: Apache-2.0
"""Monitors of shared objects."""
from colors._language import CPYTHON, api, without_gil as _without_gil
from colors._repository import Repository

_MS = 1000


class _Operations:
    __slots__ = ("_monitor",)

    def __init__(self, monitor):
        self._monitor = monitor

    def acquire(self, blocking=True, timeout=-1):
        """Enters. Returns whether it did: at once when blocking is false, or within timeout seconds if that is not
        -1."""
        if not blocking:
            if timeout != -1:
                raise ValueError("can't specify a timeout for a non-blocking call")
            return self._monitor.tryEnter()
        if timeout == -1:
            return _without_gil(self._monitor.enter)
        if timeout < 0:
            raise ValueError("timeout value must be a non-negative number")
        return _without_gil(self._monitor.tryEnter, timeout * _MS)

    def release(self):
        """Leaves."""
        self._monitor.exit()

    def __enter__(self):
        _without_gil(self._monitor.enter)
        return self

    def __exit__(self, *error):
        self._monitor.exit()

    def locked(self):
        """Whether this thread has it."""
        return self._monitor.isHeld()

    def wait(self, timeout=None):
        """Leaves, waits until another thread notifies, at most timeout seconds, and enters again. Returns whether it
        was notified."""
        return _without_gil(self._monitor.wait, None if timeout is None else timeout * _MS)

    def notify(self, n=1):
        """Wakes at most n threads that wait, those first who wait longest."""
        self._monitor.notify(n)

    def notify_all(self):
        """Wakes all threads that wait."""
        self._monitor.notifyAll()


class Monitor(api.monitor if CPYTHON else _Operations):
    """The monitor of a shared object or a repository, for threads of all processes and languages. It is used as a
    threading.Condition with an RLock is: a thread may enter it again, and what it did before it left is seen by who
    enters next.

    MonitorAbandonedError is raised when the last owner died: once, instead of entering; or from wait, and then the
    thread has the monitor. SharedMemoryError, which is a RuntimeError, is raised when a thread leaves, waits or
    notifies that does not have the monitor."""
    __slots__ = ()

    def __reduce_ex__(self, protocol):
        raise TypeError(
            "cannot pickle a monitor, which is of threads: pass the key of a repository that holds what it is of")

    def wait_for(self, predicate, timeout=None):
        """Waits until predicate() is true, at most timeout seconds. Returns its last value."""
        from time import monotonic
        end = None if timeout is None else monotonic() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def __repr__(self):
        return f"<colors.Monitor{', held' if self.locked() else ''}>"


def monitor(target):
    """The monitor of a shared object, a shared container or a repository:

        with colors.monitor(queue) as m:
            while not queue:
                m.wait()
            job = queue.pop()
    """
    if isinstance(target, Repository):
        target = target._repository
    return Monitor(target if CPYTHON else api.monitor(target))
