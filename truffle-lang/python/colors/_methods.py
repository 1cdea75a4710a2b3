# SPDX-License-Identifier: Apache-2.0
"""The methods of an object that a program serves, and what is told of what they raise."""
import asyncio
import threading
from collections.abc import AsyncIterator, Iterator

_GENERATORS = 0x220  # in co_flags: of functions, and of asynchronous ones
_UNTOLD = "<exception str() failed>"  # as in tracebacks
_mine = threading.local()


def method_of(implementation, name):
    """The method for calls of this name; None when there is none."""
    if name.startswith("_"):
        return None
    method = getattr(implementation, name, None)
    return method if callable(method) else None


def is_generator(method):
    """Whether it is a generator function."""
    code = getattr(method, "__code__", None)
    return code is not None and code.co_flags & _GENERATORS != 0


def misfit(error, method, arguments):
    """What is wrong when it was the call itself that raised an error, not the method: the arguments do not fit. None:
    something else."""
    here = error.__traceback__
    if not isinstance(error, TypeError) or here is None or here.tb_next is not None:
        return None
    import inspect
    try:
        inspect.signature(method).bind(*arguments)
    except TypeError as wrong:
        return str(wrong)
    except ValueError:  # its signature is not known
        pass
    return None


def told_of(error):
    """The class, message and trace of what a method raised, whatever its class does."""
    import traceback
    cls = type(error)
    name = cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
    try:
        message = str(error.args[0] if cls is KeyError and len(error.args) == 1 else error)  # a KeyError quotes it
    except Exception:
        message = _UNTOLD
    try:
        trace = "".join(traceback.format_exception(error))
    except Exception:
        trace = f"{name}: {message}"
    return name, message, trace


# ---- what runs in an event loop ----

def run(coroutine):
    """What a coroutine returns. It runs in this thread's event loop; tasks that it left there are cancelled."""
    loop = getattr(_mine, "loop", None)
    if loop is None:
        loop = _mine.loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))


def end_thread():
    """This thread runs no more coroutines."""
    loop = getattr(_mine, "loop", None)
    if loop is not None:
        _mine.loop = None
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def iterator_of(result):
    """An iterator over the items, when what a method returned is a stream; else None. An asynchronous one is for one
    thread."""
    if isinstance(result, Iterator):
        return result
    return _Awaited(result) if isinstance(result, AsyncIterator) else None


class _Awaited:
    """An iterator over what an asynchronous iterator gives, in the event loop of the thread that asks."""

    def __init__(self, items):
        self._items = items

    def __next__(self):
        try:
            return run(self._next())
        except StopAsyncIteration:
            raise StopIteration from None

    async def _next(self):
        return await anext(self._items)

    async def _close(self):
        close = getattr(self._items, "aclose", None)
        if close is not None:
            await close()

    def close(self):
        try:
            run(self._close())
        finally:
            end_thread()
