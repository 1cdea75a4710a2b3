# SPDX-License-Identifier: Apache-2.0
"""Random operations on shared lists, dicts and sets against Python's own.

    containers.py leader|follower SEED OPERATIONS FOLDER...

Hypothesis makes the operations in the leader, and of a sequence that fails a short one. The follower does every other
operation. The folders are where Hypothesis and operations.py are, and one for what Hypothesis keeps.
"""
import sys
import time

sys.path[:0] = sys.argv[4:6]

import colors
from operations import DICT, LIST, SET, canonical, function, outcome

ROLE, SEED, OPERATIONS, HOME = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[6]
PATIENCE = 600  # seconds until the other process is taken for dead
MOST = 100  # elements


def perform(x, text, names):
    """The result, and what x is then."""
    result = outcome(function(text, names), x)
    if len(x) > MOST:
        x.clear()
    return f"{result}, then {canonical(x)}"


class Board:
    """Where the leader asks and the follower answers."""

    def __init__(self):
        self.asked = self.answered = 0
        self.kind, self.text, self.names, self.answer = 0, "", "", ""
        self.containers = None


def await_number(field, number):
    end = time.monotonic() + PATIENCE
    while getattr(board, field) != number:
        if time.monotonic() > end:
            # which Hypothesis does not take for a failure to shrink
            raise KeyboardInterrupt(f"nobody set {field} to {number}")
        time.sleep(0.0002)


def ask(kind, text, names):
    number = board.asked + 1
    board.kind, board.text, board.names = kind, text, repr(names)
    board.asked = number
    await_number("answered", number)
    return board.answer


def follow():
    number = 1
    while True:
        await_number("asked", number)
        if not board.text:
            return
        names = eval(board.names, {"inf": float("inf")})
        board.answer = perform(board.containers[board.kind], board.text, names)
        board.answered = number
        number += 1


def strategies():
    """For each argument of an operation. Few draws, because drawing takes most of the time; no booleans among keys,
    which shared ones tell from numbers; no subnormal floats, of which GraalPy writes some otherwise (4.9e-324)."""
    from hypothesis import strategies as st
    numbers = st.integers() | st.floats(allow_nan=False, allow_subnormal=False) | st.integers(0, 5)
    scalars = st.sampled_from([0, 2 ** 31, -2 ** 63, 2 ** 63 - 1, 2 ** 63, 2 ** 53 + 1, 1e300, -0.0, float("inf"),
                               None, "", "a", "zz", "\0", "é", "漢字", "😀", "x" * 300, b"", b"ab"])
    few = st.sampled_from([0, 1, 2, "a", None, 2 ** 63, 1.5, (1, "a")])  # often, so that operations meet keys there are
    keys = few | few | few | few | numbers | scalars | st.tuples(scalars, numbers) | st.frozensets(scalars, max_size=2)
    values = numbers | scalars | st.sampled_from([True, False, (1, "a"), (), ((2.5, True), None)])
    integers = st.lists(st.integers(0, 9), max_size=4)
    floats = st.lists(st.floats(0, 1, allow_subnormal=False), max_size=4)
    index = st.integers(-12, 12)
    bound = st.none() | index
    return {"i": index, "k": st.integers(-1, 2), "v": values, "a": keys,
            "vs": st.lists(values, max_size=4) | integers | floats,
            "d": st.dictionaries(keys, values, max_size=2), "o": st.sets(keys, max_size=3),
            "s": st.builds(slice, bound, bound, st.sampled_from([None, None, 1, -1, 2, -2, 3]))}


def operations(texts, arguments):
    """One of the texts, with the arguments that it names."""
    from hypothesis import strategies as st
    used = {text: set(compile(text.removeprefix("!"), "operation", "exec").co_names) & arguments.keys()
            for text in texts}
    return st.one_of([st.tuples(st.just(text),
                                st.fixed_dictionaries({name: arguments[name] for name in sorted(used[text])}))
                      for text in texts])


def make_machine():
    """A state machine of three containers and their twins."""
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
    arguments = strategies()
    keys, values = arguments["a"], arguments["v"]

    class Containers(RuleBasedStateMachine):
        done = 0

        @initialize(elements=st.lists(values, max_size=12), items=st.dictionaries(keys, values, max_size=8),
                    members=st.sets(keys, max_size=8))
        def fill(self, elements, items, members):
            board.containers = colors.copy_in([elements, items, members])
            self.twins, self.steps = (elements[:], dict(items), set(members)), 0

        @rule(operation=operations(LIST, arguments))
        def on_list(self, operation):
            self.step(0, *operation)

        @rule(operation=operations(DICT, arguments))
        def on_dict(self, operation):
            self.step(1, *operation)

        @rule(operation=operations(SET, arguments))
        def on_set(self, operation):
            self.step(2, *operation)

        def step(self, kind, text, names):
            expected = perform(self.twins[kind], text, names)
            self.steps += 1
            found = ask(kind, text, names) if self.steps % 2 else perform(board.containers[kind], text, names)
            assert found == expected, f"{text} with {names}: shared: {found}; Python's own: {expected}"
            Containers.done += 1

    return Containers


def lead():
    import hypothesis
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.configuration import set_hypothesis_home_dir
    from hypothesis.stateful import run_state_machine_as_test
    set_hypothesis_home_dir(HOME)
    machine = make_machine()
    rounds, start = 0, time.monotonic()
    while machine.done < OPERATIONS:
        examples = min(100, (OPERATIONS - machine.done) // 50 + 1)
        run_state_machine_as_test(hypothesis.seed(SEED + rounds)(machine), settings=settings(
            max_examples=examples, stateful_step_count=50, deadline=None, database=None, print_blob=False,
            report_multiple_bugs=False, phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck)))
        rounds += 1
        print(f"Hypothesis {hypothesis.__version__}: {machine.done} operations in {time.monotonic() - start:.0f} s",
              flush=True)


repository = colors.repository("hypothesis")
if ROLE == "leader":
    repository.set(colors.copy_in(Board()))
end = time.monotonic() + PATIENCE
while repository.get() is None and time.monotonic() < end:
    time.sleep(0.01)
board = repository.get()
if ROLE == "follower":
    follow()
else:
    try:
        lead()
    finally:
        board.text = ""
        board.asked += 1
