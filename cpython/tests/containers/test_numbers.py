# SPDX-License-Identifier: Apache-2.0
"""Shared arrays in numpy, pandas, Arrow and Polars: views of the shared memory, without copies."""

import pathlib
import subprocess
import sys

import colors
import pytest

np = pytest.importorskip("numpy")
TWINS = {
    "int8": "int8",
    "int16": "int16",
    "uint16": "char",
    "int32": "int32",
    "int64": "int64",
    "float32": "float32",
    "float64": "float64",
    "bool": "boolean",
}


@pytest.mark.parametrize(("dtype", "name"), TWINS.items())
def test_each_width(dtype, name):
    private = np.array([0, 1, 1, 0, 1], dtype=dtype)
    for shared in (
        colors.Array(private),
        colors.Array(name, private),
        colors.copy_in(private),
        colors.copy_in([private])[0],
    ):
        assert shared.type == name
        view = np.asarray(shared)
        assert view.dtype == private.dtype
        assert np.array_equal(view, private)
        view[0] = 1
        assert shared[0] == 1
        assert not view.flags.owndata
        assert np.array_equal(np.from_dlpack(shared), view)


def test_a_view_of_a_part():
    shared = colors.Array(np.arange(100)[::3])
    assert list(shared) == list(range(0, 100, 3))
    shared[2:4] = np.array([7, 8])
    assert shared[2:4] == [7, 8]


@pytest.mark.parametrize(
    "private",
    [
        np.zeros((2, 3)),
        np.zeros(3, dtype="complex64"),
        np.zeros(3, dtype="float16"),
        np.array(["2020-01-01"], dtype="M8[D]"),
        np.zeros(3, dtype=">f8"),
        np.zeros(2, dtype=[("a", "i4"), ("b", "f8")]),
    ],
    ids=lambda array: str(array.dtype),
)
def test_what_has_no_twin(private):
    with pytest.raises(ValueError, match=r"one dimension|first argument"):
        colors.Array(private)
    with pytest.raises(colors.SharedMemoryError, match="nothing was copied"):
        colors.copy_in([private])


def test_unsigned():
    assert colors.copy_in(np.array([1, 2**32 - 1], dtype="uint32")).type == "int64"
    assert bytes(colors.copy_in(np.array([1, 255], dtype="uint8"))) == b"\x01\xff"
    with pytest.raises(colors.NumberOverflowError):
        colors.copy_in(np.array([2**64 - 1], dtype="uint64"))


def test_scalars():
    shared = colors.List([np.int32(3), np.float64(2.5), np.bool_(True)])
    assert [type(value) for value in shared] == [int, float, bool]
    mapping = colors.Dict({3: "three"})
    assert mapping[np.int64(3)] == "three"
    assert shared[np.int64(1)] == 2.5


def test_binaries():
    binary = colors.Binary(b"abc")
    np.frombuffer(binary, dtype="u1")[0] = ord("x")
    assert binary == b"xbc"
    assert not np.frombuffer(colors.FrozenBinary(b"abc"), dtype="u1").flags.writeable


def test_a_view_outlives_the_array():
    shared = colors.Array("int64", 1000)
    view, capsule = np.asarray(shared), np.from_dlpack(shared)
    view[:] = 5
    del shared
    for _ in range(3):
        colors.collect()
    made = [colors.Array("int64", [9] * 1000) for _ in range(100)]
    assert len(made) == 100
    assert (view == 5).all()
    assert (capsule == 5).all()


@pytest.mark.parametrize(
    "values", [[1.5, 2, 3], [1, 2], ["a", "b"], [True, False], [[1, 2], [3, 4]], (1, 2.5), [], [None]])
def test_an_array_of_a_list_has_its_elements(values):
    private, copy = np.array(values), np.array(colors.copy_in(values))
    assert copy.shape == private.shape and copy.dtype == private.dtype and copy.tolist() == private.tolist()
    assert np.sum(colors.List([1.5, 2, 3])) == 6.5


def test_dlpack_refuses_what_it_is_not():
    shared = colors.Array("int32", 3)
    assert shared.__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError, match="no other device"):
        shared.__dlpack__(dl_device=(2, 0))


def test_arrow():
    pa = pytest.importorskip("pyarrow")
    shared = colors.Array("float64", [1.5, 2.5, 3.5])
    array = pa.array(shared)
    assert array.to_pylist() == [1.5, 2.5, 3.5]
    shared[0] = 9.5
    assert array[0].as_py() == 9.5
    assert pa.array(colors.Array("boolean", [True, False, True] * 5)).to_pylist() == [True, False, True] * 5
    for name in ("int8", "int16", "char", "int32", "int64", "float32"):
        assert pa.array(colors.Array(name, [1, 2])).to_pylist() == [1, 2]
    del shared
    colors.collect()
    assert array.to_pylist() == [9.5, 2.5, 3.5]


TEXTS = ["", "a", None, "Zo\u00eb", "\u20ac \U0001f600", "x" * 300] * 40


@pytest.mark.parametrize("make", [colors.List, tuple], ids=["list", "tuple"])
@pytest.mark.parametrize("texts", [TEXTS, ["a"], [None, "b"], [str(i) for i in range(1000)]], ids=len)
def test_strings_in_arrow(make, texts):
    pa = pytest.importorskip("pyarrow")
    shared = make(texts) if make is colors.List else colors.List([tuple(texts)])[0]
    array = pa.array(shared)
    array.validate(full=True)
    assert (array.type, array.to_pylist()) == (pa.string(), texts)
    for type in (pa.large_string(), pa.binary(), pa.large_binary()):
        array = pa.array(shared, type=type)
        array.validate(full=True)
        assert (array.type, array.cast(pa.string()).to_pylist()) == (type, texts)


def test_lists_that_arrow_takes_as_sequences():
    pa = pytest.importorskip("pyarrow")
    for values in ([], [None], [1, 2], [1.5], [True, None]):
        assert not hasattr(colors.List(values), "__arrow_c_array__")
        assert pa.array(colors.List(values)).to_pylist() == values


def test_pandas_and_polars():
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    shared = colors.Array("int16", [1, 2, 3])
    rows, column = pd.Series(np.asarray(shared), copy=False), pl.Series(np.asarray(shared))
    shared[0] = 9
    assert (rows.dtype, rows.sum()) == ("int16", 14)
    assert (column.dtype, column.sum()) == (pl.Int16, 14)
    assert pl.Series(shared).to_list() == [9, 2, 3]
    assert pl.Series(colors.List(TEXTS)).to_list() == TEXTS
    assert pd.Series(colors.List(["a", "b"])).to_list() == ["a", "b"]


def test_the_example_of_columns():
    for library in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(library)
    example = pathlib.Path(__file__).resolve().parents[3] / "examples" / "columns.py"
    printed = subprocess.run([sys.executable, str(example)], text=True, timeout=60, stdout=subprocess.PIPE, check=True)
    assert printed.stdout == "9.5 9.5 ['pen', 'ink', 'pad']\n"
