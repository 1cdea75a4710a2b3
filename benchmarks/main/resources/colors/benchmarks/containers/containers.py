# SPDX-License-Identifier: Apache-2.0
"""Lists and dicts in Python, shared ones or Python's own."""
from array import array

import colors


class State:
    pass


def setup(shared, count):
    share = colors.copy_in if shared else lambda container: container
    state = State()
    state.count = count
    state.numbers = share([1_000_000 + i for i in range(count)])
    state.array = share(array("i", range(count)))
    state.floats = share(array("d", range(count)))
    state.texts = [f"key{i}" for i in range(count)]
    state.by_text = share({text: i for i, text in enumerate(state.texts)})
    state.appended = share([])
    state.shuffled = [i * 7919 % count for i in range(count)]
    state.sorted = share(list(state.shuffled))
    return state


def list_get(state, passes):
    total = 0
    numbers = state.numbers
    count = state.count
    for _ in range(passes):
        for i in range(count):
            total = (total + numbers[i]) & 0xffffff
    return total


def list_set(state, passes):
    numbers = state.numbers
    for p in range(passes):
        for i in range(state.count):
            numbers[i] = p
    return 0


def list_iterate(state, passes):
    total = 0
    for _ in range(passes):
        for number in state.numbers:
            total = (total + number) & 0xffffff
    return total


def array_get(state, passes):
    total = 0
    numbers = state.array
    count = state.count
    for _ in range(passes):
        for i in range(count):
            total = (total + numbers[i]) & 0xffffff
    return total


def array_set(state, passes):
    numbers = state.array
    count = state.count
    for p in range(passes):
        for i in range(count):
            numbers[i] = p
    return 0


def array_get_float(state, passes):
    total = 0.0
    numbers = state.floats
    count = state.count
    for _ in range(passes):
        for i in range(count):
            total += numbers[i]
    return int(total)


def array_iterate(state, passes):
    total = 0
    for _ in range(passes):
        for number in state.array:
            total = (total + number) & 0xffffff
    return total


def list_append(state, passes):
    appended = state.appended
    for _ in range(passes):
        appended.clear()
        for i in range(state.count):
            appended.append(i)
    return len(appended)


def list_sort(state, passes):
    for _ in range(passes):
        state.sorted[:] = state.shuffled
        state.sorted.sort()
    return state.sorted[0]


def dict_get(state, passes):
    total = 0
    by_text = state.by_text
    for _ in range(passes):
        for text in state.texts:
            total = (total + by_text[text]) & 0xffffff
    return total


def dict_set(state, passes):
    by_text = state.by_text
    for p in range(passes):
        for text in state.texts:
            by_text[text] = p
    return 0


def dict_iterate(state, passes):
    total = 0
    for _ in range(passes):
        for text, number in state.by_text.items():  # noqa: B007, PERF102 (items are what is measured)
            total = (total + number) & 0xffffff
    return total


{'setup': setup, 'list.get': list_get, 'list.set': list_set, 'list.iterate': list_iterate, 'list.append': list_append,
 'array.get': array_get, 'array.set': array_set, 'array.get.float': array_get_float, 'array.iterate': array_iterate,
 'list.sort': list_sort, 'dict.get': dict_get, 'dict.set': dict_set, 'dict.iterate': dict_iterate}
