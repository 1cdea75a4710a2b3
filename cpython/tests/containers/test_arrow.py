# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays of shared strings, read by the C data interface itself: no library of Arrow is needed."""

import ctypes
import gc
import sys

import colors
import pytest

RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Schema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", RELEASE),
        ("private_data", ctypes.c_void_p),
    ]


class Array(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", RELEASE),
        ("private_data", ctypes.c_void_p),
    ]


def struct_of(capsule, kind, name):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return kind.from_address(pointer(capsule, name))


def is_set(array, i):
    return array.buffers[0] is None or ctypes.string_at(array.buffers[0] + i // 8, 1)[0] >> i % 8 & 1


def texts_of(capsules):
    schema = struct_of(capsules[0], Schema, b"arrow_schema")
    array = struct_of(capsules[1], Array, b"arrow_array")
    assert (schema.format, array.n_buffers, array.offset) == (b"u", 3, 0)
    ends = (ctypes.c_int32 * (array.length + 1)).from_address(array.buffers[1])
    texts = [
        ctypes.string_at(array.buffers[2] + ends[i], ends[i + 1] - ends[i]).decode() if is_set(array, i) else None
        for i in range(array.length)
    ]
    assert array.null_count == texts.count(None)
    return texts


TEXTS = ["", "a", None, "Zo\u00eb", "\u20ac \U0001f600", "x" * 300, *map(str, range(70))]


@pytest.mark.parametrize("texts", [TEXTS, TEXTS * 30, ["a"], [None, "b"], [""]], ids=len)
def test_strings(texts):
    assert texts_of(colors.List(texts).__arrow_c_array__()) == texts
    assert texts_of(colors.List([tuple(texts)])[0].__arrow_c_array__(requested_schema=None)) == texts


@pytest.mark.parametrize(
    ("wanted", "given", "width"),
    [
        (b"u", b"u", 4),
        (b"U", b"U", 8),
        (b"z", b"z", 4),
        (b"Z", b"Z", 8),
        (b"vu", b"u", 4),
        (b"i", b"u", 4),
        (b"", b"u", 4),
    ],
)
def test_what_the_consumer_asks_for(wanted, given, width):
    schema = colors.Array("int8", [1]).__arrow_c_schema__()
    struct_of(schema, Schema, b"arrow_schema").format = wanted
    capsules = colors.List(["ab", None, "c"]).__arrow_c_array__(schema)
    assert struct_of(capsules[0], Schema, b"arrow_schema").format == given
    array = struct_of(capsules[1], Array, b"arrow_array")
    ends = ctypes.string_at(array.buffers[1], 4 * width)
    assert [int.from_bytes(ends[i : i + width], "little") for i in range(0, 4 * width, width)] == [0, 2, 2, 3]
    assert ctypes.string_at(array.buffers[2], 3) == b"abc"


def test_a_copy_stays_what_it_was():
    shared = colors.List(["first", "second"])
    capsules = shared.__arrow_c_array__()
    shared[0] = "third"
    assert texts_of(capsules) == ["first", "second"]


@pytest.mark.parametrize("values", [[], [None], [1, "a"], [1.5], [("a",)]], ids=repr)
def test_others_have_no_such_attribute(values):
    with pytest.raises(AttributeError, match="strings and None"):
        _ = colors.List(values).__arrow_c_array__
    assert not hasattr(colors.List(values), "__arrow_c_array__")


def test_one_element_that_is_no_string():
    with pytest.raises(TypeError, match="element 2 is of type int"):
        colors.List(["a", None, 3]).__arrow_c_array__()


def test_what_utf8_cannot_have():
    with pytest.raises(UnicodeEncodeError):
        colors.List(["a", "\ud800"]).__arrow_c_array__()


def test_copies_are_freed():
    def use():
        for _ in range(100):
            colors.List(["text" * 1000] * 10).__arrow_c_array__()

    use()
    gc.collect()
    before = sys.getallocatedblocks()
    use()
    gc.collect()
    assert sys.getallocatedblocks() - before < 50


def test_who_takes_a_copy_releases_it():
    array = struct_of(colors.List(["a"]).__arrow_c_array__()[1], Array, b"arrow_array")
    capsules = colors.List(["a"] * 100).__arrow_c_array__()
    taken = struct_of(capsules[1], Array, b"arrow_array")
    taken.release(ctypes.addressof(taken))
    assert not taken.release  # which tells the capsule that nothing is left to release
    del capsules, array
