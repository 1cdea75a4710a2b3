# SPDX-License-Identifier: Apache-2.0
"""Containers between processes: another CPython, and Java."""

import datetime
import decimal
import uuid
from dataclasses import dataclass

import colors
import pytest

KEYS = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    -(2**63),
    2**62 + 7,
    2**63,
    -(2**70),
    0.5,
    -0.0,
    1e300,
    float("nan"),
    float("inf"),
    "",
    "a",
    "sevench",
    "a longer text",
    "\u00e9\u00e8",
    "\u20ac uro",
    "\U0001f600 smile",
    (1, "a", (2.5, None)),
    frozenset({1, "x", (2,)}),
    b"",
    b"\x00\xff bytes",
    decimal.Decimal("1.50"),
    decimal.Decimal("1e30"),
    uuid.UUID(int=7),
    datetime.date(2020, 2, 29),
    datetime.datetime(2020, 1, 1, 10, 0),
    datetime.datetime(2020, 1, 1, 10, 0, 1, 500000, datetime.timezone.utc),
    datetime.timedelta(seconds=-90.5),
]

JAVA_KEYS = """
    List<Object> keys = new ArrayList<>(Arrays.asList(null, true, false, 0L, 1L, -1L, 1L << 31, Long.MIN_VALUE,
        (1L << 62) + 7, new java.math.BigInteger("9223372036854775808"),
        java.math.BigInteger.TWO.pow(70).negate(), 0.5, -0.0, 1e300, Double.NaN, Double.POSITIVE_INFINITY, "", "a",
        "sevench", "a longer text", "\\u00e9\\u00e8", "\\u20ac uro", "\\ud83d\\ude00 smile"));
    keys.add(new java.math.BigDecimal("1.50"));
    keys.add(new java.math.BigDecimal("1e30"));
    keys.add(new UUID(0, 7));
    keys.add(java.time.LocalDate.of(2020, 2, 29));
    keys.add(java.time.LocalDateTime.of(2020, 1, 1, 10, 0));
    keys.add(java.time.Instant.parse("2020-01-01T10:00:01.500Z"));
    keys.add(java.time.Duration.ofMillis(-90500));
"""
JAVA_MAP = """
    SharedMap<Object, Object> map =
        SharedMemory.repository("%s", ValueType.map(Object.class, Object.class)).get();
"""


def test_keys_of_python_are_found_by_java(place, java, request):
    mapping = colors.Dict()
    for i, key in enumerate(KEYS):
        mapping[key] = i
    place.set(mapping)
    found = java(
        JAVA_MAP % request.node.name
        + JAVA_KEYS
        + """
    StringBuilder missing = new StringBuilder();
    for (Object key : keys) {
      if (!map.containsKey(key)) missing.append(" ").append(key);
    }
    int same = 0;
    for (Object key : map.keySet()) same += map.containsKey(key) ? 1 : 0;
    System.out.println(map.size() + " " + same + missing);
    """
    )
    assert found == f"{len(mapping)} {len(mapping)}"


def test_keys_of_java_are_found_by_python(place, java, request):
    place.set(colors.Dict())
    java(JAVA_MAP % request.node.name + JAVA_KEYS + "\n    for (Object key : keys) map.put(key, String.valueOf(key));")
    mapping = place.get()
    values = [key for key in KEYS if not isinstance(key, (tuple, frozenset, bytes))]
    assert [key for key in values if key not in mapping] == []
    assert len(mapping) == len(values) - 1  # -0.0 is 0
    for key in list(mapping):
        assert key in mapping
        mapping[key] = "changed"
    assert len(mapping) == len(values) - 1


@colors.shared("Point", compared_by=("x", "name"))
class Point:
    def __init__(self, x, name):
        self.x, self.name = x, name

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.name) == (other.x, other.name)

    def __hash__(self):
        return hash((self.x, self.name))


def test_objects_as_keys_of_both(place, java, request):
    mapping = colors.Dict()
    mapping[colors.copy_in(Point(1, "one"))] = "python's"
    place.set(mapping)
    found = java(
        JAVA_MAP % request.node.name
        + """
    System.out.println(map.get(new Point(1, "one")));
    map.put(Ref.copyOf(new Point(2, "two")), "java's");
    """
    )
    assert found == "python's"
    assert mapping[Point(2, "two")] == "java's"
    assert mapping[Point(1, "one")] == "python's"
    assert Point(2, "one") not in mapping
    mapping[colors.copy_in(Point(1, "one"))] = "again"
    assert len(mapping) == 2
    assert mapping.pop(Point(1, "one")) == "again"


@dataclass(frozen=True)
class Place:
    city: str
    number: float


class Asked:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return isinstance(other, Asked) and self.number % 10 == other.number % 10

    def __hash__(self):
        return self.number % 10


class Plain:
    pass


def test_objects_as_keys():
    mapping = colors.Dict()
    rome = colors.copy_in(Place("Rome", 1))
    mapping[rome] = 1
    assert mapping[Place("Rome", 1.0)] == 1
    assert mapping[colors.copy_in(Place("Rome", 1))] == 1
    assert Place("Paris", 1) not in mapping
    mapping[(rome, 5)] = 2
    assert mapping[(Place("Rome", 1), 5)] == 2
    mapping[colors.copy_in(Asked(13))] = 3
    assert mapping[Asked(23)] == 3
    assert mapping[colors.copy_in(Asked(33))] == 3
    plain = colors.copy_in(Plain())
    mapping[plain] = 4
    assert mapping[plain] == 4
    assert colors.copy_in(Plain()) not in mapping
    assert Plain() not in mapping
    assert len(mapping) == 4


def test_another_process_changes_a_list(place, python, request):
    shared = colors.List(range(1000))
    place.set(shared)
    program = """
import colors, sys
shared = colors.repository(sys.argv[1]).get()
for i in range(1000):
    shared[i] = f"element {i}"
for i in range(1000):
    shared.append(i)
"""
    python(program, request.node.name)
    assert len(shared) == 2000
    assert shared[999] == "element 999"
    assert shared[-1] == 999


def test_processes_append_at_once(place, python, request):
    from concurrent.futures import ThreadPoolExecutor

    place.set(colors.List([colors.Array("int64", 1), colors.Dict(n=0), colors.List()]))
    program = """
import colors, sys
array, mapping, shared = colors.repository(sys.argv[1]).get()
for i in range(2000):
    array.get_and_add(0, 1)
    mapping.get_and_add("n", 1)
    mapping[f"{sys.argv[2]} {i}"] = (i, "a text that is an object")
    shared.append(f"{sys.argv[2]} {i}")
    if i % 3 == 0:
        mapping.pop(f"{sys.argv[2]} {i}")
"""
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda n: python(program, request.node.name, str(n)), range(3)))
    array, mapping, shared = place.get()
    assert array[0] == mapping["n"] == len(shared) == 6000
    assert len(mapping) == 1 + 3 * (2000 - 667)
    assert mapping["2 1999"] == (1999, "a text that is an object")
    assert sorted(shared) == sorted(f"{n} {i}" for n in range(3) for i in range(2000))


def test_a_view_is_the_memory_itself(place, python, request):
    array = colors.Array("int32", 10)
    place.set(array)
    view = memoryview(array)
    python("import colors, sys; colors.repository(sys.argv[1]).get()[3] = 77", request.node.name)
    assert view[3] == 77
    view[4] = 88
    assert python("import colors, sys; print(colors.repository(sys.argv[1]).get()[4])", request.node.name) == "88"
    place.set(None)
    del array
    colors.collect()
    colors.collect()
    assert view.tolist()[3:5] == [77, 88]


def test_a_reader_gets_read_only_views(place, python, request, monkeypatch):
    place.set(colors.Array("int32", 10))
    monkeypatch.setenv("COLORS_READONLY", "true")
    program = """
import colors, sys
array = colors.repository(sys.argv[1]).get()
print(memoryview(array).readonly)
for change in (lambda: array.__setitem__(0, 1), lambda: array.get_and_add(0, 1)):
    try:
        change()
    except colors.ReadOnlyError:
        print("refused")
"""
    assert python(program, request.node.name).split() == ["True", "refused", "refused"]


def test_what_does_not_fit():
    array = colors.Array("int8", [1, 2])
    for value, error in (
        (128, colors.IntegerOverflowError),
        (1.5, colors.TypeConflictError),
        ("a", colors.TypeConflictError),
        (True, colors.TypeConflictError),
        (2**70, colors.IntegerOverflowError),
    ):
        with pytest.raises(error, match="int8"):
            array[0] = value
    with pytest.raises(colors.NumberOverflowError):
        colors.Array("float32", [1e300])
    assert list(array) == [1, 2]
