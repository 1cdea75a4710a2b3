# SPDX-License-Identifier: Apache-2.0
"""Channels: messages of any type in their order, types, closing."""

import colors
import corpus
from corpus import attempt, say, text, truth

NOTHING = object()


@colors.shared("channels.Thing")
class Thing:
    def __init__(self):
        self.name = "sent"


def write():
    there = colors.channel("channels.there", 7)
    for message in (42, 2**62, 2.5, "\u00e9\u6f22", None, True, colors.copy_in(Thing())):
        there.send(message)
    say(f"full: {truth(not there.try_send('one more'))}, {len(there)}")
    colors.channel("channels.back", 10, str)
    attempt("another capacity", lambda: colors.channel("channels.back", 11))
    attempt("another type", lambda: colors.channel("channels.back", type=Thing))


def read():
    there = colors.channel("channels.there")
    back = colors.channel("channels.back")
    say(f"{there.capacity} {there.type}, {back.capacity} {back.type}")
    for _ in range(6):
        say(text(there.try_receive(NOTHING)))
    thing = there.receive()
    say(f"{text(thing)} {text(thing.name)}")
    thing.name = "received"
    say(f"empty: {truth(there.try_receive(NOTHING) is NOTHING)}")
    back.send("first")
    back.send(None)
    back.send("last")
    attempt("an integer", lambda: back.send(1))
    attempt("an object", lambda: back.send(thing))
    back.close()
    back.close()
    attempt("closed", lambda: back.send("too late"))
    there.send(thing)


def check():
    back = colors.channel("channels.back")
    say(f"closed: {truth(back.closed)}, {len(back)}")
    for message in back:
        say(text(message))
    attempt("at the end", back.receive)
    thing = colors.channel("channels.there").receive()
    say(text(thing.name))
    say(f"listed: {truth('channels.back' in colors.channels())}")
    say(
        f"removed: {truth(colors.remove_channel('channels.back'))} {truth(colors.remove_channel('channels.back'))}"
        f" {truth('channels.back' in colors.channels())}")
    say(f"again: {truth(colors.channel('channels.back', 3).closed)}")


if __name__ == "__main__":
    corpus.main(globals())
