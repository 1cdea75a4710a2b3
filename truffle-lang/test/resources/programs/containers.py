# SPDX-License-Identifier: Apache-2.0
import collections
import colors

Point = collections.namedtuple("Point", "x y")


class Order:
    def __init__(self):
        self.lines = [1, 2.5, "three", None, True]
        self.numbers = [1, 2, 2 ** 62]
        self.index = {"a": [1], (1, "b"): "tuple", 3: self, None: {}}
        self.tags = {1, "two", frozenset([3, 4])}
        self.place = Point(1, [2])
        self.raw, self.code = bytearray(b"xyz"), b"\0\xff"
        self.ratios = (0.5, 1.5)


order = colors.copy_in(Order())
print(order.lines, order.numbers, order.raw, order.code, order.ratios)
print(order.index["a"], order.index[1, "b"], order.index[3] is order, order.index[None], len(order.index))
print(1 in order.tags, "two" in order.tags, frozenset([4, 3]) in order.tags, frozenset([4]) in order.tags,
      (1, 2) in order.tags)
print(order.place, isinstance(order.place, tuple), order.place[1].append(3), order.place)
for value in order.lines, order.place, order.index, order.tags, order.code, order.raw:
    kinds = tuple, dict, set, frozenset, bytes, bytearray
    print(colors.is_shared(value), [kind.__name__ for kind in kinds if isinstance(value, kind)])

# sharing and cycles
knot = [1]
knot.append(knot)
row = [0] * 3
copy = colors.copy_in([row, row, knot, {"knot": knot}])
copy[0][1] = 7
print(copy[1], copy[2][1][1][0], copy[3]["knot"] is copy[2], copy)
print(colors.copy_in(copy) is copy, colors.copy_in((1, (2, row)))[1][1])

# immutable ones are copied when they are stored
order.pair = (1, ("two", b"3"))
order.pair = frozenset([order.pair[0]])
order.lines.append((4, 5))
order.index[6, 7] = b"bytes"
print(order.pair, order.lines[-1], order.index[6, 7], order.index.pop((6, 7)))
colors.repository("containers.py").set((1, "a"))
print(colors.repository("containers.py").get())


def fails(change):
    try:
        change()
        print("no error")
    except Exception as error:
        print(type(error).__name__, error)


class More(list):
    pass


class Box:
    pass


box = Box()
box.content = [More([1])]
fails(lambda: colors.copy_in(box))
fails(lambda: colors.copy_in({"a": {print}}))
fails(lambda: colors.copy_in({float("nan"): 1, -float("nan"): 2}))
fails(lambda: order.lines.append([1]))
fails(lambda: order.index.update(a={}))
fails(lambda: order.tags.add((1, object())))
fails(lambda: setattr(order, "x", (1, [2])))
fails(lambda: colors.List([[1]]))
fails(lambda: order.lines[9])
fails(lambda: order.index["no"])
fails(lambda: order.raw.append(1))

# made empty, or of what can be shared
made = colors.List(range(3))
made += "x", None
made.insert(-1, 8)
made[-1], made[0] = 9, 1.5
print(made, made.pop(), made.pop(-2), made.pop(0), made, made[-1], made[1:], len(made))
table = colors.Dict([("a", 1)], b=made)
print(table, table.popitem(), table, table.setdefault("c", 2), list(reversed(table)), table | {"d": 3})
unique = colors.Set([3, 1, 3])
unique |= {5}
print(sorted(unique), unique & {1, 9}, unique.pop(), len(unique), colors.FrozenSet("aa"), colors.Tuple([1, made]),
      colors.Tuple())
data = colors.Binary(4)
data[1] = 200
data[2:] = b"!?"
print(bytes(data), data, list(data), colors.FrozenBinary(b"ab"), colors.Binary(b"cd") + data)
print(colors.Binary("caf\u00e9", encoding="latin-1"), colors.Binary(source=b"x"),
      colors.FrozenBinary("x\u00e9", encoding="ascii", errors="replace"))
# slices with a step, also where GraalPy's own lists delete or fail
steps = colors.copy_in([0, 1, 2, 3, 4])
for step, elements in (2, []), (-1, []), (2 ** 70, []), (2, [7, 8]), (-1, "abcd"):
    try:
        steps[::step] = elements
    except ValueError as error:
        print(error, steps)
steps[::-2] = "xyz"
steps[4::-2 ** 70] = [0.5]
print(steps)
del steps[3::2 ** 70], steps[::-3]
print(steps)
