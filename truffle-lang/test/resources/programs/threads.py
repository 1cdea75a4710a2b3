import threading
import colors

class Counter:
    def __init__(self): self.value, self.next = 0, None

first = Counter()
first.next = Counter()
shared = colors.copy_in(first)
counters = [colors.copy_in(Counter()) for _ in range(4)]

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

# the first objects of a class, made by several threads at once
failed = []

def first(name, start):
    start.wait()
    for i in range(3):
        try:
            o = colors.allocate(name, number=i, text="t")
            if (o.number, o.text, o.__class__.__name__) != (i, "t", name.split(".")[1]):
                failed.append(name)
        except AttributeError as error:
            failed.append(str(error))

for k in range(40):
    start = threading.Barrier(6)
    threads = [threading.Thread(target=first, args=(f"met.First{k}", start)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(failed)
