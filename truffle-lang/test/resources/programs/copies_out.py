# copy_out of objects of the program's classes and of containers, with cycles, sharing and any depth
import abc
import dataclasses
import decimal
import enum

import colors

class Node:
    def __init__(self, **fields):
        self.__dict__.update(fields)

@colors.shared("leaving.Named")
class Named(Node):
    made = 0
    def __init__(self, **fields):
        Named.made += 1
        super().__init__(**fields)

class Slotted:
    __slots__ = ("a", "__hidden")
    def __init__(self, a):
        self.a = a
        self.__hidden = -a
    def hidden(self):
        return self.__hidden

class Guarded:
    @property
    def salary(self):
        return self.__dict__["salary"] * 2

class Colour(enum.Enum):
    RED = 1

@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: float

# fields of each kind
original = Node(i=2**40, big=2**70, f=0.5, s="text", n=None, b=True, d=decimal.Decimal("1.10"), c=Colour.RED,
                raw=b"ab", mutable=bytearray(b"cd"))
copy = colors.copy_out(colors.copy_in(original))
print(type(copy) is Node, copy.__dict__ == original.__dict__, colors.is_shared(copy))
print({name: type(value).__name__ for name, value in copy.__dict__.items()})

# cycles, sharing, identity; what is private is no one else's
a = Named(name="a")
a.me = a
a.friends = [a, Node(x=1)]
a.again = a.friends
shared = colors.copy_in(a)
made = Named.made
copy = colors.copy_out(shared)
print(type(copy) is Named, Named.made == made, copy.me is copy, copy.friends is copy.again, copy.friends[0] is copy,
      type(copy.friends) is list, copy.friends[1].x)
copy.friends.append(3)
print(len(shared.friends), len(copy.friends))

# containers
tree = {"list": [1, [2, {"k": (3, (4, "x"))}]], "set": {1, "a"}, "frozen": frozenset([(1, 2)]), Colour.RED: 5}
copy = colors.copy_out(colors.copy_in(tree))
print(copy == tree, type(copy), type(copy["list"][1][1]["k"]), type(copy["frozen"]), type(copy["set"]))
print(list(copy))

# slots, properties, frozen dataclasses, keys
copy = colors.copy_out(colors.copy_in(Slotted(7)))
print(type(copy) is Slotted, copy.a, copy.hidden())
guarded = Guarded()
guarded.__dict__["salary"] = 21
print(colors.copy_out(colors.copy_in(guarded)).salary)
copy = colors.copy_out(colors.copy_in({Point(1, 2.5): Point(3, 4.5)}))
print(copy, copy[Point(1, 2.5)] == Point(3, 4.5), type(next(iter(copy))) is Point)
print(colors.copy_out(colors.copy_in(frozenset([Point(1, 2.5)]))) == {Point(1, 2.5)})

# frozensets: what they refer to is there when they are made, but for what refers back to them
@dataclasses.dataclass(unsafe_hash=True)
class Key:
    k: object
a, b = Key("a"), Key("b")
group = frozenset([a, b])
a.group, b.group = [group], (group, (a, group))
for original in ({"map": {group: a}, "set": group}, {"set": group, "map": {group: a}}, [[group], [a], [b, group]],
                 {"set": frozenset([(b, group), group])}):
    copy = colors.copy_out(colors.copy_in(original))
    values = list(copy.values()) if type(copy) is dict else copy
    print(copy == original, sum(Key("a") in value for value in values), sum(group in value for value in values))
copy = colors.copy_out(colors.copy_in([group]))
print([key.group[0] is copy[0] for key in copy[0]],
      {key.k: key in copy[0] for key in copy[0]} == {"a": True, "b": True})
many = [[frozenset([Key(i)])] for i in range(1500)]
print(colors.copy_out(colors.copy_in(many)) == many)
chain = frozenset()
for i in range(1500):
    key = Key(i)
    key.group, chain = chain, frozenset([key])
copy, depth = colors.copy_out(colors.copy_in([chain]))[0], 0
while copy:
    key, = copy
    copy, depth = key.group, depth + 1
print(depth)

# any depth
head, nested, row = None, [], ()
for i in range(8000):
    head, nested, row = Node(value=i, next=head), [nested], (row,)
node, depth = colors.copy_out(colors.copy_in(head)), 0
while node is not None:
    node, depth = node.next, depth + 1
print(depth)
for original in nested, row:
    copy, depth = colors.copy_out(colors.copy_in(original)), 0
    while copy:
        copy, depth = copy[0], depth + 1
    print(depth, type(copy))

# fields that another program added
slotted = colors.copy_in(Slotted(8))
slotted.added = 1
print(hasattr(colors.copy_out(slotted), "added"))
shared.added = colors.List([1])
print(colors.copy_out(shared).added)

# what cannot be copied out
def refused(value):
    try:
        colors.copy_out(value)
    except colors.SharedMemoryError as error:
        print(error)

refused(3)
refused([1])
refused(colors.allocate("leaving.Elsewhere", x=1))
refused(colors.copy_in([colors.allocate("leaving.Elsewhere", x=1)]))

# what GraalPy's own copies are to do as well: attributes in a __dict__ that the program replaced, keys and tuples of
# all kinds, classes with hooks of their own
class Hooked:
    def __setattr__(self, name, value):
        raise AttributeError("no attribute is set")

hooked = object.__new__(Hooked)
object.__setattr__(hooked, "__dict__", {"a": 1, "b": [2]})
copy = colors.copy_out(colors.copy_in(hooked))
print(type(copy) is Hooked, copy.__dict__)
mixed = Node(keys={1: "i", 2.5: "f", "s": "s", None: "n", False: "b", (1, ("t",)): "t", b"b": "y"}, empty=((), {}, []))
mixed.deep = mixed.keys
mixed.odd = Node(**{"a b": 1, "über": 2, "__x": 3})
copy = colors.copy_out(colors.copy_in(mixed))
print(copy.keys == mixed.keys, copy.deep is copy.keys, copy.empty, copy.odd.__dict__)
row = (1, (2, "x"))
copy = colors.copy_out(colors.copy_in([row, row, {"r": row}]))
print(copy[0] is copy[1], copy[0] is copy[2]["r"], copy)
knot = [1]
knot.append((knot, {"k": knot}))
copy = colors.copy_out(colors.copy_in(knot))
print(copy[1][0] is copy, copy[1][1]["k"] is copy)
print(colors.copy_out(colors.copy_in([2**40, 2**70, -1, 0.5, "ä€😀", True, None, decimal.Decimal("1.10"), Colour.RED])))
print([type(copy).__name__ for copy in colors.copy_out(colors.copy_in([{1}, frozenset("a"), b"", bytearray(b"x")]))])

# classes of which no instance can be made any more
class Abstract(abc.ABC):
    @abc.abstractmethod
    def answer(self):
        pass

class Answer(Abstract):
    def answer(self):
        return self.value

answer = Answer()
answer.value = 42
shared = colors.copy_in(answer)
print(colors.copy_out(shared).answer(), type(colors.copy_out([shared, shared][0])) is Answer)
Answer.__abstractmethods__ = frozenset(["answer"])
try:
    colors.copy_out(shared)
except TypeError as error:
    print("abstract" in str(error))
