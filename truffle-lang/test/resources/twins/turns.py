# SPDX-License-Identifier: Apache-2.0
"""Processes that work in turn on a board: a shared object whose field `turn` counts the steps that are done."""
import time

import colors
from operations import canonical

PATIENCE_S = 1000  # the others may still be starting


def board_of(key, process, make):
    """The board in a repository, made by process 0; the others wait for it."""
    repository = colors.repository(key)
    if process == 0:
        repository.set(colors.copy_in(make()))
    while repository.get() is None:
        time.sleep(0.01)
    return repository.get()


def wait_for_turn(board, step):
    end = time.monotonic() + PATIENCE_S
    while board.turn < step:
        if time.monotonic() > end:
            raise AssertionError(f"step {step}: nobody did step {board.turn}")
        time.sleep(0.0002)


def check(where, found, expected, shared, twin):
    """What an operation returned, and what the container is then, are as in the twin."""
    if found != expected:
        raise AssertionError(f"{where}: {found} instead of {expected}; now {twin}")
    if canonical(shared) != canonical(twin):
        raise AssertionError(f"{where}: {shared} instead of {twin}")


def end_turn(board, step, mine, shared, twin, most):
    """Clears what has more than `most` elements: the twin in each process, the shared container in the one that did the
    step."""
    if len(twin) > most:
        twin.clear()
        if mine:
            shared.clear()
    if mine:
        board.turn = step + 1
