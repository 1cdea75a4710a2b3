
import threading
import time
import colors

class Letter:
    def __init__(self, text): self.text = text

class Express(Letter):
    pass

def error(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

for key in colors.channels():  # of another run in the same segment
    if key.startswith("py"): colors.remove_channel(key)

# one thread receives while others of this process work and send
c = colors.channel("py", 3)
print(c, c.key, c.capacity, c.type, len(c), bool(c), c.closed)
got, ticks, state = [], [0], []
def receive():
    state.append("receiving")
    got.append(c.receive(timeout=60))
    state.append("received")
    for message in c:
        got.append(message)
def tick():
    while not c.closed:
        ticks[0] += 1
        time.sleep(0.001)
threads = [threading.Thread(target=receive), threading.Thread(target=tick)]
for t in threads: t.start()
while not state: time.sleep(0.001)
start = ticks[0]
while ticks[0] < start + 5 and not c.closed: time.sleep(0.001)  # nothing comes, and the other threads go on
print(state)
for message in [1, 2.5, "three", None, True, 1 << 62, 1 << 80, (1, "two"), b"bytes"]:
    c.send(message)
c.close()
for t in threads: t.join()
print(got)
print(c.closed, error(c.send, 1), error(c.receive), error(c.try_receive), list(c))

# many threads of one process
c = colors.channel("py.many", 2, int)
sums = [0, 0]
def add(i):
    for n in c:
        sums[i] += n
def send():
    for n in range(500):
        c.send(n)
receivers = [threading.Thread(target=add, args=(i,)) for i in range(2)]
senders = [threading.Thread(target=send) for _ in range(2)]
for t in receivers + senders: t.start()
for t in senders: t.join()
c.close()
for t in receivers: t.join()
print(sum(sums))

# time, and what queue.Queue has
q = colors.channel("py.queue", capacity=2)
print(error(q.receive, 0.01), q.try_receive(), q.try_receive("none"))
q.put("a"); q.put_nowait(None)
print(q.full(), q.qsize(), q.try_send("b"), error(q.put_nowait, "c") == "Full: ", error(q.send, "c", timeout=0.01))
print(q.get(), q.get_nowait(), q.empty(), error(q.get_nowait) == "Empty: ", error(q.get, timeout=0.01) == "Empty: ")
with colors.channel("py.with") as w:
    w.send(1)
print(w.closed, list(w), error(lambda: q.get(block=False)))

# types
letters = colors.channel("py.letters", 4, Letter)
letter = colors.copy_in(Letter("dear"))
letters.send(letter); letters.send(colors.copy_in(Express("now"))); letters.send(None)
print(error(letters.send, Letter("mine"))[:68])
print(error(letters.send, "text"))
first = letters.receive()
print(first is letter, first.text, letters.receive().__class__.__name__, letters.receive())
floats = colors.channel("py.floats", type=float)
floats.send(3); print(floats.receive(), error(floats.send, "x"))
print(colors.channel("py.letters").type, error(colors.channel, "py.letters", 5))
print(error(colors.channel, "py.letters", type=str))
print(error(colors.channel, "py.bad", 0), error(colors.channel, "py.bad", "many"))

# names
print([k for k in colors.channels() if k.startswith("py.l")], colors.remove_channel(letters.key),
      colors.remove_channel(letters.key), [k for k in colors.channels() if k.startswith("py.l")])
print(letters.closed, colors.channel("py.letters", 5, str).capacity)

# repositories
r = colors.repository("py.state")
print(r.compare_and_set(None, "idle"), r.compare_and_set("busy", 1), r.compare_and_set("idle", letter),
      r.compare_and_set(letter, 1), r.compare_and_set(1.0, "x"))
print(error(r.compare_and_set, "x", Letter("mine"))[:26], error(r.wait_for_change, "x", timeout=0.01),
      r.wait_for_change("other"))
later = threading.Timer(0.05, r.set, ("done",))
later.start()
print(r.wait_for_change("x"), r.wait_for_change("x", timeout=5))
print("py.state" in colors.repositories(), colors.remove_repository(r.key), colors.remove_repository(r.key),
      "py.state" in colors.repositories(), r.get())
for wrong in (4, 4.5, [int], None):
    try:
        print(colors.channel("py.wrong", 3, wrong).type)
    except TypeError as error:
        print(error)
