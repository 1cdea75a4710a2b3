# SPDX-License-Identifier: Apache-2.0
"""Waits of coroutines for channels and repositories, in CPython: one thread of the process sleeps for all of them."""
import asyncio
import os
import threading

from colors import _native

_lock = threading.Lock()
_waits = {}  # watch -> its future
_thread = None


def _forget():
    global _lock, _thread
    _lock, _thread = threading.Lock(), None  # the thread was the parent's
    _waits.clear()


os.register_at_fork(after_in_child=_forget)


def _run():
    while True:
        bell = _native.bell()
        with _lock:
            watches = tuple(_waits)
        for watch in _native.await_any(watches, bell):
            with _lock:
                future = _waits.pop(watch, None)
            if future is not None:
                _tell(future)
        del watches


def _tell(future):
    try:
        future.get_loop().call_soon_threadsafe(_end, future)
    except RuntimeError:  # the loop was closed
        pass


def _end(future):
    if not future.done():
        future.set_result(None)


def _begin(watch, future):
    global _thread
    with _lock:
        _waits[watch] = future
        if _thread is None:
            _thread = threading.Thread(target=_run, name="colors-awaiting", daemon=True)
            _thread.start()
    _native.ring()


async def _ready(watch, left):
    """Waits until it may be, some seconds at most. Whether it is."""
    future = asyncio.get_running_loop().create_future()
    _begin(watch, future)
    try:
        await asyncio.wait_for(future, left)
    except asyncio.TimeoutError:
        return False
    finally:
        with _lock:
            _waits.pop(watch, None)
    return True


async def attempt(tried, watched, timeout):
    """What tried() gives, which is called until it is not None: now, and whenever the watch that watched() makes is
    ready. None when the time is over."""
    loop = asyncio.get_running_loop()
    end = None if timeout is None else loop.time() + timeout
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
