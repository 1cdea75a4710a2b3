# SPDX-License-Identifier: Apache-2.0
"""Operations on x, a shared container or its builtin twin; the other names are arguments. One that begins with ! is
a statement.

i, k: integers; s: a slice; v: a value; vs: a list of them; a: a key; d: a dict; o: a set.
Which of two equal elements, 0 and 0.0, an intersection has, Python leaves open: so the other side gets the elements of
x. GraalPy's own lists delete the elements of an extended slice that an empty list is assigned to, shared ones refuse
it as CPython does.
"""
import functools

LIST = ["x[i]", "x[s]", "!x[i] = v", "!x[s] = vs if vs or s.step in (None, 1) else [v]",
        "!del x[i]", "!del x[s]", "x.append(v)", "x.insert(i, v)",
        "x.pop(i)", "x.pop()", "x.remove(v)", "x.extend(vs)", "!x += vs", "!x *= k", "x.reverse()", "x.sort(key=repr)",
        "x.sort(key=repr, reverse=True)", "v in x", "x.count(v)", "x.index(v, i)",
        "x == list(x)", "x + vs", "vs + x", "list(reversed(x))", "!x[s] = x", "len(x)"]
DICT = ["x[a]", "!x[a] = v", "!x[a] = v", "!x[a] = v", "!del x[a]", "x.get(a, v)", "a in x", "x.pop(a)", "x.pop(a, v)",
        "x.popitem()", "x.setdefault(a, v)", "x.update(d)", "!x |= d", "x | d", "d | x",
        "list(x.keys())", "list(x.items())", "list(reversed(x))", "x == dict(x)", "v in x.values()",
        "(a, v) in x.items()", "x.keys() & ({e for e in x if e in d} | (d.keys() - x.keys()))", "len(x)"]
SET = ["x.add(a)", "x.add(a)", "x.add(a)", "x.discard(a)", "x.remove(a)", "a in x", "x | o", "x & o", "x - o", "o - x",
       "x ^ o", "!x |= o", "!x |= o", "!x &= {e for e in x if e in o} | (o - x)", "!x -= o", "!x ^= o", "x <= o",
       "x >= o", "x == set(x)", "x.isdisjoint(o)", "o == x", "len(x)"]


_compile = functools.cache(compile)


def function(text, names):
    """A function of x that executes an operation with these arguments."""
    code = _compile(text.removeprefix("!"), "operation", "exec" if text.startswith("!") else "eval")
    return lambda x: eval(code, {"x": x, **names})


def canonical(result):
    """Its repr, but for the order of sets' elements: that is of the process, whose hashes of texts and of None are."""
    text = repr(result)
    return _ordered(result) if isinstance(result, (set, frozenset)) or "frozenset({" in text else text


def _ordered(value):
    if isinstance(value, (set, frozenset)):
        return f"set of {sorted(map(_ordered, value))}"
    if isinstance(value, (list, tuple)):
        return f"{'list' if isinstance(value, list) else 'tuple'} of {[_ordered(element) for element in value]}"
    if isinstance(value, dict):
        return f"dict of {[(_ordered(key), _ordered(element)) for key, element in value.items()]}"
    return repr(value)


def outcome(function, x):
    try:
        return canonical(function(x))
    except Exception as error:
        return type(error).__name__
