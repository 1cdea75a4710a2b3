# SPDX-License-Identifier: Apache-2.0
"""What type checkers read: _native.pyi tells of what the C module has."""
import ast
import os

import colors
from colors import _native


def names_of(tree):
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id


def test_the_module_has_what_its_stub_says():
    with open(os.path.join(os.path.dirname(colors.__file__), "_native.pyi"), encoding="utf-8") as stub:
        described = set(names_of(ast.parse(stub.read()))) - {"__getattr__"}
    assert described - set(dir(_native)) == set()
    types = {name for name in dir(_native) if isinstance(getattr(_native, name), type) and not name.startswith("__")}
    assert types - described == set()


def test_the_package_tells_type_checkers_of_its_types():
    assert os.path.exists(os.path.join(os.path.dirname(colors.__file__), "py.typed"))
