# SPDX-License-Identifier: Apache-2.0
"""examples/scoring: a Java service keeps features live, a model in CPython scores them by numpy where they are."""
import os
import pathlib
import subprocess
import sys

import pytest

SCORING = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scoring"


def test_numpy_scores_what_java_keeps():
    pytest.importorskip("numpy")
    if "COLORS" not in os.environ or "LD_PRELOAD" in os.environ:
        pytest.skip("COLORS does not name ./colors of a checkout, or a sanitizer is loaded")
    model = subprocess.Popen([sys.executable, str(SCORING / "score.py")])
    try:
        service = subprocess.run([os.environ["COLORS"], "java", str(SCORING / "Customers.java"), "1000"], text=True,
                                 timeout=300, stdout=subprocess.PIPE, check=True)
        assert model.wait(60) == 0
    finally:
        model.kill()
    assert service.stdout == (SCORING / "scoring.expected").read_text(encoding="utf-8")
