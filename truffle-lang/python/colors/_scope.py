# SPDX-License-Identifier: Apache-2.0
"""Scopes: references to shared objects that are given up together."""
from colors._language import api as _api, support as _support


class Scope:
    """What colors.scope() returns. For the thread that made it, in one with statement. What the thread gets in it, only
    the thread may use, until its end; a later use raises SharedMemoryError, and the object itself is not touched by
    it."""
    __slots__ = ("_scope",)

    def __init__(self):
        self._scope = None

    def __enter__(self):
        if self._scope is not None:
            raise RuntimeError("a scope is entered once; make another one with colors.scope()")
        self._scope = _api.scope()
        return self

    def __exit__(self, kind, error, traceback):
        # Exactly these: what C code calls in an operation with others (a handler of signals, a key) is no end of it.
        _support.close_scope(self._scope)

    def keep(self, value):
        """The shared object, for use after the scope and in any thread. Private values are given back as they are."""
        if self._scope is None:
            raise RuntimeError("the scope was not entered; use it in a with statement")
        return _support.keep(self._scope, value)


def scope():
    """A stretch of this thread's work whose references to shared objects are given up together at its end, without
    waiting for the collector of the language:

        with colors.scope() as s:
            order = orders[key]
            last = s.keep(order.customer)     # this one may be used after the scope

    Do not await or yield in it: what else runs in this thread meanwhile would be in the scope, and the end of a scope
    is that of the scopes that were opened in it. The memory of a closed scope may wait for the next few scopes of the
    thread."""
    return Scope()


def scoped(function):
    """Calls the function in a scope of its own, and returns what it returns, kept. Faster than a with statement:

        total = colors.scoped(lambda: sum(o.price for o in orders))"""
    return _api.scoped(function)
