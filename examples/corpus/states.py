# SPDX-License-Identifier: Apache-2.0
"""Repositories as states: set when it is what was expected, wait for another value, list, remove."""

import colors
import corpus
from corpus import find, say, text, truth


class Part:
    def __init__(self):
        self.number = 1


def write():
    state = colors.repository("states.state")
    say(f"from nothing: {truth(state.compare_and_set(None, 'idle'))}")
    say(f"from nothing again: {truth(state.compare_and_set(None, 'busy'))}")
    colors.repository("states.number").set(2**62)
    colors.repository("states.part").set(colors.copy_in(Part()))
    colors.repository("states.gone").set(1)


def read():
    state, number, part = (colors.repository("states." + key) for key in ("state", "number", "part"))
    say(f"wrong text: {truth(state.compare_and_set('idl', 'busy'))}")
    say(f"text: {truth(state.compare_and_set('idle', 'busy'))}")
    say(f"wrong number: {truth(number.compare_and_set(2**62 + 1024, 0))}")
    say(f"number: {truth(number.compare_and_set(2**62, 2))}")
    say(f"equal float: {truth(number.compare_and_set(2.0, 3))}")
    found = part.get()
    say(f"equal object: {truth(part.compare_and_set(colors.copy_in(Part()), 1))}")
    say(f"object: {truth(part.compare_and_set(found, None))}")
    say(f"changed: {text(state.wait_for_change('idle', timeout=60))}")
    gone = colors.repository("states.gone")
    say(f"removed: {truth(colors.remove_repository(gone.key))} {truth(colors.remove_repository(gone.key))}")


def check():
    say(f"state: {text(colors.repository('states.state').wait_for_change('idle', timeout=60))}")
    say(f"listed: {truth('states.state' in colors.repositories())} {truth('states.gone' in colors.repositories())}")
    say(f"gone: {text(find('states.gone'))} {truth('states.gone' in colors.repositories())}")


if __name__ == "__main__":
    corpus.main(globals())
