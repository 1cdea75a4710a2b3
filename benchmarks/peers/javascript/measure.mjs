// SPDX-License-Identifier: Apache-2.0
// What RpcClient.java is, in JavaScript: for GraalJS and Node.js.
//
//     measure.mjs CALLER KIND CALLS WARM_UP_MS ADDRESS    measures one framework and type
//     measure.mjs CALLER...                               prints each that is ready, else "missing CALLER WHY"
//
// Of a measurement the first line is "warm-up MS CALLS"; then for each size SIZE NANOSECONDS: the median time of a
// call, with the sequence that is built before it, and the answer that is read after it.
//
// The class Caller of over_*.mjs is a client of a service that answers a sequence with another one of the same size.
// call(size, first) builds a sequence, calls, and gives the sum of the answer, which it has read. close() ends the
// server, too. Where a call cannot wait, as in Node.js, a client has isAsynchronous, and both give promises.
import { KINDS, expected } from "./sequences.mjs";

const SIZES = [1, 4, 16, 64, 128, 256, 512, 768, 1024];
const CALLS_AT_ONCE = 20;
const MOST_MS = 3000; // for one size, when it had CALLS_AT_ONCE
const NANOS_PER_MS = 1e6;
const GIVEN = typeof process === "undefined" ? globalThis.arguments : process.argv.slice(2);

/** The times of calls with one size. */
class Samples {
    constructor(kind, size, calls) {
        this.kind = kind;
        this.size = size;
        this.calls = calls;
        this.times = [];
        this.allBegan = performance.now();
    }

    areWanted() {
        const made = this.times.length;
        return made < this.calls && (made < CALLS_AT_ONCE || performance.now() - this.allBegan < MOST_MS);
    }

    /** A call: the number of the first element. */
    begin() {
        this.began = performance.now();
        return this.times.length & 0xff;
    }

    end(total) {
        this.times.push(performance.now() - this.began);
        if (this.times.length === 1 && total !== expected(this.kind, this.size, 0)) {
            throw new Error(`the answer to ${this.size} elements of ${this.kind.name} is wrong`);
        }
    }

    medianNanos() {
        const sorted = Float64Array.from(this.times).sort();
        return Math.round(sorted[sorted.length >> 1] * NANOS_PER_MS);
    }
}

function call(caller, samples) {
    while (samples.areWanted()) samples.end(caller.call(samples.size, samples.begin()));
}

async function callAwaiting(caller, samples) {
    while (samples.areWanted()) samples.end(await caller.call(samples.size, samples.begin()));
}

async function measure(caller, kind, size, calls) {
    const samples = new Samples(kind, size, calls);
    if (caller.isAsynchronous) await callAwaiting(caller, samples);
    else call(caller, samples);
    return samples.medianNanos();
}

async function warmUp(caller, kind, calls, ms) {
    let made = 0;
    const began = performance.now();
    while (made === 0 || performance.now() - began < ms) {
        for (const size of SIZES) {
            await measure(caller, kind, size, calls);
            made += calls;
        }
    }
    console.log(`warm-up ${Math.round(performance.now() - began)} ${made}`);
}

async function run(name, kind, calls, warmUpMs, address) {
    const { Caller } = await import(`./over_${name}.mjs`);
    const caller = new Caller(kind, address);
    try {
        await warmUp(caller, kind, Math.min(calls, CALLS_AT_ONCE), warmUpMs);
        for (const size of SIZES) console.log(`${size} ${await measure(caller, kind, size, calls)}`);
    } finally {
        await caller.close();
    }
}

async function tell(names) {
    for (const name of names) {
        try {
            await import(`./over_${name}.mjs`);
            console.log(name);
        } catch (error) {
            console.log(`missing ${name} ${error.message.split("\n")[0]}`);
        }
    }
}

const kind = KINDS.get(GIVEN[1]);
if (kind) await run(GIVEN[0], kind, Number(GIVEN[2]), Number(GIVEN[3]), GIVEN[4]);
else await tell([...GIVEN]);
