import colors

class Node:
    def __init__(self, value): self.value, self.next, self.other = value, None, None

# cycles and sharing
a, b, c = Node(1), Node(2), Node(3)
a.next, b.next, c.next = b, c, a
a.other = b.other = c
s = colors.copy_in(a)
print([s.value, s.next.value, s.next.next.value, s.next.next.next is s, s.other is s.next.other,
       s.other is s.next.next])
print(s.next.next.other, colors.copy_in(s) is s)

# a long list: no stack is as deep as this
head = node = Node(0)
for i in range(1, 20_000):
    node.next = Node(i)
    node = node.next
shared, total, count = colors.copy_in(head), 0, 0
while shared is not None:
    total, count, shared = total + shared.value, count + 1, shared.next
print(total, count)

# shared objects in a private graph are kept
d = Node(4)
d.next = s
t = colors.copy_in(d)
print(t.next is s, t.next.value)

def fails(value):
    try:
        colors.copy_in(value)
        print("no error")
    except Exception as error:
        print(type(error).__name__, error)


for bad in ([1, print], {"key": [iter([])]}, len, Node, 2 ** 80, lambda: 0):
    e = Node(1)
    e.next = Node(2)
    e.next.other = bad
    fails(e)
fails(3)
fails([range(3)])
class Dictionary(dict): pass
fails(Dictionary())
