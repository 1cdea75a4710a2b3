# SPDX-License-Identifier: Apache-2.0
"""Calls between programs on one machine, by reference.

    class Payroll:
        def raise_salary(self, employee, percent):
            employee.salary *= 1 + percent / 100
            return employee.salary

    with colors.rpc.serve("payroll", Payroll()) as server:      # one program
        server.join()

    payroll = colors.rpc.client("payroll")                      # another one, in whatever language
    payroll.raise_salary(ada, 5)

    payroll = colors.rpc.client("payroll", asynchronous=True)   # under asyncio
    await payroll.raise_salary(ada, 5)

    for trade in market.trades("ORCL"):                         # a method that is a generator, or returns an iterator
        print(trade.price)

A call names a method by its name and the number of its arguments. Arguments and results that are shared are passed by
reference; private ones are copied to shared memory once (colors.copy_in). A service has no interface language, and any
number of processes serve the same one: each call is taken by one of them.
"""
import builtins
import os
import threading
import time
from collections import namedtuple
from types import CoroutineType

from colors._classes import is_shared
from colors._copy import copy_in
from colors._errors import CallError, NoServerError, RemoteFailureError, ServerLostError, SharedMemoryError
from colors._errors import CallRefusedError, CallTimeoutError, ChannelClosedError
from colors._interceptors import Interceptor, begin, entries_of, executing, intercept, observed, texts_of
from colors._language import api, support, without_gil
from colors._methods import end_thread, is_generator, iterator_of, method_of, misfit, run, told_of
from colors._repository import millis
from colors._values import is_value

__all__ = [
    "AsyncStream", "CallError", "CallRefusedError", "CallTimeoutError", "Client", "Interceptor", "Metrics",
    "NoServerError", "RemoteFailureError", "Server", "ServerLostError", "Stream", "client", "context", "intercept",
    "is_cancelled", "keep", "serve", "servers", "time_left"]

_PLAIN = frozenset((int, float, str, bool, type(None)))
_NAP_MS = 50
_JOIN_S = 0.5
_THREADS = 2
_ENDS = (StopIteration, StopAsyncIteration)  # raised where they are not expected, they end loops in silence
_current = threading.local()


def _stored(value):
    """What shared memory takes of a value: itself, or a copy of a private one."""
    if type(value) in _PLAIN or is_shared(value) or is_value(value):
        return value
    return copy_in(value)


def _failed(text, type, message, trace):
    """Called for a call in which the service's own code raised or threw."""
    remote = RemoteFailureError(str(text), str(type), str(message), str(trace))
    own = getattr(builtins, remote.type, None)
    if isinstance(own, builtins.type) and issubclass(own, Exception) and not issubclass(own, _ENDS):
        try:
            error = own(remote.remote_message)
        except Exception:  # it takes more than a message
            raise remote from None
        raise error from remote
    raise remote from None


class Stream:
    """What a method gives that streams: an iterator over the items, in the order in which the server makes them. Close
    it, as a `with` block does, unless it is read to its end. For one thread at a time; any may close it."""
    _colors_why_private = "it is read by this process; pass a list of its items"

    def __init__(self, stream):
        self._stream = stream
        self._items = iter(())
        self._asking = threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        for item in self._items:
            return None if item is None else item
        if not self._asking.acquire(False):  # of two calls for items the server answers one
            raise SharedMemoryError("another thread reads this stream now; a stream is for one at a time")
        try:
            more = without_gil(self._stream.more, _failed)
            if more is None:
                raise StopIteration
            self._items = iter(more)
        finally:
            self._asking.release()
        return next(self)

    def close(self):
        """The server makes no more items; those that have come are dropped."""
        self._items = iter(())
        without_gil(self._stream.close)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class AsyncStream:
    """The same of a client with `asynchronous`: an asynchronous iterator, for one task at a time."""
    _colors_why_private = Stream._colors_why_private

    def __init__(self, stream):
        self._stream = stream
        self._items = iter(())
        self._asking = False

    def __aiter__(self):
        return self

    async def __anext__(self):
        from colors._call_future import start

        for item in self._items:
            return None if item is None else item
        if self._asking:
            raise SharedMemoryError("another task reads this stream now; a stream is for one at a time")
        self._asking = True
        try:
            more = await start(self._stream.start, _failed, None)._outcome()
            if more is None:
                raise StopAsyncIteration
            self._items = iter(more)
        finally:
            self._asking = False
        return await anext(self)

    async def aclose(self):
        """The server makes no more items; those that have come are dropped."""
        self._items = iter(())
        without_gil(self._stream.close)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        await self.aclose()


support.streams(lambda stream, _: Stream(stream))


class Client:
    """What colors.rpc.client() returns: any attribute is a method of the service. For any number of threads."""
    _colors_why_private = "it is of this process; pass the name of the service"

    def __init__(self, name, maker, timeout, waits, context):
        self.__dict__["_colors"] = (api.service(name), maker, millis(timeout), waits, context)

    def __getattr__(self, method):
        if method.startswith("__"):
            raise AttributeError(f"a service has no method {method!r}", name=method, obj=self)
        service, maker, *how = self._colors
        call = maker(service, method, *how)
        call.__name__ = call.__qualname__ = method
        self.__dict__[method] = call
        return call

    def __setattr__(self, name, value):
        raise AttributeError(
            f"a client has the methods of its service alone; {name!r} cannot be set", name=name, obj=self)

    def __repr__(self):
        return f"colors.rpc.client({str(self._colors[0].name)!r})"


def _waiting(service, method, timeout, waits, context):
    def call(*arguments):
        values = tuple(map(_stored, arguments))
        passed, ended = begin(service, method, context)
        result = observed(ended, without_gil, service.call, method, timeout, waits, _failed, passed, *values)
        return None if result is None else result
    return call


def _one_way(service, method, timeout, waits, context):
    def call(*arguments):
        values = tuple(map(_stored, arguments))
        passed, ended = begin(service, method, context)
        observed(ended, without_gil, service.send, method, timeout, waits, passed, *values)
    return call


def _starting(service, method, timeout, waits, context):
    from colors._call_future import start

    def call(*arguments):
        values = tuple(map(_stored, arguments))
        passed, ended = begin(service, method, context)
        return start(service.start, _failed, ended, method, timeout, waits, passed, *values)
    return call


def _future(*client):
    begun = _starting(*client)

    def call(*arguments):
        future = begun(*arguments)
        future._send()
        return future
    return call


def _asynchronous(*client):
    begun = _starting(*client)

    async def call(*arguments):
        result = await begun(*arguments)._outcome()
        return AsyncStream(result._stream) if type(result) is Stream else result
    return call


_MAKERS = {"one_way": _one_way, "futures": _future, "asynchronous": _asynchronous}


def client(name, *, timeout=None, waits=False, one_way=False, futures=False, asynchronous=False, context=None):
    """A client of the service of that name.

    A call takes at most `timeout` seconds, else CallTimeoutError; in a request at most the time that is left for that.
    When no process serves, it raises NoServerError, or waits for one if `waits`. What the service raises comes as the
    exception of its name, if Python has that, from a RemoteFailureError; else as the RemoteFailureError.
    ServerLostError says that the process died that executed the call.

    With `one_way` calls are sent, and nobody waits for their end. With `asynchronous` the methods are coroutine
    functions, for asyncio: await them. With `futures` they return a concurrent.futures.Future at once; its callbacks
    run in a thread that all futures share, and must not wait for one. Cancelling the task or the future cancels the
    call: it is not executed if no server had taken it.

    `context` is a dict of texts that goes along with each call, besides what came with the call that the thread
    executes: the server has it in context(). All together have 8,192 bytes at most.
    """
    ways = [way for way, chosen in zip(_MAKERS, (one_way, futures, asynchronous)) if chosen]
    if len(ways) > 1:
        raise ValueError(f"a client has one way of calling, not {' and '.join(ways)}")
    own = None if context is None else dict(context)
    texts_of(own or {})  # raises
    return Client(name, _MAKERS[ways[0]] if ways else _waiting, timeout, bool(waits), own)


Metrics = namedtuple("Metrics", "calls failures time")
Metrics.__doc__ = """What a server executed of a method: how many calls, how many of these failed, and how many seconds
they took, all together, without what a stream took."""


def _make(stream, items, failure):
    """Takes items from an iterator, as long as somebody reads them, in a thread of its own."""
    try:
        try:
            while without_gil(stream.hasRoom):
                try:
                    item = next(items)
                except StopIteration:
                    break
                stream.add(_stored(item))
        finally:
            close = getattr(items, "close", None)
            if close is not None:
                close()
    except BaseException as error:  # any: it is the reader's
        stream.end(failure(error))
    else:
        stream.end()


class Server:
    """What colors.rpc.serve() returns: threads that execute calls, until close() or the end of a `with` block."""
    _colors_why_private = Client._colors_why_private

    def __init__(self, name, implementation, threads, capacity):
        self._service = api.service(name, capacity)
        self._methods = {}
        self._implementation = implementation
        self._closed = False
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._threads = []
        self._service.join()
        try:
            for number in range(threads):
                thread = threading.Thread(target=self._run, name=f"colors-{name}-{number}")
                thread.start()
                self._threads.append(thread)
        except BaseException:  # clients do not count on a server that has too few threads
            self.close()
            raise

    @property
    def name(self):
        return str(self._service.name)

    def metrics(self):
        """What was executed by this server so far: Metrics by the names of the methods."""
        methods = self._service.metrics()
        found = {str(name): getattr(methods, str(name)) for name in self._service.measured()}
        return {name: Metrics(int(one.calls), int(one.failures), one.time / 1000) for name, one in found.items()}

    def _execute(self, called, *arguments):
        name = self._methods.get(called)
        if name is None:
            called = str(called)
            name = self._methods[called] = called.rpartition("/")[0]
        outer = getattr(_current, "service", None)
        _current.service = self._service
        try:
            method = method_of(self._implementation, name)
            if method is None:
                return self._refused(f"it has no method {name!r}")
            with executing(self._service, name):
                return self._result(method, [None if argument is None else argument for argument in arguments])
        except BaseException as error:  # any: it is the caller's
            return self._failure(error)
        finally:
            _current.service = outer

    def _result(self, method, arguments):
        try:
            result = method(*arguments)
        except TypeError as error:
            wrong = misfit(error, method, arguments)
            if wrong is None:
                raise
            return self._refused(wrong)
        if type(result) is CoroutineType:
            result = run(result)
        items = iterator_of(result)
        return _stored(result) if items is None else self._begin(items)

    def _is_stream(self, called):
        """Whether calls of this name and number of arguments are those of a generator function."""
        return is_generator(method_of(self._implementation, str(called).rpartition("/")[0]))

    def _begin(self, items):
        stream = self._service.begin()
        threading.Thread(
            target=_make, args=(stream, items, self._failure), name=f"colors-{self.name}-stream", daemon=True).start()
        return stream

    def _failure(self, error):
        return self._service.failure("exception", *told_of(error))

    def _refused(self, message):
        return self._service.failure("refused", "", message, "")

    def _run(self):
        try:
            while not self._closed:
                self._serve_one()
        except ChannelClosedError:  # the service was removed
            self._leave()
            self._service.endStreams()
        finally:
            end_thread()

    def _serve_one(self):
        try:
            without_gil(self._service.serveOne, self._execute, self._is_stream, _NAP_MS)
        except ChannelClosedError:
            raise
        except (SharedMemoryError, MemoryError) as error:  # who serves has to go on, for clients count on it
            if not isinstance(error, MemoryError):
                import logging
                logging.getLogger(__name__).exception("a server of %r had an error, and goes on", self.name)
            time.sleep(_NAP_MS / 1000)

    def _leave(self):
        with self._lock:
            closed, self._closed = self._closed, True
        if not closed:
            self._service.leave()

    def join(self, timeout=None):
        """Waits until it is closed, at most so many seconds. Ctrl-C closes it: its threads would keep the program from
        ending."""
        end = None if timeout is None else time.monotonic() + timeout
        try:
            for thread in self._threads:
                # in slices: a signal that comes just before Python sleeps would wait for as long as it sleeps
                while thread.is_alive() and (end is None or time.monotonic() < end):
                    thread.join(_JOIN_S if end is None else min(_JOIN_S, max(0, end - time.monotonic())))
        except (KeyboardInterrupt, SystemExit):
            self._leave()
            raise

    def close(self):
        """Takes no more calls, and waits until those that were taken have returned."""
        if self._process != os.getpid():  # it is that of a forked child's parent
            return
        self._leave()
        if threading.current_thread() not in self._threads:
            self.join()
        self._service.endStreams()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        return f"colors.rpc.Server({self.name!r})"


def serve(name, implementation, *, threads=_THREADS, capacity=None):
    """Serves: threads of this program execute calls of the service of that name, by the methods of `implementation`
    whose names do not begin with an underscore; coroutines run in an event loop of the thread. Each call has a scope:
    what the method is given, and gets from shared memory, is for its thread until it returns; keep() gives what is for
    longer. `capacity` calls may wait to be taken (256); clients wait while there are so many."""
    if not isinstance(threads, int):
        raise TypeError(f"a server has 1 or more threads, not {threads!r}")
    if threads < 1:
        raise ValueError(f"a server has 1 or more threads, not {threads}")
    return Server(name, implementation, threads, capacity)


def servers(name):
    """How many processes serve the service of that name now."""
    return api.service(name).servers()


def is_cancelled():
    """Whether nobody waits for the result of the call that this thread executes: the client gave up, or died. To be
    asked in long work. False when it executes none."""
    service = getattr(_current, "service", None)
    return service is not None and service.isCancelled()


def time_left():
    """How many seconds the client of the call that this thread executes gives it; negative when the time is over. None
    when that is as long as it takes, and when the thread executes no call. Calls that it makes take no longer."""
    service = getattr(_current, "service", None)
    left = None if service is None else service.timeLeft()
    return None if left is None else left / 1000


def context():
    """What the client of the call that this thread executes passes along: a dict of texts, such as `traceparent`. Calls
    that the thread makes pass it along, too. Empty when that is nothing, and when the thread executes no call."""
    service = getattr(_current, "service", None)
    return {} if service is None else entries_of(service)


def keep(value):
    """The shared object, for use after the call that this thread executes, and in any thread. What it got in the call
    and did not keep raises SharedMemoryError then. Private values, and outside of calls all, are given back as they
    are."""
    service = getattr(_current, "service", None)
    return value if service is None else service.keep(value)
