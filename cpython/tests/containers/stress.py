# SPDX-License-Identifier: Apache-2.0
"""Threads that change and read shared maps and lists, while the collector runs all the time: they read what was put.

stress.py SEED SECONDS KEY

Several processes may run it on the same containers at once (the same KEY).
"""

import random
import sys
import threading
import time

import colors

THREADS, CONTAINERS = 3, 4


def text(number):
    return f"text number {number} {'x' * (number % 40)}"


def value(seeded):
    n = seeded.randrange(10000)
    return seeded.choice(
        (
            lambda: (n, text(n)),
            lambda: text(n),
            lambda: colors.List([n, text(n)]),
            lambda: (n, (text(n), frozenset({text(n)}))),
            lambda: n,
        )
    )()


def check(found):
    if isinstance(found, str):
        assert found == text(int(found.split()[2])), found
    elif isinstance(found, list):
        assert found[1] == text(found[0]), found
    elif isinstance(found, tuple) and isinstance(found[1], tuple):
        assert found[1][0] == text(found[0]), found
        assert text(found[0]) in found[1][1], found
    elif isinstance(found, tuple):
        assert found[1] == text(found[0]), found


def change_map(mapping, seeded):
    number = seeded.randrange(50)
    key = seeded.choice((number, text(number), (number, "t")))
    what = seeded.randrange(6)
    if what < 3:
        mapping[key] = value(seeded)
    elif what == 3:
        check(mapping.pop(key, 0))
    elif what == 4:
        check(mapping.get(key, 0))
    else:
        for found in mapping.values():
            check(found)


def first_of(shared):
    try:
        return shared.pop(0)
    except IndexError:  # another one made the list empty
        return 0


def change_list(shared, seeded):
    what = seeded.randrange(5)
    if what == 0:
        shared.append(value(seeded))
    elif what == 1 and len(shared) > 100:
        del shared[:50]
    elif what == 2:
        shared.extend([value(seeded) for _ in range(5)])
    elif what == 3 and len(shared):
        check(first_of(shared))
    else:
        for found in shared:
            check(found)


def run(seed, end, repository, errors):
    seeded = random.Random(seed)
    try:
        while time.monotonic() < end:
            root = repository.get()
            change_map(root["maps"][seeded.randrange(CONTAINERS)], seeded)
            change_list(root["lists"][seeded.randrange(CONTAINERS)], seeded)
    except BaseException as error:
        errors.append(error)
        raise


def main(seed, seconds, key):
    repository, errors, end = colors.repository(key), [], time.monotonic() + seconds
    if repository.get() is None:
        repository.set(colors.copy_in({name: [kind() for _ in range(CONTAINERS)] for name, kind in KINDS.items()}))
    threads = [threading.Thread(target=run, args=(seed * 100 + i, end, repository, errors)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        colors.collect()
    for thread in threads:
        thread.join()
    return bool(errors)


KINDS = {"maps": dict, "lists": list}

if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]))
