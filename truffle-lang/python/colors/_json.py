# SPDX-License-Identifier: Apache-2.0
"""Lets GraalPy's JSON encoder, which knows builtin containers by their implementation, encode shared ones."""
import _json

from colors._core import Shared, core, private

_make_encoder = _json.make_encoder


def make_encoder(markers, default, *arguments):
    """_json.make_encoder, for which shared containers are those that they stand for."""
    def encode(value):
        return _plain(value, set(), default) if isinstance(value, Shared) else default(value)
    return _make_encoder(markers, encode, *arguments)


def _plain(shared, outer, default):
    """Only shared containers can be inside of one; outer are the addresses of those around it. The others go to the
    program's default."""
    address = core.address(shared)
    if address in outer:
        raise ValueError("Circular reference detected")
    outer.add(address)
    value = private(shared)
    result: object
    if isinstance(value, dict):
        result = {
            key: _plain(element, outer, default) if isinstance(element, Shared) else element
            for key, element in value.items()}
    elif isinstance(value, (list, tuple)):
        result = [_plain(element, outer, default) if isinstance(element, Shared) else element for element in value]
    else:
        result = default(shared)
    outer.discard(address)
    return result


_json.make_encoder = make_encoder  # type: ignore[assignment] # GraalPy has a function there
