# copy_in of objects of the program's classes: plain ones are copied by the language, all others by the package, with
# one result
import dataclasses
import decimal
import enum
import threading

import colors

def shape(o):
    return colors.shared_type(o).name, sorted(f"{field.name}:{field.type}" for field in colors.shared_type(o).fields)

class Node:
    def __init__(self, **fields):
        self.__dict__.update(fields)

class Plain:
    def __init__(self, a, b=None):
        self.a = a
        self.b = b

@colors.shared("copies.Named")
class Named(Plain):
    pass

class Slotted:
    __slots__ = ("a",)

class Both(Slotted):
    pass

class Hides(Plain):
    @property
    def __dict__(self):
        return {"a": "what it says", "c": 3}

class Asks(Plain):
    def __getattribute__(self, name):
        return {"a": "asked"} if name == "__dict__" else object.__getattribute__(self, name)

class Computes(Plain):
    def __getattr__(self, name):
        return "computed " + name

class Sub(dict):
    pass

class Colour(enum.Enum):
    RED = 1

@dataclasses.dataclass
class Data:
    x: int
    y: float = 2.5
    name: str = "data"

@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int

def again(make, check):
    """Twice: found out the first time, known the second."""
    for _ in range(2):
        print(check(colors.copy_in(make())))

# values, their types, what changes from one object to the next
again(lambda: Plain(1, 2.5), lambda o: (o.a, o.b, shape(o)))
again(lambda: Plain("text", True), lambda o: (o.a, o.b, shape(o)))
again(lambda: Plain(2 ** 62, -0.0), lambda o: (o.a, o.b))
again(lambda: Plain(2 ** 70, "größer 漢字 😀"), lambda o: (o.a, o.b))
again(lambda: Plain(None, None), lambda o: (o.a, o.b))
again(lambda: Named(1), lambda o: (o.__class__.__name__, o.a, shape(o)))
again(lambda: Data(3), lambda o: (o.x, o.y, o.name, o == Data(3), shape(o)))
again(lambda: Frozen(3), lambda o: (o.x, shape(o)))
again(Node, shape)
again(lambda: Node(**{f"f{i}": i for i in range(40)}), lambda o: (o.f0, o.f39, len(vars(o))))
again(lambda: Computes(1), lambda o: (o.a, o.other))

# graphs: sharing, cycles, depth, mixed classes
def ring():
    first = Plain("first")
    first.b = Plain("second", Plain("third", first))
    return first
again(ring, lambda o: (o.a, o.b.a, o.b.b.a, o.b.b.b is o or o.b.b.b == o))
def diamond():
    below = Plain("below")
    return Plain(Plain(below, "left"), Plain(below, "right"))
again(diamond, lambda o: (o.a.a.a, o.a.a == o.b.a, o.a.b, o.b.b))
def deep():
    node = None
    for i in range(50_000):
        node = Plain(i, node)
    return node
def length(o):
    n = 0
    while o is not None:
        n += 1
        o = o.b
    return n
again(deep, length)
again(lambda: Plain(Named(Data(1)), Plain(Plain(1), Named(2))), lambda o: (o.a.a.x, o.b.a.a, o.b.b.a))
again(lambda: Plain(colors.copy_in(Plain("shared")), colors.List([1])), lambda o: (o.a.a, list(o.b)))

# lists and tuples
def loop():
    inside = [1, 2.5, "x"]
    inside.append(inside)
    return Plain(inside, (inside, [], ()))
again(lambda: Plain([1, 2], [0.5]), lambda o: (list(o.a), list(o.b), shape(o)))
again(lambda: Plain([Plain(1), None, [Plain(2)]], ("t", Plain(3))),
      lambda o: (o.a[0].a, o.a[1], o.a[2][0].a, o.b[1].a, shape(o)))
again(loop, lambda o: (o.a[:3], o.a[3] == o.a, o.b[0] == o.a, o.b[1:]))
again(lambda: [Plain(1), [2], (3,)], lambda o: (o[0].a, o[1], o[2]))
again(lambda: (1, Plain(2)), lambda o: (o[0], o[1].a))

# what is more than its attributes
def slotted():
    o = Slotted()
    o.a = 1
    return o
def both():
    o = Both()
    o.a, o.b = 1, 2
    return o
def deleted():
    o = Plain(1, 2)
    del o.b
    return o
def swapped():
    o = Plain(1, 2)
    o.__class__ = Named
    return o
def looked():
    o = Plain(1, 2)
    o.__dict__["c"] = 3
    return o
again(slotted, lambda o: (o.a, shape(o)))
again(both, lambda o: (o.a, o.b))
again(deleted, shape)
again(swapped, shape)
again(looked, shape)
again(lambda: Hides(1), shape)
again(lambda: Asks(1), shape)
again(lambda: Plain([1, Plain(2)], (3, {"k": Plain(4)})), lambda o: (o.a[0], o.a[1].a, o.b[1]["k"].a))
again(lambda: Plain(decimal.Decimal("1.50"), Colour.RED), lambda o: (o.a, o.b))
again(lambda: [Plain(1)], lambda o: o[0].a)

# another name for a class, another version of it
again(lambda: Named(1), shape)
colors.shared("copies.Renamed")(Named)
again(lambda: Plain(Named(1), Named(2)), lambda o: (shape(o), shape(o.a)))
colors.copy_in(Node(a=1)).more = 2
again(lambda: Node(a=1), shape)
again(lambda: Node(a=1, more=2), shape)

# what is refused: nothing was copied, and the same error comes again
for make in (lambda: Plain(object()), lambda: Plain(Plain(lambda: 1)), lambda: Plain(Sub()), lambda: 5,
             lambda: Colour.RED, lambda: Plain(threading.Lock()), object):
    for _ in range(2):
        try:
            print("no error", colors.copy_in(make()))
        except Exception as error:
            print(type(error).__name__, error)
try:
    colors.copy_in(type("Pinned", (Plain,), {"__module__": "company"})(1))
    pinned = colors.shared("company.Pinned")(type("P", (Node,), {}))
    again(lambda: pinned(age=5), lambda o: (o.age, o.name))
    again(lambda: pinned(age=2 ** 40), lambda o: "no error")
except Exception as error:
    print(type(error).__name__, error)
again(lambda: pinned(salary=3), lambda o: (o.salary, o.age))


again(lambda: Plain((), Plain((), 1)), lambda o: (o.a is o.b.a, len(o.a)))

@colors.shared("company.Priced")
class Priced(Plain):
    pass

again(lambda: Priced(5, 6), lambda o: (o.a, o.b))

class Pins(Plain):
    pass

colors.shared("company.Pinned")(Pins)
for age in (5, 2 ** 40, "old", None):
    for _ in range(2):
        o = Pins.__new__(Pins)
        o.age = age
        try:
            print(colors.copy_in(root=o).age)
        except Exception as error:
            print(type(error).__name__, error)

# threads
def work(results):
    results.append(sum(colors.copy_in(Plain(i, Plain(str(i)))).a for i in range(500)))

results = []
threads = [threading.Thread(target=work, args=(results,)) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(results, colors.copy_in.__doc__.split(",")[0])
