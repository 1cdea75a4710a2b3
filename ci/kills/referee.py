# SPDX-License-Identifier: Apache-2.0
"""Starts processes that work on the same objects (work.py, Work.java), kills some of them and the daemon, and judges
after each round what is there. ../run-kills runs it in CPython; README.md says what is judged.
"""
import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import colors
from accounts import Accounts, Life
from ledger import ANSWERED, ATTACHED, CHILD, END, FORKED, STEPS, WAYS, Control
from messages import number_of, text_of

PATIENCE = int(os.environ.get("PATIENCE_SECONDS", "120"))
VICTIMS = 3
STEPS_LEAST = 20  # of each survivor, in each round and after each death of a daemon
MOST_DELAY = 0.06  # seconds from where a victim is attached to its end
CAPACITY = 5


class Failed(Exception):
    """Nothing can be told after it."""


def await_true(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Failed(f"{what}: not in {PATIENCE} s")
        time.sleep(0.002)


def has_ended(pid):
    """Nobody may have waited for it yet."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()[0] in b"ZX"
    return True


class Native:
    """The referee of the stress (native/test/referee.c): it validates the heap, and finds what nobody can reach."""

    def __init__(self, program, segment, seed):
        self._process = subprocess.Popen([program, "referee", segment, str(seed)], text=True, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, bufsize=1)

    def ask(self, words):
        """What it finds wrong."""
        print(words, file=self._process.stdin, flush=True)
        wrong = []
        for line in self._process.stdout:
            if line.startswith("done "):
                return wrong
            if ": not so: " in line:
                wrong.append(line.strip())
        raise Failed(f"the native referee ended with {self._process.wait()} when asked to {words}: {wrong}")

    def end(self):
        self._process.stdin.close()
        return self._process.wait(PATIENCE)


class Referee:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.control = Control(options.folder)
        self.control.set(0)
        self.processes, self.lives, self.started = {}, [], 0
        self.passed = self.failed = self.daemons = self.killed = 0
        self.daemon = None
        self.accounts = Accounts(self.check)

    def check(self, what, good, detail=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}: not so: {detail}", flush=True)

    # ---- processes

    def start_daemon(self):
        options = self.options
        with open(os.path.join(options.folder, "daemon"), "wb") as output:
            self.daemon = subprocess.Popen(
                [options.colors, "serve", "--segment", options.segment, "--objects", options.objects,
                 "--gc-interval", "50"], stdout=output, stderr=output)
        await_true("the daemon starts", lambda: os.path.getsize(os.path.join(options.folder, "daemon")) > 0)

    def daemon_pid(self):
        """The process that holds the segment's lock; 0 when none does yet."""
        path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "colors", f"{self.options.segment}.lock")
        with contextlib.suppress(FileNotFoundError), open(path, encoding="ascii") as file:
            return int(file.read().strip() or 0)
        return 0

    def kill_daemon(self):
        """Who is attached starts the next one, which takes the segment over."""
        await_true("the daemon is there", self.daemon_pid)  # 0 would be this group of processes
        before = self.daemon_pid()
        os.kill(before, signal.SIGKILL)
        if self.daemon is not None and self.daemon.pid == before:
            self.daemon.wait()
        await_true("another daemon is started", lambda: self.daemon_pid() not in (0, before))
        self.daemons += 1
        self.await_steps()

    def start(self, command, environment=None):
        self.started += 1
        life = Life(self.options.folder, self.started, self.random.getrandbits(40))
        arguments = [self.options.folder, str(life.number), str(life.seed)]
        with open(self.output_of(life), "wb") as output:
            process = subprocess.Popen([*command, *arguments], stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                       env=os.environ | (environment or {}))
        self.lives.append(life)
        self.processes[life] = process
        return life

    def start_python(self, python):
        life = self.start([python, os.path.join(os.path.dirname(os.path.abspath(__file__)), "work.py")])
        life.attached += life.seed % FORKED == 0
        return life

    def start_victim(self):
        return self.start_python(self.random.choice(self.options.pythons))

    def start_java(self):
        return self.start([self.options.colors, "java", "-cp", self.options.classes, "Work"])

    def output_of(self, life):
        return os.path.join(self.options.folder, f"output-{life.number}")

    def living(self):
        return [life for life in self.lives if not life.dead]

    def look_after(self):
        """None may end by itself."""
        for life in self.living():
            status = self.processes[life].poll()
            if status is not None:
                with open(self.output_of(life), encoding="utf-8", errors="replace") as output:
                    raise Failed(f"process {life.number} ended with {status}:\n{output.read()[-3000:]}")

    def await_all(self, what, condition):
        def all_have():
            self.look_after()
            return all(condition(life) for life in self.living())
        await_true(what, all_have)

    def await_steps(self):
        first = {life: life.ledger.words[STEPS] for life in self.living()}
        self.await_all("all go on", lambda life: life.ledger.words[STEPS] >= first[life] + STEPS_LEAST)

    def kill(self, life):
        """At a random moment: in its work, or rarely in its start."""
        if self.random.randrange(10):
            await_true("a victim attaches", lambda: self.look_after() or life.ledger.words[ATTACHED])
        time.sleep(self.random.random() * MOST_DELAY)
        self.look_after()
        child = life.ledger.words[CHILD]
        if child and self.random.randrange(2):
            os.kill(child, signal.SIGKILL)
        else:
            self.processes[life].kill()
        status = self.processes.pop(life).wait()
        if status != -signal.SIGKILL:
            raise Failed(f"victim {life.number} ended with {status}")
        child = life.ledger.words[CHILD]
        await_true("the child ends with it", lambda: not child or has_ended(child))
        life.dead = True
        self.killed += 1

    # ---- what is judged

    def make(self):
        made = {
            "counter": Counter(), "account": Account(), "list": [], "map": {"count": 0}, "twins": {},
            "array": colors.Array("int64", 1)}
        for name, value in made.items():
            colors.repository(f"kills.{name}").set(value if colors.is_shared(value) else colors.copy_in(value))
        colors.channel("kills.channel", CAPACITY)

    def root(self, name):
        return colors.repository(f"kills.{name}").get()

    def drain(self):
        """What was sent and not taken, each way."""
        channel, messages = colors.channel("kills.channel"), self.root("list")
        token = colors.repository("kills.token").get_and_set(None)
        drained = {"list": [number_of(message) for message in messages], "channel": [],
                   "token": [] if token is None else [number_of(token)]}
        messages.clear()
        while (message := channel.try_receive()) is not None:
            drained["channel"].append(number_of(message))
        return drained

    def find(self):
        found = SimpleNamespace(abandoned=0, torn=0, drained=self.drain())
        account, names = self.root("account"), self.root("map")
        while True:
            try:
                with colors.monitor(account):
                    found.torn = int(account.second != account.first or account.text != text_of(account.first))
                    account.second, account.text = account.first, text_of(account.first)
                    break
            except colors.MonitorAbandonedError:
                found.abandoned += 1
        found.counts = {"field": self.root("counter").count, "element": self.root("array")[0], "value": names["count"],
                        "section": account.first}
        found.own = {life.number: number_of(names[f"own {life.number}"])
                     for life in self.lives if f"own {life.number}" in names}
        found.twins = dict(self.root("twins").items())
        return found

    def pause(self):
        self.control.set(self.control.get() + 1)
        self.await_all("all pause", lambda life: life.ledger.words[ANSWERED] == self.control.get())

    def judge(self, native):
        totals = self.accounts.judge(self.lives, self.find())
        names = self.root("map")
        for life in [life for life in self.lives if life.dead]:
            names.pop(f"own {life.number}", None)
            self.root("twins").pop(life.number, None)
            self.lives.remove(life)
            os.remove(os.path.join(self.options.folder, f"life-{life.number}"))
        del names
        attached = sum(life.attached for life in self.lives) + 2  # with the native referee and this one
        for words in (f"processes {attached}", "check"):
            wrong = native.ask(words)
            self.check(f"the heap after {words}", not wrong, wrong)
        return totals

    # ---- the parts

    def round(self, kills, daemon, native):
        """daemon: whether it is killed, too, between two victims."""
        self.control.set(self.control.get() + 1)
        self.await_steps()
        at = self.random.randrange(kills) if daemon else -1
        victims = self.living()[-VICTIMS:]
        for i in range(kills):
            if i == at:
                self.kill_daemon()
            which = self.random.randrange(VICTIMS)
            self.kill(victims[which])
            victims[which] = self.start_victim()
        self.await_all("all attach", lambda life: life.ledger.words[ATTACHED])
        self.await_steps()
        self.pause()
        return self.judge(native)

    def run(self):
        options = self.options
        self.start_daemon()
        self.make()
        native = Native(options.stress, options.segment, options.seed)
        for number in range(options.rounds):
            if number == 1:
                self.lives.insert(0, self.lives.pop(self.lives.index(self.start_java())))
            elif number == 0:
                for python in (options.pythons[0], options.pythons[-1]):
                    self.start_python(python)
                for _ in range(VICTIMS):
                    self.start_victim()
            self.await_all("all attach", lambda life: life.ledger.words[ATTACHED])
            totals = self.round(options.kills, number % 2 == 0, native)
            print(f"round {number + 1}: {self.killed} killed, {self.daemons} daemons; taken from "
                  + ", ".join(f"{way} {totals[way]}" for way in WAYS) + f"; {totals['call']} calls done", flush=True)
        print("killed at: " + ", ".join(f"{kind} {count}" for kind, count in self.accounts.deaths.items()), flush=True)
        self.end(native)

    def end(self, native):
        """All end by themselves, and nothing of theirs is left."""
        self.control.set(END)
        for life, process in self.processes.items():
            status = process.wait(PATIENCE)
            self.check(f"process {life.number} ends well", status == 0, status)
        for name in ("counter", "account", "list", "map", "twins", "array", "token"):
            colors.remove_repository(f"kills.{name}")
        colors.remove_channel("kills.channel")
        for words in ("processes 2", "check"):
            wrong = native.ask(words)
            self.check(f"the heap at the end, after {words}", not wrong, wrong)
        self.check("the native referee ends well", native.end() == 0)

    def clean_up(self):
        for process in self.processes.values():
            process.kill()
            process.wait()
        if self.daemon is not None:
            subprocess.run([self.options.colors, "stop", "--segment", self.options.segment], check=False)
            self.daemon.wait(PATIENCE)


class Counter:
    def __init__(self):
        self.count = 0


class Account:
    def __init__(self):
        self.first = self.second = 0
        self.text = text_of(0)


def main():
    parser = argparse.ArgumentParser()
    for name, kind in {"folder": str, "segment": str, "colors": str, "classes": str, "stress": str, "objects": str,
                       "seed": int, "rounds": int, "kills": int}.items():
        parser.add_argument(f"--{name}", type=kind, required=True)
    parser.add_argument("pythons", nargs="+")
    referee = Referee(parser.parse_args())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        referee.run()
    except Failed as error:
        referee.check("the referee can go on", False, error)
    finally:
        referee.clean_up()
    print(f"kills: {referee.passed} passed, {referee.failed} failed")
    return referee.failed > 0


if __name__ == "__main__":
    sys.exit(main())
