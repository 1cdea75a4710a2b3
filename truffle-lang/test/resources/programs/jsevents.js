// SPDX-License-Identifier: Apache-2.0
// The order of timers, immediates, microtasks and promises, and that the program ends when nothing is pending.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
setTimeout(() => console.log("second"), 600);
setTimeout((...args) => console.log("first", ...args), 1, "a", 2);
Promise.resolve().then(() => console.log("promise"));
queueMicrotask(() => console.log("microtask"));
clearTimeout(setTimeout(() => console.log("cleared"), 5));
clearImmediate(setImmediate(() => console.log("cleared")));
clearTimeout(undefined);
clearTimeout(12345);
let count = 0;
const every = setInterval(() => {
    console.log("interval", ++count);
    if (count === 3) {
        clearInterval(every);
        last();
    }
}, 700);

async function last() {
    setTimeout(() => console.log("timer"));
    setImmediate(x => console.log("immediate", x), 3);
    await sleep(50);
    console.log("slept");
    const late = Promise.reject(new Error("late"));
    try { await late; } catch (e) { console.log("caught", e.message); }
    keepsItsPeriod();
}

function keepsItsPeriod() { // which is counted from the start of a call
    let calls = 0;
    const busy = setInterval(() => {
        console.log("busy", ++calls);
        if (calls === 2) {
            clearInterval(busy);
        } else {
            setTimeout(() => console.log("after two calls"), 70);
            for (const end = Date.now() + 50; Date.now() < end;);
        }
    }, 40);
}

for (const other of [true, 1.5, [1], 1n, Symbol("id")]) {
    clearTimeout(other); // none is a timer
}
for (const wrong of [undefined, null, "code"]) {
    try { setTimeout(wrong); } catch (e) { console.log(e instanceof TypeError, e.message); }
}
console.log("end of script");
