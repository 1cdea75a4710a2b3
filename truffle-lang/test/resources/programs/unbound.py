# Methods of builtin types called with shared containers: they do what they do with private ones, or raise.
# needs the accelerator
import colors

kinds = {
    set: (lambda: colors.Set([1, 2]), {2, 3}),
    frozenset: (lambda: colors.FrozenSet([1, 2]), frozenset([2, 3])),
    tuple: (lambda: colors.Tuple([1, 2, 1]), (3,)),
    list: (lambda: colors.List([1, 2, 1]), [3]),
    dict: (lambda: colors.Dict(a=1), "b"),
    bytes: (lambda: colors.FrozenBinary(b"a b"), b" "),
    bytearray: (lambda: colors.Binary(b"a b"), bytearray(b" ")),
}


def does(method, container, arguments):
    """What a call returns and leaves, or the class of what it raises."""
    try:
        result = method(container, *arguments)
        if hasattr(result, "__next__") or name in ("keys", "values", "items"):
            result = list(result)
        return result, container
    except Exception as error:
        return type(error)


def private(container):
    return container._private() if colors.is_shared(container) else container


skipped = {"__class__", "__new__", "__init_subclass__", "__subclasshook__", "__dir__", "__init__", "__getattribute__",
           "__setattr__", "__delattr__", "__repr__", "__str__", "__hash__", "__sizeof__", "__reduce__",
           "__reduce_ex__", "__class_getitem__", "__getnewargs__", "__alloc__", "__getstate__",
           "splitlines"}  # which ends the program for wrong arguments in GraalPy
calls = 0
for kind, (make, other) in kinds.items():
    for name in sorted(dir(kind)):
        method = getattr(kind, name)
        if name in skipped or not callable(method):
            continue
        for arguments in (), (1,), (other,), ("a",), (1, 2):
            calls += 1
            there, here = does(method, make(), arguments), does(method, private(make()), arguments)
            if isinstance(there, type):
                same = there is here or issubclass(there, (TypeError, BufferError, colors.SharedMemoryError))
            elif isinstance(here, type):
                same = False
            else:
                same = private(there[0]) == private(here[0]) and private(there[1]) == here[1]
            if not same:
                print(kind.__name__, name, arguments, there, here)
print(calls > 500)
print(bytes.splitlines(colors.FrozenBinary(b"a\nb")), set.union(*[colors.Set([1]), colors.Set([2])]),
      frozenset.union(colors.FrozenSet([1]), {9}), tuple.index(colors.Tuple([3, 1]), 1),
      bytes.split(colors.FrozenBinary(b"a b"), maxsplit=1))
s = colors.Set([1])
set.add(s, 2)
set.update(s, [3], colors.List([4]))
print(s)
for wrong in (lambda: set.add(colors.FrozenSet(), 1), lambda: tuple.count(colors.List(), 1),
              lambda: bytes.find(colors.Set(), b"a")):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
print(s.__sizeof__() > 0, {1}.union([2]), (1, 2).index(2), set.__doc__[:3], set.union.__name__)
