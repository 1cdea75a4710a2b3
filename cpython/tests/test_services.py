# SPDX-License-Identifier: Apache-2.0
"""Services: CPython calls and serves. ci/test-services has each language as client and server."""
import asyncio
import datetime
import decimal
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
import types
import uuid

import colors
import pytest
from colors import _native
from processes import ROOT, end, kill, line, start
from processes import colors as other_language

LONG = 120  # seconds, which no test takes
FOLDER = os.path.dirname(os.path.abspath(__file__))


@colors.shared("rpc_tests.Account")
class Account:
    def __init__(self):
        self.balance = 0.0


class Bank:
    """The service in Python, in whatever process."""

    def __init__(self, server=None):
        self.server = server or (lambda: None)

    def echo(self, value):
        return value

    def deposit(self, account, amount):
        account.balance += amount
        return account.balance

    def sum(self, numbers):
        return sum(numbers)

    def doubled(self, key, number):
        return {key: 2 * number}

    def many(self, *numbers):
        return list(numbers)

    def fail(self, how):
        raise ValueError(how)

    def left(self):
        left = colors.rpc.time_left()
        return -1.0 if left is None else left

    def relayed(self, service):
        return colors.rpc.client(service, timeout=86400).left()

    def hold(self, channel):
        colors.channel(channel).send(1)
        while not colors.rpc.is_cancelled():
            time.sleep(0.001)

    def unfit(self):
        return sys

    def items(self, count):
        yield from range(count)

    def failing(self, count):
        yield from range(count)
        raise ValueError(f"after {count}")

    def endless(self, channel):
        number = 0
        try:
            while True:
                yield number
                number += 1
        finally:
            colors.channel(channel).send(number)

    def stop(self):
        self.server().close()


SERVER = """
import sys
sys.path.insert(0, sys.argv[-1] if len(sys.argv) > 2 else {folder!r})
import colors
from test_services import Bank
server = colors.rpc.serve({key!r}, Bank(lambda: server), threads={threads})
print("serves", flush=True)
server.join()
"""


def serve(key, threads=2):
    """A process of this Python that serves."""
    process = start(SERVER.format(folder=FOLDER, key=key, threads=threads))
    assert line(process) == "serves"
    return process


def java(key, *more):
    return subprocess.Popen([os.path.join(ROOT, "colors"), "java", os.path.join(FOLDER, "Bank.java"), key, *more],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def graalpy(key, tmp_path):
    program = tmp_path / "server.py"
    with open(__file__, encoding="utf-8") as file:
        bank = file.read().partition("class Bank:")[2].partition("\n\n\nSERVER")[0]
    program.write_text(f"import os, sys, time\nimport colors\n\n\nclass Bank:{bank}\n\n"
                       f"server = colors.rpc.serve({key!r}, Bank(lambda: server))\nserver.join()\n")
    return other_language("python", program)


@pytest.fixture(params=["java", "graalpy", "cpython"])
def bank(request, key, tmp_path):
    """A client of a service that another process serves, and that process."""
    process = {"java": lambda: java(key), "graalpy": lambda: graalpy(key, tmp_path), "cpython": lambda: serve(key)}[
        request.param]()
    client = colors.rpc.client(key, waits=True)
    client.echo(None)
    yield client, process
    if process.returncode is None:
        kill(process)


@pytest.fixture
def here(key):
    """A service of this process."""
    with colors.rpc.serve(key, Bank()) as server:
        yield server


VALUES = [None, True, 0, -1, 2**62, 2**70, 1.5, "", "short", "a text that is an object of its own", "\u03c0\U0001f600",
          decimal.Decimal("1.50"), uuid.UUID(int=7), datetime.date(2026, 1, 2), datetime.timedelta(1, 2, 3)]


def test_each_language(bank, key):
    bank, process = bank
    _passes_values(bank)
    _raises_what_the_service_raises(bank)
    _ends_in_time(bank, key)
    killer = threading.Thread(target=lambda: (colors.channel(key).receive(LONG), kill(process)))
    killer.start()
    with pytest.raises(colors.ServerLostError, match="died; how far it came is not known"):
        bank.hold(key)
    killer.join()
    with pytest.raises(colors.NoServerError, match="no process serves it"):
        colors.rpc.client(key).echo(1)


def _passes_values(bank):
    for value in VALUES:
        echoed = bank.echo(value)
        assert echoed == value and type(echoed) is type(value)
    account = colors.copy_in(Account())
    assert bank.echo(account) is account
    assert bank.deposit(account, 2.5) == 2.5 == account.balance
    assert bank.sum([1, 2, 3]) == 6 and bank.doubled("a", 4)["a"] == 8
    assert bank.echo((1, "x", None)) == (1, "x", None)
    assert bank.echo({"a": [1, 2]}) == {"a": [1, 2]}


def _raises_what_the_service_raises(bank):
    with pytest.raises((colors.RemoteFailureError, ValueError)) as raised:
        bank.fail("on purpose")
    remote = raised.value.__cause__ or raised.value
    assert isinstance(remote, colors.RemoteFailureError)
    assert remote.type in ("java.lang.IllegalStateException", "ValueError") and remote.remote_message == "on purpose"
    assert "fail" in remote.trace and "in the server:" in str(remote)
    with pytest.raises(colors.CallRefusedError, match="it has no method"):
        bank.unknown(1)


def _ends_in_time(bank, key):
    assert bank.left() == -1
    hasty = colors.rpc.client(key, timeout=0.3)
    with pytest.raises(colors.CallTimeoutError) as raised:
        hasty.hold(key + "hasty")
    assert isinstance(raised.value, TimeoutError)
    assert 0 < colors.rpc.client(key, timeout=LONG).left() <= LONG


def test_java_calls(key):
    def run(server):
        other = java(key, "calls")
        assert other.communicate(timeout=LONG)[0].splitlines() == [
            "a text of some length", "6", "8", "ValueError on purpose true"]
        assert other.returncode == 0
        server.join()
    server = colors.rpc.serve(key, Bank(lambda: server))
    run(server)
    assert server.metrics()["fail"][:2] == (1, 1) and server.metrics()["echo"][:2] == (1, 0)


def test_many_arguments(here):
    client = colors.rpc.client(here.name)
    for count in range(9):
        assert client.many(*range(count)) == list(range(count))
    texts = [f"the text number {number}" for number in range(200)]
    assert client.many(*texts) == texts
    assert client.many(*[[number] for number in range(9)]) == [[number] for number in range(9)]


def test_what_cannot_be_passed(here):
    client = colors.rpc.client(here.name)
    with pytest.raises(colors.SharedMemoryError, match="module"):
        client.echo(sys)
    with pytest.raises(colors.SharedMemoryError, match="module"):
        client.many(1, 2, 3, 4, sys)
    with pytest.raises(colors.RemoteFailureError, match="SharedMemoryError"):
        client.unfit()
    assert client.echo(1) == 1


@pytest.mark.parametrize(("error", "call"), [
    (ValueError, lambda: colors.rpc.client("x", one_way=True, futures=True)),
    (ValueError, lambda: colors.rpc.serve("x", Bank(), threads=0)),
    (TypeError, lambda: colors.rpc.client(7)),
    (colors.SharedMemoryError, lambda: colors.rpc.client("")),
    (colors.SharedMemoryError, lambda: colors.rpc.client("x" * 5000)),
    (colors.SharedMemoryError, lambda: colors.rpc.serve("x", Bank(), capacity=0)),
    (colors.SharedMemoryError, lambda: colors.rpc.serve("x", Bank(), capacity=2**70)),
])
def test_bad_input(error, call):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize("timeout", [1e-9, 0, -1])
def test_no_time_at_all(here, timeout):
    with pytest.raises(colors.CallTimeoutError):
        colors.rpc.client(here.name, timeout=timeout).echo(1)


def test_more_time_than_there_is(here):
    assert colors.rpc.client(here.name, timeout=float("inf")).echo(1) == 1


def test_deadlines_are_passed_on(key):
    others = [serve(key), serve(key + "2")]
    relayed = colors.rpc.client(key, timeout=LONG).relayed(key + "2")
    assert 0 < relayed <= LONG
    for other in others:
        kill(other)


def _is_sent_and_late(key):
    """A call of work(2), which its time may be over for before it is sent, too."""
    for timeout in (0.05, 0.5, 5, 50):
        with pytest.raises(colors.CallTimeoutError) as raised:
            colors.rpc.client(key, timeout=timeout).work(2)
        if "it was not sent" not in str(raised.value):
            break
    assert "a server may execute it" in str(raised.value)


def test_late_calls_are_not_begun(key):
    done = []

    class Slow:
        def work(self, number):
            done.append(number)
            entered.release()
            let_go.acquire()
    entered, let_go = threading.Semaphore(0), threading.Semaphore(0)
    with colors.rpc.serve(key, Slow(), threads=1):
        sent = colors.rpc.client(key, one_way=True)
        sent.work(1)
        entered.acquire()
        _is_sent_and_late(key)
        sent.work(3)
        let_go.release(2)
        entered.acquire()
    assert done == [1, 3]


def test_clients_wait_for_room(key):
    entered, let_go = threading.Semaphore(0), threading.Semaphore(0)

    class Slow:
        def work(self):
            entered.release()
            let_go.acquire()
    with colors.rpc.serve(key, Slow(), threads=1, capacity=1):
        sent = colors.rpc.client(key, one_way=True)
        sent.work()
        entered.acquire()
        sent.work()
        with pytest.raises(colors.CallTimeoutError, match="before there was room for the call; it was not sent"):
            colors.rpc.client(key, timeout=0.05).work()
        with pytest.raises(colors.SharedMemoryError, match="capacity"):
            colors.rpc.serve(key, Slow(), capacity=2)
        let_go.release(2)


def test_several_servers_and_threads(key):
    others = [serve(key) for _ in range(2)]
    assert colors.rpc.servers(key) == 2
    results = []

    def call():
        client = colors.rpc.client(key)
        results.append(sum(client.sum([number, 1]) for number in range(300)))
    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [sum(range(300)) + 300] * 4
    for other in others:
        kill(other)
    deadline = time.monotonic() + LONG
    while colors.rpc.servers(key) > 0 and time.monotonic() < deadline:  # until the daemon has found out
        time.sleep(0.01)
    assert colors.rpc.servers(key) == 0


def test_a_call_that_waits_ends_with_the_last_server(key):
    other = serve(key, threads=1)
    futures = colors.rpc.client(key, futures=True)
    held = futures.hold(key)
    assert colors.channel(key).receive(LONG) == 1  # it has begun
    waiting = futures.echo(1)
    failures = []

    def wait():
        try:
            colors.rpc.client(key).echo(2)
        except colors.NoServerError as error:
            failures.append(error)
    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    kill(other)
    thread.join(LONG)
    assert len(failures) == 1
    assert isinstance(held.exception(LONG), colors.ServerLostError)
    assert isinstance(waiting.exception(LONG), colors.NoServerError)


def test_a_service_that_is_removed(key):
    server = colors.rpc.serve(key, Bank())
    client = colors.rpc.client(key)
    assert colors.remove_channel("colors.rpc/" + key)
    server.join(LONG)
    with pytest.raises(colors.NoServerError, match="was removed"):
        client.echo(1)
    server.close()


def test_ctrl_c_gives_a_call_up(key):
    other = serve(key)
    caller = start(f"""
import colors
client = colors.rpc.client({key!r})
print("calls", flush=True)
try:
    client.hold({key!r})
except KeyboardInterrupt:
    print("interrupted", client.echo(1))
""")
    assert line(caller) == "calls"
    assert colors.channel(key).receive(LONG) == 1
    caller.send_signal(signal.SIGINT)
    assert end(caller) == ["interrupted", "1"]
    for _ in range(2):  # both threads of the server have ended their call
        assert colors.rpc.client(key, timeout=LONG).echo(1) == 1
    kill(other)


def test_ctrl_c_ends_a_server_that_is_joined(key):
    server = start(f"""
import sys, threading
import colors
class Service:
    def joins(self):  # how often the main thread's stack has it
        frame, found = sys._current_frames()[threading.main_thread().ident], 0
        while frame is not None:
            found, frame = found + (frame.f_code.co_name == "join"), frame.f_back
        return found
server = colors.rpc.serve({key!r}, Service(), threads=2)
print("serves", flush=True)
server.join()
""")
    assert line(server) == "serves"
    client = colors.rpc.client(key, timeout=LONG)
    while client.joins() < 2:  # the server's and a thread's
        time.sleep(0.01)
    server.send_signal(signal.SIGINT)
    assert server.wait(LONG) == -signal.SIGINT


def test_join_waits_no_longer_than_it_may_for_all_threads(key, monkeypatch):
    """By a clock that goes on by what threads are joined for."""
    with colors.rpc.serve(key, Bank(), threads=16) as server:
        began = time.monotonic()
        server.join(0.2)
        assert time.monotonic() - began >= 0.2
        now = [0.0]
        with monkeypatch.context() as patch:
            patch.setattr(colors.rpc, "time", types.SimpleNamespace(monotonic=lambda: now[0], sleep=time.sleep))
            patch.setattr(threading.Thread, "join", lambda thread, timeout: now.append(now.pop() + timeout))
            server.join(1)
        assert 1 <= now[0] < 1.1  # 16, were it for each


@pytest.mark.forks_beside_threads
def test_a_forked_child_calls_and_is_no_server(key):
    other = serve(key)
    client = colors.rpc.client(key)
    future = colors.rpc.client(key, futures=True)
    assert client.echo(1) == 1 and future.echo(2).result(LONG) == 2
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if client.echo(3) == 3 and future.echo(4).result(LONG) == 4 else 1)
        finally:
            traceback.print_exc()
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    kill(other)


# ---- calls that nobody waits for ----

def test_coroutines(key):
    other = serve(key)

    async def run():
        bank = colors.rpc.client(key, asynchronous=True, timeout=LONG)
        assert await asyncio.gather(*[bank.sum([number, 1]) for number in range(600)]) == list(range(1, 601))
        with pytest.raises(ValueError, match="on purpose"):
            await bank.fail("on purpose")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await bank.hold(key + "held")
        with pytest.raises(colors.CallTimeoutError):
            await colors.rpc.client(key, asynchronous=True, timeout=0.2).hold(key + "held")
        assert [item async for item in await bank.items(1000)] == list(range(1000))
        with pytest.raises(ValueError, match="after 3"):
            async for _ in await bank.failing(3):
                pass
        async with await bank.endless(key) as endless:
            assert [await anext(endless) for _ in range(10)] == list(range(10))
        assert await asyncio.to_thread(colors.channel(key).receive, LONG) < 400
    asyncio.run(run())
    kill(other)


def test_futures_end_in_their_order(key):
    ended = []
    with colors.rpc.serve(key, Bank(), threads=1):
        client = colors.rpc.client(key, futures=True)
        futures = [client.echo(number) for number in range(2000)]
        for future in futures:
            future.add_done_callback(lambda future: ended.append(future.result()))
        assert [future.result(LONG) for future in futures] == list(range(2000))
    assert ended == sorted(ended)


def test_a_cancelled_future_is_not_executed(key):
    entered, let_go, done = threading.Semaphore(0), threading.Semaphore(0), []

    class Slow:
        def work(self, number):
            done.append(number)
            entered.release()
            let_go.acquire()
    with colors.rpc.serve(key, Slow(), threads=1):
        futures = colors.rpc.client(key, futures=True)
        first = futures.work(1)
        entered.acquire()
        second = futures.work(2)
        assert second.cancel() and second.cancelled()
        third = futures.work(3)
        let_go.release(2)
        first.result(LONG), third.result(LONG)
    assert done == [1, 3]


# ---- streams ----

def test_streams(here, key):
    client = colors.rpc.client(key)
    assert list(client.items(1000)) == list(range(1000)) and list(client.items(0)) == []
    with pytest.raises(ValueError, match="after 2"):
        list(client.failing(2))
    with client.endless(key + "made") as endless:
        assert [next(endless) for _ in range(10)] == list(range(10))
    assert list(endless) == [] and colors.channel(key + "made").receive(LONG) < 400
    left = client.endless(key + "left")
    next(left)
    del left
    assert colors.channel(key + "left").receive(LONG) < 400
    open_stream = client.endless(key + "closed")
    next(open_stream)
    here.close()
    with pytest.raises(colors.ServerLostError, match="was closed, or died"):
        list(open_stream)


def test_what_no_reader_asks_harms_no_stream(here, key):
    stream = colors.rpc.client(key).items(300)
    assert next(stream) == 0
    server = colors.rpc.client(stream._stream._service.name)
    for ask in (lambda: server.close([1]), lambda: server.next(1, "x"), lambda: server.next(1, [])):
        with pytest.raises((TypeError, ValueError)):
            ask()
    with pytest.raises(colors.CallRefusedError):
        server.next(1)
    with pytest.raises(colors.RemoteFailureError, match="the server has no stream 7"):
        server.next(7, 1)
    assert list(stream) == list(range(1, 300))


def test_a_stream_whose_reader_died_ends(key):
    with colors.rpc.serve(key, Bank()):
        reader = start(f"""
import colors
stream = colors.rpc.client({key!r}).endless({key + 'made'!r})
next(stream)
print("reads", flush=True)
input()
""")
        assert line(reader) == "reads"
        kill(reader)
        assert colors.channel(key + "made").receive(LONG) < 400


# ---- memory ----

def test_calls_leave_no_roots(here, key):
    client = colors.rpc.client(key)
    futures = colors.rpc.client(key, futures=True)

    def use():
        for number in range(3000):
            client.echo([number, "a text that is an object of its own"])
            client.many(1, "a text that is an object of its own", 3, 4, "another text that is one", [number])
        assert len(list(client.items(2000))) == 2000
        for future in [futures.echo({"a": number}) for number in range(200)]:
            future.result(LONG)

    def wrappers():
        gc.collect()
        return _native.roots()[0]
    use()
    before = wrappers()
    use()
    deadline = time.monotonic() + LONG  # threads that have ended a call drop it in their own time
    while wrappers() > before + 20 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert wrappers() <= before + 20


def test_calls_while_the_collector_runs(key):
    other = serve(key, threads=3)
    done = threading.Event()
    failures = []

    def call(first):
        client = colors.rpc.client(key)
        try:
            for number in range(first, first + 400):
                text = f"the text number {number}"
                assert client.many(1, text, 2, 3, text + "a", [text]) == [1, text, 2, 3, text + "a", [text]]
                assert client.echo({text: (text, [number])}) == {text: (text, [number])}
        except BaseException as error:
            failures.append(error)

    async def tasks():
        client = colors.rpc.client(key, asynchronous=True)
        for number in range(20):
            texts = [f"the text number {number} of {other}" for other in range(50)]
            assert await asyncio.gather(*[client.echo([text]) for text in texts]) == [[text] for text in texts]

    def collect():
        while not done.is_set():
            colors.collect()
    threads = [threading.Thread(target=call, args=(first,)) for first in (0, 1000)]
    collecting = threading.Thread(target=collect)
    for thread in [*threads, collecting]:
        thread.start()
    asyncio.run(tasks())
    for thread in threads:
        thread.join()
    done.set()
    collecting.join()
    assert not failures
    kill(other)
