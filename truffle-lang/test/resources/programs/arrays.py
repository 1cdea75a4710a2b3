# SPDX-License-Identifier: Apache-2.0
import array
import bisect
import copy
import json
import pickle
import pprint
from collections.abc import MutableSequence, Sequence

import colors

a = colors.Array("int32", 5)
print(a, len(a), bool(a), isinstance(a, list), isinstance(a, colors.List), isinstance(a, (Sequence, MutableSequence)),
      colors.is_shared(a))
a[0], a[-1] = 7, -3
print(a[0], a[-1], a[:], a[1:3], a[::-2], list(a), list(reversed(a)), a.type, a.typecode, a.itemsize, a.tolist(),
      a.tobytes())
print(a == [7, 0, 0, 0, -3], [7, 0, 0, 0, -3] == a, a != [1],  # noqa: SIM300 (both ways are tested)
      a == colors.List([7, 0, 0, 0, -3]), a == (7,), a < [8],
      sum(a), min(a), max(a), sorted(a), 7 in a, 8 in a, a.index(-3), a.count(0))
print(a.copy(), a + [1], [1] + a, a * 2, json.dumps({"a": a}),  # noqa: RUF005 (+ is tested)
      copy.copy(a), copy.deepcopy({"a": a}), pickle.loads(pickle.dumps(a)))
pprint.pprint([a])


def fails(operation):
    try:
        print("no error", operation())
    except Exception as e:
        bases = TypeError, OverflowError, colors.SharedMemoryError
        print(type(e).__name__, [base.__name__ for base in bases if isinstance(e, base)], e)


class Number:
    def __index__(self):
        return 3


# what does not fit
for value in 2**31, -2**31 - 1, 2**80, 1.5, 1.0, "x", None, True, [1], a, Number():
    fails(lambda: a.__setitem__(0, value))
for key in 5, -6, 2**70:
    fails(lambda: a[key])
    fails(lambda: a.__setitem__(key, 1))
fails(lambda: a["x"])
try:
    hash(a)
except TypeError as e:
    print(str(e)[:16])
print(a[Number()], a)

# the length
for name, arguments in (("append", [1]), ("insert", [0, 1]), ("extend", [[1]]), ("pop", []), ("remove", [7]),
                        ("clear", []), ("__delitem__", [0]), ("__iadd__", [[1]]), ("__imul__", [2]),
                        ("__delitem__", [slice(1)])):
    fails(lambda: getattr(a, name)(*arguments))
fails(lambda: a.__setitem__(slice(0, 2), [1]))
fails(lambda: a.__setitem__(slice(0, 2), array.array("i", [1])))
fails(lambda: a.__setitem__(slice(None, None, 2), [1]))
fails(lambda: a.__setitem__(slice(0, 2), [1, 2**40]))
fails(lambda: a.__setitem__(slice(0, 2), 1))
try:
    list.append(a, 1)
except TypeError as e:
    print("fixed length" in str(e))
print(a)

# all elements
a[:] = [5, 4, 3, 2, 1]
a.sort()
print(a)
a.sort(key=lambda n: -n)
print(a)
a.reverse()
a[1:3] = (9, 9)
print(a)
a[::2] = [0, 0, 0]
print(a)
a[:] = array.array("i", range(5))
a[1:] = a[:-1]
print(a)
a[3:3] = []
a[4:] = (n for n in [8])
a[:2] = colors.List([6, 5])
a[2:4] = colors.Array("int64", [3, 2])
print(a)
i = iter(a)
next(i)
a[1] = 50
print(next(i), bisect.bisect(colors.Array("int32", [1, 3, 5, 7]), 5), *map(list, [a[1:3]]))
match a:
    case [first, *rest]:
        print("match", first, rest)
match a:
    case list():
        print("list")

# each type
for name in "int8", "int16", "char", "int32", "int64", "float32", "float64", "boolean":
    given = [True, False] if name == "boolean" else [1.5, -2] if "float" in name else [1, 2]
    x = colors.Array(name, given)
    print(x, x.type, x.typecode, x.itemsize, colors.Array(x.typecode, given) == x, repr(colors.copy_out(x)),
          x.tobytes().hex())
for name, values in (("int8", (-128, 127, -129, 128)), ("int16", (-2**15, 2**15 - 1, -2**15 - 1, 2**15)),
                     ("char", (0, 2**16 - 1, -1, 2**16)), ("int32", (-2**31, 2**31 - 1, 2**31)),
                     ("int64", (-2**63, 2**63 - 1, 2**63)),
                     ("float32", (0.1, 2**24 + 1, 1e39, float("inf"), 2**2000)),
                     ("float64", (1, 2**53 + 1, -0.0, float("nan"), "1", True)), ("boolean", (True, 1, 0.0))):
    x = colors.Array(name, 1)
    for value in values:
        try:
            x[0] = value
            print(name, x[0], end="; ")
        except (OverflowError, TypeError) as e:
            print(type(e).__name__, end="; ")
    print()

# making
print(colors.Array("int32"), colors.Array("int64", range(3)), colors.Array("i", b"ab"),
      colors.Array("int8", colors.List([1, 2])), colors.Array("float64", colors.Array("int32", [1, 2])),
      colors.Array("d", array.array("d", [2.5])))
for arguments in (("int3", 1), (None, 1), ("int32", -1), ("int32", [1.5]), ("int8", [128]), ("int32", 1.5),
                  ("int32", 2**40)):
    fails(lambda: colors.Array(*arguments))

# copies
for code, values in zip("bBhHiIlLqQfd",
                        ([1, -1], [1, 255], [-1], [2**16 - 1], [-1], [2**32 - 1],
                         [-1], [1], [-1], [2**63 - 1], [0.1], [0.1])):
    copied = colors.copy_in(array.array(code, values))
    print(code, type(copied) is type(a) and copied.type, list(copied), colors.copy_out(copied))
print(colors.copy_in(memoryview(array.array("d", [1.5, 2, 3]))[::2]), list(colors.copy_in(memoryview(b"abc"))))
for bad in array.array("Q", [2**63]), array.array("u", "ab"), memoryview(bytes(8)).cast("B", [2, 4]):
    fails(lambda: colors.copy_in({"a": bad}))


class Sheet:
    def __init__(self):
        self.data = array.array("d", [1, 2.5])
        self.rows = [array.array("i", [1]), array.array("i")]
        self.same = self.data


sheet = colors.copy_in(Sheet())
sheet.data[0] += 1
print(sheet.data, sheet.rows, sheet.data is sheet.same, [str(field.type) for field in colors.shared_type(sheet).fields])
out = colors.copy_out(sheet)
print(out.data, out.rows, out.data is out.same)
sheet.rows[1] = a
sheet.data = colors.List([1])
box = colors.Dict({"a": a})
print(sheet.rows[1] is a, box["a"] is a, box["a"] == a, sheet.data)
with colors.monitor(a):
    a[0] += 1
print(a)
