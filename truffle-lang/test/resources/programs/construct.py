# constructors in shared mode, again and again, so that they are compiled: each gives what a private object and its copy
# would
import abc
import dataclasses
import sys

import colors

LAST = 999
TIMES = 1000 if colors.accelerated else 3

def kind(o):
    return "shared" if colors.is_shared(o) else "private"

def fields(o):
    return kind(o), dict(vars(o))

def again(make):
    """The last of many."""
    for i in range(LAST + 1 - TIMES, LAST + 1):
        made = make(i)
    return made

def tried(make):
    try:
        return fields(make())
    except Exception as e:
        return f"{type(e).__name__}: {e}"

@colors.shared("construct.Employee")
class Employee:
    def __init__(self, name, salary, boss=None, *more, level=1, **others):
        self.name = name
        self.salary = salary
        self.boss = boss
        if more:
            self.more = more
        if others:
            self.others = others
        self.level = level

@colors.shared("construct.Data")
@dataclasses.dataclass
class Data:
    x: int
    y: str = "why"
    z: list = dataclasses.field(default_factory=list)

@colors.shared("construct.Point")
@dataclasses.dataclass(frozen=True)
class Point:
    x: float
    y: float

@colors.shared("construct.Summed")
@dataclasses.dataclass
class Summed:
    a: int
    b: int
    total: int = dataclasses.field(init=False)

    def __post_init__(self):
        self.total = self.a + self.b

@colors.shared("construct.Slotted")
class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b

@colors.shared("construct.Base")
class Base:
    def __init__(self, x):
        self.x = x

@colors.shared("construct.Below")
class Below(Base):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y

class Undecorated(Base):
    pass

@colors.shared("construct.Abstract")
class Abstract(abc.ABC):
    @abc.abstractmethod
    def what(self):
        pass

@colors.shared("construct.Concrete")
class Concrete(Abstract):
    def __init__(self, x):
        self.x = x

    def what(self):
        return self.x

def employees():
    print(fields(again(lambda i: Employee("Ada", i))))
    print(fields(again(lambda i: Employee(salary=i, name="Bob"))))
    print(fields(again(lambda i: Employee("Cy", level=2, salary=i))))
    print(fields(again(lambda i: Employee(name="Dee", salary=i) if i % 2 else Employee(salary=i, name=i))))
    print(kind(again(lambda i: Employee("Eve", i, 0, 7, 8)).more), len(again(lambda i: Employee("Eve", i, x=1)).others))
    ada = Employee("Ada", 1)
    print(again(lambda i: Employee("Flo", i, ada)).boss == ada,
          again(lambda i: Employee("Gus", i, boss=Employee("Flo", 2))).boss.name)
    print([tried(lambda: Employee(*given, **named))
           for given, named in [((), {}), ((1,), {"name": 2}), ((1, 2, 3), {"boss": 4})]])
    print([kind(Employee(value, value).name) for value in ([1], {"a": 1}, Base, None)[:2]],
          tried(lambda: Employee(Base, 1)))
    for value in 1, "text", 2.5, None, True, 2**70, 1:
        print(fields(again(lambda i: Employee("Hal", value)))[1]["salary"], end=" ")
    print()

def classes():
    print(fields(again(Data))[1]["x"], again(lambda i: Data(y="z", x=i)).y, list(Data(1, z=[2]).z))
    print(fields(again(lambda i: Point(1.5, float(i)))), again(lambda i: Point(y=2.0, x=1.0)).x,
          Point(1.0, 2.0) == Point(1.0, 2.0))
    print(fields(again(lambda i: Summed(i, b=1))), again(lambda i: Slotted(i, "b")).a)
    print(fields(again(Base)), fields(again(lambda i: Below(i, y="y"))), kind(again(Undecorated)))
    print(fields(again(Concrete)), tried(Abstract))

seen = []

def names(frame):
    return [] if frame is None else [frame.f_code.co_name, *names(frame.f_back)]

@colors.shared("construct.Teller")
class Teller:
    def __init__(self, number, other=None):
        self.number = number
        if number == LAST:
            seen.append(self)
        if number == -1:
            raise ValueError("minus one")
        if number == -2:
            seen.append("who_calls" in names(sys._getframe()))
        if number == -3:
            del self.number
        if number == -4:
            self.__class__ = Base
            self.x = 4
        if number == -5:
            self.other = Teller([self])
        if number == -6:
            self.__dict__["more"] = 6

def who_calls():
    return Teller(-2)

def told():
    last = again(Teller)
    print(kind(last), kind(seen[-1]), seen[-1].number, last == seen[-1])
    print(tried(lambda: Teller(-1)), fields(who_calls()), seen[-1], fields(Teller(-3)), tried(lambda: Teller(-6)))
    changed = Teller(-4)
    print(changed.__class__.__name__, dict(vars(changed)))
    circle = Teller(-5)
    print(kind(circle.other), circle.other.number[0] == circle, fields(Teller(1)))
    print(fields(again(Teller)))
    circle = again(lambda i: Teller(-5))
    print(circle.other.number[0] == circle, fields(Teller(1)))

@colors.shared("construct.Tree")
class Tree:
    def __init__(self, depth, above=None):
        self.depth = depth
        self.above = above
        self.below = Tree(depth - 1, self) if depth else None

def chain(tree):
    return [kind(tree)] if tree.below is None else [kind(tree), tree.below.above == tree, *chain(tree.below)]

@colors.shared("construct.Changing")
class Changing(Base):
    def __init__(self, x):
        Base.__init__(self, x)

def changes():
    print(fields(again(Changing)))
    def other(self, y):
        self.y = y
    Changing.__init__.__code__ = other.__code__
    print(fields(again(Changing)))
    Changing.__init__ = lambda self, *given, **named: self.__dict__.update(given=len(given), **named)
    print(fields(again(lambda i: Changing(i, a=i))))
    del Changing.__init__
    print(fields(again(Changing)))
    def new(cls, x):
        made = object.__new__(cls)
        made.new = True
        return made
    Base.__new__ = staticmethod(new)
    print(fields(Changing(1)), fields(again(Changing)))

with colors.shared_mode():
    employees()
    classes()
    told()
    print(chain(Tree(3)), chain(again(lambda i: Tree(2))))
    changes()
print(fields(Employee("Ida", 1)), fields(again(lambda i: Point(1.0, 2.0))), tried(lambda: Employee(1)))


@colors.shared("construct.Named")
class Named:
    def __init__(self, cls, x=1):
        self.cls = cls


def parameter_cls():
    before = Named(cls=1).cls
    with colors.shared_mode():
        inside = [Named(cls=i).cls for i in range(3)]
    return before, inside, Named(cls=2).cls


def left_too_often():
    try:
        colors.shared_mode().__exit__(None, None, None)
    except colors.SharedMemoryError as error:
        print("refused:", str(error).split(";")[0])
    with colors.shared_mode():
        inside = colors.is_shared(Named(1))
    return inside, colors.is_shared(Named(1))


print(parameter_cls())
print(left_too_often())
