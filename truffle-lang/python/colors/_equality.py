# SPDX-License-Identifier: Apache-2.0
"""Equality and hash of keys that are no scalars, in CPython (docs/equality.md; the twin of Equality.java,
Structure.java and PythonKeys.java). colors._native does it for strings, numbers up to 64 bits, booleans and None."""
from colors import _native
from colors._classes import is_shared
from colors._containers import FrozenBinary, FrozenSet, Tuple
from colors._core import Shared
from colors._errors import SharedMemoryError
from colors._keys import private_key, rule_of
from colors._language import support
from colors._texts import canonical
from colors._values import to_value

_PROGRAM, _KEPT, _BY_ADDRESS = range(3)  # how shared objects are hashed
_FROZEN = {Tuple: "tuple", FrozenSet: "frozenset", FrozenBinary: "bytes"}
_MASK = 0xffffffff
_GOLDEN = 0x9E3779B1


class _NoKey(Exception):
    """No container can hold it, nor anything that is equal to it."""


def hashes(key, put):
    """The hash of a key, the one by which a program may have put it that knows nothing of its class, and the one by
    address; or None, when no container can hold it."""
    try:
        own = _hash(key, _PROGRAM)
        return own, _hash(key, _KEPT), _hash(key, _BY_ADDRESS)
    except _NoKey:
        return None
    except SharedMemoryError:
        if put:
            raise
        return None


def _folded(number):
    """Long.hashCode"""
    return (number ^ number >> 32) & _MASK


def _mixed(hash):
    return (hash ^ hash >> 16) * _GOLDEN & _MASK


def _kind(value):
    """Of frozen containers: tuple, frozenset or bytes."""
    return _FROZEN.get(type(value))


def _coded(value):
    """What to_value gives, with the text that shared memory has."""
    return canonical(to_value(value))


def _is_frozen(coded):
    return coded is not None and coded[2] is None


def _hash(value, mode):
    kind = _kind(value)
    if kind is not None:
        return _hash_frozen(kind, value._private(), mode)
    if isinstance(type(value), type) and issubclass(type(value), Shared):
        return _native.kept_hash(value, True)
    if is_shared(value):
        return _hash_object(value, mode)
    coded = _coded(value)
    if coded is None:
        return _hash_other(value, mode)
    name, text, _ = coded
    if _is_frozen(coded):
        return _hash_frozen(name, text, mode)
    if name == "colors.Decimal":
        return _hash_decimal(value)
    return 31 * _native.scalar_hash(name) + _native.scalar_hash(text) & _MASK


def _hash_other(value, mode):
    """Of a number or string, or of a private object."""
    try:
        hash = _native.scalar_hash(value)
    except SharedMemoryError:
        return _hash_private(value, mode)
    return _hash_float(_float_of(value)) if hash is None else hash


def _float_of(number):
    try:
        return float(number)
    except OverflowError:
        return float("-inf") if number < 0 else float("inf")


def _hash_float(number):
    """Double.hashCode"""
    from struct import pack
    return _folded(int.from_bytes(pack(">d", number), "big"))


def _hash_decimal(number):
    if number == number.to_integral_value() and abs(number) < 2**64:
        integer = int(number)
        if -2**63 <= integer < 2**63:
            return _folded(integer & 2**64 - 1)
    return _hash_float(float(number))


def _hash_frozen(kind, content, mode):
    if kind == "bytes":
        hash = 1
        for byte in content:
            hash = 31 * hash + (byte if byte < 128 else byte - 256) & _MASK
        return hash
    if kind == "tuple":
        hash = 1
        for element in content:
            hash = 31 * hash + _hash(element, mode) & _MASK
        return hash
    return 2 + sum(_mixed(_hash(element, mode)) for element in content) & _MASK


def _hash_object(shared, mode):
    rule = rule_of(shared.__class__) if mode == _PROGRAM else None
    if rule is None:
        return _native.kept_hash(shared, mode == _BY_ADDRESS)
    if rule is True:
        return _asked(shared)
    return _hash_fields(support.class_name(shared), rule, [_field(shared, name) for name in rule])


def _asked(value):
    return _folded(hash(value) & 2**64 - 1) or 1


def _hash_fields(class_name, names, values):
    hash = _native.scalar_hash(class_name)
    for name, value in zip(names, values):
        hash += _mixed(31 * _native.scalar_hash(name) + _hash(value, _PROGRAM) & _MASK)
    return hash & _MASK or 1


def _hash_private(value, mode):
    found = private_key(value)
    if found is None:
        raise _NoKey
    return _asked(value) if found is True else _hash_fields(*found)


def _field(shared, name):
    return support.getter(name)(shared) if support.has(shared, name) else None


# ---- equality -----------------------------------------------------------------------------------

def equal(key, there):
    """Whether a key is equal to one that is there, or to another value."""
    if key is None or there is None or key is there:
        return key is there
    kind, other = _frozen(key), _frozen(there)
    if kind is not None or other is not None:
        return kind is not None and other is not None and _equal_frozen(kind, other)
    if _is_container(key) or _is_container(there):
        return False  # one has one wrapper
    if is_shared(there):
        return _equal_object(key, there)
    return not is_shared(key) and _equal_values(key, there)


def _is_container(value):
    return issubclass(type(value), Shared)


def _frozen(value):
    """(kind, content) of a frozen container, shared or private; else None."""
    kind = _kind(value)
    if kind is not None:
        return kind, value._private()
    if issubclass(type(value), (tuple, frozenset, bytes)):
        coded = to_value(value)
        return coded[:2] if _is_frozen(coded) else None
    return None


def _equal_frozen(a, b):
    (kind, first), (other, second) = a, b
    if kind != other or len(first) != len(second):
        return False
    if kind == "bytes":
        return first == second
    if kind == "tuple":
        return all(equal(x, y) for x, y in zip(first, second))
    by_hash = {}
    for element in second:
        by_hash.setdefault(_hash(element, _PROGRAM), []).append(element)
    return all(any(equal(x, y) for y in by_hash.get(_hash(x, _PROGRAM), ())) for x in first)


def _equal_object(key, there):
    """`there` is a shared object that is not the key itself."""
    if is_shared(key):
        rule = rule_of(key.__class__)
        if rule is True or rule_of(there.__class__) is True:
            return bool(there == key)
        if rule is None:
            return False
        found = support.class_name(key), rule, [_field(key, name) for name in rule]
    elif _coded(key) is not None or issubclass(type(key), (int, float, str)):
        return False
    else:
        found = private_key(key)
        if found is None or found is True:
            return found is True and bool(there == key)
    class_name, names, values = found
    return class_name == support.class_name(there) and all(
        equal(value, _field(there, name)) for name, value in zip(names, values))


def _number(value):
    """What is compared as a number; else None."""
    if issubclass(type(value), bool):
        return None
    coded = to_value(value)
    if coded is not None:
        return value if coded[0] == "colors.Decimal" and coded[2] is False else None
    if not issubclass(type(value), (int, float, str)) and hasattr(value, "dtype"):
        value = value.item()  # of numpy
    return value if type(value) is not bool and isinstance(value, (int, float)) else None


def _equal_values(key, there):
    a, b = _number(key), _number(there)
    if a is not None or b is not None:
        return a is not None and b is not None and bool(a == b or a != a and b != b)
    x, y = _coded(key), _coded(there)
    if x is not None or y is not None:
        return x == y
    return type(key) is type(there) and key == there


def same(now, expected):
    """Whether a value is the one that a program expects: a shared object by identity, other values by equality."""
    return now is expected or not (is_shared(now) and _frozen(now) is None) and equal(expected, now)


# ---- before a key is put ------------------------------------------------------------------------

def keep(key):
    """Keeps the hashes of the objects that a key is, or has in it, for programs without their class."""
    frozen = _frozen(key)
    if frozen is not None:
        for element in frozen[1] if frozen[0] != "bytes" else ():
            keep(element)
    elif not _is_container(key) and is_shared(key) and rule_of(key.__class__) is not None:
        _native.keep_hash(key, _hash_object(key, _PROGRAM))
