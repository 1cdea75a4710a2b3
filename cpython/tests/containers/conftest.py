# SPDX-License-Identifier: Apache-2.0
"""Each run has a segment and a daemon of its own. Run with the package on the path: pytest cpython/tests."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
_runtime = None
if "colors" not in sys.modules:
    _runtime = tempfile.mkdtemp(prefix="colors-")
    os.environ.update(XDG_RUNTIME_DIR=_runtime, COLORS_SEGMENT=f"test-{os.getpid()}", COLORS_START="on")

import colors  # noqa: E402 # with that segment


def pytest_sessionfinish(session):
    if _runtime is None:
        return
    stop = [str(ROOT / "colors"), "stop"]
    subprocess.run(stop, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    shutil.rmtree(_runtime, ignore_errors=True)


@pytest.fixture
def place(request):
    """A repository of the test's own."""
    return colors.repository(request.node.name)


@pytest.fixture
def python():
    """Runs a program in another CPython, and gives what it printed."""

    def run(program, *arguments):
        return _output([sys.executable, "-c", program, *arguments])

    return run


@pytest.fixture
def java(tmp_path):
    """Runs the body of a Java method main in another process, and gives what it printed."""
    if not (ROOT / "src" / "target" / "classes").is_dir():
        pytest.skip("the Java part is not built: ./colors build")

    def run(body):
        file = tmp_path / "Program.java"
        file.write_text(
            "import colors.*;\nimport java.util.*;\n"
            'public class Program {\n  @SharedName("Point") record Point(long x, String name) {}\n'
            f"  public static void main(String[] arguments) throws Exception {{\n{body}\n  }}\n}}\n"
        )
        return _output([str(ROOT / "colors"), "java", str(file)])

    return run


def _output(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()
