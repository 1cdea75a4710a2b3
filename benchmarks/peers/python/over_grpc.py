# SPDX-License-Identifier: Apache-2.0
"""The service with gRPC, for the server GrpcPeer.java: blocking calls of one method over one channel."""

import grpc
from protobuf_sequences import Sequence, maker, reader
from sequences import Kind


class Caller:
    def __init__(self, kind: Kind, address: str):
        self.channel = grpc.insecure_channel(f"127.0.0.1:{address}")
        self.answer = self.channel.unary_unary("/colors.benchmarks.peers.Bench/Answer",
                                               request_serializer=Sequence.SerializeToString,
                                               response_deserializer=Sequence.FromString)
        self.make, self.read = maker(kind), reader(kind)

    def call(self, size: int, first: int) -> int:
        return self.read(self.answer(self.make(size, first)))

    def close(self) -> None:
        self.channel.close()
