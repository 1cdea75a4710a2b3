# SPDX-License-Identifier: Apache-2.0
"""Shared objects in CPython beside private ones, and beside what else processes share.

    cpython.py SEGMENT SECONDS SAMPLES REGEX                 # but for the next two
    cpython.py SEGMENT numpy SECONDS SAMPLES REGEX MEBIBYTES # rows numpy.*, of an array of that size
    cpython.py SEGMENT start SAMPLES REGEX                   # import and attach, each in a process of its own

Prints "ROW VALUE BASELINE" for each sample, nanoseconds for one operation, the two measured one after the other; of a
row whose library cannot be imported "missing ROW REASON". In rows of other libraries the baseline is ours.
"""
import os
import pickle
import re
import shelve
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing import get_context

import colors

COUNT = 1000  # objects, elements, keys
LEVELS = 7  # of the tree that pickle.call passes
BYTES = 1024  # that iceoryx2.call passes
BUSY = 0.01  # seconds for which both sides look again and again there, as iceoryx2's do


class Node:
    __slots__ = ("value", "ratio", "text", "next")

    def __init__(self, value, next):
        self.value = value
        self.ratio = value / 2
        self.text = f"text {value}"
        self.next = next


class Plain:
    __slots__ = ("value", "ratio", "text", "next")

    def __init__(self, value, ratio, text, next):
        self.value, self.ratio, self.text, self.next = value, ratio, text, next


class Tree:
    __slots__ = ("value", "left", "right")

    def __init__(self, levels):
        self.value = levels
        self.left = Tree(levels - 1) if levels > 1 else None
        self.right = Tree(levels - 1) if levels > 1 else None


# ---- operations: each does COUNT of them, so many times


def read_int(nodes, passes):
    total = 0
    for _ in range(passes):
        for node in nodes:
            total += node.value
    return total


def read_float(nodes, passes):
    total = 0.0
    for _ in range(passes):
        for node in nodes:
            total += node.ratio
    return total


def read_text(nodes, passes):
    total = 0
    for _ in range(passes):
        for node in nodes:
            total += len(node.text)
    return total


def write_int(nodes, passes):
    for i in range(passes):
        for node in nodes:
            node.value = i


def hop(nodes, passes):
    for _ in range(passes):
        node = nodes[0]
        while node is not None:
            node = node.next


def call(make, passes):
    for _ in range(passes):
        for i in range(COUNT):
            make(i)


def get(container, passes):
    total = 0
    for _ in range(passes):
        for i in range(COUNT):
            total += container[i]
    return total


def set_(container, passes):
    for i in range(passes):
        for j in range(COUNT):
            container[j] = i


def iterate(container, passes):
    total = 0
    for _ in range(passes):
        for value in container:
            total += value
    return total


def append(container, passes):
    for _ in range(passes):
        container.clear()
        for i in range(COUNT):
            container.append(i)


def get_by_text(state, passes):
    container, texts = state
    total = 0
    for _ in range(passes):
        for text in texts:
            total += container[text]
    return total


def set_by_text(state, passes):
    container, texts = state
    for i in range(passes):
        for text in texts:
            container[text] = i


def enter(lock, passes):
    for _ in range(passes):
        for _ in range(COUNT):
            with lock:
                pass


def read_one(owner, passes):
    for _ in range(passes):
        for _ in range(COUNT):
            owner.value


def write_one(owner, passes):
    for i in range(passes):
        for _ in range(COUNT):
            owner.value = i


# ---- what they work on


def chain(share):
    node = None
    for value in reversed(range(COUNT)):
        node = Node(value, node)
    first = node = share(node)
    nodes = []
    while node is not None:
        nodes.append(node)
        node = node.next
    assert nodes[0] is first
    return nodes


def texts():
    return [f"key{i}" for i in range(COUNT)]


def by_text():
    return {text: i for i, text in enumerate(texts())}


class Bench:
    def __init__(self, segment, seconds, samples, wanted):
        self.segment, self.seconds, self.samples, self.wanted = segment, seconds, samples, re.compile(wanted)

    def is_wanted(self, row):
        return bool(self.wanted.search(row))

    def compare(self, row, function, subject, baseline, operations=COUNT):
        """subject and baseline are made when the row is wanted. A pass does that many operations."""
        if not self.is_wanted(row):
            return
        subject, baseline = subject(), baseline()
        passes = self.passes_of(function, subject), self.passes_of(function, baseline)
        for _ in range(self.samples):
            print(row, *(self.seconds_of(function, state, times) / times / operations * 1e9
                         for state, times in zip((subject, baseline), passes, strict=True)), flush=True)

    def passes_of(self, function, state):
        passes = 1
        while self.seconds_of(function, state, passes) < self.seconds:
            passes *= 2
        return passes

    @staticmethod
    def seconds_of(function, state, passes):
        start = time.perf_counter()
        function(state, passes)
        return time.perf_counter() - start


def private(value):
    return value


def fields(bench):
    share = colors.copy_in
    for row, function in (("read", read_int), ("read.float", read_float), ("read.text", read_text),
                          ("write", write_int), ("hop", hop)):
        bench.compare(row, function, lambda: chain(share), lambda: chain(private))
    bench.compare("alloc", call, lambda: lambda i: colors.allocate(Plain, value=i, ratio=0.5, text="text", next=None),
                  lambda: lambda i: Plain(i, 0.5, "text", None))
    bench.compare("monitor", enter, lambda: colors.monitor(share(Node(1, None))), threading.Lock)


def containers(bench):
    share = colors.copy_in
    numbers = list(range(COUNT))
    for row, function in ("list.get", get), ("list.set", set_), ("list.iterate", iterate), ("list.append", append):
        bench.compare(row, function, lambda: share(numbers), lambda: list(numbers))
    for row, function in ("dict.get", get_by_text), ("dict.set", set_by_text):
        bench.compare(row, function, lambda: (share(by_text()), texts()), lambda: (by_text(), texts()))


# ---- arrays in numpy


def sum_(array, passes):
    for _ in range(passes):
        array.sum()


def arrays(bench, mebibytes):
    wanted = [row for row in ("numpy.asarray", "numpy.sum") if bench.is_wanted(row)]
    numpy = importing(wanted[0], bench, "numpy") if wanted else None
    if numpy is None:
        return
    private = numpy.arange(mebibytes << 17)
    shared = colors.Array("int64", len(private))
    view = numpy.asarray(shared)
    view[:] = private
    bench.compare("numpy.asarray", call, lambda: lambda _: numpy.asarray(shared),
                  lambda: lambda _: numpy.asarray(memoryview(private)))
    bench.compare("numpy.sum", sum_, lambda: view, lambda: private, len(private))


# ---- what a program waits for before its first object

START = """
import time
times = [time.perf_counter()]
import asyncio
times.append(time.perf_counter())
import colors
times.append(time.perf_counter())
colors.repository("start").get()
times.append(time.perf_counter())
for before, after in zip(times, times[1:]):
    print((after - before) * 1e9)
"""


def starts(samples, wanted):
    """Beside the import of asyncio, in the same process."""
    if not any(re.search(wanted, row) for row in ("import", "attach")):
        return
    for _ in range(samples):
        theirs, imported, attached = subprocess.check_output([sys.executable, "-c", START], text=True).split()
        for row, ours in ("import", imported), ("attach", attached):
            if re.search(wanted, row):
                print(row, ours, theirs, flush=True)


# ---- what else processes share


def managers(bench, manager):
    def name_space():
        space = manager.Namespace()
        space.value = 1
        return space

    def ours():
        return colors.copy_in(Node(1, None))

    bench.compare("manager.read", read_one, name_space, ours)
    bench.compare("manager.write", write_one, name_space, ours)
    numbers = list(range(COUNT))
    bench.compare("manager.list.get", get, lambda: manager.list(numbers), lambda: colors.copy_in(numbers))
    bench.compare("manager.dict.get", get_by_text, lambda: (manager.dict(by_text()), texts()), shared_dict)


def shared_dict():
    return colors.copy_in(by_text()), texts()


def shelves(bench, folder):
    names = iter(range(10))

    def shelf():
        made = shelve.open(os.path.join(folder, str(next(names))))  # noqa: SIM115 (the process ends soon)
        made.update(by_text())
        return made, texts()

    bench.compare("shelve.get", get_by_text, shelf, shared_dict)
    bench.compare("shelve.set", set_by_text, shelf, shared_dict)


def importing(row, bench, name):
    """The library, when the row is wanted and it is there."""
    if not bench.is_wanted(row):
        return None
    try:
        return __import__(name)
    except ImportError as error:
        print("missing", row, error, flush=True)


def ultradicts(bench):
    library = importing("ultradict.get", bench, "UltraDict")
    if library is None:
        return
    shared = library.UltraDict(by_text(), buffer_size=1 << 20)
    try:
        bench.compare("ultradict.get", get_by_text, lambda: (shared, texts()), shared_dict)
        bench.compare("ultradict.set", set_by_text, lambda: (shared, texts()), shared_dict)
    finally:
        shared.unlink()


def rays(bench):
    """A list that another process put into Ray's store, got whole and read, beside a shared list that is read."""
    ray = importing("ray.get", bench, "ray")
    if ray is None:
        return
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        numbers = list(range(COUNT))
        reference = ray.put(numbers)
        repository = colors.repository("ray")
        repository.set(colors.copy_in(numbers))
        bench.compare("ray.get", lambda find, passes: [iterate(find(), 1) for _ in range(passes)],
                      lambda: lambda: ray.get(reference), lambda: repository.get)
    finally:
        ray.shutdown()


# ---- a tree that another process sums


def total(tree):
    return 0 if tree is None else tree.value + total(tree.left) + total(tree.right)


def answer_by_pickle(path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        print("ready", flush=True)
        connection, _ = server.accept()
        with connection, connection.makefile("rb") as stream:
            while (size := stream.read(4)) and (data := stream.read(*struct.unpack("!I", size))):
                connection.sendall(struct.pack("!q", total(pickle.loads(data))))


def answer_by_channel():
    print("ready", flush=True)
    answers = colors.channel("answers")
    for tree in colors.channel("trees"):
        answers.send(total(tree))


def calls(bench, folder):
    if not bench.is_wanted("pickle.call"):
        return
    path = os.path.join(folder, "socket")
    trees, answers = colors.channel("trees"), colors.channel("answers")
    with (child(bench, "pickle", path) as pickles, child(bench, "channel") as channels,
          socket.socket(socket.AF_UNIX) as peer):
        peer.connect(path)
        tree = Tree(LEVELS)

        def by_pickle(_):
            data = pickle.dumps(tree, pickle.HIGHEST_PROTOCOL)
            peer.sendall(struct.pack("!I", len(data)) + data)
            return struct.unpack("!q", peer.recv(8, socket.MSG_WAITALL))[0]

        shared = colors.copy_in(tree)

        def by_channel(_):
            trees.send(shared)
            return answers.receive()

        assert by_pickle(0) == by_channel(0) == total(tree)
        bench.compare("pickle.call", call, lambda: by_pickle, lambda: by_channel)
        peer.shutdown(socket.SHUT_RDWR)
        trees.close()
        pickles.wait()
        channels.wait()


# ---- bytes whose length another process tells


def measure_bytes():
    print("ready", flush=True)
    answers = colors.channel("lengths", spin=BUSY)
    for data in colors.channel("bytes", spin=BUSY):
        answers.send(len(bytes(data)))


def bytes_by_iceoryx2(bench):
    if importing("iceoryx2.call", bench, "iceoryx2") is None:
        return
    import peer_iceoryx2
    name = f"colors/{bench.segment}/{os.getpid()}"
    data, lengths = colors.channel("bytes", spin=BUSY), colors.channel("lengths", spin=BUSY)
    with child(bench, "iceoryx2", name) as theirs, child(bench, "bytes") as ours:
        caller = peer_iceoryx2.Caller(name, BYTES)
        content = bytes(BYTES)

        def by_channel(_):
            data.send(content)
            return lengths.receive()

        assert caller.call(content) == by_channel(0) == BYTES
        bench.compare("iceoryx2.call", call, lambda: lambda _: caller.call(content), lambda: by_channel)
        caller.call(b"")
        data.close()
        theirs.wait()
        ours.wait()


def child(bench, *role):
    process = subprocess.Popen([sys.executable, __file__, bench.segment, *role], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def measure(bench):
    with tempfile.TemporaryDirectory() as folder:
        fields(bench)
        containers(bench)
        if any(bench.is_wanted(f"manager.{row}") for row in ("read", "write", "list.get", "dict.get")):
            with get_context("spawn").Manager() as manager:
                managers(bench, manager)
        shelves(bench, folder)
        ultradicts(bench)
        rays(bench)
        calls(bench, folder)
        bytes_by_iceoryx2(bench)


def main(segment, *arguments):
    os.environ["COLORS_SEGMENT"] = segment  # the first use attaches
    if arguments[0] == "pickle":
        answer_by_pickle(arguments[1])
    elif arguments[0] == "channel":
        answer_by_channel()
    elif arguments[0] == "iceoryx2":
        import peer_iceoryx2
        peer_iceoryx2.answer(arguments[1])
    elif arguments[0] == "bytes":
        measure_bytes()
    elif arguments[0] == "numpy":
        seconds, samples, wanted, mebibytes = arguments[1:]
        arrays(Bench(segment, float(seconds), int(samples), wanted), int(mebibytes))
    elif arguments[0] == "start":
        starts(int(arguments[1]), arguments[2])
    else:
        seconds, samples, wanted = arguments
        measure(Bench(segment, float(seconds), int(samples), wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
