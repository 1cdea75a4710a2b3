# SPDX-License-Identifier: Apache-2.0
"""Calls of services for which no thread of the program waits, in CPython (PendingCalls.java's twin)."""
import threading
import time
from collections import deque

from colors import _native
from colors._calls import TAKEN, UNSENT
from colors._errors import SharedMemoryError

_NAP_NS = 50e6


class EndedCalls:
    """Calls that were sent, and those of them that ended. take() is for one thread, which sleeps where servers report
    the ends; it looks at all calls when nothing was reported, for a server may have died or a time be over."""

    def __init__(self):
        self._pending = {}  # by the call
        self._ended = deque()
        self._change = threading.Condition()
        self._replies = None

    @property
    def replies(self):
        with self._change:
            if self._replies is None:
                self._replies = _native.new_replies()
            return self._replies

    def inherited(self):
        """What their owners wait for, in a forked child, where the lock may be had by a thread of the parent."""
        return list(self._pending.values())

    def add(self, pending):
        """Before it is sent."""
        with self._change:
            self._pending[pending.call] = pending
            self._change.notify()

    def remove(self, pending):
        """Nobody is told of its end. False when it has ended."""
        with self._change:
            return self._pending.pop(pending.call, None) is not None

    def take(self, _=None):
        """The next one that ended; waits for it."""
        while not self._ended:
            with self._change:
                while not self._pending:
                    self._change.wait()
            try:
                self._end_some()
            except SharedMemoryError:  # memory is short: nobody else ends these calls, and looking at all finds them
                time.sleep(_NAP_NS / 1e9)
        return self._ended.popleft()

    def _end_some(self):
        if self._end_reported(_NAP_NS):
            return
        with self._change:
            pending = list(self._pending.values())
        states = [(one.call, one.look()) for one in pending]
        ended = [(call, state) for call, state in states if state > TAKEN]
        if ended:  # whose server died is reported by nobody; the others, if they are just now, come first
            self._end_reported(0)
        for call, state in ended:
            self._end(call, state)

    def _end_reported(self, timeout_ns):
        """In the order in which they ended. Returns whether there were some."""
        reported = self.replies.take(timeout_ns)
        for call in reported:
            self._end(call, call.state)
        return bool(reported)

    def _end(self, call, state):
        with self._change:
            ended = self._pending.pop(call, None)
        if ended is not None:
            ended.state = state
            self._ended.append(ended)


class PendingCall:
    """A call that no thread waits for: `owner` is what the program has of it."""

    def __init__(self, service, ended, owner, method, timeout, waits, context, arguments):
        self._service, self._ended, self.owner = service, ended, owner
        self._method, self._timeout, self._waits = method, timeout, waits
        self.call = service.make(method, timeout, ended.replies, context, arguments)
        self.state = UNSENT

    def send(self, milliseconds=None):
        """Whether there was room in that time. Raises CallError: it is not sent, and never will be."""
        self._ended.add(self)
        sent = False
        try:
            sent = self._service.send_call(self.call, self._method, self._waits, milliseconds)
        finally:
            if not sent:
                self._ended.remove(self)
        return sent

    def cancel(self):
        """Gives it up unless it has ended."""
        if self._ended.remove(self):
            self.call.cancel()

    def look(self):
        """How it is now; it is given up when its time is over."""
        return self._service.look(self.call, self._waits)

    def result(self, failed):
        return self._service.outcome(self.call, self.state, self._method, failed, self._timeout)
