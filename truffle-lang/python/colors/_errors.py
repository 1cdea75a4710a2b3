# SPDX-License-Identifier: Apache-2.0
"""Errors. Each says what was wrong, what was expected and what to do; the operation changed nothing."""


class SharedMemoryError(RuntimeError):
    """A sharing operation failed."""


class TypeConflictError(SharedMemoryError, TypeError):
    """A value does not fit the type that a static language declared for a field."""


class NumberOverflowError(TypeConflictError, OverflowError):
    """A number does not fit in the bits that a static language declared for a field."""


class IntegerOverflowError(NumberOverflowError):
    """It is an integer, or an integer does not fit in 64 bits."""


class OutOfSharedMemoryError(SharedMemoryError, MemoryError):
    """The heap or a table of the segment is full."""


class QuotaExceededError(OutOfSharedMemoryError):
    """The daemon's limit for one process is reached."""


class NoDaemonError(SharedMemoryError, ConnectionError):
    """No daemon runs, none could be started, or it refused."""


class ReadOnlyError(SharedMemoryError, PermissionError):
    """This process is attached read-only and was asked to write."""


class ChannelClosedError(SharedMemoryError):
    """A message was sent to a closed channel, or received from one that is closed and has no message left."""


class MonitorAbandonedError(SharedMemoryError):
    """The owner of a monitor died, as a process or a thread, before it left. What the monitor protects may be half
    changed. Who enters next gets this once, and does not have the monitor then; who waited has it."""


class CallError(SharedMemoryError):
    """A call of a service failed."""


class NoServerError(CallError, ConnectionError):
    """No process serves the service, or none is left. The call was not executed."""


class ServerLostError(CallError, ConnectionError):
    """The process that had taken the call died. How far it came is not known."""


class CallTimeoutError(CallError, TimeoutError):
    """The time of the call was over."""


class CallRefusedError(CallError):
    """The service has no such method, or does not take the arguments. The call was not executed."""


class RemoteFailureError(CallError):
    """The service's own code ended a call with an exception, in whatever language: `type` is its class there,
    `remote_message` its message, `trace` its stack trace."""

    def __init__(self, message, type="", remote_message="", trace=""):
        super().__init__(message)
        self.type, self.remote_message, self.trace = type, remote_message, trace

    def __str__(self):
        text = super().__str__()
        return f"{text}\n  in the server:\n{self.trace.rstrip()}" if self.trace else text


_CLASSES = {cls.__name__: cls for cls in (
    SharedMemoryError, TypeConflictError, NumberOverflowError, IntegerOverflowError, OutOfSharedMemoryError,
    QuotaExceededError, NoDaemonError, ReadOnlyError, ChannelClosedError, MonitorAbandonedError, CallError,
    NoServerError, ServerLostError, CallTimeoutError, CallRefusedError, RemoteFailureError, AttributeError,
    TimeoutError)}


def raise_error(name, message):
    """Called by the language for each error of the core, with the name of its class."""
    raise _CLASSES[str(name)](str(message)) from None
