# SPDX-License-Identifier: Apache-2.0
"""Repositories: named roots."""
from colors._language import CPYTHON, api, without_gil

_NOTHING = object()


def millis(seconds):
    if seconds is None:
        return None
    try:
        time = seconds * 1000.0
        if time == time:
            return max(0.0, time)
    except OverflowError:
        return float("inf") if seconds > 0 else 0.0
    except TypeError:
        pass
    raise TypeError(f"a time is a number of seconds, or None where it has no end, not {seconds!r:.40}")


def awaiting():
    """What waits for coroutines."""
    if not CPYTHON:
        from colors._errors import SharedMemoryError
        raise SharedMemoryError(
            "coroutines wait for channels and repositories in CPython alone; in GraalPy call the method without _async"
            " in a thread: await loop.run_in_executor(None, channel.receive)")
    from colors._awaiting import attempt
    return attempt


class ByKey:
    """What is the same in each process that has its key."""
    __slots__ = ()

    def __copy__(self):
        return self

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle {self!r}: pass its key, by which another process gets it")


class Repository(ByKey):
    """A named root of shared memory."""
    __slots__ = ("_repository",)
    __class_getitem__ = classmethod(type(list[int]))  # Repository[Employee], for annotations

    def __init__(self, key):
        self._repository = api.repository(key)

    @property
    def key(self):
        return self._repository.key

    def get(self):
        """The object or value that was set last by any process; None at first."""
        value = self._repository.get()
        return None if value is None else value

    def set(self, value):
        """Publishes a shared object, or a value: it is copied."""
        self._repository.set(value)

    def compare_and_set(self, expected, value):
        """Sets the value if it is the one expected, in one step for all processes: a shared object by identity, other
        values by equality. Returns whether it was set."""
        return self._repository.compareAndSet(expected, value)

    def get_and_set(self, value):
        """Sets the value and returns the one before, in one step for all processes."""
        old = self._repository.getAndSet(value)
        return None if old is None else old

    def wait_for_change(self, seen, timeout=None):
        """Waits while the value is `seen`, and returns the new one. Raises TimeoutError when the time (in seconds) is
        over."""
        value = without_gil(self._repository.waitForChange, seen, millis(timeout))
        return None if value is None else value

    async def wait_for_change_async(self, seen, timeout=None):
        """As wait_for_change, for a coroutine: the loop goes on meanwhile. In CPython alone."""
        def tried():
            value = self._repository.waitForChange(seen, 0, _NOTHING)
            return None if value is _NOTHING else (value,)
        found = await awaiting()(tried, lambda: api.watch(self._repository, seen), timeout)
        if found is None:
            raise TimeoutError(f"repository '{self.key}' got no other value in {timeout} s")
        return found[0]

    def __repr__(self):
        return f"colors.repository({self.key!r})"


def repository(key):
    """The repository of that key, made at its first use."""
    return Repository(key)


def repositories():
    """The keys of all repositories, sorted."""
    return [str(key) for key in api.repositories()]


def remove_repository(key):
    """Sets the repository to None and lists it no more, until it is set or found again. Returns whether it was
    listed."""
    return api.removeRepository(key)
