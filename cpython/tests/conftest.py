# SPDX-License-Identifier: Apache-2.0
"""One daemon for all tests, of a segment of their own."""
import os
import pathlib
import subprocess
import time

import pytest


def _daemon():
    import colors
    beside = pathlib.Path(colors.__file__).parent / "colorsd"
    return os.environ.get("COLORS_DAEMON") or str(beside)


@pytest.fixture(scope="session", autouse=True)
def segment():
    name = os.environ["COLORS_SEGMENT"] = f"pytest-{os.getpid()}"
    daemon = subprocess.Popen([_daemon(), "--segment", name, "--foreground"], stdout=subprocess.PIPE)
    daemon.stdout.readline()
    yield name
    daemon.terminate()
    daemon.wait()


@pytest.fixture
def key(request):
    return f"{request.node.name}-{time.monotonic_ns()}"
