/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for another value of a repository [layout.repository]. A set is a plain store: it looks at `changes` after
 * it, without a fence. Who is about to sleep sets CL_CHANGES_AWAITED, makes every process's stores visible by a
 * membarrier, and looks at the value again; so either it sees the store or the setter sees the flag.
 */
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base.h"
#include "classes.h"
#include "heap.h"
#include "object.h"
#include "segment.h"

#define SLEEP_NS 100000000ull /* a setter may die before it wakes */
#define LOOK_NS  5000000ull   /* of a reader, which cannot say that it waits */

static cl_entity *at_place(const cl_space *space, uint64_t place) {
    return cl_at(space, place - offsetof(cl_entity, value));
}

void cl_repository_changed(uint64_t place) {
    const cl_space *space = &cl_self.space;
    _Atomic uint32_t *changes = &at_place(space, place)->changes;
    uint32_t seen = cl_load_acquire(changes);
    while ((seen & (CL_CHANGES_AWAITED | CL_CHANGES_REMOVED)) != 0) {
        uint32_t next = (seen + CL_CHANGES_ONE) & ~(CL_CHANGES_AWAITED | CL_CHANGES_REMOVED);
        if (cl_cas_acq_rel(changes, &seen, next)) {
            cl_futex_wake_all(changes);
            return;
        }
    }
}

void cl_repository_set(uint64_t slot, uint64_t place, uint64_t word) {
    cl_mutator m = cl_mutator_of(slot);
    cl_heap_store(m, place, word);
    cl_fence_compiler();
    if (cl_load_relaxed(&at_place(&m.client->space, place)->changes) % CL_CHANGES_ONE != 0) {
        cl_repository_changed(place);
    }
}

/* M2 for a place that may have another value by then: nothing is stored and two objects are shaded in vain. */
int32_t cl_repository_exchange(uint64_t slot, uint64_t place, uint64_t seen, uint64_t word) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    uint64_t gc = cl_enter(m);
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade(space, word, gc);
    }
    cl_shade(space, seen, gc);
    bool stored = cl_cas_acq_rel(cl_word_at(space, place), &seen, word);
    cl_leave(m);
    if (stored) {
        cl_repository_changed(place);
    }
    return stored;
}

/* Where the kernel has no such barrier, a sleep of SLEEP_NS ends what was missed. */
static void fence_everybody(void) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
}

int32_t cl_repository_wait(uint64_t place, uint64_t seen, uint64_t timeout_ns) {
    cl_client *client = &cl_self;
    const cl_space *space = &client->space;
    _Atomic uint32_t *changes = &at_place(space, place)->changes;
    const _Atomic uint64_t *value = cl_word_at(space, place);
    uint64_t start = cl_now_ns();
    while (cl_load_acquire(value) == seen) {
        uint64_t passed = cl_now_ns() - start;
        if (passed >= timeout_ns) {
            return 0;
        }
        uint64_t left = timeout_ns - passed;
        uint32_t word = cl_load_acquire(changes);
        if (client->readonly) {
            cl_futex_wait(changes, word, left < LOOK_NS ? left : LOOK_NS);
            continue;
        }
        uint32_t flagged = word | CL_CHANGES_AWAITED;
        if (word != flagged && !cl_cas_acq_rel(changes, &word, flagged)) {
            continue;
        }
        fence_everybody();
        if (cl_load_acquire(value) == seen) {
            cl_futex_wait(changes, flagged, left < SLEEP_NS ? left : SLEEP_NS);
        }
    }
    return 1;
}

int32_t cl_repository_remove(uint64_t slot, const char *name, size_t bytes) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    uint32_t granules = cl_names_find(space, CL_KIND_REPOSITORY, name, bytes);
    cl_entity *entity = granules == 0 ? NULL : cl_entity_at(space, granules);
    if (entity == NULL || (cl_load_acquire(&entity->changes) & CL_CHANGES_REMOVED) != 0) {
        return 0;
    }
    cl_repository_set(slot, cl_bytes(granules) + offsetof(cl_entity, value), CL_TAG_NULL);
    uint32_t seen = cl_load_acquire(&entity->changes);
    while ((seen & CL_CHANGES_REMOVED) == 0) {
        if (cl_cas_acq_rel(&entity->changes, &seen, seen | CL_CHANGES_REMOVED)) {
            return 1;
        }
    }
    return 0;
}
