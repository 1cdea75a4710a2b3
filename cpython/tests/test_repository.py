# SPDX-License-Identifier: Apache-2.0
"""Repositories of CPython, among threads and processes."""
import threading

import colors
import pytest
from processes import end, start

PATIENCE = 60


def test_exchanges_of_a_repository(key):
    repository = colors.repository(key)
    assert repository.get() is None
    assert repository.compare_and_set(None, 1)
    assert not repository.compare_and_set(2, 3)
    assert repository.compare_and_set(1, "a text that is not short")
    assert repository.compare_and_set("a text that is not short", 2)
    assert repository.get_and_set((1, 2)) == 2
    assert repository.get() == (1, 2)
    assert key in colors.repositories()
    assert colors.remove_repository(key)
    assert key not in colors.repositories()
    with pytest.raises(colors.SharedMemoryError):
        repository.set(object())


def test_who_waits_for_a_repository_is_woken(key):
    repository = colors.repository(key)
    repository.set(1)
    with pytest.raises(TimeoutError):
        repository.wait_for_change(1, timeout=0.05)
    assert repository.wait_for_change(0, timeout=0.05) == 1
    other = start(f"import colors; colors.repository({key!r}).set('another value')")
    assert repository.wait_for_change(1, timeout=PATIENCE) == "another value"
    end(other)


def test_many_threads_count_by_compare_and_set(key):
    repository = colors.repository(key)
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
