# SPDX-License-Identifier: Apache-2.0
"""Shared objects are instances of the program's own classes."""
import copy
import dataclasses
import datetime
import decimal
import enum
import gc
import pickle
import uuid
import weakref

import colors
import pytest


@colors.shared("objects.Person")
class Person:
    """A person."""
    species = "homo sapiens"

    def __init__(self, name, age):
        self.name = name
        self.age = age

    def older(self, years):
        self.age += years
        return self

    @property
    def label(self):
        return f"{self.name} ({self.age})"

    @label.setter
    def label(self, text):
        self.name = text.upper()

    @classmethod
    def born(cls, name):
        return cls(name, 0)

    @staticmethod
    def greet():
        return "hello"

    def __len__(self):
        return len(self.name)

    def __call__(self, question):
        return f"{question}? {self.name}!"


@colors.shared("objects.Employee")
class Employee(Person):
    def __init__(self, name, age, boss=None):
        super().__init__(name, age)
        self.boss = boss

    def older(self, years):
        return super().older(years + 1)


@colors.shared("objects.Point")
@dataclasses.dataclass
class Point:
    x: int
    y: int = 2

    def norm(self):
        return self.x * self.x + self.y * self.y


@colors.shared("objects.Key")
@dataclasses.dataclass(frozen=True)
class Key:
    name: str
    number: int


@colors.shared("objects.Slotted")
class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right


@colors.shared("objects.Ratio")
class Ratio:
    def __init__(self, over, under):
        self.over, self.under = over, under

    def __eq__(self, other):
        return isinstance(other, Ratio) and self.over * other.under == other.over * self.under

    def __hash__(self):
        return hash(self.over / self.under)

    def __lt__(self, other):
        return self.over * other.under < other.over * self.under

    def __add__(self, other):
        return Ratio(self.over * other.under + other.over * self.under, self.under * other.under)


@colors.shared("objects.Hue")
class Hue(enum.Enum):
    RED = 1
    GREEN = 2


class Own:
    pass


def test_is_an_instance_of_the_own_class():
    shared = colors.copy_in(Person("Ada", 36))
    assert colors.is_shared(shared)
    assert not colors.is_shared(Person("Ada", 36))
    assert isinstance(shared, Person)
    assert not isinstance(shared, Employee)
    assert shared.__class__ is Person
    assert issubclass(type(shared), Person)


def test_methods_properties_operators():
    shared = colors.copy_in(Person("Ada", 36))
    assert shared.older(2).age == 38
    assert shared.label == "Ada (38)"
    shared.label = "Bob"
    assert shared.name == "BOB"
    assert (shared.species, shared.greet(), len(shared), shared("who")) == ("homo sapiens", "hello", 3, "who? BOB!")
    assert not colors.is_shared(type(shared).born("new"))


def test_inheritance():
    boss = colors.copy_in(Employee("Bob", 50))
    shared = colors.copy_in(Employee("Ada", 36, boss))
    assert isinstance(shared, Person)
    assert isinstance(shared, Employee)
    assert shared.older(1).age == 38
    assert shared.boss is boss
    assert shared.boss.label == "Bob (50)"


def test_one_object_is_one_wrapper():
    boss = colors.copy_in(Employee("Bob", 50))
    first = colors.copy_in(Employee("Ada", 36, boss))
    second = colors.copy_in(Employee("Eve", 37, boss))
    assert first.boss is second.boss
    number = id(first.boss)
    assert number == id(boss)


def test_cycles_and_sharing_are_copied():
    person = Employee("Ada", 36)
    person.boss = person
    shared = colors.copy_in(person)
    assert shared.boss is shared
    assert shared.boss.boss.boss is shared
    assert person.boss is person


def test_dataclasses():
    shared = colors.copy_in(Point(3, 4))
    assert shared.norm() == 25
    assert dataclasses.is_dataclass(shared)
    assert [field.name for field in dataclasses.fields(shared)] == ["x", "y"]
    assert dataclasses.asdict(shared) == {"x": 3, "y": 4}
    assert dataclasses.replace(Point(1, 2), x=shared.x) == Point(3, 2)
    assert shared == colors.copy_in(Point(3, 4))
    assert repr(shared) == repr(Point(3, 4))


def test_frozen_dataclasses_hash_by_their_fields():
    first, second = colors.copy_in(Key("a", 1)), colors.copy_in(Key("a", 1))
    assert first is not second
    assert first == second
    assert hash(first) == hash(second)
    assert {first: "found"}[second] == "found"
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.name = "b"


def test_slots():
    shared = colors.copy_in(Slotted(1, "two"))
    assert (shared.left, shared.right) == (1, "two")
    shared.left = 5
    assert shared.left == 5


def test_own_equality_and_order():
    half, same, third = (colors.copy_in(Ratio(*numbers)) for numbers in ((1, 2), (2, 4), (1, 3)))
    assert half == same
    assert hash(half) == hash(same)
    assert half != third
    assert third < half
    assert {half, same, third} == {half, third}
    total = half + third
    assert (total.over, total.under) == (5, 6)


def test_classes_without_equality_compare_by_identity():
    first, second = colors.copy_in(Person("Ada", 1)), colors.copy_in(Person("Ada", 1))
    assert first == first
    assert first != second
    assert len({first, second, first}) == 2


def test_pattern_matching():
    match colors.copy_in(Point(3, 4)):
        case Point(x, y):
            assert (x, y) == (3, 4)
        case _:
            pytest.fail("a shared Point does not match Point(x, y)")
    match colors.copy_in(Employee("Ada", 36)):
        case Employee(name=name, boss=None):
            assert name == "Ada"
        case _:
            pytest.fail("a shared Employee does not match Employee(name=..., boss=None)")


def test_enums():
    shared = colors.copy_in(Person(Hue.RED, 1))
    assert shared.name is Hue.RED
    shared.name = Hue.GREEN
    assert shared.name is Hue.GREEN


def test_fields_are_added_and_removed():
    shared = colors.copy_in(Person("Ada", 36))
    shared.state = "NY"
    assert shared.state == "NY"
    assert "state" in vars(shared)
    del shared.state
    assert not hasattr(shared, "state")
    with pytest.raises(AttributeError, match="state"):
        del shared.state
    with pytest.raises(AttributeError, match="nothing"):
        shared.nothing  # noqa: B018 (what it does is the test)
    assert getattr(shared, "nothing", 5) == 5


def test_another_process_sees_added_and_removed_fields(other):
    shared = colors.copy_in(Person("Ada", 36))
    colors.repository("fields").set(shared)
    process = other("""
import colors
@colors.shared("objects.Person")
class Person:
    def shout(self): return self.name.upper()
person = colors.repository("fields").get()
person.state = "NY"
person.age += 1
print(person.shout(), flush=True)
input()
print(hasattr(person, "state"), person.city, person.age, isinstance(person, Person))
""")
    assert process.read() == "ADA"
    assert (shared.state, shared.age) == ("NY", 37)
    del shared.state
    shared.city = "Ithaca"
    process.go_on()
    assert process.rest() == "False Ithaca 37 True"


def test_allocate_calls_no_constructor():
    shared = colors.allocate(Person, name="Ada", age=1)
    assert (shared.name, shared.age, shared.label) == ("Ada", 1, "Ada (1)")
    assert not hasattr(colors.allocate(Person), "name")


def test_shared_mode_constructs_in_shared_memory():
    with colors.shared_mode():
        shared = Employee("Ada", 36, Employee("Bob", 50))
    assert colors.is_shared(shared)
    assert colors.is_shared(shared.boss)
    assert (shared.name, shared.boss.name) == ("Ada", "Bob")


@pytest.mark.parametrize("value", [
    0, -1, 2**31, -2**63, 2**63 - 1, 2**63, -2**63 - 1, 3**200, -3**200, 0.0, -1.5, 1e308, float("inf"), True, False,
    None, "", "x", "sixteen and more characters", "äöü", "日本語", "a\0b", "𝄞",
    decimal.Decimal("1.10"), decimal.Decimal("-1E+400"), uuid.UUID(int=5), datetime.date(2026, 2, 28),
    datetime.datetime(2026, 2, 28, 1, 2, 3, 456789), datetime.timedelta(days=-1, microseconds=5),
    datetime.datetime(2026, 2, 28, tzinfo=datetime.timezone.utc),
], ids=repr)
def test_values_come_back(value):
    shared = colors.allocate("objects.Values")
    shared.value = value
    assert shared.value == value
    assert type(shared.value) is type(value)


def test_values_of_another_process(other):
    process = other("""
import colors, decimal, uuid, datetime
shared = colors.allocate("objects.Values", big=3**200, decimal=decimal.Decimal("1.10"), uuid=uuid.UUID(int=5),
                         day=datetime.date(2026, 2, 28))
colors.repository("values").set(shared)
print("set", flush=True)
input()
""")
    assert process.read() == "set"
    shared = colors.repository("values").get()
    assert shared.big == 3**200
    assert (str(shared.decimal), shared.uuid, shared.day) == ("1.10", uuid.UUID(int=5), datetime.date(2026, 2, 28))
    process.go_on()
    process.rest()


def test_private_values_are_refused():
    shared = colors.copy_in(Person("Ada", 36))
    for value in Person("Bob", 1), [1], {"a": 1}, {1}, object(), len, Own(), datetime.time(1, 2, 3):
        with pytest.raises(colors.SharedMemoryError):
            shared.name = value
        assert shared.name == "Ada"


def test_copies():
    shared = colors.copy_in(Employee("Ada", 36, colors.copy_in(Employee("Bob", 50))))
    again = copy.copy(shared)
    assert colors.is_shared(again)
    assert again is not shared
    assert (again.name, again.boss) == ("Ada", shared.boss)
    with pytest.raises(TypeError, match="cannot deepcopy a shared Employee"):
        copy.deepcopy(shared)
    with pytest.raises(TypeError, match="cannot pickle a shared Employee"):
        pickle.dumps(shared)


def test_copy_out():
    shared = colors.copy_in(Employee("Ada", 36, Employee("Bob", 50)))
    private = colors.copy_out(shared)
    assert type(private) is Employee
    assert not colors.is_shared(private.boss)
    private.boss.name = "Eve"
    assert (shared.boss.name, pickle.loads(pickle.dumps(private)).boss.name) == ("Bob", "Eve")


def test_weak_references_are_refused():
    shared = colors.copy_in(Person("Ada", 36))
    with pytest.raises(TypeError, match="cannot create weak reference to"):
        weakref.ref(shared)


def test_private_state_stays_private():
    Person.registry = []
    shared = colors.copy_in(Person("Ada", 36))
    shared.registry.append(shared)
    assert Person.registry == [shared]
    del Person.registry
    assert "registry" not in vars(shared)


def test_what_is_only_in_shared_memory_lives():
    shared = colors.allocate("objects.Chain", next=None, number=0)
    colors.repository("chain").set(shared)
    for number in range(1, 200):
        shared.next = colors.allocate("objects.Chain", next=None, number=number)
        shared = shared.next
    del shared
    gc.collect()
    for _ in range(3):
        colors.collect()
    node, numbers = colors.repository("chain").get(), []
    while node is not None:
        numbers.append(node.number)
        node = node.next
    assert numbers == list(range(200))


@pytest.mark.leaves_classes
def test_pins_of_a_java_class(java):
    java("Pinned.java", "pinned")
    account = colors.repository("pinned").get()
    assert (account.number, account.balance, account.owner) == (7, 1.5, "Ada")
    account.number, account.balance, account.owner = 8, 2.5, None
    for name, value in ("number", "eight"), ("number", 1.5), ("number", None), ("balance", "x"), ("owner", 5):
        with pytest.raises(colors.TypeConflictError, match=name):
            setattr(account, name, value)
    with pytest.raises(colors.SharedMemoryError):
        del account.number
    assert (account.number, account.balance, account.owner) == (8, 2.5, None)
    account.note = "of Python"
    assert colors.allocate("objects.Account", number=1, balance=1.5, owner="Bob").owner == "Bob"

    class Odd(int):
        def __str__(self):
            return "no digits"
    account.total = Odd(8)
    assert account.total == 8
