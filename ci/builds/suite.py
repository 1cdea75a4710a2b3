# SPDX-License-Identifier: Apache-2.0
"""The dictionary of mx.colors/suite.py, read as mx reads it."""

import ast
import os
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "mx.colors")


def read_suite() -> dict[str, Any]:
    with open(os.path.join(FOLDER, "suite.py"), encoding="utf-8") as source:
        tree = ast.parse(source.read())
    (assignment,) = (node for node in tree.body if isinstance(node, ast.Assign))
    assert len(tree.body) == 1, "suite.py must hold one dictionary and nothing else"
    suite: dict[str, Any] = ast.literal_eval(assignment.value)
    return suite
