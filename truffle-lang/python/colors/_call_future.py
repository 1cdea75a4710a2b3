# SPDX-License-Identifier: Apache-2.0
"""Calls of services for which no thread waits."""
import asyncio
import functools
import logging
import threading
from concurrent.futures import CancelledError, Future

from colors._errors import SharedMemoryError
from colors._language import CPYTHON, support, without_gil

_FIRST_PAUSE = 0.001  # seconds
_LONGEST_PAUSE = 0.05


class CallFuture(Future):
    """A call: its end is that of the future. It may be awaited, too."""
    _colors_why_private = "it is of this process; pass its result"

    def _send(self):
        try:
            while not without_gil(self._call.send, None):
                pass
        except BaseException as error:
            self._tell(error)
            if not isinstance(error, SharedMemoryError):  # what the handler of a signal raises is the program's
                raise
            self.set_running_or_notify_cancel()
            self.set_exception(error)

    def _tell(self, error):
        if self._ended is not None:
            self._ended(error)

    async def _outcome(self):
        """Sends it, too."""
        pause = _FIRST_PAUSE
        try:
            while not self._call.send(0):  # as many calls wait as there is room for: the loop goes on meanwhile
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        except BaseException as error:
            self._tell(error)
            self._call.cancel()  # who observes it in Java is told, too
            raise
        return await self

    def __await__(self):
        return asyncio.wrap_future(self).__await__()

    def cancel(self):
        """Gives the call up, unless it has ended. It is not executed if no server had taken it."""
        try:
            return super().cancel()
        finally:  # also when a callback raised SystemExit
            if self.cancelled():
                self._call.cancel()
                self._tell(CancelledError())

    def _end(self):
        if not self.set_running_or_notify_cancel():
            return
        try:
            result = self._call.result(self._failed)
        except Exception as error:
            try:
                self._tell(error)
            finally:  # also when an interceptor raised SystemExit
                self.set_exception(error)
        else:
            try:
                self._tell(None)
            finally:
                self.set_result(None if result is None else result)


def start(make, failed, ended, *arguments):
    """A call that is not sent yet, which `make` makes. `failed` is told of what the service raised, and raises it;
    `ended`, or None, is told that it ended."""
    future = CallFuture()
    future._failed, future._ended = failed, ended
    try:
        future._call = make(_telling().ended, future, *arguments)
    except BaseException as error:
        future._tell(error)
        raise
    return future


class _Telling:
    """What has started, and the thread that tells futures of the end of their calls."""

    def __init__(self):
        self.ended = support.ended_calls()
        threading.Thread(target=self._run, name="colors-ended-calls", daemon=True).start()

    def _run(self):
        while True:
            self._tell()

    def _tell(self):
        """One of them, which is not kept while no other ends."""
        future = without_gil(self.ended.take, None).owner
        try:
            future._end()
        except BaseException:  # a callback's SystemExit: the other futures end all the same
            logging.getLogger("concurrent.futures").exception("a callback of %r raised", future)


@functools.cache
def _telling():  # two threads that begin at once may have one each
    return _Telling()


def _forget_in_child():
    """The thread was the parent's, and so are the calls: who waits for one here is told. No callback is run twice."""
    inherited = _telling().ended.inherited() if _telling.cache_info().currsize else []
    _telling.cache_clear()
    for future in [call.owner for call in inherited]:
        future._condition = threading.Condition()  # a thread of the parent may have it
        future._done_callbacks = []
        if not future.done():
            future.set_exception(SharedMemoryError(
                "this call belongs to the process that this one was forked from; call the service again"))


if CPYTHON:
    import os

    os.register_at_fork(after_in_child=_forget_in_child)
