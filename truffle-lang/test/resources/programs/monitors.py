import threading
import time
import colors

class Counter:
    def __init__(self): self.value = 0

counter = colors.copy_in(Counter())
jobs = colors.List()

def refused(operation, error=colors.SharedMemoryError):
    try:
        operation()
        return False
    except error:
        return True

# one thread
monitor = colors.monitor(counter)
print(monitor, refused(monitor.release), refused(monitor.wait, RuntimeError), refused(monitor.notify),
      refused(monitor.notify_all))
with monitor as entered:
    print(entered is monitor, monitor, monitor.locked(), monitor.acquire(), monitor.acquire(False),
          monitor.acquire(timeout=0))
    print(monitor.wait(0), monitor.wait(0.01), monitor.wait_for(lambda: False, 0.01), monitor.wait_for(lambda: 3))
    for _ in range(3):
        monitor.release()
print(monitor.locked(), refused(lambda: monitor.acquire(False, 1), ValueError),
      refused(lambda: monitor.acquire(timeout=-2), ValueError))
print([refused(lambda: colors.monitor(o)) for o in ([], 1, "text", None, Counter())],
      [colors.monitor(o).locked() for o in (jobs, colors.Dict(), colors.repository("monitors"))])

# threads of one program: the one that has to go on does, while the others block
def add():
    for _ in range(2_000):
        with colors.monitor(counter):
            counter.value += 1

def work():
    done = 0
    while True:
        with colors.monitor(jobs) as m:
            while not jobs:
                m.wait()
            job = jobs.pop()
        if job < 0:
            results.append(done)
            return
        done += job

results = []
threads = [threading.Thread(target=f) for f in (add, add, work, work, work)]
with colors.monitor(counter), colors.monitor(jobs):
    for t in threads: t.start()
    print(threading.Thread(target=lambda: None).start(), counter.value, len(jobs))
for i in range(100):
    with colors.monitor(jobs) as m:
        jobs.append(i)
        m.notify()
with colors.monitor(jobs) as m:
    m.wait_for(lambda: not jobs, 0.01)
while jobs: time.sleep(0.001)
with colors.monitor(jobs) as m:
    jobs.extend([-1] * 3)
    m.notify_all()
for t in threads: t.join()
print(counter.value, sum(results), len(jobs))

# a thread that ends without leaving; another one hears of it, once
held, goes = threading.Event(), threading.Event()
def hold():
    monitor.acquire()
    held.set()
    goes.wait()
holder = threading.Thread(target=hold)
holder.start()
held.wait()
print(monitor.acquire(False), monitor.acquire(timeout=0.01),
      issubclass(colors.MonitorAbandonedError, colors.SharedMemoryError))
goes.set()
holder.join()
print(refused(monitor.acquire, colors.MonitorAbandonedError), monitor.locked(), monitor.acquire(False))
monitor.release()
