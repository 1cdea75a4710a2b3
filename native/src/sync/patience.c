/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether to wait busily. It pays when the answer is near and a processor is idle: then it saves a sleep and a wake-up
 * on both sides. A spin that ends without what it waited for costs SPIN_NS, and may have kept who was to bring it from
 * its processor: each one in a row doubles the number of waits that go without one. A thread does not spin either when
 * as many threads of its process as there are processors, but one, do so, and for a while after it found that the
 * system had taken its processor from it.
 */
#include <unistd.h>

#include "base.h"
#include "calls.h"
#include "segment.h"

#define SPIN_NS       250000u /* docs/benchmarks.md, Calls, has what 50 us cost */
#define SKIPS_MOST    255u
#define PREEMPTED_NS  30000u   /* between two looks at the clock, 1 us apart: another thread had the processor */
#define BUSY_NS       2000000u /* then nobody spins for so long */
#define LOOKS_AT_ONCE 32u

static uint32_t processors(void) {
    static _Atomic uint32_t known;
    uint32_t count = cl_load_relaxed(&known);
    if (count == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        count = online < 1 ? 1 : (uint32_t)online;
        cl_store_relaxed(&known, count);
    }
    return count;
}

uint64_t cl_patience_spin(const cl_client *client, cl_patience *patience) {
    if (patience == NULL || processors() == 1) {
        return 0;
    }
    if (patience->skips != 0) {
        patience->skips--;
        return 0;
    }
    return cl_load_relaxed(&client->account.spinners) + 1 >= processors() ||
                   (patience->busy_until_ns != 0 && cl_now_ns() < patience->busy_until_ns)
               ? 0
               : SPIN_NS;
}

void cl_patience_learn(cl_patience *patience, uint64_t spun_ns, bool slept) {
    if (spun_ns != 0) {
        patience->backoff = !slept                                 ? patience->backoff / 2
                            : patience->backoff >= SKIPS_MOST / 2 ? SKIPS_MOST
                                                                   : 2 * patience->backoff + 1;
        patience->skips = slept ? patience->backoff : 0;
    }
}

static bool spin(cl_patience *patience, const _Atomic uint64_t *word, uint64_t seen, uint64_t spin_ns) {
    uint64_t start = cl_now_ns();
    uint64_t last = start;
    do {
        for (uint32_t i = 0; i < LOOKS_AT_ONCE; i++) {
            if ((cl_load_acquire(word) | CL_CALL_AWAITED) != (seen | CL_CALL_AWAITED)) {
                return true;
            }
            cl_pause();
        }
        uint64_t now = cl_now_ns();
        if (now - last > PREEMPTED_NS) {
            patience->busy_until_ns = now + BUSY_NS;
            return false;
        }
        last = now;
    } while (last - start < spin_ns);
    return false;
}

bool cl_patience_wait(cl_client *client, cl_patience *patience, const _Atomic uint64_t *word, uint64_t seen,
                      uint64_t spin_ns) {
    cl_add_relaxed(&client->account.spinners, 1);
    bool changed = spin(patience, word, seen, spin_ns);
    cl_sub_relaxed(&client->account.spinners, 1);
    return changed;
}
