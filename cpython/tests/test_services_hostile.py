# SPDX-License-Identifier: Apache-2.0
"""Services in CPython, whose methods, arguments and callers are not as they should be, and coroutines."""
import asyncio
import gc
import logging
import os
import signal
import threading
import time

import colors
import pytest
from colors import _native
from processes import end, line, start

LONG = 120  # seconds, which no test takes


class Untold(Exception):
    def __str__(self):
        raise RuntimeError("no text of it")


class Odd:
    """A service whose methods are anything."""

    @property
    def broken(self):
        raise SystemExit("in a property")

    @property
    def made(self):
        return lambda number: number + 1

    @classmethod
    def of_class(cls):
        return cls.__name__

    @staticmethod
    def of_nothing(value):
        return value

    number = 5

    def echo(self, value, *, also=None):
        return value

    def keyword(self, value, *, needed):
        return value

    def leave(self, how):
        raise {"exit": SystemExit(3), "interrupt": KeyboardInterrupt(), "end": GeneratorExit()}[how]

    def stop(self):
        raise StopIteration(5)

    def untold(self):
        raise Untold

    def misused(self):
        return len(5)

    def cycle(self):
        first, second = ValueError("first"), ValueError("second")
        first.__cause__, second.__cause__ = second, first
        raise first

    def items(self, count):
        yield from range(count)

    def items_on_demand(self, count, key):
        """After each the next one is made when a message comes."""
        for number in range(count):
            yield number
            colors.channel(key).receive(LONG)

    def forks(self):
        child = os.fork()
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else "in the child"

    async def later(self, value):
        await asyncio.sleep(0.001)
        return value

    async def fails_later(self):
        await asyncio.sleep(0)
        raise KeyError("later")

    async def left(self):
        return colors.rpc.time_left()

    async def leaves_a_task(self, key):
        async def other():
            try:
                await asyncio.sleep(LONG)
            finally:
                colors.channel(key).send("cancelled")
        task = asyncio.create_task(other())
        await asyncio.sleep(0)
        return not task.done()

    async def items_later(self, count, key):
        try:
            for number in range(count):
                await asyncio.sleep(0)
                yield number
        finally:
            colors.channel(key).send("ended")

    async def items_that_fail(self):
        yield 1
        raise KeyError("later")


@pytest.fixture
def odd(key):
    with colors.rpc.serve(key, Odd()):
        yield colors.rpc.client(key, timeout=LONG)


# ---- methods ----

@pytest.mark.parametrize("how", ["exit", "interrupt", "end"])
def test_what_a_method_raises_ends_no_thread(odd, key, how):
    kinds = {"exit": "SystemExit", "interrupt": "KeyboardInterrupt", "end": "GeneratorExit"}
    for _ in range(3):  # a server has two threads
        with pytest.raises(colors.RemoteFailureError, match=kinds[how]) as raised:
            odd.leave(how)
        assert raised.value.type == kinds[how]
        with pytest.raises(colors.RemoteFailureError, match="in a property"):
            odd.broken()
    assert odd.echo(1) == 1


def test_methods_of_each_kind(odd):
    assert odd.made(1) == 2 and odd.of_class() == "Odd" and odd.of_nothing(3) == 3
    for call in (odd.number, odd._x, odd.unknown):
        with pytest.raises(colors.CallRefusedError, match="it has no method"):
            call()


@pytest.mark.parametrize(("call", "wrong"), [
    (lambda odd: odd.echo(), "missing a required argument: 'value'"),
    (lambda odd: odd.echo(1, 2), "too many positional arguments"),
    (lambda odd: odd.keyword(1), "'needed'"),
    (lambda odd: odd.of_class(1), "too many"),
    (lambda odd: odd.later(), "missing a required argument"),
    (lambda odd: odd.items(), "missing a required argument"),
])
def test_arguments_that_do_not_fit(odd, call, wrong):
    with pytest.raises(colors.CallRefusedError, match=wrong):
        call(odd)
    with pytest.raises(TypeError, match="has no len"):  # this one is of the method's own
        odd.misused()


def test_exceptions_that_cannot_be_told(odd):
    with pytest.raises(colors.RemoteFailureError, match=r"Untold: <exception str\(\) failed>") as raised:
        odd.untold()
    assert raised.value.type.endswith("Untold") and "in untold" in raised.value.trace
    with pytest.raises(ValueError, match="first"):
        odd.cycle()


def test_what_ends_loops_is_no_end_here(odd, key):
    with pytest.raises(colors.RemoteFailureError, match="StopIteration: 5"):
        list(iter(odd.stop, None))

    async def run():
        await colors.rpc.client(key, asynchronous=True).stop()
    with pytest.raises(colors.RemoteFailureError, match="StopIteration: 5"):
        asyncio.run(asyncio.wait_for(run(), LONG))


# ---- servers ----

def test_a_server_that_does_not_begin_does_not_serve(key):
    for threads in (1.5, "x", None):
        with pytest.raises(TypeError, match="a server has 1 or more threads"):
            colors.rpc.serve(key, Odd(), threads=threads)
    begin, begun = threading.Thread.start, []

    def refuse(thread):
        if begun:
            raise RuntimeError("can't start new thread")
        begun.append(thread)
        begin(thread)
    threading.Thread.start = refuse
    try:
        with pytest.raises(RuntimeError, match="new thread"):
            colors.rpc.serve(key, Odd())
    finally:
        threading.Thread.start = begin
    assert colors.rpc.servers(key) == 0
    begun[0].join(LONG)
    assert not begun[0].is_alive()


def test_a_call_that_no_client_made(odd, key):
    name = _native.name_entity("echo/1")
    logging.getLogger("colors.rpc").disabled = True
    try:
        for method in (0, 1, -1, 2**40, name + 1, _native.name_entity("no/1")):
            for is_kept in (True, False):
                call = colors.allocate("colors.rpc.Call", status=2, method=method, count=2**40)
                colors.channel("colors.rpc/" + key).send(call)
                if not is_kept:
                    del call
                assert odd.echo(method) == method
                call = None
    finally:
        logging.getLogger("colors.rpc").disabled = False
    with pytest.raises(colors.SharedMemoryError, match="stands for no name"):
        _native.entity_name(name + 1)


# ---- clients ----

def test_a_stream_is_no_argument(odd, key):
    for value in (odd.items(3), odd, colors.rpc.client(key, futures=True).echo(1)):
        with pytest.raises(colors.SharedMemoryError, match=r"it is (read by|of) this process; pass"):
            odd.echo(value)
    assert list(odd.items(3)) == [0, 1, 2]


def test_two_readers_of_a_stream(odd, key):
    stream, demand = odd.items_on_demand(3, key), colors.channel(key)
    assert next(stream) == 0
    first = threading.Thread(target=lambda: read.extend(stream))
    read = []
    first.start()
    while not stream._asking.locked():
        time.sleep(0.001)
    with pytest.raises(colors.SharedMemoryError, match="another thread reads this stream"):
        next(stream)
    for _ in range(3):
        demand.send(None)
    first.join(LONG)
    assert read == [1, 2]

    async def run():
        stream = await colors.rpc.client(key, asynchronous=True, timeout=LONG).items_on_demand(2, key)
        assert await anext(stream) == 0
        both = asyncio.gather(anext(stream), anext(stream), return_exceptions=True)
        await asyncio.sleep(0)  # both have begun
        for _ in range(2):
            demand.send(None)
        one, other = await both
        assert one == 1 and isinstance(other, colors.SharedMemoryError)
    asyncio.run(run())


def test_a_future_that_ended_is_not_kept(odd, key):
    future = colors.rpc.client(key, futures=True).items(1000)
    future.result(LONG)
    gone = threading.Event()

    class Gone:
        def __del__(self):
            gone.set()
    future.told = Gone()
    del future
    deadline = time.monotonic() + LONG
    while not gone.is_set() and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
    assert gone.is_set()


def test_what_a_handler_raises_while_a_future_waits_for_room(key):
    futures = colors.rpc.client(key, futures=True, waits=True)
    sent = []

    def ring(*_):
        if len(sent) == 256:  # there is no room for more
            raise InterruptedError("rings")
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
        with pytest.raises(InterruptedError, match="rings"):
            while len(sent) < 10_000:
                sent.append(futures.echo(1))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(sent) == 256
    for future in sent:
        future.cancel()
    colors.remove_channel("colors.rpc/" + key)


# ---- forks ----

def in_child(check):
    """How a forked child ended that ran a function."""
    child = os.fork()
    if child == 0:
        try:
            check()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.forks_beside_threads
def test_a_child_leaves_its_parents_streams_and_futures(odd, key):
    stream = odd.items(1000)
    futures = colors.rpc.client(key, futures=True)
    called = []
    held = futures.leaves_a_task(key)
    held.result(LONG)
    waiting = colors.rpc.client(key + "later", futures=True, waits=True).echo(1)
    waiting.add_done_callback(called.append)

    def check():
        for call in (lambda: list(stream), lambda: waiting.result(LONG)):
            with pytest.raises(colors.SharedMemoryError, match="belongs to the process that this one was forked from"):
                call()
        assert not called and not waiting.cancel()
        stream.close()
    assert in_child(check) == 0
    assert list(stream) == list(range(1000))
    with colors.rpc.serve(key + "later", Odd()):
        assert waiting.result(LONG) == 1 and called == [waiting]


@pytest.mark.forks_beside_threads
def test_a_child_leaves_its_parents_server(key):
    with colors.rpc.serve(key, Odd()) as server:
        stream = colors.rpc.client(key).items(1000)
        next(stream)
        assert in_child(server.close) == 0
        assert list(stream) == list(range(1, 1000))


@pytest.mark.forks_beside_threads
def test_a_method_that_returns_in_a_child(key):
    other = start(f"""
import sys, os
sys.stderr = sys.stdout
import colors
from test_services_hostile import Odd
with colors.rpc.serve({key!r}, Odd()):
    client = colors.rpc.client({key!r}, timeout={LONG})
    print(client.forks(), client.echo("well"), flush=True)
""")
    told = line(other)
    while "Deprecat" in told or "os.fork()" in told:  # of Python from 3.12 on
        told = line(other)
    assert "returned in a forked child" in told
    assert end(other) == ["1", "well"]


# ---- coroutines ----

def test_methods_that_are_coroutines(odd, key):
    assert [odd.later(number) for number in range(20)] == list(range(20))
    with pytest.raises(KeyError, match="later"):
        odd.fails_later()
    assert 0 < odd.left() <= LONG
    assert odd.leaves_a_task(key) is True
    assert colors.channel(key).receive(LONG) == "cancelled"


def test_streams_of_asynchronous_generators(odd, key):
    assert list(odd.items_later(1000, key)) == list(range(1000))
    assert colors.channel(key).receive(LONG) == "ended"
    with odd.items_later(10**9, key) as stream:
        assert [next(stream) for _ in range(5)] == list(range(5))
    assert colors.channel(key).receive(LONG) == "ended"
    with pytest.raises(KeyError, match="later"):
        list(odd.items_that_fail())
