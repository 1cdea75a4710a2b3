# SPDX-License-Identifier: Apache-2.0
"""Streams of services in CPython (ReadStream.java's, ServedStream.java's and ServedStreams.java's twin). Items are the
results of calls of a service of their own: next(number, most), and close(number) that nobody waits for."""
import itertools
import os
import sys
import threading
import time
from collections import deque
from contextlib import suppress

from colors import _native
from colors._calls import EXCEPTION, REFUSED, TAKEN, Failure, summary
from colors._classes import shared
from colors._copy import allocate
from colors._errors import CallError, ChannelClosedError, NoServerError, RemoteFailureError
from colors._errors import ServerLostError, SharedMemoryError
from colors._pending import PendingCall
from colors._requests import Begun, end_in_child, executing, name_of, serving

_MOST = 64    # items that a reader asks for
_ROOM = 256   # items that wait
_NAP = 0.05   # seconds
_LOOK = 1.0   # seconds, after which the maker asks whether its reader lives
_LOST = "colors.rpc.ServerLostException"  # how servers in any language say that a stream is gone
_numbers = itertools.count(1)


@shared("colors.rpc.Stream")
class StreamHandle:
    """What a call gives whose result is a stream: the service that has its items, and its number there."""


# ---- reading ----

class ReadStream:
    """A stream that another process makes. It is closed when nobody has it any more. For one thread at a time; any may
    close it."""

    def __init__(self, handle, what, timeout, service_class):
        self._what, self._timeout = what, timeout
        self._id = handle.id
        self._service = service_class(handle.service)
        self._is_at_end = False
        self._process = os.getpid()
        self._told = threading.Lock()  # taken by who tells the server

    def more(self, failed):
        """A list of the next items, which it waits for; None at its end."""
        if self._is_at_end:
            return None
        self.check_process()
        return self.answer(
            lambda: self._service.call("next", self._timeout, False, None, None, self._id, _MOST), failed)

    def check_process(self):
        """A forked child would take what its parent waits for."""
        if self._process != os.getpid():
            raise SharedMemoryError(
                f"{self._what} belongs to the process that this one was forked from; call the service for another one")

    def answer(self, ask, failed):
        items: list = []
        try:
            items = list(ask())
            return items or None
        except CallError as error:
            self._raise(error, failed)
            return None
        finally:
            if not items:  # at its end, or failed: what was made of it since is lost
                self.close()

    def _raise(self, error, failed):
        """What its reader is told of a call for items that failed; nothing when it was closed meanwhile."""
        is_remote = isinstance(error, RemoteFailureError)
        if isinstance(error, NoServerError) or (is_remote and error.type == _LOST and not self._is_at_end):
            raise ServerLostError(
                f"the server of {self._what} was closed, or died; its other items are lost") from None
        if not is_remote:
            raise error
        if not self._is_at_end:
            failure = Failure(EXCEPTION, error.type, error.remote_message, error.trace)
            told = summary(failure, self._what), error.type, error.remote_message, error.trace
            if failed is not None:
                failed(*told)
            raise RemoteFailureError(*told) from None

    def start(self, ended, owner):
        """The same as a call that no thread waits for."""
        self.check_process()
        return _PendingItems(self, self._service, ended, owner, self._timeout, (self._id, _MOST))

    def close(self, timeout=None):
        """No items are asked for any more; the server makes no more, unless a forked child closes its parent's."""
        self._is_at_end = True
        if self._process == os.getpid() and self._told.acquire(False):
            with executing(None), suppress(NoServerError):  # also when the request that asks is late
                if not self._service.send_now("close", timeout, self._id):
                    self._told.release()

    def __del__(self):
        if not hasattr(self, "_told") or sys.is_finalizing():  # it was not made; or the process's end says it
            return
        with suppress(SharedMemoryError):
            self.close(0)


class _PendingItems(PendingCall):
    def __init__(self, stream, service, ended, owner, timeout, question):
        super().__init__(service, ended, owner, "next", timeout, False, None, question)
        self._stream = stream

    def send(self, milliseconds=None):
        try:
            return super().send(milliseconds)
        except CallError as error:
            self._stream._raise(error, None)
            raise
        finally:
            if sys.exc_info()[0] is not None:
                self._stream.close()

    def result(self, failed):
        return self._stream.answer(lambda: PendingCall.result(self, None), failed)

    def cancel(self):
        self._stream.close()  # what the server gave to this call would be lost
        super().cancel()


# ---- making ----

class MadeStream(Begun):
    """A stream that a thread of this process makes, and another process reads."""
    __slots__ = ("handle", "id", "_reader", "_buffer", "_change", "_wanted", "_most", "_failure", "_is_at_end",
                 "_is_closed", "_all")

    def __init__(self, streams, handle, id, reader):
        self.handle, self.id, self._reader, self._all = handle, id, reader, streams
        self._buffer = deque()
        self._change = threading.Condition()  # guards all below
        self._wanted = None  # the call of a reader that waits
        self._most = _MOST   # that it wants
        self._failure = None
        self._is_at_end = self._is_closed = False

    def hasRoom(self):
        """Waits for room. False when nobody reads it any more."""
        with self._change:
            while not self._is_closed and len(self._buffer) >= _ROOM:
                if not self._change.wait(_LOOK) and not _native.is_alive(self._reader):
                    self._is_closed = True
            return not self._is_closed

    def add(self, item):
        end_in_child(self._all.process)
        with self._change:
            if self._is_closed:
                return
            self._buffer.append(item)
            call, items = self._wanted, self._take() if self._wanted is not None else ()
            self._wanted = None
        _end(call, items, None)

    def _take(self):
        count = min(self._most, len(self._buffer))
        items = [self._buffer.popleft() for _ in range(count)]
        self._change.notify_all()
        return items

    def next(self, call, most):
        """Ends the call with items, now or later."""
        items, failure = [], None
        with self._change:
            self._most = max(1, most)
            if self._buffer:
                items = self._take()
            elif self._is_at_end:
                failure = self._failure
            else:
                self._wanted = call
                return
        _end(call, items, failure)

    def end(self, failure=None):
        """There are no more; the reader gets the failure after the items before it."""
        end_in_child(self._all.process)
        with self._change:
            self._is_at_end = True
            if self._failure is None and not self._is_closed:
                self._failure = failure
            call, self._wanted = self._wanted, None
        _end(call, [], self._failure)

    def close(self):
        """Nobody reads it."""
        self._all.forget(self)
        self.stop(None)

    def stop(self, failure):
        """What waits is not read any more; who waits for more is told of a failure, or of the end."""
        with self._change:
            self._failure = failure or self._failure
            self._is_closed = self._is_at_end = True
            self._buffer.clear()
            self._change.notify_all()
            call, self._wanted = self._wanted, None
        _end(call, [], self._failure)

    def is_left(self):
        """Whether its reader has died."""
        return not _native.is_alive(self._reader)


def _end(call, items, failure):
    """Ends a call for items, if there is one."""
    if call is None:
        return
    try:
        if failure is None:
            call.end(tuple(items), False)
        else:
            call.end(failure.stored, True)
    except SharedMemoryError:  # there is no memory for them
        call.end(None, True)


def _closed():
    return Failure(EXCEPTION, _LOST, "the server was closed")


class MadeStreams:
    """The streams of a server, which others read by a service of their own."""

    def __init__(self, service):
        self._name = f"{service}/streams-{_native.incarnation():x}-{next(_numbers)}"
        self._service = _native.Service(self._name)
        self._streams = {}
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._is_closed = False
        self.process = os.getpid()
        serving.join(self._name, self._service)
        threading.Thread(target=self._run, name=f"colors-{self._name}", daemon=True).start()

    def begin(self, reader):
        """Begins one for a process."""
        with self._lock:
            left = [stream for stream in self._streams.values() if stream.is_left()]
        for stream in left:
            stream.close()
        number = next(self._ids)
        made = MadeStream(self, allocate(StreamHandle, service=self._name, id=number), number, reader)
        with self._lock:
            self._streams[number] = made
            is_closed = self._is_closed
        if is_closed:  # after close has looked at them all
            made.stop(_closed())
        return made

    def forget(self, stream):
        with self._lock:
            self._streams.pop(stream.id, None)

    def _run(self):
        while not self._is_closed:
            try:
                call = self._service.take(_NAP * 1e9)
                if call is not None:
                    self._serve(call)
            except ChannelClosedError:
                return
            except (SharedMemoryError, MemoryError) as error:  # who serves has to go on
                if not isinstance(error, MemoryError):
                    import logging
                    logging.getLogger("colors.rpc").exception("service %r had an error, and goes on", self._name)
                time.sleep(_NAP)

    def _serve(self, call):
        is_later = False
        try:
            is_later = self._answer(call, name_of(call), call.arguments())
        except (TypeError, ValueError) as error:  # of arguments that no reader gives
            call.end(Failure(EXCEPTION, type(error).__name__, str(error)).stored, True)
        finally:
            if not is_later and call.state == TAKEN:
                call.end(None, True)

    def _answer(self, call, method, arguments):
        """Whether the stream ends the call."""
        if method not in ("next/2", "close/1"):
            call.end(Failure(REFUSED, "", f"it has no method {method}").stored, True)
            return False
        with self._lock:
            stream = self._streams.get(arguments[0])
        if method == "close/1":
            if stream is not None:
                stream.close()
            call.end(None, False)
        elif stream is None:
            call.end(Failure(EXCEPTION, _LOST, f"the server has no stream {arguments[0]}").stored, True)
        else:
            stream.next(call, int(arguments[1]))
        return method == "next/2" and stream is not None

    def close(self):
        """Their readers get an error."""
        with self._lock:
            self._is_closed = True
            streams = list(self._streams.values())
        for stream in streams:
            stream.stop(_closed())
        serving.leave(self._name, self._service)
