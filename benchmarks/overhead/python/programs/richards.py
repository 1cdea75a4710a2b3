# SPDX-License-Identifier: Apache-2.0
"""The kernel of an operating system with tasks, queues and packets, after M. Richards' benchmark: calls of methods that
differ by class."""

REPEATS = 100
COUNT = 1_000  # of the idle task
BUFFER = 4
IDLE, WORK, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
DEVICE_PACKET, WORK_PACKET = range(2)


class Packet:
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.datum = 0
        self.data = [0] * BUFFER

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class Task:
    def __init__(self, kernel, ident, priority, queue):
        self.kernel = kernel
        self.ident = ident
        self.priority = priority
        self.queue = queue
        self.holding = False
        self.suspended = True
        kernel.add(self)

    def is_held_or_waiting(self):
        return self.holding or (self.suspended and self.queue is None)

    def resume(self):
        packet = None
        if self.suspended and self.queue is not None:
            packet = self.queue
            self.queue = packet.link
            self.suspended = False
        return self.step(packet)

    def receive(self, packet, sender):
        packet_was_none = self.queue is None
        self.queue = packet.append_to(self.queue)
        return self if packet_was_none and self.priority > sender.priority else sender

    def wait(self):
        self.suspended = True
        return self

    def step(self, packet):
        raise NotImplementedError


class IdleTask(Task):
    def __init__(self, kernel):
        super().__init__(kernel, IDLE, 0, None)
        self.suspended = False
        self.control = 1
        self.count = COUNT

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            return self.kernel.hold(self)
        if self.control & 1 == 0:
            self.control >>= 1
            return self.kernel.release(self, DEVICE_A)
        self.control = self.control >> 1 ^ 0xD008
        return self.kernel.release(self, DEVICE_B)


class WorkTask(Task):
    def __init__(self, kernel, queue):
        super().__init__(kernel, WORK, 1000, queue)
        self.destination = HANDLER_A
        self.letter = 0

    def step(self, packet):
        if packet is None:
            return self.wait()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.ident = self.destination
        packet.datum = 0
        for i in range(BUFFER):
            self.letter = self.letter % 26 + 1
            packet.data[i] = 64 + self.letter
        return self.kernel.queue_packet(self, packet)


class HandlerTask(Task):
    def __init__(self, kernel, ident, priority, queue):
        super().__init__(kernel, ident, priority, queue)
        self.work = None
        self.device = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == WORK_PACKET:
                self.work = packet.append_to(self.work)
            else:
                self.device = packet.append_to(self.device)
        if self.work is None:
            return self.wait()
        work = self.work
        if work.datum >= BUFFER:
            self.work = work.link
            return self.kernel.queue_packet(self, work)
        if self.device is None:
            return self.wait()
        device = self.device
        self.device = device.link
        device.datum = work.data[work.datum]
        work.datum += 1
        return self.kernel.queue_packet(self, device)


class DeviceTask(Task):
    def __init__(self, kernel, ident, priority):
        super().__init__(kernel, ident, priority, None)
        self.pending = None

    def step(self, packet):
        if packet is None:
            if self.pending is None:
                return self.wait()
            pending, self.pending = self.pending, None
            return self.kernel.queue_packet(self, pending)
        self.pending = packet
        self.kernel.traced = (self.kernel.traced * 31 + packet.datum) % 1_000_003
        return self.kernel.hold(self)


class Kernel:
    def __init__(self):
        self.tasks = []
        self.by_ident = {}
        self.queued = self.held = self.steps = self.traced = 0

    def add(self, task):
        self.tasks.append(task)
        self.by_ident[task.ident] = task

    def hold(self, task):
        self.held += 1
        task.holding = True
        return self.after(task)

    def release(self, task, ident):
        other = self.by_ident[ident]
        other.holding = False
        return other if other.priority > task.priority else task

    def queue_packet(self, task, packet):
        self.queued += 1
        receiver = self.by_ident[packet.ident]
        packet.link = None
        packet.ident = task.ident
        return receiver.receive(packet, task)

    def after(self, task):
        place = self.tasks.index(task) + 1
        return self.tasks[place] if place < len(self.tasks) else None

    def run(self):
        task = self.tasks[0]
        while task is not None:
            if task.is_held_or_waiting():
                task = self.after(task)
            else:
                self.steps += 1
                task = task.resume()


def packets(ident, kind, count):
    queue = None
    for _ in range(count):
        queue = Packet(queue, ident, kind)
    return queue


def make():
    kernel = Kernel()
    DeviceTask(kernel, DEVICE_B, 5000)
    DeviceTask(kernel, DEVICE_A, 4000)
    HandlerTask(kernel, HANDLER_B, 3000, packets(DEVICE_B, DEVICE_PACKET, 3))
    HandlerTask(kernel, HANDLER_A, 2000, packets(DEVICE_A, DEVICE_PACKET, 3))
    WorkTask(kernel, packets(WORK, WORK_PACKET, 2))
    IdleTask(kernel)
    return kernel


def run():
    for _ in range(REPEATS):
        kernel = make()
        kernel.run()
    return f"{kernel.steps}/{kernel.queued}/{kernel.held}/{kernel.traced}"
