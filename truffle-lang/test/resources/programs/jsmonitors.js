const colors = Polyglot.import("colors");

class Counter { value = 0; }
colors.bind("programs.MonitorCounter", Counter);
const counter = colors.copyIn(new Counter());
const list = colors.list([1]);

function refused(operation) {
    try {
        operation();
        return "accepted";
    } catch (e) {
        if (!(e instanceof colors.SharedMemoryError)) throw e;
        return e.reason;
    }
}

const monitor = colors.monitor(counter);
print(monitor.isHeld(), refused(() => monitor.exit()), refused(() => monitor.wait()), refused(() => monitor.notify()),
      refused(() => monitor.notifyAll()));
print(monitor.enter(), monitor.tryEnter(), monitor.tryEnter(5), monitor.isHeld(), monitor.wait(0), monitor.wait(1.5));
monitor.notify();
monitor.notify(0);
monitor.notify(3);
monitor.notifyAll();
for (let i = 0; i < 3; i++) monitor.exit();
print(monitor.isHeld(), refused(() => monitor.notify(0)));
print(colors.synchronized(counter, () => ++counter.value), colors.synchronized(list, () => list.length),
      colors.synchronized(colors.repository("monitors"), () => "text"));
try {
    colors.synchronized(counter, () => { throw new RangeError("mine"); });
} catch (e) {
    print(e instanceof RangeError, e.message, monitor.isHeld());
}
print([{}, 1, "text", null, new Counter()].map(o => refused(() => colors.monitor(o))).join(" "));
print(refused(() => monitor.wait("soon")), refused(() => colors.synchronized(counter, 1)),
      refused(() => { monitor.enter(); monitor.notify(-1); }));
monitor.exit();
