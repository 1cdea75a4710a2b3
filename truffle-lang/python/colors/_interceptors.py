# SPDX-License-Identifier: Apache-2.0
"""What goes along with calls of services, and who is told of them. A context is stored as keys and values in turn."""
import logging
from contextlib import ExitStack, contextmanager

from colors._errors import SharedMemoryError

MOST_BYTES = 8192  # keys and values together, in UTF-8
_all = []          # in the order in which they are told that a call begins; hooks may change it


class Interceptor:
    """Is told of the calls that this process makes and executes, in any of its threads: see intercept()."""

    def calling(self, service, method, context):
        """The program calls a method; on its thread, before the call is sent. `context` is a dict of what goes along
        with the call, to be changed. Returns None, or a function that is called once when the call has ended, in any
        thread: with the exception, or with None when there is a result, or a call was sent for whose end nobody waits.
        What this method raises is raised to the program, and nothing is sent."""

    def executing(self, service, method, context):
        """A thread of this process executes a method for a client, who passes that along. Returns None, or a context
        manager in which the method runs; it sees what the method raises."""


def intercept(interceptor):
    """From now on the interceptor is told of this process's calls, until the function is called that this returns."""
    if not isinstance(interceptor, Interceptor):
        raise TypeError(f"calls are intercepted by an instance of colors.rpc.Interceptor, not by {interceptor!r}")
    _all.append(interceptor)

    def stop():
        _all[:] = [one for one in _all if one is not interceptor]
    return stop


# ---- contexts ----

def texts_of(entries):
    """What is stored of entries: keys and values in turn; None when there are none."""
    texts = []
    for key, value in entries.items():
        if not isinstance(key, str) or not isinstance(value, str) or not key:
            raise SharedMemoryError(
                f"an entry of a call's context has a key, which is not empty, and a text, not {key!r} and {value!r}")
        texts += key, value
    size = _size(texts)
    if size > MOST_BYTES:
        raise SharedMemoryError(f"the context of a call has {MOST_BYTES} bytes at most, keys and values in UTF-8, not"
                                f" {size}; pass what is larger as an argument")
    return tuple(texts) or None


def _size(texts):
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


def texts_in(stored):
    """Of what another program stored, which may be anything: none if that is no context."""
    if len(stored) % 2 != 0 or len(stored) > 2 * MOST_BYTES:
        return ()
    texts = tuple(stored)
    good = all(isinstance(text, str) for text in texts) and all(texts[::2]) and _size(texts) <= MOST_BYTES
    return texts if good else ()


def entries_of(service):
    """What goes along with the call that this thread executes."""
    texts = [str(text) for text in service.passed()]
    return dict(zip(texts[::2], texts[1::2]))


# ---- calls ----

def begin(service, method, own):
    """A client of the service calls a method, and passes entries along, or None. What is stored of all that goes along;
    None: what came with the call that the thread executes. And who is told of the end, or None."""
    if own is None and not _all:
        return None, None
    entries = entries_of(service)
    entries.update(own or ())
    told = []
    try:
        for interceptor in _all.copy():
            end = interceptor.calling(str(service.name), method, entries)
            if end is not None:
                told.append(end)
        return texts_of(entries) or (), _teller(told)
    except BaseException as error:
        _teller(told)(error)
        raise


def _teller(told):
    def ended(error):
        while told:
            end = told.pop()  # each once, the last one first
            try:
                end(error)
            except Exception:  # the call and the others go on
                logging.getLogger("colors.rpc").exception("an interceptor's %r raised", end)
            except BaseException:  # it ends the thread, after the others were told
                ended(error)
                raise
    return ended


def observed(ended, act, *arguments):
    """What act(*arguments) gives, after whom it concerns was told."""
    if ended is None:
        return act(*arguments)
    try:
        result = act(*arguments)
    except BaseException as error:
        ended(error)
        raise
    ended(None)
    return result


@contextmanager
def executing(service, method):
    """With: this thread executes a method for a client of the service."""
    if not _all:
        yield
        return
    with ExitStack() as stack:
        entries = entries_of(service)
        for interceptor in _all.copy():
            manager = interceptor.executing(str(service.name), method, dict(entries))
            if manager is not None:
                stack.enter_context(manager)
        yield
