# SPDX-License-Identifier: Apache-2.0
"""What modules of the standard library that look at classes learn of shared containers, when the program imports
them."""
import sys

from colors._core import Shared, core, private


def _dataclasses(module):
    """asdict and astuple make private containers of shared ones."""
    for name in "_asdict_inner", "_astuple_inner":
        _on_private(module, name)


def _on_private(module, name):
    inner = getattr(module, name)
    setattr(module, name, lambda value, factory: inner(private(value), factory))


def _reprlib(module):
    repr1 = module.Repr.repr1
    module.Repr.repr1 = lambda self, value, level: repr1(self, private(value), level)


def _pprint(module):
    """A shared container is known by its address: each look at it makes another private one."""
    printer = module.PrettyPrinter
    write, text = printer._format, printer._safe_repr

    def _format(self, value, stream, indent, allowance, context, level):
        if not isinstance(value, Shared):
            return write(self, value, stream, indent, allowance, context, level)
        key = "colors", core.address(value)
        if key in context:
            stream.write(_recursion(value))
            self._recursive, self._readable = True, False
        else:
            context[key] = 1
            write(self, value._private(), stream, indent, allowance, context, level)
            del context[key]

    def _safe_repr(self, value, context, maxlevels, level):
        if not isinstance(value, Shared):
            return text(self, value, context, maxlevels, level)
        key = "colors", core.address(value)
        if key in context:
            return _recursion(value), False, True
        return text(self, value._private(), {**context, key: 1}, maxlevels, level)

    printer._format, printer._safe_repr = _format, _safe_repr


def _recursion(value):
    return f"<Recursion on {type(value._private()).__name__} with id={core.address(value)}>"


def _collections_abc(module):
    """What is no subclass of a builtin container says what it is."""
    from colors._containers import Binary, FrozenBinary, FrozenSet, Set, Tuple
    module.Sequence.register(Tuple)
    module.MutableSet.register(Set)
    module.Set.register(FrozenSet)
    module.MutableSequence.register(Binary)
    module.Sequence.register(FrozenBinary)
    module.ByteString.register(Binary)
    module.ByteString.register(FrozenBinary)


def _json_encoder(module):
    from colors._json import make_encoder
    module.c_make_encoder = make_encoder


def _weakref(module):
    from colors._weakref import ref
    module.ref = ref


_taught = {}  # name of a module that is not imported yet -> what is to be done with it


def when_imported(name, teach):
    """Calls a function with a module: now, or as soon as the program imports it. So nothing is imported that a program
    does not use."""
    if name in sys.modules:
        teach(sys.modules[name])
    else:
        _taught.setdefault(name, []).append(teach)


class _Finder:
    """Teaches a module when it is imported after this one."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _taught:
            return None
        for finder in sys.meta_path:
            find = None if finder is _Finder else getattr(finder, "find_spec", None)
            spec = find and find(name, path, target)
            if spec:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, name)
                return spec
        return None


class _Loader:
    def __init__(self, loader, name):
        self._loader = loader
        self._name = name

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def exec_module(self, module):
        self._loader.exec_module(module)
        module.__loader__ = module.__spec__.loader = self._loader
        for teach in _taught.pop(self._name, ()):
            teach(module)


sys.meta_path.insert(0, _Finder)
when_imported("_collections_abc", _collections_abc)
when_imported("dataclasses", _dataclasses)
when_imported("json.encoder", _json_encoder)
when_imported("pprint", _pprint)
when_imported("reprlib", _reprlib)
when_imported("weakref", _weakref)
