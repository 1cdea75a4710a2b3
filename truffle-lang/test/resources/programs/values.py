import dataclasses, datetime, decimal, enum, uuid
import colors

@colors.shared("programs.Color")
class Color(enum.Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

class Level(enum.IntEnum):
    LOW = 1

class Mode(str, enum.Enum):
    FAST = "fast"

class Access(enum.Flag):
    READ = 1
    WRITE = 2

class Box:
    def __init__(self, content=None): self.content = content

def fails(action):
    try:
        print("no error", action())
    except Exception as error:
        print(type(error).__name__, error)

UTC = datetime.timezone.utc
values = [2**64, -2**63 - 1, 10**5000, decimal.Decimal("1.50"), decimal.Decimal("-1E-400"), decimal.Decimal("1E+400"),
          uuid.UUID(int=5), datetime.datetime.max, datetime.datetime.min,
          datetime.datetime.min.replace(tzinfo=UTC), datetime.datetime(2024, 2, 29, 10, 15, 30, 5, tzinfo=UTC),
          datetime.date.min, datetime.date.max,
          datetime.timedelta.max, datetime.timedelta.min, datetime.timedelta(microseconds=-1),
          Color.RED, Level.LOW, Mode.FAST, Access.READ]
box = colors.copy_in(Box())
for value in values:
    box.content = value
    copied = colors.copy_in(Box(value)).content
    colors.repository("programs.value").set(value)
    published = colors.repository("programs.value").get()
    for found in (box.content, copied, published):
        assert found == value and type(found) is type(value) and not colors.is_shared(found), (found, value)
print(len(values), "values came back")
box.content = datetime.datetime(2024, 7, 1, 12, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
print(box.content, box.content.tzinfo)
print(colors.copy_in(Box(Color.CRIMSON)).content, colors.shared_type(colors.copy_in(Box(Color.RED))).fields[0].type)

# what cannot be stored
fails(lambda: setattr(box, "content", decimal.Decimal("NaN")))
fails(lambda: colors.copy_in(Box(decimal.Decimal("-Infinity"))))
fails(lambda: setattr(box, "content", Access.READ | Access.WRITE))
fails(lambda: colors.copy_in(Box(datetime.time(12))))
fails(lambda: colors.copy_in(datetime.time(12)))
fails(lambda: setattr(box, "content", decimal.Decimal("1E+99999999999")))
fails(lambda: colors.copy_in(Color.RED))
fails(lambda: colors.allocate(Color))
fails(lambda: colors.allocate("colors.UUID", text="x"))
fails(lambda: setattr(box, "content", colors.EnumConstant("", "RED")))
print(box.content)

# what another program stored
stored = colors.repository("stored").get()
for name in ("exact", "local", "nanos", "local_nanos", "far", "long_ago", "eternity", "unknown"):
    try:
        print(name, getattr(stored, name))
    except colors.TypeConflictError as error:
        print(name, error)
foreign = stored.foreign
print(foreign, foreign == colors.EnumConstant("elsewhere.Shape", "ROUND"),
      {foreign: 1}[colors.EnumConstant("elsewhere.Shape", "ROUND")], foreign != Color.RED)
fails(lambda: setattr(foreign, "name", "SQUARE"))
box.content = foreign
print(box.content == foreign)

# what a static language declared
for name, value in (("total", 1.5), ("total", "1.5"), ("total", 7), ("number", 2**70), ("number", 3),
                    ("number", decimal.Decimal(1)), ("count", 2**63), ("color", Color.GREEN), ("color", Level.LOW)):
    try:
        setattr(stored, name, value)
        print(name, repr(getattr(stored, name)))
    except colors.SharedMemoryError as error:
        print(type(error).__name__, error)

# dataclasses and slots
@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: float = 2.5
    color: Color = Color.GREEN

@dataclasses.dataclass(order=True)
class Pair:
    left: Point
    right: Point | None = None
    kept: dataclasses.InitVar[int] = 0
    def swapped(self): return Pair(self.right, self.left)

p, twin = colors.copy_in(Point(1)), Point(1)
print(p, p == twin, twin == p, hash(p) == hash(twin), p in {twin},
      [field.type for field in colors.shared_type(p).fields])
fails(lambda: setattr(p, "x", 2))
fails(lambda: delattr(p, "x"))
pair = colors.copy_in(Pair(Point(1), Point(2)))
print(pair, pair.swapped().left == pair.right, dataclasses.astuple(pair), colors.is_shared(pair.left))
print(dataclasses.replace(p, x=9), [f.name for f in dataclasses.fields(p)])

# multiple inheritance is one flat set of fields; private names are mangled by the class that has them
class Left:
    __slots__ = ("__hidden", "left")
    def __init__(self): self.__hidden, self.left = "L", 1
    def of_left(self): return self.__hidden

class Right:
    def __init__(self): self.__hidden, self.right = "R", 2
    def of_right(self): return self.__hidden
    def set_right(self, value): self.__hidden = value

class Both(Right, Left):
    def __init__(self):
        Left.__init__(self)
        Right.__init__(self)
        self.__hidden = "B"
    def of_both(self): return self.__hidden

both = colors.copy_in(Both())
both.set_right("changed")
print(both.of_left(), both.of_right(), both.of_both(), isinstance(both, Left), isinstance(both, Right))
print(sorted(field.name for field in colors.shared_type(both).fields))

# the types of types
kind = colors.shared_type(both)
shape = colors.shared_type(kind)
print(kind.name, shape.name, shape.type() == shape, colors.shared_type(shape) == shape, shape.fields,
      kind.type() == shape, kind == shape)
fails(lambda: colors.shared_type(Both()))
fails(lambda: colors.shared_type(Color.RED))
