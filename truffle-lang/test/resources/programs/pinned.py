import colors

@colors.shared("company.Pinned")
class Pinned:
    def __init__(self, **fields):
        self.__dict__.update(fields)

def tries(what, operation):
    try:
        operation()
        print(what, "works")
    except OverflowError as error:
        print(what, "overflow", error)
    except TypeError as error:
        print(what, isinstance(error, colors.TypeConflictError), error)

def names(o):
    return [f"{field.name}:{field.type}" for field in colors.shared_type(o).fields]

# what is not given is there, and zero
for o in (colors.allocate("company.Pinned", name="a"), colors.copy_in(Pinned(name="b", salary=3)),
          colors.allocate("company.Pinned"), colors.copy_in(Pinned(hobby="chess"))):
    print(o.salary, o.name, o.age, o.retired, names(o))

tries("a wrong type", lambda: colors.copy_in(Pinned(salary="much")))
tries("null", lambda: colors.allocate("company.Pinned", age=None))
tries("too large", lambda: colors.allocate("company.Pinned", age=2 ** 40))

e = colors.copy_in(Pinned(name="c", age=5))
tries("del", lambda: delattr(e, "salary"))
tries("del of a string", lambda: delattr(e, "name"))
tries("another type", lambda: setattr(e, "age", "old"))
tries("more", lambda: setattr(e, "hobby", "go"))
tries("less", lambda: delattr(e, "hobby"))
e.salary = 7
print(e.salary, e.name, e.age, e.retired, names(e))
