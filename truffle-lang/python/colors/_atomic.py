# SPDX-License-Identifier: Apache-2.0
"""Fields of shared objects, each operation one step for all threads of all processes and languages."""
from colors._core import core

# looked up once: it is a foreign object
_compare_and_set = core.field_compare_and_set
_get_and_set = core.field_get_and_set
_get_and_add = core.field_get_and_add


def compare_and_set(shared, field, expected, value):
    """Sets a field if it holds the value expected: a shared object by identity, other values by equality. Returns
    whether it did. Raises AttributeError when there is no such field, TypeConflictError for a value that the field's
    type does not take."""
    return _compare_and_set(shared, field, expected, value)


def get_and_set(shared, field, value):
    """Sets a field and returns the value before. Raises as compare_and_set does."""
    return _get_and_set(shared, field, value)


def get_and_add(shared, field, delta):
    """Adds to a field, an integer or a float, and returns the number before. A sum that has no room is a
    NumberOverflowError, and nothing is stored."""
    return _get_and_add(shared, field, delta)
