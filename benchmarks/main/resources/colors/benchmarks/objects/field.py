# SPDX-License-Identifier: Apache-2.0
"""Field reads, writes and hops in Python; the functions' twins are in field.js."""
import colors


class Node:
    def __init__(self, value, next):
        self.value = value
        self.next = next


def setup(shared, count):
    node = None
    for value in reversed(range(count)):
        node = Node(value, node)
    if shared:
        node = colors.copy_in(node)
    nodes = []
    while node is not None:
        nodes.append(node)
        node = node.next
    return nodes


def read_int(nodes, passes):
    total = 0
    for _ in range(passes):
        for node in nodes:
            total = (total + node.value) & 0xffffff
    return total


def write_int(nodes, passes):
    for i in range(passes):
        for node in nodes:
            node.value = i
    return 0


def hop(nodes, passes):
    count = 0
    for _ in range(passes):
        node = nodes[0]
        while node is not None:
            count += 1
            node = node.next
    return count


{'setup': setup, 'read.int': read_int, 'write.int': write_int, 'hop': hop}
