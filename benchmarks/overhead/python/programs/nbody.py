# SPDX-License-Identifier: Apache-2.0
"""The planets' orbits, after the Benchmarks Game's n-body."""

from itertools import combinations

STEPS = 800_000
SOLAR_MASS = 4 * 3.141592653589793 ** 2
DAYS = 365.24


class Body:
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx * DAYS, vy * DAYS, vz * DAYS
        self.mass = mass * SOLAR_MASS


def planets():
    return [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
             0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023, 0.000954791938424326609),
        Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
             -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929, 0.000285885980666130812),
        Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
             0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556, 0.0000436624404335156298),
        Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
             0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870, 0.0000515138902046611451),
    ]


def advance(pairs, bodies, dt):
    for a, b in pairs:
        dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
        square = dx * dx + dy * dy + dz * dz
        pull = dt / (square * square ** 0.5)
        to_a, to_b = b.mass * pull, a.mass * pull
        a.vx -= dx * to_a
        a.vy -= dy * to_a
        a.vz -= dz * to_a
        b.vx += dx * to_b
        b.vy += dy * to_b
        b.vz += dz * to_b
    for body in bodies:
        body.x += dt * body.vx
        body.y += dt * body.vy
        body.z += dt * body.vz


def energy(pairs, bodies):
    moving = sum(b.mass * (b.vx ** 2 + b.vy ** 2 + b.vz ** 2) / 2 for b in bodies)
    return moving - sum(a.mass * b.mass / ((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) ** 0.5
                        for a, b in pairs)


def run():
    bodies = planets()
    pairs = list(combinations(bodies, 2))
    for _ in range(STEPS):
        advance(pairs, bodies, 0.01)
    return f"{energy(pairs, bodies):.12f}"
