# SPDX-License-Identifier: Apache-2.0
import importlib
import multiprocessing
import os
import sys
import traceback

import colors
import pytest
from processes import work


class Point:
    def __init__(self, x):
        self.x = x


def in_child(function):
    child = os.fork()
    if child == 0:
        try:
            function()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_forked_child_attaches_anew(key):
    repository, channel = colors.repository(key), colors.channel(key)
    point = colors.copy_in(Point(1))
    repository.set(point)
    monitor = colors.monitor(point)

    def run():
        for use in (lambda: point.x, lambda: setattr(point, "x", 2), monitor.acquire, lambda: channel.send(point)):
            with pytest.raises(colors.SharedMemoryError, match="forked"):
                use()
        mine = repository.get()
        with colors.monitor(mine):
            mine.x += 1
        channel.send(mine)
    in_child(run)
    assert point.x == 2 and channel.receive(60) is point


def test_a_monitor_that_the_parent_has_is_not_the_childs(key):
    repository = colors.repository(key)
    point = colors.copy_in(Point(1))
    repository.set(point)

    def run():
        assert not colors.monitor(repository.get()).acquire(timeout=0.05)
    with colors.monitor(point) as monitor:
        in_child(run)
        assert monitor.locked()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method, key):
    point = colors.copy_in(Point(0))
    colors.repository(key).set(point)
    context = multiprocessing.get_context(method)
    workers = [context.Process(target=work, args=(key,)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    assert point.x == 3
    assert {colors.channel(key).receive(60) for _ in workers} == {worker.pid for worker in workers}


@pytest.mark.forks_beside_threads  # the child attaches, which starts a thread, and forks at once
@pytest.mark.parametrize("view_of", [
    memoryview,
    lambda array: pytest.importorskip("numpy").asarray(array),
    lambda array: pytest.importorskip("numpy").from_dlpack(array),
])
def test_a_view_that_a_child_inherits_is_its_own(view_of):
    arrays = [colors.Array("int64", [number] * count) for number, count in enumerate((3, 1, 5000, 0, 2))]
    views = [view_of(array) for array in arrays]
    writable = memoryview(arrays[2])
    binary = memoryview(colors.Binary(b"abc"))

    def run():
        assert bytes(binary) == b"abc"
        for number, view in enumerate(views):
            assert set(view) <= {number}
        with pytest.raises(colors.SharedMemoryError, match="forked"):
            memoryview(arrays[0])
        writable[0] = writable[4999] = 7
        assert colors.List(writable)[4999] == 7  # it attaches

        def once_more():
            assert writable[0] == views[2][4999] == 7
        in_child(once_more)
    in_child(run)
    assert list(arrays[2]) == [2] * 5000


def test_a_sub_interpreter_is_told_why_it_has_no_package():
    interpreters = importlib.import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    told, tell = os.pipe()
    program = f"""
import os
try:
    import colors
except ImportError as e:
    os.write({tell}, str(e).encode())
os.close({tell})
"""
    interpreter = interpreters.create()
    interpreters.run_string(interpreter, program)
    interpreters.destroy(interpreter)
    with os.fdopen(told, encoding="utf-8") as file:
        assert "a process has one attachment" in file.read()
