# SPDX-License-Identifier: Apache-2.0
# needs the accelerator
import array
import hashlib
import struct

import colors


def fails(operation):
    try:
        print("no error", operation())
    except Exception as error:
        print(type(error).__name__, error)


integers = colors.List(range(5))
view = memoryview(integers)
print(view.format, view.itemsize, view.nbytes, view.shape, view.strides, view.ndim, view.contiguous, view.readonly,
      view.obj is integers, len(view))

# a view is the list
view[1], view[-1] = 2 ** 62, -7
print(integers, view.tolist(), sum(view), max(view), 2 in view, [number for number in view if number < 3])
integers[0] = -2 ** 63
print(view[0], view[::2].tolist(), view[1:][1:].tolist(), view[::-1].tolist(), list(reversed(view)))
view[0:2] = array.array("q", [8, 9])
view[3:] = memoryview(colors.List([1, 1]))
print(integers, view == array.array("q", [8, 9, 2, 1, 1]), view == view[:], view == array.array("d", [1]))
struct.pack_into("<q", view, 8, 99)
struct.pack_into(">q", view, 16, 77)
print(integers, struct.unpack_from("2q", view), struct.unpack_from(">q", view, 16), array.array("q", view),
      array.array("d", view))
raw = view.cast("B")
raw[0] = 7
print(integers[0], raw[:3].tolist(), len(raw), view.tobytes() == bytes(view) == raw.tobytes(), view.hex()[:20],
      raw.cast("q").tolist() == integers)
copied = array.array("q", [1])
copied.frombytes(view)
copied.frombytes(view[1:3])
print(copied, hashlib.sha256(view).digest() == hashlib.sha256(view.tobytes()).digest())

floats = colors.copy_in([1.5, 2.5])
numbers = memoryview(floats)
numbers[0] = -0.0
numbers[1:] = array.array("d", [float("inf")])
print(numbers.format, floats, sum(numbers), struct.unpack_from("2d", numbers), array.array("d", numbers))

frozen = memoryview(colors.Tuple([1, 2]))
print(frozen.readonly, frozen.tolist(), isinstance(frozen.obj, tuple), view.toreadonly().readonly, memoryview(view)[0])
print(memoryview(colors.List()).tolist(), memoryview(colors.copy_in((1.5,))).format,
      memoryview(colors.copy_in([[3]])[0])[0])


def store(view, index, value):
    view[index] = value


fails(lambda: store(frozen, 0, 3))
fails(lambda: struct.pack_into("q", frozen, 0, 3))
fails(lambda: store(view, 0, 1.5))
fails(lambda: store(view, 0, 2 ** 63))
fails(lambda: store(numbers, 0, "a"))
fails(lambda: store(view, 5, 0))
fails(lambda: view[-6])

# lists that have no numbers to show
mixed = colors.List([1, "a"])
fails(lambda: memoryview(mixed))
mixed.pop()
fails(lambda: memoryview(mixed))
mixed[:] = list(mixed)
print(memoryview(mixed).tolist())
for other in [1, 2.5], [1.5, 2], [1, True], [None], [2 ** 70], [colors.List()]:
    fails(lambda: memoryview(colors.List(other)))
fails(lambda: memoryview(colors.Tuple([1, "a"])))
fails(lambda: memoryview(colors.Dict()))

# what is no memoryview sees a list
print(bytes(mixed), bytearray(mixed), b"".join([bytes(mixed)]), array.array("b", mixed), bytearray(b"\1") == mixed,
      bytearray() == colors.List())
fails(lambda: struct.unpack_from("q", integers))
fails(lambda: hashlib.sha256(integers))
for kind in (integers, b"a", bytearray(b"a"), memoryview(b"a"), array.array("q", [1]), colors.Binary(3),
             colors.Tuple([1]), floats):
    print(memoryview(kind).format, end=" ")  # each memoryview() call has seen many kinds now
print()

# a view shows its numbers whatever becomes of the list
view[0] = 1
integers[0] = "text"
view[1] = 5
print(integers, view.tolist())
integers.clear()
print(view.tolist(), array.array("q", view))
view.release()
fails(lambda: view[0])
