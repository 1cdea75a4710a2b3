# SPDX-License-Identifier: Apache-2.0
"""What processes pass on: each message says its number twice or more, so that one that is torn, or memory that was
freed too early, is seen. Messages.java is the same for Java."""
import colors


@colors.shared("kills.Node")
class Node:
    pass


def text_of(number):
    return f"the text of {number} {'x' * (number % 40)}"


def message_of(number):
    """Even ones are numbers; the others a text, a tuple or list, and an object."""
    what = number % 8
    if what == 1:
        return text_of(number)
    if what in (3, 5):
        return (number, text_of(number))
    if what == 7:
        return colors.allocate(Node, number=number, check=7 * number + 13, text=text_of(number))
    return number


def number_of(message):
    if isinstance(message, int):
        return message
    if isinstance(message, str):
        number, text = int(message.split()[3]), message
    elif isinstance(message, (tuple, list)):
        number, text = message
    else:
        number, text = message.number, message.text
        if message.check != 7 * number + 13:
            raise AssertionError(f"not so: the check of node {number} is {message.check}")
    if text != text_of(number):
        raise AssertionError(f"not so: {number} has the text {text!r}")
    return number
