# SPDX-License-Identifier: Apache-2.0
"""Accounts for what processes noted (ledger.py): what was acknowledged is there, once, and in order; at most what a
process was doing when it was killed may be there or not."""
from collections import Counter

from ledger import ABANDONED, ADDED, BROKEN, EXECUTED, KINDS, LIFE, LOST, TAKEN, TORN, UNSERVED, WAYS, Ledger
from twins import Twins


class Life:
    """A process, and what was judged of its ledger."""

    def __init__(self, folder, number, seed):
        self.number, self.first, self.seed = number, number * LIFE, seed
        self.twins = Twins(seed)
        self.attached = 1  # processes
        self.ledger = Ledger(folder, number)
        self.dead = False
        self.seen = dict.fromkeys(KINDS, 0)  # done when it was last judged
        self.read = dict.fromkeys((TAKEN, EXECUTED, ABANDONED, TORN), 0)
        self.taken, self.executed = [], []

    def look(self):
        """Reads what is new in the notes."""
        for word in (TAKEN, EXECUTED):
            notes = list(self.ledger.notes(word, self.read[word]))
            self.read[word] += len(notes)
            if word == TAKEN:
                self.taken = notes
            else:
                self.executed = [number for _, number in notes]

    def new(self, word):
        """How much a count has grown."""
        before, self.read[word] = self.read[word], self.ledger.words[word]
        return self.read[word] - before

    def finished(self, kind):
        """The numbers of what was done since it was last judged."""
        return range(self.first + self.seen[kind] + 1, self.first + self.ledger.counts(kind)[1] + 1)

    def in_flight(self, kind):
        """Whether it was at that when it was killed."""
        begun, done = self.ledger.counts(kind)
        return begun > done

    def judged(self):
        self.seen = {kind: self.ledger.counts(kind)[1] for kind in KINDS}


class Accounts:
    """check(what, good, detail) is told of each judgement."""

    def __init__(self, check):
        self.check = check
        self.executed = set()  # of all rounds
        self.called = {}  # life: how many calls it had begun when it was killed
        self.before = dict.fromkeys((*ADDED, "section"), 0)
        self.deaths = dict.fromkeys(KINDS, 0)  # what processes were doing when they were killed

    def judge(self, lives, found):
        """Of the processes of a round, in which the survivors pause. found: what the referee counted and drained."""
        for life in lives:
            life.look()
            self.called[life.number] = life.ledger.counts("call")[0]
        busy = [(life.number, kind) for life in lives if not life.dead for kind in KINDS if life.in_flight(kind)]
        self.check("processes that pause are at nothing", not busy, busy)
        totals = {way: self.transfer(way, lives, found.drained[way]) for way in WAYS}
        for kind in self.before:
            self.count(kind, lives, found.counts[kind])
        self.section(lives, found)
        self.own(lives, found.own)
        self.twins(lives, found.twins)
        totals["call"] = self.calls(lives)
        for life in lives:
            life.judged()
            for kind in KINDS:
                self.deaths[kind] += life.in_flight(kind)
        return totals

    def transfer(self, way, lives, drained):
        """Each message was taken once; only one that a process had taken as it was killed may be missing."""
        send = f"send {way}"
        sure = {number for life in lives for number in life.finished(send)}
        maybe = {life.first + life.ledger.counts(send)[1] + 1 for life in lives if life.in_flight(send)}
        takers = [[number for at, number in life.taken if at == WAYS.index(way)] for life in lives] + [drained]
        taken = [number for taker in takers for number in taker]
        unique = set(taken)
        self.check(f"{way}: no message is taken twice", len(taken) == len(unique), len(taken) - len(unique))
        self.check(f"{way}: each message was sent", unique <= sure | maybe, sorted(unique - sure - maybe)[:9])
        lost = sure - unique
        allowed = sum(life.in_flight(f"take {way}") for life in lives)
        self.check(f"{way}: no message is lost", len(lost) <= allowed, (sorted(lost)[:9], allowed))
        self.check(f"{way}: a sender's messages come in order", all(map(in_order, takers)), "")
        return len(taken)

    def count(self, kind, lives, now):
        """What was acknowledged was added, and at most what processes were adding when they were killed."""
        done = sum(len(life.finished(kind)) for life in lives)
        most = done + sum(life.in_flight(kind) for life in lives)
        grown = now - self.before[kind]
        self.before[kind] = now
        self.check(f"{kind}: nothing is lost or added twice", done <= grown <= most, (done, grown, most))

    def section(self, lives, found):
        """Who enters next is told of a death, once; what is half changed is seen only after one."""
        deaths = sum(life.in_flight("section") for life in lives)
        abandoned = found.abandoned + sum(life.new(ABANDONED) for life in lives)
        torn = found.torn + sum(life.new(TORN) for life in lives)
        self.check("section: abandoned by the dead alone", abandoned <= deaths, (abandoned, deaths))
        self.check("section: half changed by the dead alone", torn <= deaths, (torn, deaths))
        told = abandoned > 0 or torn == 0 or deaths > 1
        self.check("section: who comes next is told", told, (abandoned, torn, deaths))

    def own(self, lives, own):
        """The value of a key is the last that its only writer put, or was putting when it was killed."""
        wrong = []
        for life in lives:
            done, found = life.ledger.counts("own")[1], own.get(life.number, life.first) - life.first
            if not done <= found <= done + life.in_flight("own"):
                wrong.append((life.number, found, done))
        self.check("map: each key has its last value", not wrong, wrong)

    def twins(self, lives, twins):
        """Each operation of a list, dict or set was made, or not begun."""
        wrong = []
        for life in lives:
            life.twins.go_on(life.ledger.counts("twin")[1])
            if life.number in twins:
                difference = life.twins.difference(twins[life.number], life.in_flight("twin"))
                wrong += [(life.number, *difference)] if difference else []
        self.check("containers: each operation is made or not begun", not wrong, wrong)

    def calls(self, lives):
        """None is executed twice; what is done was executed; only the death of its server loses a call."""
        new = [number for life in lives for number in life.executed]
        twice = [number for number, count in Counter(new).items() if count > 1 or number in self.executed]
        self.check("call: none is executed twice", not twice, sorted(twice)[:9])
        self.executed.update(new)
        invented = [number for number in new if not 0 < number % LIFE <= self.called.get(number // LIFE, 0)]
        self.check("call: each was sent", not invented, invented[:9])
        failed = {way: {number for life in lives for at, number in life.taken if at == way}
                  for way in (LOST, UNSERVED, BROKEN)}
        done = {number for life in lives for number in life.finished("call")} - failed[LOST] - failed[UNSERVED]
        self.check("call: each that is done was executed", done <= self.executed, sorted(done - self.executed)[:9])
        false = failed[UNSERVED] & self.executed
        self.check("call: one without a server was not executed", not false, sorted(false)[:9])
        deaths = sum(life.dead for life in lives)
        self.check("call: only a server's death loses one", len(failed[LOST]) <= deaths, (len(failed[LOST]), deaths))
        broken = failed[BROKEN]
        self.check("stream: only a server's death breaks one", deaths > 0 or not broken, sorted(broken)[:9])
        return len(done)


def in_order(numbers):
    """Those of each life go up."""
    last = {}
    for number in numbers:
        if last.get(number // LIFE, 0) >= number:
            return False
        last[number // LIFE] = number
    return True
