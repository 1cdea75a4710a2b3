# SPDX-License-Identifier: Apache-2.0
"""Errors. Each says what was wrong, what was expected and what to do; the operation changed nothing."""


class SharedMemoryError(RuntimeError):
    """A sharing operation failed."""


class TypeConflict(SharedMemoryError, TypeError):
    """A value does not fit the type that a static language declared for a field."""


class NumberOverflow(SharedMemoryError, OverflowError):
    """A number does not fit in the bits that a static language declared for a field."""


class IntegerOverflow(NumberOverflow):
    """It is an integer, or an integer does not fit in 64 bits."""


class OutOfSharedMemory(SharedMemoryError, MemoryError):
    """The heap or a table of the segment is full."""


class NoDaemon(SharedMemoryError, ConnectionError):
    """No daemon runs, none could be started, or it refused."""


class ChannelClosed(SharedMemoryError):
    """A message was sent to a closed channel, or received from one that is closed and has no message left."""


class MonitorAbandoned(SharedMemoryError):
    """The owner of a monitor died, as a process or a thread, before it left. What the monitor protects may be half changed. Who enters
    next gets this once, and does not have the monitor then; who waited has it."""


class ReadOnly(SharedMemoryError, PermissionError):
    """This process is attached read-only and was asked to write."""


class QuotaExceeded(OutOfSharedMemory):
    """The daemon's limit for one process is reached."""


_BY_KIND = {"CLOSED": ChannelClosed, "TIMEOUT": TimeoutError, "ABANDONED": MonitorAbandoned, "TYPE": TypeConflict, "OVERFLOW": NumberOverflow, "INTEGER_OVERFLOW": IntegerOverflow, "MEMORY": OutOfSharedMemory, "DAEMON": NoDaemon,
            "READ_ONLY": ReadOnly, "ATTRIBUTE": AttributeError, "QUOTA": QuotaExceeded}


def raise_error(kind, message):
    """Called by the language for each error of the core."""
    raise _BY_KIND.get(str(kind), SharedMemoryError)(str(message)) from None
