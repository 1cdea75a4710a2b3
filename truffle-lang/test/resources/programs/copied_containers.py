"""copy_in of dicts, sets and bytes, alone and in each other and in objects: the same with and without the
accelerator."""
import collections
import random

import colors


class Kept:
    def __init__(self, a=None, b=None):
        self.a = a
        self.b = b


def again(make, check):
    for _ in range(3):
        print(check(colors.copy_in(make())))


again(lambda: {"a": 1, "b": [1, {"c": None}], 3: 2.5, True: "yes", None: "none", 1.5: b"x", "": {},
               "a longer key": set()},
      lambda d: (list(d.keys()), d["b"][1]["c"], d[3], d[True], d[None], bytes(d[1.5]), len(d[""]),
                 len(d["a longer key"])))
again(lambda: Kept({1, "two", 3.5, None, False}, {"k": Kept({"deep": (1, 2)}, b"\x00\xff")}),
      lambda o: (sorted(map(str, o.a)), isinstance(o.b["k"], Kept), list(o.b["k"].a["deep"]), bytes(o.b["k"].b)))
again(lambda: Kept(bytearray(b"abc"), b""),
      lambda o: (bytes(o.a), bytes(o.b), isinstance(o.a, colors.Binary), isinstance(o.b, colors.Binary)))
again(lambda: {2 ** 70: 1, (1, 2): 2, frozenset([1]): 3, b"k": 4},
      lambda d: (d[2 ** 70], d[(1, 2)], d[frozenset([1])], len(d)))
again(lambda: collections.OrderedDict(b=1, a=2), lambda d: list(d.items()))
for make in (lambda: collections.defaultdict(list), lambda: {float("nan"): 1}, lambda: {1: object()},
             lambda: {Kept(1): 1}, lambda: {2 ** 62: 1, float(2 ** 62 + 1): 2}):
    try:
        print(len(colors.copy_in(make())))
    except Exception as error:
        print(type(error).__name__, error)

def cyclic():
    d = {"list": []}
    d["self"] = d["list"]
    d["list"].append(d)
    d["shared"] = [d["list"], {"d": d}]
    return d

again(cyclic, lambda d: (d["list"] is d["self"], d["list"][0] is d,
                         d["shared"][0] is d["list"], d["shared"][1]["d"] is d))
for number, key in enumerate((1, "one", 1.0, None)):
    d = colors.copy_in({key: number})
    d[key] = -number
    print(len(d), d[key], key in d)

def plain(value):
    if isinstance(value, Kept):
        return ("Kept", plain(value.a), plain(value.b))
    if isinstance(value, (dict, colors.Dict)):
        return [(plain(k), plain(v)) for k, v in value.items()]
    if isinstance(value, (set, colors.Set)):
        return sorted(map(repr, value))
    if isinstance(value, (bytes, bytearray, colors.Binary)):
        return bytes(value)
    if isinstance(value, (list, tuple, colors.List, colors.Tuple)):
        return [plain(v) for v in value]
    return value

def scalar(random):
    return random.choice((None, True, random.randrange(-9, 9), 2 ** random.randrange(70), random.random(),
                          "text" * random.randrange(4), "\u20ac"))

def made(random, depth):
    choice = random.randrange(8) if depth else 7
    if choice == 0:
        return [made(random, depth - 1) for _ in range(random.randrange(4))]
    if choice == 1:
        return tuple(made(random, depth - 1) for _ in range(random.randrange(4)))
    if choice in (2, 3):
        return {scalar(random): made(random, depth - 1) for _ in range(random.randrange(6))}
    if choice == 4:
        return {scalar(random) for _ in range(random.randrange(12))}
    if choice == 5:
        return random.choice((bytes, bytearray))(random.randrange(256) for _ in range(random.randrange(20)))
    return Kept(made(random, depth - 1), scalar(random)) if depth else scalar(random)

for seed in range(300):
    graph = Kept(made(random.Random(seed), 5), seed)
    if plain(colors.copy_in(graph)) != plain(graph):
        print("seed", seed, plain(colors.copy_in(graph)), plain(graph))

