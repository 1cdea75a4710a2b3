# SPDX-License-Identifier: Apache-2.0
"""How calls of services end, in CPython: states, failures, and the errors that callers get of them (CallErrors.java's
twin)."""
from colors._errors import CallRefusedError, CallTimeoutError, NoServerError, RemoteFailureError, ServerLostError

UNSENT, SENT, TAKEN, DONE, FAILED, LOST, CANCELLED, UNSERVED = range(8)  # enum cl_call_state

EXCEPTION, REFUSED, LATE = "exception", "refused", "late"
_MOST_LETTERS = 100_000


class Failure:
    """Why there is no result; a server stores it as a frozen list in the place of the result."""
    __slots__ = ("kind", "type", "message", "trace")

    def __init__(self, kind, type="", message="", trace=""):
        self.kind, self.type, self.message, self.trace = kind, type, message, trace

    @property
    def stored(self):
        return tuple(text[:_MOST_LETTERS] + " ..." if len(text) > _MOST_LETTERS else text
                     for text in (self.kind, self.type, self.message, self.trace))


def failure_of(call):
    """Of a call that failed."""
    stored = call.result()
    if stored is None or len(stored) < 4:
        return Failure(EXCEPTION, "unknown", "the server had no memory left to say why")
    return Failure(*("" if part is None else str(part) for part in stored))


def summary(failure, text):
    """Of what the service's code raised, without its trace."""
    return f"the service failed in {text}: {failure.type}" + (f": {failure.message}" if failure.message else "")


def no_server(text):
    return NoServerError(f"{text} was not executed: no process serves it; start one, or let calls wait for servers"
                         " (waitingForServers, waits)")


def removed(text):
    return NoServerError(f"{text} was not called: the service was removed, as removeChannel does; make another client")


def not_sent(text):
    return CallTimeoutError(f"the time for {text} was over before there was room for the call; it was not sent")


def ended_without(state, text):
    """Of a call that ended so, and has no result."""
    if state == LOST:
        return ServerLostError(f"the process that executed {text} died; how far it came is not known; call again if"
                               " that does no harm")
    return no_server(text) if state == UNSERVED else CallTimeoutError(
        f"the time for {text} was over; a server may execute it")


def raise_failure(failure, text, failed):
    """Of a call that failed. `failed`, if any, is told of what the service raised, and raises it."""
    if failure.kind == REFUSED:
        raise CallRefusedError(f"{text} was not executed: {failure.message}")
    if failure.kind == LATE:
        raise CallTimeoutError(f"the time for {text} was over before a server began it")
    told = summary(failure, text), failure.type, failure.message, failure.trace
    if failed is not None:
        failed(*told)
    raise RemoteFailureError(*told)
