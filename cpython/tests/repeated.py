# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest (`-p repeated`): each test is run several times in one process, and fails when each run leaves
something, by the rule of CPython's `regrtest -R`. Counted are Python's memory blocks, the objects that its collector
knows, open files, roots of shared objects and, where a debug build of CPython counts them, references. Left out are
tests that share new classes each time (`leaves_classes`): the package keeps a program's class with its shared name;
and those that count what is new in a cache (`fills_a_cache`), of which the first run takes the places.
"""
import array
import gc
import itertools
import os
import pathlib
import sys
import tempfile

import pytest
from _pytest.runner import runtestprotocol
from colors import _native, _values

WARM_UPS = 3
RUNS = 5
RUNS_IN_DOUBT = 20
LEFT_OUT = ("leaves_classes", "fills_a_cache")
QUANTITIES = ("memory blocks", "objects of the collector", "open files", "roots", "references")
count_references = getattr(sys, "gettotalrefcount", lambda: 0)


@pytest.fixture
def tmp_path():
    """In the place of pytest's own, which leaves six objects each time."""
    with tempfile.TemporaryDirectory() as folder:
        yield pathlib.Path(folder)


def counted():
    """What is there when caches are empty and nothing waits to be freed."""
    for module, clear in (("re", "purge"), ("linecache", "clearcache")):
        getattr(sys.modules.get(module), clear, lambda: None)()
    getattr(sys, "_clear_internal_caches", sys._clear_type_cache)()
    _values._coders.clear()
    for _ in range(3):
        gc.collect()
    _native.tidy()
    entries = _native.roots()[2]
    files = len(os.listdir("/proc/self/fd"))
    texts = _native.recent_texts() + _native.stored_texts()  # caches of some thousand, which grow with the tests
    return sys.getallocatedblocks() - texts, len(gc.get_objects()), files, entries, count_references() - texts


def run(item, next_item):
    item._initrequest()
    reports = runtestprotocol(item, nextitem=next_item, log=False)
    item._report_sections.clear()
    return reports


def leaks(counts):
    """Those of which there is more after each run: not what is taken once and kept, or taken and given back."""
    for name, of_runs in zip(QUANTITIES, counts, strict=True):
        grown = [after - before for before, after in itertools.pairwise(of_runs)]
        if all(more >= 1 for more in grown):
            yield f"each run leaves {name}: {grown}"


def repeat(item, runs):
    """The reports of the first run that failed, else of the last one; and what is left."""
    counts = [array.array("q", bytes(8 * (runs + 1))) for _ in QUANTITIES]  # they take no memory in between
    for turn in range(WARM_UPS + runs):
        reports = run(item, item.parent)
        if any(not report.passed for report in reports):
            return reports, ()
        if turn >= WARM_UPS - 1:
            reports.clear()
            for of_runs, number in zip(counts, counted(), strict=True):
                of_runs[turn - WARM_UPS + 1] = number
    return run(item, item.parent), list(leaks(counts))


def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if not any(map(item.get_closest_marker, LEFT_OUT))]


def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports, left = repeat(item, RUNS)
    if left:  # or a cache was not yet full
        reports, left = repeat(item, RUNS_IN_DOUBT)
    item.session._setupstate.teardown_exact(nextitem)
    for report in reports:
        if report.when == "call" and left:
            report.outcome, report.longrepr = "failed", "\n".join(left)
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
