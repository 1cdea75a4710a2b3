# SPDX-License-Identifier: Apache-2.0
"""Messages over a socket: four bytes with the length, the greatest first, and the message."""

import socket
import struct

HEAD = struct.Struct("!I")


class Framed:
    """One end. What was received is valid until the next message comes."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.buffer = memoryview(bytearray(1 << 16))

    @classmethod
    def at(cls, address: str) -> "Framed":
        """A client of the server at a port of the loopback interface, or at the path of a Unix socket."""
        if not address.isdigit():
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(address)
            return cls(connection)
        connection = socket.create_connection(("127.0.0.1", int(address)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(connection)

    @classmethod
    def accepted(cls, path: str) -> "Framed":
        """Makes a Unix socket, prints its path, and waits for a client."""
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            server.listen()
            print(path, flush=True)
            return cls(server.accept()[0])

    def send(self, message: bytes) -> None:
        self.connection.sendall(HEAD.pack(len(message)) + message)

    def receive(self) -> memoryview:
        """Raises EOFError when the other end has closed."""
        had = self.fill(0, HEAD.size)
        end = HEAD.size + HEAD.unpack_from(self.buffer)[0]
        if end > len(self.buffer):
            larger = memoryview(bytearray(2 * end))
            larger[:had] = self.buffer[:had]
            self.buffer = larger
        self.fill(had, end)
        return self.buffer[HEAD.size:end]

    def fill(self, had: int, wanted: int) -> int:
        """Receives until so many bytes are there. How many there are."""
        while had < wanted:
            count = self.connection.recv_into(self.buffer[had:])
            if count == 0:
                raise EOFError
            had += count
        return had

    def close(self) -> None:
        self.connection.close()
