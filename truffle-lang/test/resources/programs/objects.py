import abc, copy, dataclasses, pickle, weakref
import colors

class Person(abc.ABC):
    kind = "person"
    def __init__(self, name): self.name = name
    def greet(self): return f"I am {self.name}"

class Employee(Person):
    state = "CA"
    def __init__(self, name, salary):
        super().__init__(name)
        self.salary = salary
        self.boss = None
    def greet(self): return super().greet() + f", {self.salary}"
    def pay(self, n=1): self.salary += n; return self
    @property
    def monthly(self): return self.salary / 12
    @monthly.setter
    def monthly(self, value): self.salary = int(value * 12)
    @classmethod
    def make(cls): return issubclass(cls, Employee)
    def __lt__(self, other): return self.salary < other.salary
    def __add__(self, n): return self.salary + n
    def __len__(self): return 3
    def __contains__(self, x): return x in self.name

private = Employee("Ada", 4200)
e = colors.copy_in(private)
print(isinstance(e, Employee), isinstance(e, Person), issubclass(type(e), Employee), e.__class__ is Employee)
print(colors.is_shared(e), colors.is_shared(private), colors.is_shared(3), e is private, e == private)
print(e.greet(), e.kind, e.state, e.pay(3).salary, e.monthly, e.make(), e + 1, len(e), "d" in e)
e.monthly = 100
print(e.salary, private.salary, private.__dict__)
colors.repository("objects").set(e)
again = colors.repository("objects").get()
print(again is e, again == e, hash(again) == hash(e), again in {e}, {e: 5}[again], e != again, e in [again])
e.state = "NY"
print(again.state, colors.shared_type(e))
del e.state
print(e.state, hasattr(e, "nothing"), getattr(e, "nothing", 7))
e.boss = e
print(e.boss.boss is e)
match e:
    case Employee(name="Ada", boss=b): print("matched", b is e)
print(vars(e)["salary"], sorted(vars(e)), sorted(n for n in dir(e) if n in ("salary", "greet")))
twin = copy.copy(e)
print(twin is e, twin.name, twin.boss is e, isinstance(twin, Employee))

def fails(action):
    try:
        print("no error", action())
    except Exception as error:
        print(type(error).__name__, error)

fails(lambda: e.nothing)
fails(lambda: delattr(e, "nothing"))
fails(lambda: pickle.dumps(e))
fails(lambda: copy.deepcopy(e))
fails(lambda: weakref.ref(e))
fails(lambda: setattr(e, "boss", private))
fails(lambda: setattr(e, "items", [1]))
fails(lambda: setattr(e, "salary", 2 ** 64))
print(e.salary, e.boss is e, hasattr(e, "items"))

@dataclasses.dataclass
class Point:
    x: int
    y: float = 2.5

p, q = colors.copy_in(Point(1)), colors.copy_in(Point(1))
print(p, p == q, p is q, p.y, dataclasses.replace(p, x=9))
try: hash(p)
except TypeError as error: print("unhashable" in str(error))

class Slots:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
s = colors.copy_in(Slots())
s.b = 2
print(s.a, s.b, isinstance(s, Slots))

class Guarded:
    def __setattr__(self, name, value): super().__setattr__(name, value * 2)
    def __getattr__(self, name): return "made " + name
g = colors.allocate(Guarded, n=1)
g.n = 4
g.m = 5
print(g.n, g.m, g.other)

class Sized:
    """A property over an attribute of its name: the attribute is what is copied, and what __dict__ has."""
    @property
    def size(self): return -1
sized = Sized()
sized.__dict__["size"] = 3
z = colors.copy_in(sized)
print(sized.size, vars(sized), z.size, vars(z), vars(copy.copy(z)))
generic = colors.allocate("nowhere.Thing", big=2 ** 63 - 1, small=-2 ** 63, text="\u0141\U0001F600", on=True,
                          none=None, f=1e300)
print(generic.__class__.__name__, generic.__class__.__module__, generic.big, generic.small, generic.text, generic.on,
      generic.none, generic.f)
ref = weakref.ref(private)
print(ref() is private, isinstance(ref, weakref.ref))
