# SPDX-License-Identifier: Apache-2.0
"""_native.pyi, which type checkers read, has the names of the C module."""
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


def test_native_stub_has_the_names_of_the_module():
    with open(os.path.join(os.path.dirname(colors.__file__), "_native.pyi"), encoding="utf-8") as stub:
        described = set(names_of(ast.parse(stub.read())))
    assert described == {name for name in dir(_native) if not name.startswith("__")}


def test_the_package_tells_type_checkers_of_its_types():
    assert os.path.exists(os.path.join(os.path.dirname(colors.__file__), "py.typed"))
