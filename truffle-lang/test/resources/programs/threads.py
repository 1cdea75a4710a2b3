import threading
import colors

class Counter:
    def __init__(self): self.value, self.next = 0, None

first = Counter()
first.next = Counter()
shared = colors.copy_to(first)
counters = [colors.copy_to(Counter()) for _ in range(4)]

def work(counter):
    for _ in range(20_000):
        counter.value += 1
        assert shared.next.next is None
        counter.next = shared
    counter.done = True

threads = [threading.Thread(target=work, args=(c,)) for c in counters]
for t in threads: t.start()
for t in threads: t.join()
print([c.value for c in counters], all(c.done for c in counters), all(c.next is shared for c in counters))
