# SPDX-License-Identifier: Apache-2.0
"""Bytes that another process measures, by a service of iceoryx2. Both processes look again and again, as its examples
for low latency do: its Python has no call that waits for a request."""
import ctypes

import iceoryx2

Bytes = iceoryx2.Slice[ctypes.c_uint8]


def service(name):
    """The node has to live as long as what is made of the service."""
    iceoryx2.set_log_level(iceoryx2.LogLevel.Error)
    node = iceoryx2.NodeBuilder.new().create(iceoryx2.ServiceType.Ipc)
    named = iceoryx2.ServiceName.new(name)
    return node, node.service_builder(named).request_response(Bytes, ctypes.c_uint64).open_or_create()


def answer(name):
    """Until it is sent no bytes at all."""
    _node, served = service(name)
    server = served.server_builder().create()
    print("ready", flush=True)
    length = None
    while length != 0:
        request = server.receive()
        if request is not None:
            length = len(bytes(request.payload().as_memory_view()))
            request.send_copy(ctypes.c_uint64(length))
            request.delete()


class Caller:
    """Of what `answer` answers."""

    def __init__(self, name, most):
        self.node, served = service(name)
        self.client = served.client_builder().initial_max_slice_len(most).create()

    def call(self, data):
        request = self.client.loan_slice_uninit(len(data))
        ctypes.memmove(request.payload_ptr, data, len(data))
        pending = request.assume_init().send()
        response = None
        while response is None:
            response = pending.receive()
        length = response.payload().contents.value
        response.delete()
        pending.delete()
        return length
