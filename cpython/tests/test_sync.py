# SPDX-License-Identifier: Apache-2.0
"""Monitors, channels and repositories of CPython, among threads and processes."""
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import colors
import pytest
from colors import _native

PATIENCE = 60


@colors.shared("sync.Counter")
class Counter:
    pass


def start(program, *arguments):
    """Another CPython, in the same segment."""
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(program), *arguments], stdout=subprocess.PIPE,
                            text=True)


def finish(process):
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return output


@pytest.fixture
def name(request):
    return f"sync/{request.node.name}"


@pytest.fixture
def counter(name):
    made = colors.allocate(Counter, value=0)
    colors.repository(name).set(made)
    return made


# ---- monitors -----------------------------------------------------------------------------------

ADDS = """
    import sys, colors
    counter = colors.repository(sys.argv[1]).get()
    for _ in range(2000):
        with colors.monitor(counter):
            counter.value += 1
"""


def test_a_monitor_excludes_threads_and_processes(name, counter):
    others = [start(ADDS, name) for _ in range(2)]

    def add():
        monitor = colors.monitor(counter)
        for _ in range(2000):
            with monitor:
                counter.value += 1

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for other in others:
        finish(other)
    assert counter.value == 8000


def test_a_monitor_is_a_condition(counter):
    monitor = colors.monitor(counter)
    assert not monitor.locked()
    with monitor, monitor:
        assert monitor.locked()
        assert monitor.wait(0.01) is False
    for method in (monitor.release, monitor.notify, monitor.wait):
        with pytest.raises(colors.SharedMemoryError):
            method()
    seen = []

    def wait():
        with monitor:
            monitor.wait_for(lambda: counter.value == 5)
            seen.append(counter.value)

    thread = threading.Thread(target=wait)
    thread.start()
    with monitor:
        counter.value = 5
        monitor.notify_all()
    thread.join(PATIENCE)
    assert seen == [5]
    assert monitor.acquire(blocking=False)
    monitor.release()


def test_time_outs_of_a_monitor(counter):
    monitor = colors.monitor(counter)
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with colors.monitor(counter):
            entered.set()
            leave.wait(PATIENCE)

    thread = threading.Thread(target=hold)
    thread.start()
    entered.wait(PATIENCE)
    assert monitor.acquire(blocking=False) is False
    assert monitor.acquire(timeout=0.05) is False
    leave.set()
    thread.join()
    assert monitor.acquire(timeout=PATIENCE)
    monitor.release()


HOLDS = """
    import sys, colors, time
    with colors.monitor(colors.repository(sys.argv[1]).get()):
        print("in", flush=True)
        time.sleep(600)
"""


def test_a_killed_owner_abandons_its_monitor(name, counter):
    other = start(HOLDS, name)
    assert other.stdout.readline() == "in\n"
    other.kill()
    other.wait()
    monitor = colors.monitor(counter)
    with pytest.raises(colors.MonitorAbandonedError):
        monitor.acquire(timeout=PATIENCE)
    with monitor:
        counter.value = 1


def test_a_thread_that_ends_abandons_its_monitor(counter):
    thread = threading.Thread(target=colors.monitor(counter).acquire)
    thread.start()
    thread.join()
    with pytest.raises(colors.MonitorAbandonedError):
        colors.monitor(counter).acquire(timeout=PATIENCE)


# ---- channels -----------------------------------------------------------------------------------

def test_messages_of_each_kind_come_as_they_were_sent(name, counter):
    with colors.channel(name, 16) as channel:
        messages = [1, 2.5, True, None, "a text that is not short", 2**80, (1, ("two", 3)), b"bytes", counter]
        for message in messages:
            channel.send(message)
        assert len(channel) == len(messages)
        received = [channel.receive() for _ in messages]
    assert received == messages
    assert received[-1] is counter
    with pytest.raises(colors.ChannelClosedError):
        channel.receive()
    with pytest.raises(colors.ChannelClosedError):
        channel.send(1)


def test_types_capacities_and_times_of_channels(name):
    channel = colors.channel(name, 2, int)
    assert (channel.capacity, channel.type, channel.key) == (2, "integer", name)
    with pytest.raises(colors.TypeConflictError):
        channel.send("text")
    with pytest.raises(colors.SharedMemoryError):
        colors.channel(name, 3)
    with pytest.raises(colors.TypeConflictError):
        colors.channel(name, 2, str)
    with pytest.raises(colors.SharedMemoryError):
        channel.send([1])
    channel.send(1)
    channel.send(2)
    assert not channel.try_send(3)
    with pytest.raises(TimeoutError):
        channel.send(3, timeout=0.05)
    assert [channel.receive(), channel.receive()] == [1, 2]
    with pytest.raises(TimeoutError):
        channel.receive(timeout=0.05)
    assert channel.try_receive("none") == "none"
    assert name in colors.channels()
    assert colors.remove_channel(name)
    assert name not in colors.channels()


ECHOES = """
    import sys, colors
    there, back = colors.channel(sys.argv[1]), colors.channel(sys.argv[1] + "/back")
    for message in there:
        back.send((message, len(message)))
    back.close()
"""


def test_processes_pass_messages(name):
    there, back = colors.channel(name, 8), colors.channel(name + "/back", 8)
    other = start(ECHOES, name)
    texts = [f"message number {i}" for i in range(2000)]

    def send():
        for text in texts:
            there.send(text)
        there.close()

    thread = threading.Thread(target=send)
    thread.start()
    assert [tuple(answer) for answer in back] == [(text, len(text)) for text in texts]
    thread.join()
    finish(other)


def test_a_signal_interrupts_who_waits(name):
    other = start("""
        import sys, colors
        channel = colors.channel(sys.argv[1])
        print("waits", flush=True)
        try:
            channel.receive()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """, name)
    assert other.stdout.readline() == "waits\n"
    time.sleep(0.2)
    other.send_signal(signal.SIGINT)
    assert finish(other) == "interrupted\n"


def test_a_killed_receiver_loses_no_message(name):
    channel = colors.channel(name, 4)
    other = start("""
        import sys, colors
        print("ready", flush=True)
        colors.channel(sys.argv[1]).receive()
    """, name)
    other.stdout.readline()
    os.kill(other.pid, signal.SIGKILL)
    other.wait()
    channel.send("for whoever lives")
    assert channel.receive(timeout=PATIENCE) == "for whoever lives"


# ---- repositories -------------------------------------------------------------------------------

def test_exchanges_of_a_repository(name):
    repository = colors.repository(name)
    assert repository.get() is None
    assert repository.compare_and_set(None, 1)
    assert not repository.compare_and_set(2, 3)
    assert repository.compare_and_set(1, "a text that is not short")
    assert repository.compare_and_set("a text that is not short", 2)
    assert repository.get_and_set((1, 2)) == 2
    assert repository.get() == (1, 2)
    assert name in colors.repositories()
    assert colors.remove_repository(name)
    assert name not in colors.repositories()
    with pytest.raises(colors.SharedMemoryError):
        repository.set(object())


def test_who_waits_for_a_repository_is_woken(name):
    repository = colors.repository(name)
    repository.set(1)
    with pytest.raises(TimeoutError):
        repository.wait_for_change(1, timeout=0.05)
    assert repository.wait_for_change(0, timeout=0.05) == 1
    other = start("""
        import sys, colors
        colors.repository(sys.argv[1]).set("another value")
    """, name)
    assert repository.wait_for_change(1, timeout=PATIENCE) == "another value"
    finish(other)


def test_many_threads_count_by_compare_and_set(name):
    repository = colors.repository(name)
    repository.set(0)

    def add():
        for _ in range(500):
            while True:
                seen = repository.get()
                if repository.compare_and_set(seen, seen + 1):
                    break

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert repository.get() == 2000


# ---- forks and roots ----------------------------------------------------------------------------

@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_attaches_anew(name, counter):
    channel = colors.channel(name, 4)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with pytest.raises(colors.SharedMemoryError, match="forked"):
                counter.value  # noqa: B018 (what it does is the test)
            mine = colors.repository(name).get()
            with colors.monitor(mine):
                mine.value += 1
            channel.send(mine)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert status == 0
    assert counter.value == 1
    assert channel.receive(timeout=PATIENCE) is counter


def test_waiting_leaves_no_root(name, counter):
    channel, repository = colors.channel(name, 4), colors.repository(name)

    def go_round():
        for i in range(1000):
            channel.send((i, "a tuple of a text", counter))
            channel.receive()
            repository.compare_and_set(repository.get(), f"a text of number {i}")
            repository.get_and_set(counter)
            with colors.monitor(counter) as monitor:
                monitor.notify_all()

    go_round()
    _native.tidy()
    before = _native.roots()
    go_round()
    _native.tidy()
    assert _native.roots() == before
    wrappers, own, entries, _ = before
    assert wrappers == own == entries
