# SPDX-License-Identifier: Apache-2.0
"""How objects of the program's classes compare as keys of shared maps and sets (docs/equality.md)."""

_rules = {}     # class -> its rule
_declared = {}  # class -> the fields that the program named


def rule_of(cls):
    """None: by identity. A list: by these fields, without code of the program. True: by the class's own __hash__ and
    __eq__."""
    try:
        return _rules[cls]
    except KeyError:
        found = _rules[cls] = _find(cls)
        return found


def declare(cls, fields):
    """The program says by which fields; the class's own methods should agree."""
    if isinstance(fields, str) or not all(isinstance(name, str) for name in fields):
        raise TypeError(f"compared_by takes the names of fields, such as ('x', 'y'), not {fields!r}")
    _declared[cls] = list(fields)
    _rules.clear()  # subclasses follow


def _find(cls):
    for base in cls.__mro__:
        if base in _declared:
            return _declared[base]
        if base is object or cls.__hash__ in (None, object.__hash__) or cls.__eq__ is object.__eq__:
            continue
        if "__hash__" in base.__dict__ or "__eq__" in base.__dict__:
            return _compared_fields(base) if _is_generated(base) else True
    return None


def _is_generated(cls):
    """Whether @dataclass wrote both methods."""
    parameters = cls.__dict__.get("__dataclass_params__")
    methods = [getattr(cls.__dict__.get(name), "__code__", None) for name in ("__hash__", "__eq__")]
    made = all(code is not None and code.co_filename == "<string>" for code in methods)
    return parameters is not None and parameters.eq and made


def _compared_fields(cls):
    from dataclasses import fields
    return [field.name for field in fields(cls) if field.compare]


# ---- called by the language ---------------------------------------------------------------------

def equal(there, key):
    return bool(there == key)


def private_key(value):
    """How a private object is looked for: None, True, or its shared name, the names of the fields it is compared by,
    and their values."""
    from colors._classes import name_of, why_not_shareable
    cls = type(value)
    rule = rule_of(cls)
    if rule is None or rule is True:
        return rule
    return None if why_not_shareable(cls) else (name_of(cls), rule, [getattr(value, name, None) for name in rule])
