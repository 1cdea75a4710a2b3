# SPDX-License-Identifier: Apache-2.0
import signal
import threading

import colors
import pytest
from processes import end, kill, line, start
from waits import signalled


class Counter:
    def __init__(self):
        self.count = 0


@pytest.fixture
def counter(key):
    made = colors.copy_in(Counter())
    colors.repository(key).set(made)
    return made


def test_it_is_entered_again_and_left_as_often(counter):
    monitor = colors.monitor(counter)
    with monitor, monitor:
        assert monitor.locked()
        assert colors.monitor(counter).acquire(False)
        monitor.release()
    assert not monitor.locked()
    with pytest.raises(colors.SharedMemoryError, match="enter it first"):
        monitor.release()


@pytest.mark.parametrize("bad", [None, 1, [], Counter()])
def test_private_values_have_none(bad):
    with pytest.raises(colors.SharedMemoryError, match="private"):
        colors.monitor(bad)


def test_time_outs(counter):
    monitor = colors.monitor(counter)
    got = []

    def other():
        got.append(monitor.acquire(False))
        got.append(monitor.acquire(timeout=0.05))
    with monitor:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert got == [False, False]
        assert not monitor.wait(0.01)
    with pytest.raises(ValueError, match="non-negative"):
        monitor.acquire(timeout=-2)
    with pytest.raises(ValueError, match="non-blocking"):
        monitor.acquire(False, 1)


COUNT = """
import colors, threading
counter = colors.repository({key!r}).get()
def run():
    for _ in range({rounds}):
        with colors.monitor(counter):
            counter.count = counter.count + 1
threads = [threading.Thread(target=run) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_threads_of_two_processes_count(counter, key):
    rounds = 2000
    others = [start(COUNT.format(key=key, rounds=rounds)) for _ in range(2)]
    for other in others:
        end(other)
    assert counter.count == 2 * 4 * rounds


def test_a_notified_thread_has_the_monitor(counter, key):
    other = start(f"""
import colors
counter = colors.repository({key!r}).get()
with colors.monitor(counter) as m:
    print("waits", flush=True)
    assert m.wait_for(lambda: counter.count == 7, 60)
    assert m.locked()
print("woken")
""")
    assert line(other) == "waits"
    with colors.monitor(counter) as monitor:
        counter.count = 7
        monitor.notify_all()
    assert end(other) == ["woken"]


def test_one_that_is_killed_in_it_abandons_it(counter, key):
    other = start(f"""
import colors, time
colors.monitor(colors.repository({key!r}).get()).acquire()
print("in", flush=True)
time.sleep(600)
""")
    assert line(other) == "in"
    monitor = colors.monitor(counter)
    assert not monitor.acquire(False)
    kill(other)
    with pytest.raises(colors.MonitorAbandonedError):
        monitor.acquire()
    assert not monitor.locked()
    with monitor:
        assert monitor.locked()


def test_a_thread_that_ends_with_it_abandons_it(counter):
    monitor = colors.monitor(counter)
    thread = threading.Thread(target=monitor.acquire)
    thread.start()
    thread.join()
    with pytest.raises(colors.MonitorAbandonedError):
        monitor.acquire(timeout=60)
    with monitor:
        pass


def _interrupt():
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_ends_waiting(counter):
    monitor = colors.monitor(counter)
    holds, done = threading.Event(), threading.Event()

    def hold():
        with monitor:
            holds.set()
            done.wait()
    thread = threading.Thread(target=hold)
    thread.start()
    holds.wait()
    with pytest.raises(KeyboardInterrupt):
        signalled(monitor.acquire, _interrupt)
    done.set()
    thread.join()
    assert not monitor.locked()
    with monitor:
        with pytest.raises(KeyboardInterrupt):
            signalled(monitor.wait, _interrupt)
        assert monitor.locked()


def test_a_repository_has_one(key):
    repository = colors.repository(key)
    with colors.monitor(repository) as monitor:
        assert monitor.locked() and colors.monitor(colors.repository(key)).locked()
