# SPDX-License-Identifier: Apache-2.0
"""The texts of values as shared memory has them (docs/values.md), in CPython: Java's own, so that equal values have
equal texts. In GraalPy the language makes and reads them.

canonical makes the text of a value from what _values.to_value gives; parsed makes what _values.of_value takes.
"""
import re

from colors._errors import SharedMemoryError, TypeConflictError

_INSTANT = re.compile(r"([+-]?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z?)")
_DURATION = re.compile(r"PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,9}))?S)?")
_DECIMAL_EXPONENTS = 2**31 - 1


def _digits(number):
    """An int in decimal, however long: int's own str has a limit."""
    import decimal
    return format(decimal.Decimal(number), "f")


def _fraction(nanos):
    """As Java writes it: nothing, or 3, 6 or 9 digits."""
    if nanos == 0:
        return ""
    digits = f"{nanos:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return "." + digits


# ---- into shared memory -------------------------------------------------------------------------

def _decimal(text):
    import decimal
    number = decimal.Decimal(text)
    sign, _, exponent = number.as_tuple()
    if abs(int(exponent)) > _DECIMAL_EXPONENTS:
        raise SharedMemoryError(
            f"'{text[:40]}' is no text of a colors.Decimal: its exponent is beyond 32 bits; round it")
    return text.lstrip("-") if sign and not number else text


def _time(text):
    day, _, time = text.rstrip("Z").partition("T")
    hours, minutes, seconds = time.split(":")
    seconds, _, micros = seconds.partition(".")
    nanos = int(micros.ljust(9, "0")) if micros else 0
    if text.endswith("Z"):
        return f"{day}T{hours}:{minutes}:{seconds}{_fraction(nanos)}Z"
    seconds = "" if seconds == "00" and not nanos else f":{seconds}"
    return f"{day}T{hours}:{minutes}{seconds}{_fraction(nanos)}"


def _duration(text):
    sign, seconds, micros = _parse_seconds(text)
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    parts = [f"{sign}{hours}H"] if hours else []
    parts += [f"{sign}{minutes}M"] if minutes else []
    if rest or micros or not parts:
        fraction = f".{micros:06}".rstrip("0").rstrip(".")
        parts.append(f"{sign if rest or micros else ''}{rest}{fraction}S")
    return "PT" + "".join(parts)


def _parse_seconds(text):
    """Of PT-12.000003S, as _values writes it."""
    number = text[2:-1]
    seconds, _, micros = number.lstrip("-").partition(".")
    return "-" if number.startswith("-") else "", int(seconds), int(micros or 0)


_CANONICAL = {
    "colors.Decimal": _decimal,
    "colors.Instant": _time,
    "colors.LocalDateTime": _time,
    "colors.Duration": _duration,
}


def canonical(coded):
    """The same with the text that shared memory has, of a value that to_value coded."""
    if coded is None or coded[2] is not False:
        return coded
    name, text, is_enum = coded
    make = _CANONICAL.get(name)
    return coded if make is None else (name, make(text), is_enum)


def big_integer(number):
    """An int beyond 64 bits, coded."""
    return "colors.BigInteger", _digits(number), False


# ---- out of shared memory -----------------------------------------------------------------------

def _wrong(name, text):
    return SharedMemoryError(
        f"'{text[:40]}' is no text of a {name}: the program that stored it does not follow the conventions of"
        " docs/values.md")


def _checked_year(name, text, year):
    if not 1 <= int(year) <= 9999:
        raise TypeConflictError(f"the {name} {text} is outside the years 1 to 9999 of Python's datetime")


def _micros(name, text, fraction):
    nanos = int((fraction or "").ljust(9, "0"))
    if nanos % 1000:
        raise TypeConflictError(
            f"the {name} {text} has nanoseconds, which Python's datetime would lose; where it is stored, truncate it to"
            " microseconds (truncatedTo(ChronoUnit.MICROS))")
    return nanos // 1000


def _parsed_time(name, text):
    found = _INSTANT.fullmatch(text)
    if not found or bool(found[8]) != (name == "colors.Instant"):
        raise _wrong(name, text)
    year, month, day, hours, minutes, seconds, fraction, _ = found.groups()
    _checked_year(name, text, year)
    second = int(hours) * 3600 + int(minutes) * 60 + int(seconds or 0)
    return f"{year}-{month}-{day} {second} {_micros(name, text, fraction)}"


def _parsed_date(name, text):
    year = text[:-6]
    if not re.fullmatch(r"[+-]?\d{4,}-\d\d-\d\d", text):
        raise _wrong(name, text)
    _checked_year(name, text, year)
    return text


def _parsed_duration(name, text):
    found = _DURATION.fullmatch(text)
    if not found or text == "PT":
        raise _wrong(name, text)
    hours, minutes, sign, seconds, fraction = found.groups()
    micros = _micros(name, text, fraction)
    whole = int(seconds or 0)
    total = (-whole if sign else whole) + 60 * int(minutes or 0) + 3600 * int(hours or 0)
    return f"{total} {-micros if sign else micros}"


def _parsed_integer(name, text):
    import decimal
    if not re.fullmatch(r"-?\d+", text):
        raise _wrong(name, text)
    return format(int(decimal.Decimal(text)), "x")


_PARSED = {
    "colors.BigInteger": _parsed_integer,
    "colors.Instant": _parsed_time,
    "colors.LocalDateTime": _parsed_time,
    "colors.LocalDate": _parsed_date,
    "colors.Duration": _parsed_duration,
}


def parsed(name, text):
    """What _values.of_value takes for the text of a value."""
    parse = _PARSED.get(name)
    return text if parse is None else parse(name, text)
