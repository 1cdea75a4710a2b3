# SPDX-License-Identifier: Apache-2.0
"""What modules of the standard library that look at classes learn of shared containers, when the program imports them."""
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


_TAUGHT = {"dataclasses": _dataclasses, "pprint": _pprint, "reprlib": _reprlib}


class _Finder:
    """Teaches a module when it is imported after this one."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _TAUGHT:
            return None
        teach = _TAUGHT.pop(name)
        from importlib.util import find_spec
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, teach)  # type: ignore[assignment] # it has what importlib asks for
        return spec


class _Loader:
    def __init__(self, loader, teach):
        self._loader = loader
        self._teach = teach

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def exec_module(self, module):
        self._loader.exec_module(module)
        module.__loader__ = module.__spec__.loader = self._loader
        self._teach(module)


for _name in list(_TAUGHT):
    if _name in sys.modules:
        _TAUGHT.pop(_name)(sys.modules[_name])
sys.meta_path.insert(0, _Finder)
