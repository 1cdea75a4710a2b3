# SPDX-License-Identifier: Apache-2.0
# needs the accelerator
import array
import hashlib
import io
import struct

import colors

for name in "int8", "int16", "char", "int32", "int64", "float32", "float64", "boolean":
    a = colors.Array(name, [True, False, True] if name == "boolean" else [1, 0, 2])
    view = memoryview(a)
    print(name, view.format, view.itemsize, view.nbytes, view.shape, view.readonly, view.ndim, view.tolist(),
          bytes(view) == a.tobytes() == bytes(a))
    view[1] = view[2]
    print(a, view[1], view[::2].tolist(), view == memoryview(a), a.typecode == view.format)

a = colors.Array("int32", range(5))
view = memoryview(a)
view[0:2] = array.array("i", [100, 200])
print(a, view.cast("B")[:4].tolist(), view.cast("B").cast("h").tolist())
view.cast("B")[1] = 1
a[2] = -2
print(a, view[2], sum(view), min(view), view.tobytes() == a.tobytes())
a[1:] = view[:-1]
print(a)

# whatever takes bytes-like objects has the elements' own
print(bytes(a)[:4], bytearray(a)[:2], struct.unpack_from("5i", a), struct.unpack_from(">i", a), array.array("i", a),
      b"".join([a])[:4], hashlib.sha256(a).digest() == hashlib.sha256(bytes(a)).digest())
struct.pack_into("2i", a, 4, 55, 66)
struct.pack_into("i", a, 1, -1)
print(a, int.from_bytes(colors.Array("int8", [1, 2]), "little"))
stream = io.BytesIO()
stream.write(a)
stream.seek(0)
other = colors.Array("int32", 5)
print(stream.readinto(other), other == a)
frombytes = array.array("i")
frombytes.frombytes(a)
print(frombytes)
for change in (lambda: view.__setitem__(0, 2**31), lambda: view.__setitem__(0, "x"),
               lambda: view.__setitem__(slice(2), array.array("d", [1, 2])), lambda: view.__setitem__(9, 1),
               lambda: view.__setitem__(slice(2), array.array("i", [1]))):
    try:
        change()
        print("no error")
    except (ValueError, TypeError, IndexError) as e:
        print(type(e).__name__)

# many
many = array.array("i", range(100_003))
big = colors.Array("int32", 100_003)
big[:] = many
print(big == list(many), big.tobytes() == many.tobytes())
big[1:] = memoryview(big)[:-1]
print(big[:3], big[-1], sum(big) == sum(range(100_002)))
big[:3] = memoryview(b"\1\0\0\0\2\0\0\0\3\0\0\0").cast("i")
print(big[:4], len(colors.copy_out(big)), colors.copy_in(many) == list(many))
empty = memoryview(colors.Array("float64", 0))
print(empty.tolist(), empty.nbytes)
