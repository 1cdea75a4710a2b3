# SPDX-License-Identifier: Apache-2.0
"""Waits in each way there is for what never comes; each Ctrl-C ends one wait, and leaves nothing locked."""
import sys
import threading

import colors


class Job:
    pass


job = colors.copy_in(Job())
job.waits = True
monitor = colors.monitor(job)
repository = colors.repository("job")
repository.set(job)
full = colors.channel("full", 1)
full.send(1)
jobs = colors.List([job])
changed = colors.List()


def wait_in_monitor():
    with monitor:
        monitor.wait()


def enter():
    with monitor:
        print("entered what another thread has")


def loop():
    while jobs:
        pass


def loop_over_field():
    while job.waits:
        pass


def loop_of_changes():
    while True:
        changed.append(1)
        if len(changed) > 1000:
            changed.clear()


def hold(has, end):
    with monitor:
        has.set()
        end.wait()


def is_free():
    """Whether another thread can enter the monitor."""
    result = []
    thread = threading.Thread(target=lambda: result.append(monitor.acquire(timeout=60) and monitor.release() is None))
    thread.start()
    thread.join()
    return result == [True] and not monitor.locked()


has, end = threading.Event(), threading.Event()
holder = threading.Thread(target=hold, args=(has, end))
for wait in (wait_in_monitor, enter, repository.wait_for_change, colors.channel("empty").receive, lambda: full.send(2),
             lambda: next(colors.channel("empty")), loop, loop_over_field, loop_of_changes, sys.stdin.readline, input):
    if wait is enter:
        holder.start()
        has.wait()
    name = getattr(wait, "__qualname__", str(wait))
    try:
        print("ready", flush=True)
        wait(*[job] if wait == repository.wait_for_change else [])
        print("ended", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    if wait is enter:
        end.set()
        holder.join()
    if not is_free():
        print("the monitor is held after", name, flush=True)
jobs.append(2)
changed.append(2)
repository.set(None)
print("end", len(jobs), changed[-1], len(full), flush=True)
