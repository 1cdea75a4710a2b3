# SPDX-License-Identifier: Apache-2.0
"""Helpers of the tests: another process on the same segment. ci/test-cpython gives each run a segment of its own."""
import os
import subprocess
import sys
import time

import pytest
from processes import kill, rest


class Process:
    """Another CPython that runs a program with what came before it."""

    def __init__(self, program):
        self._process = subprocess.Popen([sys.executable, "-c", program], text=True, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)

    def read(self):
        """The next line that it prints."""
        line = self._process.stdout.readline()
        assert line, f"the other process ended with {self._process.wait()}"
        return line.strip()

    def tell(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def go_on(self):
        self.tell("")

    def rest(self):
        """What else it prints until it ends well."""
        return rest(self._process)

    def close(self):
        kill(self._process)


@pytest.fixture
def other():
    """other(program): starts it; what is left of it is killed at the end."""
    started = []

    def start(program):
        started.append(Process(program))
        return started[-1]

    yield start
    for process in started:
        process.close()


@pytest.fixture
def java():
    """java(file, *arguments): what a Java program prints, run by ./colors java; skipped where there is no ./colors."""
    if "COLORS" not in os.environ:
        pytest.skip("COLORS does not name ./colors of a checkout")

    def run(file, *arguments):
        source = os.path.join(os.path.dirname(__file__), file)
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # of a sanitizer
        return subprocess.run([os.environ["COLORS"], "java", source, *arguments], text=True, check=True, timeout=300,
                              stdout=subprocess.PIPE, env=environment).stdout.strip()

    return run


@pytest.fixture
def key(request):
    """A key that no other test uses."""
    return f"{request.node.name}-{time.monotonic_ns()}"


def pytest_configure(config):
    config.addinivalue_line("markers", "leaves_classes: it shares new classes, which the package keeps")
    config.addinivalue_line("markers", "fills_a_cache: it counts what is new in a cache")
    config.addinivalue_line("markers", "forks_beside_threads: it forks while other threads run")


def pytest_collection_modifyitems(items):
    """Tests that count roots come first: a thread that another test left waiting keeps what it logged last.

    The ASan of gcc 12 does not take its allocator's lock before a fork, so a child that is forked while another thread
    allocates may wait for that lock for ever."""
    items.sort(key=lambda item: item.path.name != "test_leaks.py")
    if "LD_PRELOAD" in os.environ:
        for item in items:
            if item.get_closest_marker("forks_beside_threads"):
                item.add_marker(pytest.mark.skip(reason="ASan does not stand a fork beside threads"))
