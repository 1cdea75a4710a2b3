# in shared mode a decorated class makes shared objects; everything else is as ever
import copy
import dataclasses
import enum
import inspect
import threading

import colors

@colors.shared("mode.Employee")
class Employee:
    rate = 2

    def __init__(self, name, salary, boss=None):
        self.name, self.salary, self.boss = name, salary, boss
        self.staff = []
        if boss is not None:
            boss.staff.append(name)

    def pay(self):
        return self.salary * self.rate

class Plain:
    def __init__(self, x):
        self.x = x

def kind(o):
    return "shared" if colors.is_shared(o) else "private"

def tried(make):
    try:
        return kind(make())
    except Exception as e:
        return f"{type(e).__name__}: {e}"

class Early:
    def __init__(self):
        self.text = "private"

before = Early()
Early = colors.shared("mode.Early")(Early)
with colors.shared_mode():
    ada = Employee("Ada", 4200)
    grace = Employee(boss=ada, name="Grace", salary=3000)
    with colors.shared_mode():
        print(kind(Plain(1)), kind(Early()))
    print(kind(Early()), kind(before))
print(kind(ada), ada.pay(), list(ada.staff), grace.boss is ada or grace.boss == ada, isinstance(ada, Employee),
      sorted(vars(grace)))
print(kind(Early()), tried(lambda: Employee("Eve", 1)))

# many, so that it is compiled; and what the last of them is
with colors.shared_mode():
    last = None
    for i in range(3000):
        last = Employee(f"e{i}", i, None)
    print(last.name, last.pay(), kind(last))

# classes of all kinds
@colors.shared("mode.Empty")
class Empty:
    pass

@colors.shared("mode.Own")
class Own:
    def __new__(cls, *arguments):
        made = super().__new__(cls)
        made.by = "new"
        return made

@colors.shared("mode.OwnBelow")
class OwnBelow(Own):
    def __new__(cls, *arguments):
        made = super().__new__(cls, *arguments)
        made.below = len(arguments)
        return made

    def __init__(self, *arguments):
        self.inner = OwnBelow() if arguments else None

class Factory:
    def __new__(cls, *arguments):
        return 3 if arguments else super().__new__(cls)
Factory = colors.shared("mode.Factory")(Factory)

@colors.shared("mode.Frozen")
@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int
    rest: list = dataclasses.field(default_factory=list)
    more: dict = dataclasses.field(default_factory=dict)

@colors.shared("mode.Slotted")
class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a

@colors.shared("mode.Data")
@dataclasses.dataclass
class Data:
    x: int
    y: str = "why"

@colors.shared("mode.Manager")
class Manager(Employee):
    def __init__(self, name):
        super().__init__(name, 9000)
        self.title = "head"

class Temp(Employee):
    pass

@colors.shared("mode.Color")
class Color(enum.Enum):
    RED = 1

@colors.shared("mode.Fails")
class Fails:
    def __init__(self, what):
        self.what = what

with colors.shared_mode():
    print(tried(Empty), tried(lambda: Empty(1)), tried(lambda: Empty(a=1)), sep="\n")
    o = OwnBelow(1, 2)
    print(kind(Own(1)), Own().by, kind(o), o.by, o.below, kind(o.inner), o.inner.below, o.inner.inner)
    print(Factory(1), kind(Factory()))
    f = Frozen(1)
    f.rest.append(2)
    f.more["k"] = f
    print(kind(f), f.x, list(f.rest), f.more["k"] == f)
    s = Slotted(3)
    print(kind(s), s.a, tried(lambda: s.b))
    print(kind(Data(1)), Data(1, y="z").y, Data(2).x)
    m = Manager("Meg")
    print(kind(m), m.title, m.pay(), isinstance(m, Employee), m.__class__.__name__)
    print(tried(lambda: Temp("Tim", 1)))
    print(Color(1), Color.RED)
    again = Fails(1)
    again.__init__(2)
    print("initialized again", again.what)
    nested = Fails(Plain(1))
    print(kind(nested.what), nested.what.x, isinstance(nested.what, Plain))
    print(tried(lambda: Fails(lambda: 1)))
    print(tried(Employee))
print(kind(Own(1)), kind(Empty()), tried(lambda: Empty(1)), kind(copy.copy(before)), kind(Data(1)), Slotted(4).a)

# the mode is the thread's, and ends with the block, also by an error
def elsewhere():
    print("elsewhere", kind(Empty()))

with colors.shared_mode():
    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
try:
    with colors.shared_mode(), colors.shared_mode():
        raise ValueError("no")
except ValueError as e:
    print(e, kind(Empty()))

# a class that inherits from a decorated one and another: private or not, it has the __new__ of the other
class Counted:
    def __new__(cls, *arguments):
        made = super().__new__(cls)
        made.count = len(arguments)
        return made

class Both(Data, Counted):
    pass

SharedBoth = colors.shared("mode.SharedBoth")(type("SharedBoth", (Data, Counted), {}))
print(Both(1).count, Both(1).x, kind(Both(1)))
with colors.shared_mode():
    b = SharedBoth(1, "z")
    print(Both(1).count, kind(Both(1)), b.count, b.y, kind(b))

# what __init__ gives itself to is copied with it
@colors.shared("mode.Node")
class Node:
    def __init__(self, depth):
        self.depth = depth
        self.leaves = [Leaf(self), Leaf([{"of": self}]), Leaf(holder := Plain(self)), Leaf(self, Leaf(holder))]
        self.alone = Leaf(None)
        self.early = kind(self.leaves[0]), kind(self.alone)
        self.below = Node(depth - 1) if depth else None

@colors.shared("mode.Leaf")
class Leaf:
    def __init__(self, of, other=None):
        self.of, self.other = of, other
        self.inner = Inner(leaf=self) if of is not None else None

@colors.shared("mode.Inner")
class Inner:
    __slots__ = ("leaf",)

    def __init__(self, leaf):
        self.leaf = leaf

with colors.shared_mode():
    n = Node(1)
    print(kind(n), list(n.early), kind(n.below), n.below.depth, n.below.below)
    for node in n, n.below:
        one, two, three, four = node.leaves
        print(one.of is node or one.of == node, two.of[0]["of"] == node, three.of.x == node, four.of == node,
              four.other.of == three.of,
              all(leaf.inner.leaf == leaf and kind(leaf.inner) == "shared" for leaf in node.leaves))
    try:
        Node("deep")
    except TypeError as e:
        print(e)
    print(kind(Leaf(Plain(1))), kind(Leaf(Data(1)).inner))

# to others the class is as ever: its signature, a copy of it, and a metaclass that refuses changes
print(inspect.signature(Employee), inspect.signature(Manager), inspect.signature(Own), inspect.signature(Data))

@dataclasses.dataclass(slots=True)
@colors.shared("mode.Copied")
class Copied:
    x: int

class Unchanging(type):
    def __setattr__(cls, name, value):
        raise AttributeError(f"no {name}")

@colors.shared("mode.Fixed")
class Fixed(metaclass=Unchanging):
    pass

with colors.shared_mode():
    print(kind(Copied(1)), Copied(2).x, kind(Fixed()))
