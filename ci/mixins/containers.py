# SPDX-License-Identifier: Apache-2.0
"""What CPython's own tests of its containers say of shared ones: the classes that take a type to test run with ours.

    containers.py TESTS NAME...     TESTS: folder `test` of a CPython; NAME: of classes below, all when there is none

What shared containers do otherwise on purpose is in DIFFERENT, with the reason. Such a test must fail, so that the list
stays true.
"""
import sys
import unittest
from fnmatch import fnmatch
from types import ModuleType

import colors
import test

tests, names = sys.argv[1], sys.argv[2:]
test.__path__ = [*test.__path__, tests]  # GraalPy has test.support alone, its own
# what test_bytes loads for the C API of bytes, which shared ones do not have
if sys.implementation.name != "cpython":
    sys.modules["_testcapi"] = ModuleType("_testcapi")

from test import list_tests, mapping_tests, seq_tests, test_bytes, test_set  # noqa: E402  # after the path

DIFFERENT = {
    # A shared container has no class of the program (containers.python).
    "*.test_addmul": "makes a subclass",
    "*.test_free_after_iterating": "makes a subclass",
    "*.test_getitemoverwriteiter": "makes a subclass",
    "*.test_subclass_with_custom_hash": "makes a subclass",
    "SharedDict.test_fromkeys": "makes a subclass",
    # No reference leads out of shared memory (containers.elements).
    "*.test_badcmp": "stores a private object",
    "*.test_contains_fake": "stores a private object",
    "*.test_contains_order": "stores a private object",
    "Shared[LT]*.test_count": "stores a private object",
    "*.test_cyclical_repr": "stores a private object",
    "*.test_deepcopy": "stores a private object",
    "Shared[LT]*.test_index": "stores a private object",
    "SharedDict.test_eq": "stores a private object",
    "SharedDict.test_getitem": "stores a private object",
    "SharedDict.test_pop": "stores a private object",
    "SharedDict.test_repr": "stores a private object",
    "SharedDict.test_setdefault": "stores a private list",
    "SharedList.test_copy": "stores a private list",
    "SharedList.test_remove": "stores a private object",
    # What an operator or copy gives is the program's own.
    "SharedDict.test_copy": "expects a copy of the same type",
    "Shared*Set.test_copy": "expects a copy of the same type",
    "Shared*Set.test_difference": "expects a result of the same type",
    "Shared*Set.test_intersection": "expects a result of the same type",
    "Shared*Set.test_symmetric_difference": "expects a result of the same type",
    "Shared*Set.test_union": "expects a result of the same type",
    "Shared*Binary.test_basics": "expects that type(b) is b.__class__",
    "Shared*Binary.test_copy": "expects a copy of the same type",
    "Shared*Binary.test_imod": "expects a result of the same type",
    "Shared*Binary.test_mod": "expects a result of the same type",
    "Shared*Binary.test_translate": "expects a result of the same type",
    # The rest.
    "Shared*Set.test_pickling": "gives the set an attribute of the program",
    "SharedSet.test_do_not_rehash_dict_keys":
        "counts calls of __hash__; a key is hashed by its value when it is stored",
    "SharedSet.test_weakref": "shared memory decides when a set dies",
    "SharedBinary.test_repeat": "expects *= to make the same bytes longer",
    "Shared*Binary.test_check_encoding_errors": "starts a Python that has not imported colors",
    "Shared*Binary.test_iterator_pickling": "pickles an iterator, which is a generator",
    "Shared*Binary.test_sq_item": "calls the C API of bytes",
}
if sys.implementation.name == "cpython":  # there a method that is the C type's own is that of no subclass
    del DIFFERENT["SharedDict.test_copy"]


class SharedList(list_tests.CommonTest):
    type2test = colors.List


class SharedTuple(seq_tests.CommonTest):
    type2test = colors.Tuple


class SharedDict(mapping_tests.TestHashMappingProtocol):
    type2test = colors.Dict


class SharedSet(test_set.TestSet):
    thetype = basetype = colors.Set


class SharedFrozenSet(test_set.TestJointOps, unittest.TestCase):
    thetype = basetype = colors.FrozenSet


class SharedBinary(test_bytes.BaseBytesTest, unittest.TestCase):
    type2test = colors.Binary


class SharedFrozenBinary(test_bytes.BaseBytesTest, unittest.TestCase):
    type2test = colors.FrozenBinary


def is_different(case):
    name = case.id().partition(".")[2]
    return any(fnmatch(name, pattern) for pattern in DIFFERENT)


class Result(unittest.TextTestResult):
    """Counts a test of DIFFERENT as an expected failure, and as a failure when it passes."""

    def addError(self, case, error):
        if is_different(case):
            super().addExpectedFailure(case, error)
        else:
            super().addError(case, error)

    def addFailure(self, case, error):
        if is_different(case):
            super().addExpectedFailure(case, error)
        else:
            super().addFailure(case, error)

    def addSuccess(self, case):
        if is_different(case):
            super().addUnexpectedSuccess(case)
        else:
            self.passed = getattr(self, "passed", 0) + 1
            super().addSuccess(case)


def main():
    program = unittest.main(argv=["containers", *names], verbosity=1, exit=False,
                            testRunner=unittest.TextTestRunner(stream=sys.stdout, resultclass=Result))
    result = program.result
    failed = len(result.errors) + len(result.failures) + len(result.unexpectedSuccesses)
    print(f"mixins: {result.passed} passed, {failed} failed; {len(result.expectedFailures)} different on purpose, "
          f"{len(result.skipped)} skipped by Python's tests")
    sys.exit(0 if result.passed and not failed else 1)


main()
