# allocate and append where they are compiled: at the end of a buffer, with strings, in scopes and threads, and when a
# class changes
import threading

import colors

MANY = 5000


class Node:
    def __init__(self, number, name, next):
        self.number, self.name, self.next = number, name, next


def name(i):
    return f"n{i}" if i % 3 else f"a name of more than seven letters {i}"


def chain(count):
    head = None
    for i in range(count):
        head = colors.allocate(Node, number=i, name=name(i), next=head)
    return head


def check(head, count):
    while head is not None:
        count -= 1
        assert head.number == count and head.name == name(count), (head.number, head.name, count)
        head = head.next
    return count


print(check(chain(MANY), MANY))


def turns(results):
    for _ in range(4):
        results.append(check(chain(MANY), MANY))


results = []
threads = [threading.Thread(target=turns, args=(results,)) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(results)

# one place in the program, of which the class changes between two objects
def grow(count, at):
    made = []
    for i in range(count):
        made.append(colors.allocate("fast.Grows", a=i, b=None))
        if i == at:
            made[-1].c = i
    return made

made = grow(2000, 1500)
print([(o.a, hasattr(o, "c"), o.b) for o in (made[0], made[1499], made[1500], made[1501], made[-1])])
made = colors.allocate("fast.Grows", a=2, b=made[1500])
print(made.b.a, made.b.c)

# in scopes, and after them
kept = chain(10)
for _ in range(300):
    with colors.scope() as scope:
        kept = scope.keep(chain(20))
    assert check(kept, 20) == 0
with colors.scope():
    inner = chain(10)
print(check(chain(MANY), MANY))
try:
    colors.allocate(Node, number=1, name="x", next=inner)
except colors.SharedMemoryError as error:
    print("closed" in str(error))

# appends, of each kind of value and of one after the other
def appended(values):
    result = colors.List()
    for i in range(MANY):
        result.append(values[i % len(values)])
    expected = [values[i % len(values)] for i in range(MANY)]
    assert list(result) == expected and [type(v) for v in result] == [type(v) for v in expected]
    return len(result)


for values in ([1], [2 ** 40, -1], [2 ** 63 - 1], [1.5, float("inf")], [kept], [1, 1.5], [None, True, False],
               ["short", "longer than seven"], [1, 2 ** 62, 0.1, kept, None, "one", True]):
    print(appended(values), end=" ")
print()
for wrong in ([1], object()):
    numbers = colors.List([1])
    for _ in range(3):
        try:
            numbers.append(wrong)
        except Exception as error:
            print(type(error).__name__, len(numbers))
try:
    colors.List.append(colors.copy_in((1, 2)), 3)
except Exception as error:
    print(type(error).__name__)

shared = colors.List()


def append(number):
    for i in range(MANY):
        shared.append(number * MANY + i)


threads = [threading.Thread(target=append, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(shared) == list(range(4 * MANY)))
