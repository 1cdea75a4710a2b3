/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether to wait busily. It pays when the answer is near and a processor is idle: a sleep and a wake-up cost some 5 us
 * of both sides. So a thread spins while waits were short of late, at most SPIN_MOST_NS; as long as fewer threads of
 * its process spin than there are processors; and not for a while after it found that it was not running itself.
 */
#include <unistd.h>

#include "base.h"
#include "calls.h"
#include "segment.h"

#define SPIN_MOST_NS    50000u
#define WAIT_MOST_NS    1000000u /* that counts */
#define PREEMPTED_NS    30000u   /* between two looks at the clock, 1 us apart: another thread had the processor */
#define BUSY_NS         2000000u /* then nobody spins for so long */
#define LOOKS_AT_ONCE   32u
#define WEIGHT_OF_MANY  7u /* of what was learned, against 1 of the last wait */

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

uint64_t cl_patience_spin(const cl_client *client, const cl_patience *patience) {
    return patience == NULL || processors() == 1 || patience->expected_ns > SPIN_MOST_NS ||
                   cl_load_relaxed(&client->account.spinners) + 1 >= processors() ||
                   (patience->busy_until_ns != 0 && cl_now_ns() < patience->busy_until_ns)
               ? 0
               : SPIN_MOST_NS;
}

void cl_patience_learn(cl_patience *patience, uint64_t waited_ns) {
    if (patience != NULL) {
        uint64_t waited = waited_ns < WAIT_MOST_NS ? waited_ns : WAIT_MOST_NS;
        patience->expected_ns = (WEIGHT_OF_MANY * patience->expected_ns + waited) / (WEIGHT_OF_MANY + 1);
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
