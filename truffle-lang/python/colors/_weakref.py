# SPDX-License-Identifier: Apache-2.0
"""Weak references, of which shared objects have none."""
from _weakref import ref as _plain_ref

from colors._classes import is_shared


class _RefType(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, _plain_ref) if cls is ref else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass):
        return issubclass(subclass, _plain_ref) if cls is ref else super().__subclasscheck__(subclass)


class ref(_plain_ref, metaclass=_RefType):
    """weakref.ref with an error for shared objects, for which GraalPy's own ends the process."""
    __slots__ = ()

    def __new__(cls, target, *callback):
        if is_shared(target):
            raise TypeError(
                f"cannot create weak reference to shared '{target.__class__.__name__}' object: shared memory decides"
                " when it dies")
        return _plain_ref.__new__(_plain_ref if cls is ref else cls, target, *callback)
