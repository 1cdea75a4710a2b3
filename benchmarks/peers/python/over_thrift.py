# SPDX-License-Identifier: Apache-2.0
"""The service with Apache Thrift, for the server ThriftPeer.java: the binary protocol over framed sockets, written and
read by the library's C code."""

import socket

from sequences import Kind, maker, reader
from thrift.protocol.TBinaryProtocol import TBinaryProtocolAccelerated
from thrift.Thrift import TMessageType
from thrift.transport.TSocket import TSocket
from thrift.transport.TTransport import TFramedTransport
from thrift_calls import STRUCTS, Node

# Raises ImportError where the library was installed without its C code.
TBinaryProtocolAccelerated(TFramedTransport(None), fallback=False)


class Caller:
    def __init__(self, kind: Kind, address: str):
        connection = TSocket("127.0.0.1", int(address))
        self.transport = TFramedTransport(connection)
        self.transport.open()
        connection.handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.protocol = TBinaryProtocolAccelerated(self.transport, fallback=False)
        self.method = kind.name
        self.arguments, self.result = STRUCTS[kind]
        self.make, self.read = maker(kind, Node), reader(kind)
        self.sent = 0  # calls

    def call(self, size: int, first: int) -> int:
        self.sent += 1
        protocol = self.protocol
        protocol.writeMessageBegin(self.method, TMessageType.CALL, self.sent)
        self.arguments(self.make(size, first)).write(protocol)
        protocol.writeMessageEnd()
        self.transport.flush()
        _, kind, number = protocol.readMessageBegin()
        if kind != TMessageType.REPLY or number != self.sent:
            raise AssertionError(f"no reply to call {self.sent}, but type {kind} to call {number}")
        result = self.result()
        result.read(protocol)
        protocol.readMessageEnd()
        return self.read(result.success)

    def close(self) -> None:
        self.transport.close()
