import colors

@colors.shared("company.Typed")
class Typed:
    pass

o = colors.repository("typed").get()

def tries(name, value):
    try:
        setattr(o, name, value)
        print(name, repr(getattr(o, name)))
    except OverflowError as error:
        print("overflow", error)
    except colors.TypeConflictError as error:
        print(isinstance(error, TypeError), isinstance(error, colors.SharedMemoryError), error)

for name, value in (("count", 7), ("count", "seven"), ("count", 1.5), ("count", None), ("count", True),
                    ("count", 2 ** 63), ("ratio", 2.5), ("ratio", 3), ("ratio", "x"),
                    ("on", True), ("on", 1), ("label", "text"), ("label", None), ("label", 5)):
    tries(name, value)
print(type(o.ratio), colors.shared_type(o).version)

# inferred types widen instead
e = colors.allocate("company.Free", count=1, text="a")
for value in (2, 2.5, "x", None, True, o, -0.0, 2 ** 62, -2 ** 63, float("inf"), 1e-300):
    e.count = value
    print(repr(e.count) if value is not o else e.count is o, end=" ")
print(colors.shared_type(e))
for i in range(40):
    setattr(e, f"field{i}", i)
versions = colors.versions(e)
print([version.version for version in versions] == list(range(len(versions), 0, -1)), colors.shared_type(e) in versions)
print(sum(getattr(e, f"field{i}") for i in range(40)), e.text)
del e.field7
try:
    e.field7
except AttributeError as error:
    print(error)
e.field7 = "again"
print(e.field7)
