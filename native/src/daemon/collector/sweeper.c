/* SPDX-License-Identifier: Apache-2.0 */
#include "sweeper.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "marker.h"
#include "object.h"

#define UNIT_REGIONS  64u
#define FULL_GRANULES (CL_REGION_GRANULES - CL_REGION_GRANULES / 16)
#define PUNCH_REGIONS 256u /* 8 MiB at once */
#define CHANGES_MOST  1000u

pthread_mutex_t cl_owned_region_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t begin_lock = PTHREAD_MUTEX_INITIALIZER;

void cl_sweeper_begin(const cl_space *space, uint32_t epoch) {
    pthread_mutex_lock(&begin_lock);
    cl_store_release(&space->header->sweeps, cl_load_relaxed(&space->header->sweeps) + 1);
    cl_store_release(&space->header->swept_epoch, epoch); /* from here on allocators free what is dead */
    pthread_mutex_unlock(&begin_lock);
}

bool cl_sweeper_hold(const cl_space *space, const _Atomic uint8_t *mark) {
    pthread_mutex_lock(&begin_lock);
    uint32_t dead = cl_epoch_before(cl_load_acquire(&space->header->swept_epoch));
    return (cl_load_acquire(mark) & CL_MARK_EPOCH_MASK) != dead;
}

void cl_sweeper_release(void) {
    pthread_mutex_unlock(&begin_lock);
}

typedef struct run {
    const cl_space *space;
    uint32_t epoch;
    uint32_t dead_epoch;
    uint32_t regions;
    _Atomic uint32_t next_unit;
    cl_swept swept[CL_WORKERS_MAX];
} run;

/* Nobody owns it: it is taken, swept and put down. An allocator that was faster sweeps it by itself. */
static void sweep_unowned(run *r, cl_swept *sum, uint32_t index, uint32_t word) {
    bool left;
    uint32_t taken = cl_region_word(CL_REGION_SWEEPING, r->epoch, 0);
    if (!cl_region_move(&r->space->regions[index], &word, taken, CL_REGION_BY_DAEMON)) {
        return;
    }
    sum->freed_objects += cl_marks_sweep(cl_region_marks(r->space, index), CL_REGION_GRANULES, r->dead_epoch, &left);
    uint32_t live = cl_marker_live(index);
    uint32_t state = !left ? CL_REGION_FREE : live > FULL_GRANULES ? CL_REGION_FULL : CL_REGION_HOLES;
    sum->hole_bytes += left ? cl_bytes(CL_REGION_GRANULES - live) : 0;
    cl_region_put(&r->space->regions[index], taken, cl_region_word(state, r->epoch, 0), CL_REGION_BY_DAEMON);
}

/* Its owner goes on allocating in holes, where there is nothing to sweep. The epoch is set first: from then on nobody
 * else sweeps it for this cycle. */
static void sweep_owned(run *r, cl_swept *sum, uint32_t index) {
    pthread_mutex_lock(&cl_owned_region_lock);
    uint32_t word = cl_load_acquire(&r->space->regions[index]);
    bool mine =
        cl_region_state_of(word) == CL_REGION_OWNED && cl_region_swept_of(word) != r->epoch &&
        cl_region_move(&r->space->regions[index], &word,
                       cl_region_word(CL_REGION_OWNED, r->epoch, cl_region_owner_of(word)), CL_REGION_BY_DAEMON);
    if (mine) {
        bool left;
        sum->freed_objects +=
            cl_marks_sweep(cl_region_marks(r->space, index), CL_REGION_GRANULES, r->dead_epoch, &left);
    }
    pthread_mutex_unlock(&cl_owned_region_lock);
}

/* The tails from the last one on, then the head: as long as it stands, it has all that are left. held: the head's word,
 * SWEEPING. */
static void free_large(const cl_space *space, uint32_t index, uint32_t held) {
    uint32_t owner = cl_region_owner_of(held);
    uint32_t tail = cl_region_word(CL_REGION_TAIL, 0, owner);
    uint32_t free = cl_region_word(CL_REGION_FREE, cl_region_swept_of(held), 0);
    uint32_t end = index + 1;
    while (end < space->region_count && cl_region_state_of(cl_load_acquire(&space->regions[end])) == CL_REGION_TAIL &&
           cl_region_owner_of(cl_load_acquire(&space->regions[end])) == owner) {
        end++;
    }
    for (uint32_t i = end; i-- > index;) {
        cl_region_put(&space->regions[i], i == index ? held : tail, free, CL_REGION_BY_DAEMON);
    }
}

/* A large object without a mark byte is not published yet. The head is taken before the mark byte goes, so that its
 * owner does not take the object for one that it never published. The tails go first, so that the head always has all.
 */
static void sweep_large(run *r, cl_swept *sum, uint32_t index, uint32_t word) {
    _Atomic uint8_t *mark = cl_region_marks(r->space, index);
    uint8_t found = cl_load_acquire(mark);
    uint32_t taken = cl_region_word(CL_REGION_SWEEPING, r->epoch, cl_region_owner_of(word));
    if (found == 0 || (found & CL_MARK_EPOCH_MASK) != r->dead_epoch ||
        !cl_region_move(&r->space->regions[index], &word, taken, CL_REGION_BY_DAEMON)) {
        return;
    }
    cl_store_release(mark, 0);
    sum->freed_objects++;
    free_large(r->space, index, taken);
}

static bool is_done(const run *r, uint32_t word) {
    return cl_region_swept_of(word) == r->epoch;
}

/* Again when the word changed under us: a region that its owner gave back meanwhile is still to be swept. By the rules
 * that happens a few times. */
static void sweep(run *r, cl_swept *sum, uint32_t index) {
    uint32_t word = cl_load_acquire(&r->space->regions[index]);
    for (uint32_t i = 0; i < CHANGES_MOST; i++) {
        switch (cl_region_state_of(word)) {
        case CL_REGION_HOLES:
        case CL_REGION_FULL:
            if (is_done(r, word)) {
                return;
            }
            sweep_unowned(r, sum, index, word);
            break;
        case CL_REGION_OWNED:
            if (is_done(r, word)) {
                return;
            }
            sweep_owned(r, sum, index);
            break;
        case CL_REGION_LARGE:
            sweep_large(r, sum, index, word);
            return;
        default:
            return;
        }
        word = cl_load_acquire(&r->space->regions[index]);
    }
    cl_fault(r->space, "region %u changes while it is swept: its word is %#x", index, word);
}

static void sweep_units(uint32_t self, void *argument) {
    run *r = argument;
    uint32_t units = (r->regions + UNIT_REGIONS - 1) / UNIT_REGIONS;
    for (uint32_t unit; (unit = cl_add_relaxed(&r->next_unit, 1)) < units;) {
        for (uint32_t i = unit * UNIT_REGIONS; i < (unit + 1) * UNIT_REGIONS && i < r->regions; i++) {
            sweep(r, &r->swept[self], i);
        }
        cl_crowd_yield();
    }
}

static uint64_t empty_bytes(const cl_space *space) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < space->region_count; i++) {
        count += cl_region_is_empty(cl_load_relaxed(&space->regions[i]));
    }
    return count << CL_REGION_SHIFT;
}

cl_swept cl_sweeper_run(const cl_space *space, uint32_t epoch) {
    static run r; /* one collector */
    uint32_t top = cl_load_acquire(&space->header->region_top);
    memset(&r, 0, sizeof r);
    r.space = space;
    r.epoch = epoch;
    r.dead_epoch = cl_epoch_before(epoch);
    r.regions = top < space->region_count ? top : space->region_count;
    cl_workers_run(sweep_units, &r);
    cl_swept sum = {.free_bytes = empty_bytes(space)};
    for (uint32_t i = 0; i < CL_WORKERS_MAX; i++) {
        sum.freed_objects += r.swept[i].freed_objects;
        sum.hole_bytes += r.swept[i].hole_bytes;
    }
    return sum;
}

/* ---- memory back to the system ---- */

/* Nobody has it; its memory is to be given back. A region that is being swept has an epoch. */
#define TO_BE_PUNCHED cl_region_word(CL_REGION_SWEEPING, 0, 0)

static bool is_backed_and_empty(uint32_t word) {
    uint32_t state = cl_region_state_of(word);
    return state == CL_REGION_CLEAN || state == CL_REGION_FREE;
}

uint64_t cl_sweeper_empty_bytes(const cl_space *space) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < space->region_count; i++) {
        count += is_backed_and_empty(cl_load_relaxed(&space->regions[i]));
    }
    return count << CL_REGION_SHIFT;
}

static bool take_empty(const cl_space *space, uint32_t index) {
    uint32_t word = cl_load_acquire(&space->regions[index]);
    return is_backed_and_empty(word) &&
           cl_region_move(&space->regions[index], &word, TO_BE_PUNCHED, CL_REGION_BY_DAEMON);
}

void cl_sweeper_punch(const cl_space *space, int memory, uint32_t first, uint32_t end, uint32_t held) {
    bool done = fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)cl_region_start(space, first),
                          (off_t)((uint64_t)(end - first) << CL_REGION_SHIFT)) == 0;
    uint32_t bare = cl_region_bare();
    for (uint32_t i = first; i < end; i++) {
        cl_region_put(&space->regions[i], held, done ? bare : cl_region_word(CL_REGION_FREE, 0, 0),
                      CL_REGION_BY_DAEMON);
    }
}

/* Allocators begin at the bottom, so the lowest ones are kept. */
void cl_sweeper_give_back(const cl_space *space, int memory, uint64_t keep_bytes) {
    uint64_t kept = 0;
    for (uint32_t i = 0; i < space->region_count; i++) {
        if (!is_backed_and_empty(cl_load_relaxed(&space->regions[i]))) {
            continue;
        }
        if (kept < keep_bytes) {
            kept += CL_REGION_BYTES;
            continue;
        }
        uint32_t end = i;
        while (end < space->region_count && end - i < PUNCH_REGIONS && take_empty(space, end)) {
            end++;
        }
        if (end > i) {
            cl_sweeper_punch(space, memory, i, end, TO_BE_PUNCHED);
            i = end - 1;
        }
    }
}

/* ---- after an earlier daemon [collector.adoption] ---- */

/* The daemon had taken a dead large object: its mark byte goes, then its tails, then its head. */
static void settle_large(const cl_space *space, uint32_t index, uint32_t word, bool dead) {
    if (!dead && cl_load_acquire(cl_region_marks(space, index)) != 0) {
        cl_region_put(&space->regions[index], word, cl_region_word(CL_REGION_LARGE, 0, cl_region_owner_of(word)),
                      CL_REGION_BY_DAEMON);
        return;
    }
    cl_store_release(cl_region_marks(space, index), 0);
    free_large(space, index, word);
}

/* The daemon had taken a small region to sweep it. */
static void settle_small(const cl_space *space, uint32_t index, uint32_t word, bool dead) {
    bool left = true;
    uint32_t epoch = cl_region_swept_of(word);
    if (dead) {
        cl_marks_sweep(cl_region_marks(space, index), CL_REGION_GRANULES, cl_epoch_before(epoch), &left);
    }
    cl_region_put(&space->regions[index], word, cl_region_word(left ? CL_REGION_HOLES : CL_REGION_FREE, epoch, 0),
                  CL_REGION_BY_DAEMON);
}

void cl_sweeper_settle(const cl_space *space, int memory, uint32_t epoch, bool sweeping) {
    for (uint32_t i = 0; i < space->region_count; i++) {
        uint32_t word = cl_load_acquire(&space->regions[i]);
        if (cl_region_state_of(word) != CL_REGION_SWEEPING) {
            continue;
        }
        bool dead = sweeping && cl_region_swept_of(word) == epoch;
        if (cl_region_owner_of(word) != 0) {
            settle_large(space, i, word, dead);
        } else if (cl_region_swept_of(word) == 0) {
            cl_sweeper_punch(space, memory, i, i + 1, word); /* its memory was to be given back */
        } else {
            settle_small(space, i, word, dead);
        }
    }
}

bool *cl_sweeper_find_half_swept(const cl_space *space, uint32_t epoch) {
    bool *half = calloc(space->region_count + 1, sizeof *half);
    for (uint32_t i = 0; half != NULL && i < space->region_count; i++) {
        uint32_t word = cl_load_acquire(&space->regions[i]);
        uint32_t state = cl_region_state_of(word);
        half[i] = (state == CL_REGION_OWNED || state == CL_REGION_HOLES || state == CL_REGION_FULL) &&
                  cl_region_swept_of(word) == epoch;
    }
    return half;
}

void cl_sweeper_sweep_again(const cl_space *space, uint32_t epoch, const bool *half) {
    bool left;
    pthread_mutex_lock(&cl_owned_region_lock);
    for (uint32_t i = 0; i < space->region_count; i++) {
        if (half[i] && !cl_region_is_empty(cl_load_acquire(&space->regions[i]))) {
            cl_marks_sweep(cl_region_marks(space, i), CL_REGION_GRANULES, cl_epoch_before(epoch), &left);
        }
    }
    pthread_mutex_unlock(&cl_owned_region_lock);
}
