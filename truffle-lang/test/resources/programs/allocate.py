# allocate, again and again: what was found for the first objects is right for the later ones, whatever changes between
import threading

import colors

class Plain:
    pass

@colors.shared("made.First")
class Named:
    def hello(self):
        return f"hello {self.name}"

def show(o):
    fields = vars(o)
    print(colors.shared_type(o).name, {name: fields[name] for name in sorted(fields)})

def many(cls, /, **fields):
    for _ in range(300):
        o = colors.allocate(cls, **fields)
    return o

# the same class with other fields, other orders, other types
show(many("made.Point", x=1, y=2))
show(many("made.Point", y=4, x=3))
show(many("made.Point", x=1.5, y=2))
show(many("made.Point", x=None, y="two"))
show(many("made.Point", x=2 ** 70, y=True))
show(many("made.Point", cls=1, self=2, name="three"))
show(many("made.Point"))

# values change from one object to the next
made = [colors.allocate("made.Mixed", value=value, next=None)
        for value in [1, 2.5, "text", "größer", "漢字 😀", "", None, True, 2 ** 62, -1, float("nan"), 1e300] * 20]
print([o.value for o in made[-12:]], len({colors.shared_type(o).version for o in made}))
chain = None
for i in range(500):
    chain = colors.allocate("made.Link", number=i, next=chain)
total, link = 0, chain
while link is not None:
    total += link.number
    link = link.next
print(total)

# an object, a list, a tuple, a value of another kind as a field
inner = colors.allocate(Named, name="inner")
for value in (inner, colors.List([1, 2]), (1, "two"), b"bytes"):
    o = many("made.Holder", held=value)
    print(o.held == value)

# a class gets a new version, then a pinned field's limits are kept
show(many("made.Grows", a=1))
colors.allocate("made.Grows", a=1).b = 2
show(many("made.Grows", a=1))
show(many("made.Grows", a=1, b=2))

def types(o):
    return [f"{field.name}:{field.type}" for field in colors.shared_type(o).fields]

widens = f"made.Widens{colors.accelerated}"  # the segment may have the other one's versions
print(types(many(widens, a=1)), types(colors.allocate(widens, a=None)), types(many(widens, a=1)))

# another name for the class
show(many(Named, name="Ada"))
print(many(Named, name="Ada").hello())
colors.shared("made.Second")(Named)
show(many(Named, name="Ada"))
print(many(Named, name="Grace").hello())

# what is refused: the same error the first time and later
for _ in range(3):
    for arguments, fields in (((), {}), ((1,), {}), ((Plain, 2), {}), ((Plain,), {"a": object()}), ((int,), {}),
                              (("",), {"a": 1})):
        try:
            colors.allocate(*arguments, **fields)
            print("no error")
        except Exception as error:
            print(type(error).__name__, error)
        many(Plain, a=1)
many("company.Pinned", age=5)
for age in (2 ** 31, "old", None):
    try:
        many("company.Pinned", age=age)
    except Exception as error:
        print(type(error).__name__, error)

# threads
def work(results):
    results.append(sum(colors.allocate("made.Work", number=i, text=f"{i}").number for i in range(2000)))

results = []
threads = [threading.Thread(target=work, args=(results,)) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(results)
print(colors.allocate.__doc__, colors.allocate.__name__)

# elements of lists and values of dicts are shared objects
objects = colors.List()
for _ in range(1000):
    objects.append(chain)
objects[3] = inner
table = colors.Dict()
for i in range(300):
    table[i] = inner
print(len(objects), objects[3] is inner or objects[3] == inner, objects[999].number, table[299].name)
