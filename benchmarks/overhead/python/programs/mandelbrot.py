# SPDX-License-Identifier: Apache-2.0
"""A picture of the Mandelbrot set in bytes, after the Benchmarks Game's mandelbrot."""

from zlib import crc32

SIZE = 1_200
STEPS = 50


def inside(c):
    z = 0j
    for _ in range(STEPS):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return False
    return True


def run():
    picture = bytearray()
    for y in range(SIZE):
        bits = 0
        for x in range(SIZE):
            bits = bits << 1 | inside(complex(2.0 * x / SIZE - 1.5, 2.0 * y / SIZE - 1.0))
            if x % 8 == 7:
                picture.append(bits)
                bits = 0
    return crc32(picture)
