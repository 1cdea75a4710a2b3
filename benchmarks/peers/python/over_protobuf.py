# SPDX-License-Identifier: Apache-2.0
"""The service with Protocol Buffers over a loopback socket, for the server ProtobufPeer.java: messages after their
lengths."""

from framed import Framed
from protobuf_sequences import Sequence, maker, reader
from sequences import Kind


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.frames = Framed.at(address)
        self.make, self.read = maker(kind), reader(kind)

    def call(self, size: int, first: int) -> int:
        self.frames.send(self.make(size, first).SerializeToString())
        return self.read(Sequence.FromString(self.frames.receive()))

    def close(self) -> None:
        self.frames.close()
