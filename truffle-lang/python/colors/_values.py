# SPDX-License-Identifier: Apache-2.0
"""Python's own immutable values that are no scalars of the segment: big integers, decimals, UUIDs, times, enum members.

The language calls to_value for a value on its way into shared memory and of_value for one on its way out
(docs/values.md). Modules are imported at their first use: a value of a class that was never imported cannot come along.
"""
import sys

from colors._errors import SharedMemoryError, TypeConflictError

_coders = {}  # class -> the function that encodes its instances, or None; at most _MOST, for it keeps the classes
_MOST = 500


class EnumConstant:
    """A constant of an enum of which this program has no class. A value: equal when the enum and the constant are;
    read-only."""
    __slots__ = ("type", "name")

    def __init__(self, type, name):
        object.__setattr__(self, "type", str(type))
        object.__setattr__(self, "name", str(name))

    def __setattr__(self, name, value):
        raise AttributeError(f"an EnumConstant is read-only, so its {name} cannot be set")

    __delattr__ = None  # type: ignore[assignment] # cannot be deleted

    def __eq__(self, other):
        return (self.type, self.name) == (other.type, other.name) if isinstance(other, EnumConstant) else NotImplemented

    def __hash__(self):
        return hash((self.type, self.name))

    def __repr__(self):
        return f"colors.EnumConstant({self.type!r}, {self.name!r})"


_FROZEN = (tuple, frozenset, bytes)


def is_value(value):
    """Whether a value is copied by itself when it is stored, and is neither a scalar nor a container."""
    return _coder(type(value)) is not None and not isinstance(value, _FROZEN)


# ---- into shared memory -------------------------------------------------------------------------

def to_value(value):
    """None; or the name of the value class, the text, and whether it is a member of an enum; or the kind of frozen
    container, its content, and None."""
    coder = _coder(type(value))
    return None if coder is None else coder(value)


def _coder(cls):
    try:
        return _coders[cls]
    except KeyError:
        if len(_coders) >= _MOST:
            _coders.clear()
        found = _coders[cls] = _find_coder(cls)
        return found


def _find_coder(cls):
    if issubclass(cls, EnumConstant):
        return lambda value: (value.type, value.name, True)
    for frozen in _FROZEN:
        if issubclass(cls, frozen):
            return lambda value: (frozen.__name__, value if frozen is bytes else list(value), None)
    for module, name, coder in _CODED:
        if module in sys.modules and issubclass(cls, getattr(sys.modules[module], name)):
            return coder
    return None


def _enum(member):
    from colors._classes import name_of
    cls = type(member)
    if member.name is None or member.name not in cls.__members__:
        raise SharedMemoryError(
            f"{member!r} is no constant of {cls.__qualname__} but a combination, which has no name to be shared by;"
            " share its value")
    return name_of(cls), member.name, True


def _decimal(number):
    if not number.is_finite():
        raise SharedMemoryError(
            f"the Decimal {number} cannot be shared: other languages have no such decimal; share a float, or None")
    return "colors.Decimal", str(number), False


def _datetime(time):
    import datetime
    if time.utcoffset() is None:
        return "colors.LocalDateTime", time.replace(tzinfo=None).isoformat(), False
    return "colors.Instant", time.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z", False


def _timedelta(duration):
    micros = (duration.days * 86400 + duration.seconds) * 1000000 + duration.microseconds
    seconds, micros, sign = abs(micros) // 1000000, abs(micros) % 1000000, "-" if micros < 0 else ""
    return "colors.Duration", f"PT{sign}{seconds}.{micros:06}S", False


def _no_twin(time):
    raise SharedMemoryError(
        f"the time of day {time!r} cannot be shared: it has no shared twin; share a datetime, or a timedelta since"
        " midnight")


_CODED = (  # a datetime is a date too, so it stands first
    ("enum", "Enum", _enum),
    ("decimal", "Decimal", _decimal),
    ("uuid", "UUID", lambda value: ("colors.UUID", str(value), False)),
    ("datetime", "datetime", _datetime),
    ("datetime", "date", lambda value: ("colors.LocalDate", value.isoformat(), False)),
    ("datetime", "timedelta", _timedelta),
    ("datetime", "time", _no_twin),
)


# ---- out of shared memory -----------------------------------------------------------------------

def of_value(name, text, is_enum):
    """Python's value of a text that the language made (PythonValue.java)."""
    return _member(str(name), str(text)) if is_enum else _DECODED[str(name)](str(text))


def _member(name, constant):
    from colors._classes import enum_of
    cls = enum_of(name)
    if cls is None:
        return EnumConstant(name, constant)
    member = cls.__members__.get(constant)
    if member is None:
        raise TypeConflictError(
            f"the enum {cls.__qualname__} of this program has no member '{constant}', which another program stored;"
            f" it has {list(cls.__members__)}; give both programs the same constants")
    return member


def _to_decimal(text):
    import decimal
    return decimal.Decimal(text)


def _to_uuid(text):
    import uuid
    return uuid.UUID(text)


def _to_date(text):
    import datetime
    return datetime.date.fromisoformat(text)


def _to_datetime(text):
    """Of a date, the second of the day and the microsecond."""
    import datetime
    day, seconds, micros = text.split(" ")
    return datetime.datetime.fromisoformat(day) + datetime.timedelta(seconds=int(seconds), microseconds=int(micros))


def _to_instant(text):
    import datetime
    return _to_datetime(text).replace(tzinfo=datetime.timezone.utc)


def _to_timedelta(text):
    import datetime
    seconds, micros = text.split(" ")
    try:
        return datetime.timedelta(seconds=int(seconds), microseconds=int(micros))
    except OverflowError:
        raise TypeConflictError(
            f"the colors.Duration of {seconds} s is longer than Python's timedelta can be") from None


_DECODED = {
    "colors.BigInteger": lambda text: int(text, 16),
    "colors.Decimal": _to_decimal,
    "colors.UUID": _to_uuid,
    "colors.LocalDate": _to_date,
    "colors.LocalDateTime": _to_datetime,
    "colors.Instant": _to_instant,
    "colors.Duration": _to_timedelta,
}
