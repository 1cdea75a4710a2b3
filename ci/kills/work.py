# SPDX-License-Identifier: Apache-2.0
"""A process that works on what all share until it is killed, or told to end: work.py FOLDER LIFE SEED.

It pauses between two pieces of work when the referee says so. ledger.py says what it notes; Work.java is the same in
Java.
"""
import asyncio
import ctypes
import os
import random
import signal
import sys
import time

import colors
import ledger as words
import twins
from colors import rpc
from messages import message_of, number_of, text_of

COMMON = 20  # keys of the map that anybody changes
MOST = 50  # messages in the list
ITEMS = 80  # of a stream, at most
TURNS = (2000, 10)  # pieces of work until it looks up, short ones and all
PR_SET_PDEATHSIG = 1  # of linux/prctl.h
PATIENCE = 0.02  # seconds for room in the channel or a message


class Server:
    """What a process of the service does: each call is noted before its client can know that it is done."""

    def __init__(self, ledger, random_):
        self._ledger = ledger
        self._random = random_

    def next(self, message):
        number = number_of(message)
        self._ledger.note(words.EXECUTED, number)
        if self._random.randrange(8) == 0:
            time.sleep(0.001)  # so that many die in a call
        return number + 1

    def items(self, first, count):
        yield from range(first, first + count)


class Worker:
    def __init__(self, folder, life, seed):
        self.ledger, self.control = words.Ledger(folder, life), words.Control(folder)
        self.first, self.life = life * words.LIFE, life
        self.random, self.seed = random.Random(seed), seed
        names = ("counter", "array", "map", "account", "list")
        self.counter, self.array, self.map, self.account, self.list = (
            colors.repository(f"kills.{name}").get() for name in names)
        self.channel = colors.channel("kills.channel")
        self.token = colors.repository("kills.token")
        self.twins = colors.copy_in(list(twins.empty()))
        colors.repository("kills.twins").get()[life] = self.twins
        self.server = rpc.serve("kills", Server(self.ledger, random.Random(seed + 1)), threads=1)
        self.client = rpc.client("kills")
        self.asynchronous = rpc.client("kills", asynchronous=True)

    def number(self, kind):
        """The number of the message that it is about to send: it is begun then."""
        self.ledger.begin(kind)
        return self.first + self.ledger.counts(kind)[0]

    def done(self, kind):
        self.ledger.end(kind)

    def took(self, way, message):
        if message is None:
            self.ledger.cancel(f"take {way}")
            return
        self.ledger.note(words.TAKEN, number_of(message), words.WAYS.index(way))
        self.done(f"take {way}")

    # ---- the work

    def count_field(self):
        self.ledger.begin("field")
        colors.get_and_add(self.counter, "count", 1)
        self.done("field")

    def count_element(self):
        self.ledger.begin("element")
        self.array.get_and_add(0, 1)
        self.done("element")

    def count_value(self):
        self.ledger.begin("value")
        self.map.get_and_add("count", 1)
        self.done("value")

    def section(self):
        """In its monitor the fields of an account are changed one after the other: a death leaves it half changed."""
        self.ledger.begin("section")
        try:
            with colors.monitor(self.account) as monitor:
                if self.random.randrange(40) == 0:
                    monitor.wait(0.001)
                self.change(self.account)
                monitor.notify()
        except colors.MonitorAbandonedError:
            self.ledger.add(words.ABANDONED)
            self.ledger.cancel("section")
        else:
            self.done("section")

    def change(self, account):
        first = account.first
        if account.second != first or account.text != text_of(first):
            self.ledger.add(words.TORN)
        account.first = first + 1
        account.text = text_of(first + 1)
        account.second = first + 1

    def own_key(self):
        """Nobody else writes it."""
        key = f"own {self.life}"
        expected = self.ledger.counts("own")[1]
        found = self.map.get(key)
        if (0 if found is None else number_of(found) - self.first) != expected:
            raise AssertionError(f"not so: {key} is {found}, expected {expected}")
        number = self.number("own")
        self.map[key] = message_of(number)
        self.done("own")

    def common_key(self):
        key = f"common {self.random.randrange(COMMON)}"
        what = self.random.randrange(4)
        if what == 0:
            self.map[key] = message_of(self.first + self.random.randrange(1000))
        elif what == 1:
            number_of(self.map.pop(key, 0))
        elif what == 2:
            number_of(self.map.get(key, 0))
        else:
            for name, found in self.map.items():
                if name != "count":
                    number_of(found)

    def twin(self):
        """What the referee does too, to see what it comes to."""
        self.ledger.begin("twin")
        twins.step(self.twins, self.seed, self.ledger.counts("twin")[1])
        self.done("twin")

    def send_list(self):
        if len(self.list) < MOST:
            number = self.number("send list")
            self.list.append(message_of(number))
            self.done("send list")

    def take_list(self):
        self.ledger.begin("take list")
        try:
            message = self.list.pop(0)
        except IndexError:
            message = None
        self.took("list", message)

    def send_channel(self):
        number = self.number("send channel")
        try:
            self.channel.send(message_of(number), timeout=PATIENCE)
        except TimeoutError:
            self.ledger.cancel("send channel")
        else:
            self.done("send channel")

    def take_channel(self):
        self.ledger.begin("take channel")
        try:
            if self.random.randrange(4):
                message = self.channel.receive(timeout=PATIENCE)
            else:
                message = asyncio.run(self.channel.receive_async(timeout=PATIENCE))
        except TimeoutError:
            message = None
        self.took("channel", message)

    def swap_token(self):
        """One is sent and one is taken, at once."""
        number = self.number("send token")
        self.ledger.begin("take token")
        message = self.token.get_and_set(message_of(number))
        self.took("token", message)
        self.done("send token")

    def call(self):
        number = self.number("call")
        try:
            if self.random.randrange(4):
                found = self.client.next(message_of(number))
            else:
                found = asyncio.run(self.asynchronous.next(message_of(number)))
        except rpc.ServerLostError:
            self.ledger.note(words.TAKEN, number, words.LOST)
        except rpc.NoServerError:
            self.ledger.note(words.TAKEN, number, words.UNSERVED)
        else:
            if found != number + 1:
                raise AssertionError(f"not so: the result of call {number} is {found}")
        self.done("call")

    def stream(self):
        """Of some it reads but a part."""
        number, count = self.number("stream"), self.random.randrange(ITEMS)
        enough = self.random.randrange(2 * ITEMS)
        got = 0
        try:
            with self.client.items(number, count) as items:
                for item in items:
                    if item != number + got:
                        raise AssertionError(f"not so: item {got} of stream {number} is {item}")
                    got += 1
                    if got == enough:
                        break
                else:
                    if got != count:
                        raise AssertionError(f"not so: stream {number} ends after {got} of {count} items")
        except rpc.ServerLostError:
            self.ledger.note(words.TAKEN, number, words.BROKEN)
        except rpc.NoServerError:
            self.ledger.note(words.TAKEN, number, words.UNSERVED)
        self.done("stream")

    SHORT = (count_field, count_element, count_value, section, own_key, common_key, twin, send_list, take_list,
             swap_token)
    ALL = (*SHORT, send_channel, take_channel, call, stream)

    def work(self):
        """Now and then only what is short, or most would be killed as they wait for another one."""
        work = self.random.choice((self.SHORT, self.ALL))
        for _ in range(TURNS[work is self.ALL]):
            self.random.choice(work)(self)
            self.ledger.add(words.STEPS)

    def run(self):
        self.ledger.add(words.ATTACHED)
        while (now := self.control.get()) != words.END:
            if now % 2 == 0:
                self.ledger.words[words.ANSWERED] = now
                time.sleep(0.001)
            else:
                self.work()


def fork(folder, life):
    """Goes on in a child. This process, which is attached too, ends as the child does, and the child with it."""
    colors.attach()
    parent, child = os.getpid(), os.fork()
    if child:
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            os.kill(parent, os.WTERMSIG(status))
        os._exit(os.waitstatus_to_exitcode(status))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    words.Ledger(folder, life).words[words.CHILD] = os.getpid()


FOLDER, NUMBER, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
if SEED % words.FORKED == 0:
    fork(FOLDER, NUMBER)
worker = Worker(FOLDER, NUMBER, SEED)
with worker.server:  # whose threads keep the program alive
    worker.run()
