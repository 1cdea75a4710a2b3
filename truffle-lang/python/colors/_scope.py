# SPDX-License-Identifier: Apache-2.0
"""Scopes: references to shared objects that are given up together."""
from colors._language import api as _api


class Scope:
    """What colors.scope() returns. For the thread that made it, in a with statement. What the thread gets in it, only the thread may use, until its end;
    a later use raises SharedMemoryError, and the object itself is not touched by it."""
    __slots__ = ("_scope",)

    def __init__(self):
        self._scope = None

    def __enter__(self):
        if self._scope is not None:
            raise RuntimeError("a scope is entered once; make another one with colors.scope()")
        self._scope = _api.scope()
        return self

    def __exit__(self, *error):
        self._scope.close()

    def keep(self, value):
        """The shared object, for use after the scope and in any thread. Private values are given back as they are."""
        if self._scope is None:
            raise RuntimeError("the scope was not entered; use it in a with statement")
        return self._scope.keep(value)


def scope():
    """A stretch of this thread's work whose references to shared objects are given up together at its end, without waiting for the collector of the language:

        with colors.scope() as s:
            order = orders[key]
            last = s.keep(order.customer)     # this one may be used after the scope

    The object that a name still refers to after the scope is another process's or another name's as before; the name is of no use. Do not wait for
    something else in it that uses shared objects in this thread, as asyncio's await does: scopes of a thread are closed in the reverse order of their opening."""
    return Scope()
