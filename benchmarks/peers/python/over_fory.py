# SPDX-License-Identifier: Apache-2.0
"""The service with Apache Fory over a loopback socket, for the server ForyPeer.java: its format for several languages.

Sequences are lists: Fory's own arrays take longer to be filled and read than lists to be written and read.
"""

from typing import Optional

import pyfory
from framed import Framed
from pyfory.serialization import ENABLE_FORY_CYTHON_SERIALIZATION
from sequences import Kind, maker, reader

if not ENABLE_FORY_CYTHON_SERIALIZATION:
    raise ImportError("pyfory is told not to use its C code, by ENABLE_FORY_CYTHON_SERIALIZATION")

NODE = 100  # the number of the class; also in ForyPeer.java


@pyfory.dataclass(slots=True)
class Node:
    flag: bool
    count: pyfory.Int32
    weight: pyfory.Float32
    name: str
    left: Optional["Node"]
    right: Optional["Node"]


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.frames = Framed.at(address)
        self.fory = pyfory.Fory(xlang=True, ref=False, compatible=False)
        self.fory.register(Node, type_id=NODE)
        self.make, self.read = maker(kind, Node), reader(kind)

    def call(self, size: int, first: int) -> int:
        self.frames.send(self.fory.serialize(self.make(size, first)))
        return self.read(self.fory.deserialize(bytes(self.frames.receive())))

    def close(self) -> None:
        self.frames.close()
