# SPDX-License-Identifier: Apache-2.0
"""The blocks `with colors.shared_mode()` that a thread is in, and what it constructs (SharedMode.java's twin)."""
from _thread import _local


class Mode(_local):
    """One thread's own."""

    def __init__(self):
        self._depth = 0
        self._making = None    # the class whose __new__ is to make a private object
        self._made = None      # what is returned to type.__call__, which is about to initialize it again
        self._unfinished = []  # private objects that are being initialized, and those made of them meanwhile

    def enter(self):
        self._depth += 1

    def leave(self):
        if self._depth == 0:
            from colors._errors import SharedMemoryError
            raise SharedMemoryError(
                "this thread is in no block of shared_mode; a block is left by the thread that entered it, once: is it"
                " in a generator that another thread closed?")
        self._depth -= 1

    def is_private(self, cls):
        """Whether a call of __new__ of a class is for a private object."""
        return self._depth == 0 or self._making is cls

    def make(self, cls):
        """Sets the class whose __new__ is to make a private object, or None; gives the one before."""
        before, self._making = self._making, cls
        return before

    def note(self, private):
        """Notes a private object that is not initialized yet; gives how many there were."""
        self._unfinished.append(private)
        return len(self._unfinished) - 1

    def end(self, before):
        """Forgets those that were noted since there were so many."""
        del self._unfinished[before:]

    def is_idle(self):
        return not self._unfinished

    def unfinished(self):
        return list(self._unfinished)

    def made(self, shared):
        """What __new__ is about to give."""
        self._made = shared

    def is_initialized(self, shared):
        """Whether __init__ is called for what was made last, the first time: that was done before it was copied."""
        if shared is None or self._made is not shared:
            return False
        self._made = None
        return True
