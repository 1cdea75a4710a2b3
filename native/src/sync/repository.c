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

/* By the place of its value, as callers of the API have it. */
static cl_entity *repository_of(const cl_space *space, uint64_t place) {
    return cl_at(space, place - offsetof(cl_entity, value));
}

static void note_change(cl_entity *repository) {
    _Atomic uint32_t *changes = &repository->changes;
    uint32_t seen = cl_load_acquire(changes);
    while ((seen & (CL_CHANGES_AWAITED | CL_CHANGES_REMOVED)) != 0) {
        uint32_t next = (seen + CL_CHANGES_ONE) & ~(CL_CHANGES_AWAITED | CL_CHANGES_REMOVED);
        if (cl_cas_acq_rel(changes, &seen, next)) {
            cl_futex_wake_all(changes);
            return;
        }
    }
}

static void set(cl_mutator m, cl_entity *repository, cl_word word) {
    cl_heap_store(m, cl_place_of(&repository->value), word);
    cl_fence_compiler();
    if (cl_load_relaxed(&repository->changes) % CL_CHANGES_ONE != 0) {
        note_change(repository);
    }
}

/* M2 for a place that may have another value by then: nothing is stored and two objects are shaded in vain. */
static bool exchange(cl_mutator m, cl_entity *repository, cl_word seen, cl_word word) {
    const cl_space *space = &m.client->space;
    uint64_t gc = cl_enter(m);
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade_word(space, word, gc);
    }
    cl_shade_word(space, seen, gc);
    bool stored = cl_cas_acq_rel(&repository->value, &seen.bits, word.bits);
    cl_leave(m);
    if (stored) {
        note_change(repository);
    }
    return stored;
}

/* Where the kernel has no such barrier, a sleep of SLEEP_NS ends what was missed. */
static void fence_everybody(void) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0);
}

/* Whether it holds another value than `seen`; else the word to sleep on, and what it held. */
static bool differs(const cl_client *client, cl_entity *repository, uint64_t seen, uint32_t *word) {
    _Atomic uint32_t *changes = &repository->changes;
    while (cl_load_acquire(&repository->value) == seen) {
        *word = cl_load_acquire(changes);
        if (client->readonly) {
            return false;
        }
        uint32_t flagged = *word | CL_CHANGES_AWAITED;
        if (*word != flagged && !cl_cas_acq_rel(changes, word, flagged)) {
            continue;
        }
        *word = flagged;
        fence_everybody();
        return cl_load_acquire(&repository->value) != seen;
    }
    return true;
}

/* Whether the value is another one than `seen` in time. */
static bool await_change(const cl_client *client, cl_entity *repository, uint64_t seen, uint64_t timeout_ns) {
    uint64_t most = client->readonly ? LOOK_NS : SLEEP_NS;
    uint64_t start = cl_now_ns();
    uint32_t word;
    while (cl_load_acquire(&repository->value) == seen) {
        uint64_t passed = cl_now_ns() - start;
        if (passed >= timeout_ns) {
            return false;
        }
        uint64_t left = timeout_ns - passed;
        if (!differs(client, repository, seen, &word)) {
            cl_futex_wait(&repository->changes, word, left < most ? left : most);
        }
    }
    return true;
}

static bool remove_named(cl_mutator m, const char *name, size_t bytes) {
    const cl_space *space = &m.client->space;
    uint32_t granules = cl_names_find(space, CL_KIND_REPOSITORY, name, bytes);
    cl_entity *entity = granules == 0 ? NULL : cl_entity_at(space, granules);
    if (entity == NULL || (cl_load_acquire(&entity->changes) & CL_CHANGES_REMOVED) != 0) {
        return false;
    }
    set(m, entity, CL_WORD_NULL);
    uint32_t seen = cl_load_acquire(&entity->changes);
    while ((seen & CL_CHANGES_REMOVED) == 0) {
        if (cl_cas_acq_rel(&entity->changes, &seen, seen | CL_CHANGES_REMOVED)) {
            return true;
        }
    }
    return false;
}

/* ---- the API ---- */

void cl_repository_changed(uint64_t place) {
    note_change(repository_of(&cl_self.space, place));
}

void cl_repository_set(uint64_t slot, uint64_t place, uint64_t word) {
    set(cl_mutator_of(slot), repository_of(&cl_self.space, place), cl_word_of(word));
}

int32_t cl_repository_exchange(uint64_t slot, uint64_t place, uint64_t seen, uint64_t word) {
    return exchange(cl_mutator_of(slot), repository_of(&cl_self.space, place), cl_word_of(seen), cl_word_of(word));
}

int32_t cl_repository_wait(uint64_t place, uint64_t seen, uint64_t timeout_ns) {
    return await_change(&cl_self, repository_of(&cl_self.space, place), seen, timeout_ns);
}

int32_t cl_repository_watch(uint64_t place, uint64_t seen, cl_watch *watch) {
    cl_entity *repository = repository_of(&cl_self.space, place);
    watch->word = place - offsetof(cl_entity, value) + offsetof(cl_entity, changes);
    return differs(&cl_self, repository, seen, &watch->seen);
}

int32_t cl_repository_remove(uint64_t slot, const char *name, size_t bytes) {
    return remove_named(cl_mutator_of(slot), name, bytes);
}
