# SPDX-License-Identifier: Apache-2.0
"""Compare and set, get and set, get and add: each is one step for all threads of all processes."""
from array import array

import colors
import corpus
from colors import compare_and_set, get_and_add, get_and_set
from corpus import find, publish, refuse, say, text, truth


@colors.shared("atomics.Job")
class Job:
    def __init__(self, next=None):
        self.tries = 5
        self.cost = 1.5
        self.done = False
        self.state = "new"
        self.next = next


def write():
    publish("atomics", colors.copy_in(Job(Job())))
    publish("atomics.list", colors.copy_in([1, 2, 3]))
    publish("atomics.map", colors.copy_in({"hits": 1}))
    publish("atomics.array", colors.copy_in(array("h", [1, 32766])))
    publish("atomics.turn", "first")


def read():
    job = find("atomics")
    say(f"tries {text(get_and_add(job, 'tries', 3))} {text(job.tries)}")
    say(f"cost {text(get_and_add(job, 'cost', 0.25))} {text(get_and_add(job, 'cost', 1))} {text(job.cost)}")
    longer = "a state with a longer name"
    say(f"state {truth(compare_and_set(job, 'state', 'old', 'x'))} "
        f"{truth(compare_and_set(job, 'state', 'new', 'running'))} {text(get_and_set(job, 'state', longer))} "
        f"{truth(compare_and_set(job, 'state', longer, 'over'))}")
    say(f"done {truth(compare_and_set(job, 'done', False, True))} {text(get_and_set(job, 'done', True))}")
    next = job.next
    say(f"next {truth(compare_and_set(job, 'next', job, next))} {truth(compare_and_set(job, 'next', next, job))} "
        f"{text(get_and_set(job, 'next', next))}")
    elements()
    turn = colors.repository("atomics.turn")
    say(f"turn {truth(turn.compare_and_set('second', 'third'))} {text(turn.get_and_set('second'))}")
    refuse("a field that is not there", AttributeError, lambda: get_and_add(job, "price", 1))
    refuse("a string", TypeError, lambda: get_and_add(job, "state", 1))
    refuse("a float to an integer", TypeError, lambda: get_and_add(job, "tries", 0.5))
    refuse("beyond 64 bits", OverflowError, lambda: get_and_add(job, "tries", 2**63 - 1))
    refuse("another type", TypeError, lambda: compare_and_set(job, "tries", 8, "eight"))
    refuse("a private object", colors.SharedMemoryError, lambda: get_and_set(job, "next", Job()))


def elements():
    numbers = find("atomics.list")
    say(f"list {text(numbers.get_and_add(1, 40))} {truth(numbers.compare_and_set(2, 3, 2.5))} "
        f"{text(numbers.get_and_set(0, 'one'))} {text(numbers.get_and_add(2, 1))}")
    counts = find("atomics.map")
    say(f"map {text(counts.get_and_add('hits', 2))} {truth(counts.compare_and_set('hits', 3, 4))} "
        f"{text(counts.get_and_set('hits', 5))}")
    shorts = find("atomics.array")
    say(f"array {text(shorts.get_and_add(1, 1))} {truth(shorts.compare_and_set(0, 1, -1))} "
        f"{text(shorts.get_and_set(0, 7))}")
    refuse("beyond 16 bits", OverflowError, lambda: shorts.get_and_add(-1, 1))
    refuse("an index that is not there", IndexError, lambda: numbers.get_and_add(3, 1))
    refuse("a key that is not there", KeyError, lambda: counts.get_and_add("misses", 1))


def check():
    job = find("atomics")
    for name in "tries", "cost", "done", "state", "next":
        say(f"{name} {text(getattr(job, name))}")
    for element in (*find("atomics.list"), *find("atomics.array")):
        say(text(element))
    say(f"{text(find('atomics.map')['hits'])} {text(find('atomics.turn'))}")


if __name__ == "__main__":
    corpus.main(globals())
