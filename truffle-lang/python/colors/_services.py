# SPDX-License-Identifier: Apache-2.0
"""Services in CPython, as module colors.rpc uses them (GuestService.java's twin). Times are milliseconds."""
import os
import threading
import time

from colors import _native
from colors._calls import DONE, FAILED, SENT, TAKEN, UNSENT, Failure, ended_without, failure_of, no_server
from colors._calls import not_sent, raise_failure, removed
from colors._interceptors import texts_in
from colors._pending import PendingCall
from colors._requests import Requests, current, deadline_of, inherited_context, is_late, left_of, serving
from colors._streams import MadeStreams, ReadStream, StreamHandle

_IN_TIME, _TIMEOUT, _CLOSED = 1, 2, 3  # what sending a call gives
_methods = {}  # (name, number of arguments) -> entity
_form = [lambda stream, promises: stream]  # what a program has of a stream

os.register_at_fork(after_in_child=_methods.clear)  # the child may attach to another segment


def set_form(make):
    """The program has what this function makes of a stream that it reads."""
    _form[0] = make


class Service:
    """A service, found or made. For any number of threads."""

    def __init__(self, name, capacity=None):
        self.name = name
        self._native = _native.Service(name, capacity)
        self._requests = Requests(self._native)
        self._streams = None  # made at the first one
        self._lock = threading.Lock()

    # ---- calling ----

    def make(self, method, timeout, replies, context, arguments):
        """A call that is not sent yet."""
        key = method, len(arguments)
        entity = _methods.get(key)
        if entity is None:
            entity = _methods[key] = _native.name_entity(f"{method}/{len(arguments)}")
        passed = inherited_context() if context is None else context or None
        return self._native.begin(entity, deadline_of(timeout), replies, passed, arguments)

    def _text(self, method):
        return f"{method} of service '{self.name}'"

    def send_call(self, call, method, waits, timeout):
        """Whether there was room in that time, before the call's own was over. Raises CallError."""
        left = left_of(call)
        most = left if timeout is None else timeout * 1e6 if left is None else min(left, timeout * 1e6)
        sent = self._native.send(call, not waits, most)
        if sent == _IN_TIME:
            return True
        if sent == _CLOSED:
            raise removed(self._text(method))
        if not waits and self._native.servers() == 0:
            raise no_server(self._text(method))
        if left is not None and is_late(call):
            raise not_sent(self._text(method))
        return False

    def call(self, method, timeout, waits, failed, context, *arguments):
        """Calls and waits for the result. `failed` is told of what the service raised, and raises it."""
        call = self.make(method, timeout, None, context, arguments)
        state = UNSENT
        try:
            while not self.send_call(call, method, waits, None):
                pass
            state = self._native.wait(call, not waits, left_of(call))
        finally:
            if state <= TAKEN:
                state = call.cancel()  # also when the thread is interrupted
        return self.outcome(call, state, method, failed, timeout)

    def outcome(self, call, state, method, failed, timeout=None):
        """The result of a call that ended so."""
        if state == DONE:
            result = call.result()
            if isinstance(result, StreamHandle):
                return _form[0](ReadStream(result, f"the stream of {self._text(method)}", timeout, Service), False)
            return result
        if state == FAILED:
            raise_failure(failure_of(call), self._text(method), failed)
        raise ended_without(state, self._text(method))

    def send(self, method, timeout, waits, context, *arguments):
        """Calls, and does not wait for the end."""
        if not waits and self._native.servers() == 0:
            raise no_server(self._text(method))
        call = self.make(method, timeout, None, context, arguments)
        while not self.send_call(call, method, waits, None):
            pass

    def send_now(self, method, timeout, *arguments):
        """The same, with so long a wait for room at most. Whether there was room."""
        if self._native.servers() == 0:
            raise no_server(self._text(method))
        return self.send_call(self.make(method, None, None, None, arguments), method, False, timeout)

    def start(self, ended, owner, method, timeout, waits, context, *arguments):
        """A call that is not sent yet, and that no thread waits for."""
        return PendingCall(self, ended, owner, method, timeout, waits, context, arguments)

    def look(self, call, waits):
        """How a call is now, which is given up when its time is over."""
        state = self._native.look(call, not waits)
        return call.cancel() if SENT <= state <= TAKEN and is_late(call) else state

    def servers(self):
        return self._native.servers()

    # ---- serving ----

    def join(self):
        serving.join(self.name, self._native)

    def leave(self):
        serving.leave(self.name, self._native)

    def serveOne(self, execute, is_stream, timeout):
        return self._requests.serve_one(execute, timeout * 1e6)

    def failure(self, kind, type, message, trace):
        return Failure(kind, type, message, trace)

    def metrics(self):
        return _Members(self._requests.metrics())

    def measured(self):
        return list(self._requests.metrics())

    def begin(self):
        """A stream, which is the result of the call that this thread executes."""
        with self._lock:
            if self._streams is None:
                self._streams = MadeStreams(self.name)
            return self._streams.begin(current().caller)

    def endStreams(self):
        """The readers of those that are not at their end get an error."""
        with self._lock:
            streams, self._streams = self._streams, None
        if streams is not None:
            streams.close()

    # ---- the call that this thread executes, of whatever service ----

    def isCancelled(self):
        call = current()
        return call is not None and (call.state != TAKEN or not _native.is_alive(call.caller))

    def timeLeft(self):
        call = current()
        return None if call is None or call.deadline == 0 else (call.deadline - time.monotonic_ns()) / 1e6

    def passed(self):
        stored = inherited_context()
        return () if stored is None else texts_in(stored)

    def keep(self, value):
        return value


class _Members:
    def __init__(self, members):
        self.__dict__.update(members)
