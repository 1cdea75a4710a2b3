# SPDX-License-Identifier: Apache-2.0
"""Channels: named queues of messages between processes."""
from colors._classes import name_of
from colors._errors import ChannelClosedError
from colors._language import api, without_gil
from colors._repository import ByKey, awaiting, millis

_NOTHING = object()
_TYPES = {
    int: "integer", float: "float", bool: "boolean", str: "string", bytes: "binary", bytearray: "binary", list: "list",
    tuple: "list", set: "set", frozenset: "set", dict: "map", object: "any"}
_CLASS = type


class Channel(ByKey):
    """A named queue of messages between processes, with room for a fixed number of them.

    Any number of threads of any processes send and receive; each message is received once, and those of one sender in
    their order. A message is a shared object, a value (it is copied) or None. Iterating receives until the channel is
    closed; the end of a `with` block closes it. It also has the methods of queue.Queue, but for task_done and join.
    len() is the number of messages in it, and it is true also when empty.
    """
    __slots__ = ("_channel", "_send", "_receive")
    __class_getitem__ = classmethod(type(list[int]))  # Channel[Employee], for annotations

    def __init__(self, key, capacity=None, type=None, spin=None):
        self._channel = api.channel(key, capacity, _type_of(type), millis(spin))
        self._send = self._channel.send
        self._receive = self._channel.receive

    @property
    def key(self):
        return str(self._channel.key)

    @property
    def capacity(self):
        """How many messages there is room for."""
        return self._channel.capacity

    @property
    def type(self):
        """What its messages are: "any", "integer", the name of a class, ..."""
        return str(self._channel.type)

    @property
    def closed(self):
        return self._channel.isClosed()

    def send(self, message, timeout=None):
        """Sends a message, waits while the channel is full. Raises ChannelClosedError, and TimeoutError when the time
        (in seconds) is over."""
        if not without_gil(self._send, message, millis(timeout)):
            raise TimeoutError(f"channel '{self.key}' was full for {timeout} s; nothing was sent")

    def receive(self, timeout=None):
        """Receives the oldest message, waits while there is none. Raises ChannelClosedError when the channel is closed
        and empty, and TimeoutError."""
        message = without_gil(self._receive, millis(timeout), _NOTHING)
        if message is _NOTHING:
            raise TimeoutError(f"no message came to channel '{self.key}' in {timeout} s")
        return None if message is None else message

    def try_send(self, message):
        """Sends a message if there is room for it now. Returns whether it did."""
        return self._send(message, 0)

    def try_receive(self, default=None):
        """Receives the oldest message if there is one now, else returns `default`."""
        message = self._receive(0, default)
        return None if message is None else message

    async def receive_async(self, timeout=None):
        """As receive, for a coroutine: the loop goes on meanwhile. In CPython alone. One that is cancelled has received
        nothing."""
        attempt = awaiting()

        def tried():
            message = self._receive(0, _NOTHING)
            return None if message is _NOTHING else (message,)
        found = await attempt(tried, lambda: api.watch(self._channel, False), timeout)
        if found is None:
            raise TimeoutError(f"no message came to channel '{self.key}' in {timeout} s")
        return found[0]

    async def send_async(self, message, timeout=None):
        """As send, for a coroutine. In CPython alone."""
        sent = await awaiting()(
            lambda: self._send(message, 0) or None, lambda: api.watch(self._channel, True), timeout)
        if sent is None:
            raise TimeoutError(f"channel '{self.key}' was full for {timeout} s; nothing was sent")

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.receive_async()
        except ChannelClosedError:
            raise StopAsyncIteration from None

    def close(self):
        """Closes it for all processes: nothing can be sent any more, what is in it can be received."""
        self._channel.close()

    def __len__(self):
        return self._channel.size()

    def __bool__(self):
        return True

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.receive()
        except ChannelClosedError:
            raise StopIteration from None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __repr__(self):
        return f"colors.channel({self.key!r})"

    # ---- as queue.Queue has it

    @property
    def maxsize(self):
        return self.capacity

    def qsize(self):
        return len(self)

    def empty(self):
        return len(self) == 0

    def full(self):
        return len(self) >= self.capacity

    def put(self, message, block=True, timeout=None):
        if not without_gil(self._send, message, millis(timeout if block else 0)):
            from queue import Full
            raise Full

    def get(self, block=True, timeout=None):
        message = without_gil(self._receive, millis(timeout if block else 0), _NOTHING)
        if message is _NOTHING:
            from queue import Empty
            raise Empty
        return None if message is None else message

    def put_nowait(self, message):
        self.put(message, False)

    def get_nowait(self):
        return self.get(False)


def _type_of(type):
    if type is None or isinstance(type, str):
        return type
    if not isinstance(type, _CLASS):
        raise TypeError(
            f"the type of a channel is a class, or a shared name, not {type!r}: colors.channel('orders', 256, int)")
    return _TYPES[type] if type in _TYPES else name_of(type)


def channel(key, capacity=None, type=None, spin=None):
    """The channel of that key. Made when there is none: with room for `capacity` messages (256), of a `type` (any).

    The type is int, float, bool, str, bytes, list, set, dict, a class whose instances and those of its subclasses fit,
    or a shared name. A channel of another capacity or type than asked for raises SharedMemoryError or
    TypeConflictError. For `spin` seconds who waits looks again and again before it sleeps.
    """
    return Channel(key, capacity, type, spin)


def channels():
    """The keys of all channels, sorted."""
    return [str(key) for key in api.channels()]


def remove_channel(key):
    """Closes the channel, drops its messages, and makes its key free for another one. Returns whether it was there."""
    return api.removeChannel(key)
