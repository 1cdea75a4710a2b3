# SPDX-License-Identifier: Apache-2.0
"""Monitors: entered, entered again, waited on and notified; the same one in every language."""

import colors
import corpus
from corpus import attempt, find, publish, say, text, truth


@colors.shared("locking.Counter")
class Counter:
    def __init__(self):
        self.count = 0
        self.names = []


def write():
    counter = colors.copy_in(Counter())
    publish("locking", counter)
    with colors.monitor(counter) as first:
        with colors.monitor(counter) as second:
            say(f"notified: {truth(second.wait(0.005))}")
            counter.count += 1
        say(f"held after one exit: {truth(first.locked())}")
        first.notify()
        first.notify_all()
    say(f"held after two: {truth(first.locked())}")
    say(f"exit: {refused(first.release)}")
    say(f"wait: {refused(lambda: first.wait(0.005))}")
    say(f"notify: {refused(first.notify)}")
    attempt("a private object", lambda: colors.monitor(object()))


def refused(operation):
    try:
        operation()
        return "accepted"
    except RuntimeError:
        return "refused"


def read():
    counter = find("locking")
    monitor = colors.monitor(counter)
    say(f"free: {truth(monitor.acquire(False))}")
    counter.count += 1
    with colors.monitor(counter.names):
        counter.names.append("Ada")
    monitor.notify_all()
    monitor.release()
    with colors.monitor(colors.repository("locking")):
        say(f"count: {counter.count}")


def check():
    counter = find("locking")
    with colors.monitor(counter):
        counter.count += 1
        say(f"count: {counter.count}, names: {text(counter.names[0])}")


if __name__ == "__main__":
    corpus.main(globals())
