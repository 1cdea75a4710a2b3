# SPDX-License-Identifier: Apache-2.0
"""Waits of coroutines for channels and repositories, in CPython: one thread of the process sleeps for all of them."""
import asyncio
import os
import threading
from contextlib import suppress

from colors import _native
from colors._repository import millis

class _Waits:
    """What the thread sleeps for. It is started by the first wait."""

    def __init__(self):
        self._lock = threading.Lock()
        self._futures = {}  # by watch
        self._thread = None

    def begin(self, watch, future):
        with self._lock:
            self._futures[watch] = future
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="colors-awaiting", daemon=True)
                self._thread.start()
        _native.ring()

    def end(self, watch):
        with self._lock:
            return self._futures.pop(watch, None)

    def _run(self):
        while True:
            bell = _native.bell()
            with self._lock:
                watches = tuple(self._futures)
            for watch in _native.await_any(watches, bell):
                future = self.end(watch)
                if future is not None:
                    with suppress(RuntimeError):  # its loop was closed
                        future.get_loop().call_soon_threadsafe(_end, future)


_waits = _Waits()
os.register_at_fork(after_in_child=_waits.__init__)  # the thread was the parent's


def _end(future):
    if not future.done():
        future.set_result(None)


async def _ready(watch, left):
    """Waits until it may be, some seconds at most. Whether it is."""
    future = asyncio.get_running_loop().create_future()
    _waits.begin(watch, future)
    try:
        await asyncio.wait_for(future, left)
    except TimeoutError:
        return False
    finally:
        _waits.end(watch)
    return True


async def attempt(tried, watched, timeout):
    """What tried() gives, which is called until it is not None: now, and whenever the watch that watched() makes is
    ready. None when the time is over."""
    loop = asyncio.get_running_loop()
    end = None if timeout is None else loop.time() + millis(timeout) / 1000
    result = tried()
    while result is None:
        left = None if end is None else end - loop.time()
        if left is not None and left <= 0:
            break
        watch = watched()
        try:
            await _ready(watch, left)
            result = tried()
        finally:
            watch.end()
    return result
