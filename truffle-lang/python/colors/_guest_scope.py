# SPDX-License-Identifier: Apache-2.0
"""Scopes in CPython: GuestScope.java's twin."""
import threading

from colors import _native
from colors._errors import SharedMemoryError

_SUSPENDED = 0x20 | 0x80 | 0x100 | 0x200  # flags of code: generators and coroutines
_OPEN, _OF_ANOTHER, _CLOSED, _AROUND = range(4)  # what state() says


class GuestScope:
    """Opened by the frame that has the with statement. If that closes it, no operation that began in it can go on."""
    __slots__ = ("_scope", "_thread", "_frame")

    def __init__(self, frame):
        self._thread = threading.current_thread().name
        self._frame = None if frame is None or frame.f_code.co_flags & _SUSPENDED else frame
        self._scope = _native.Scope()

    def _check_owner(self, act):
        state = self._scope.state()
        if state == _OF_ANOTHER:
            raise SharedMemoryError(f"a scope of thread '{self._thread}' cannot {act} in"
                                    f" '{threading.current_thread().name}'; nothing was done")
        return state

    def keep(self, value):
        if not isinstance(value, _native.Wrapper):
            return value
        _native.address(value)  # which one of a closed scope has not
        state = self._check_owner("keep an object")
        if state == _CLOSED:
            raise SharedMemoryError("a scope that is closed cannot keep an object; nothing was done")
        if state == _AROUND:
            raise SharedMemoryError("a scope in which another one is open cannot keep an object: close the inner one"
                                    " first; nothing was done")
        return self._scope.keep(value)

    def close(self, frame):
        if self._check_owner("be closed") == _CLOSED:
            return
        monitors = self._scope.monitors()
        if monitors > 0:
            raise SharedMemoryError("a scope cannot be closed while the thread has monitors that it entered in it,"
                                    f" here {monitors}: leave them first; nothing was done")
        self.end(is_lexical=frame is self._frame)

    def end(self, is_lexical):
        self._frame = None
        self._scope.close(is_lexical)


def scoped(function):
    if not callable(function):
        raise SharedMemoryError(f"a function was expected, which is called in a scope, not {function!r}")
    scope = GuestScope(None)
    try:
        return scope.keep(function())
    finally:
        scope.end(is_lexical=True)
