/* SPDX-License-Identifier: Apache-2.0 */
/*
 * After the death of a VM [layout.death], [layout.recovery]. The segment is not trusted: what is read from it is
 * checked.
 *
 * Evolutions: a dead slot names the object that it evolved or was about to evolve; a live one may name the same object,
 * and only one of them holds CL_SHAPE_EVOLVING. The daemon adds CL_SHAPE_RECOVERING to the bit; every store of a live
 * holder takes it away again. If the bit is still there after no live slot was found to name the object, then the
 * holder at the time of the addition was dead, and holds it still: both bits are taken away. Else it tries again later:
 * the object stands in `abandoned` of a slot, where the next daemon finds it. Each such object is named by a living
 * slot, so there is a place.
 */
#include "recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base.h"
#include "collector.h"
#include "object.h"
#include "peers.h"
#include "segment.h"
#include "sync.h"

#define RECOVERIES 64u /* looked at in one turn: each looks at all slots, and the server has other things to do */

static bool pending = true; /* some slot may name an abandoned object; an earlier daemon's may, at first */

static bool is_object(const cl_space *space, uint32_t granules) {
    cl_ref reference = cl_ref_of_granules(granules);
    return cl_has_object(space, reference) && (cl_load_acquire(cl_mark_at(space, reference)) & CL_MARK_OBJECT) != 0;
}

static bool is_named_by_live_slot(const cl_space *space, uint32_t granules) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(space, i);
        if (cl_load_acquire(&slot->evolving) == granules && cl_load_acquire(&slot->vm) != 0) {
            return true;
        }
    }
    return false;
}

/* Returns whether nothing is left to do for the object. */
static bool recover(const cl_space *space, uint32_t granules) {
    cl_object_header *object = cl_object_at(space, cl_ref_of_granules(granules));
    _Atomic uint32_t *shape = &object->shape;
    uint32_t word = cl_load_acquire(shape);
    if ((word & CL_SHAPE_EVOLVING) == 0) {
        return true;
    }
    uint32_t mine = word | CL_SHAPE_RECOVERING;
    if (word != mine && !cl_cas_acq_rel(shape, &word, mine)) {
        return false;
    }
    if (is_named_by_live_slot(space, granules)) {
        return false;
    }
    uint32_t after = mine & ~(CL_SHAPE_EVOLVING | CL_SHAPE_RECOVERING);
    return cl_cas_acq_rel(shape, &mine, after) || (mine & CL_SHAPE_EVOLVING) == 0;
}

/* The same for what a slot names. What is dead may become another's memory at any moment: its word is left alone. */
static bool settle(const cl_space *space, uint32_t granules) {
    cl_ref reference = cl_ref_of_granules(granules);
    if (!cl_has_object(space, reference)) {
        return true;
    }
    bool lives = cl_sweeper_hold(space, cl_mark_at(space, reference));
    bool done = !lives || !is_object(space, granules) || recover(space, granules);
    cl_sweeper_release();
    return done;
}

static void keep(const cl_space *space, uint32_t index, uint32_t granules) {
    pending = true;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        uint32_t free = 0;
        if (cl_cas_acq_rel(&cl_slot_at(space, (index + i) % CL_SLOT_MAX)->abandoned, &free, granules) ||
            free == granules) {
            return;
        }
    }
}

/* One object that a slot still names. Returns whether it is left for later. */
static bool continue_one(const cl_space *space, _Atomic uint32_t *abandoned, uint32_t granules) {
    if (!settle(space, granules)) {
        return true;
    }
    cl_store_release(abandoned, 0); /* settled; or it died, and its memory is another's */
    return false;
}

/* From where the last turn stopped. */
bool cl_reclaim_continue(void) {
    static uint32_t next;
    const cl_space *space = cl_space_get();
    bool left = false;
    uint32_t tried = 0;
    for (uint32_t i = 0; pending && i < CL_SLOT_MAX; i++) {
        uint32_t index = (next + i) % CL_SLOT_MAX;
        _Atomic uint32_t *abandoned = &cl_slot_at(space, index)->abandoned;
        uint32_t granules = cl_load_acquire(abandoned);
        if (granules != 0 && tried++ == RECOVERIES) {
            next = index;
            return true;
        }
        left = (granules != 0 && continue_one(space, abandoned, granules)) || left;
    }
    pending = left;
    return left;
}

/* The region that the slot allocated in. It may have died while it swept: that is done again, before the operation is
 * declared over. A region whose epoch is an older one was not being swept, and that epoch's dead may be in use again
 * [model.reclaim]. What it wrote without a mark byte is a hole. */
static void reclaim_region(const cl_space *space, const cl_slot *slot, uint32_t owner) {
    uint32_t index = CL_ONCE(slot->region) - 1;
    if (index >= space->region_count) {
        return;
    }
    pthread_mutex_lock(&cl_owned_region_lock);
    uint32_t word = cl_load_acquire(&space->regions[index]);
    if (cl_region_state_of(word) == CL_REGION_OWNED && cl_region_owner_of(word) == owner) {
        bool left;
        uint32_t epoch = cl_region_swept_of(word);
        if (epoch == cl_load_acquire(&space->header->swept_epoch)) {
            cl_marks_sweep(cl_region_marks(space, index), CL_REGION_GRANULES, cl_epoch_before(epoch), &left);
        }
        cl_region_put(&space->regions[index], word, cl_region_word(CL_REGION_HOLES, epoch, 0), CL_REGION_BY_DAEMON);
    }
    pthread_mutex_unlock(&cl_owned_region_lock);
}

/* Whether the first region of a large block is the dead owner's: it died in the middle of its claim, or before it
 * published. The latter is taken first: the collector may be sweeping what it published. */
static bool take_large_head(const cl_space *space, uint32_t first, uint32_t owner) {
    bool unpublished = cl_load_acquire(cl_region_marks(space, first)) == 0;
    uint32_t word = cl_load_acquire(&space->regions[first]);
    uint32_t state = cl_region_state_of(word);
    if (!unpublished || cl_region_owner_of(word) != owner) {
        return false;
    }
    return state == CL_REGION_OWNED ||
           (state == CL_REGION_LARGE && cl_region_move(&space->regions[first], &word,
                                                       cl_region_word(CL_REGION_OWNED, 0, owner), CL_REGION_BY_DAEMON));
}

/* A large block that did not become an object, or a part of one. */
static void reclaim_large(const cl_space *space, const cl_slot *slot, uint32_t owner) {
    uint32_t first = CL_ONCE(slot->large) - 1;
    uint32_t count = CL_ONCE(slot->large_count);
    if (first >= space->region_count || count > space->region_count - first || !take_large_head(space, first, owner)) {
        return;
    }
    for (uint32_t i = first + count; i-- > first;) {
        uint32_t word = cl_load_acquire(&space->regions[i]);
        uint32_t state = cl_region_state_of(word);
        if (cl_region_owner_of(word) == owner && (state == CL_REGION_OWNED || state == CL_REGION_TAIL)) {
            cl_sweeper_punch(space, cl_own()->memory, i, i + 1, word); /* it may have died before they had memory */
        }
    }
}

static bool is_container(const cl_space *space, uint32_t granules) {
    cl_ref reference = cl_ref_of_granules(granules);
    if (granules == 0 || !is_object(space, granules) || reference.offset + sizeof(cl_container) > space->objects_end) {
        return false;
    }
    const cl_container *container = cl_at(space, reference.offset);
    uint32_t id = cl_load_acquire(&container->shape) & CL_SHAPE_ID_MASK;
    const uint32_t *builtin = space->geometry.builtin_shape;
    return id == builtin[CL_KIND_LIST] || id == builtin[CL_KIND_SET] || id == builtin[CL_KIND_MAP];
}

static uint64_t classes_end(const cl_space *space) {
    uint64_t top = cl_load_acquire(&space->header->classes_top);
    uint64_t end = space->geometry.classes_offset + space->geometry.classes_bytes;
    return top < end ? top : end;
}

static bool is_queue(const cl_space *space, uint32_t granules) {
    uint64_t offset = cl_bytes(granules);
    uint64_t end = classes_end(space);
    const cl_queue *queue = cl_at(space, offset);
    return cl_has_block(space, offset, sizeof(cl_queue), end) &&
           cl_load_acquire(&queue->header.shape) == space->geometry.builtin_shape[CL_KIND_QUEUE] &&
           cl_is_entity(space, CL_ONCE(queue->channel), CL_KIND_CHANNEL, end);
}

/* Nobody else changes the word meanwhile but to add CL_LOCK_WAITERS. */
static void abandon(_Atomic uint32_t *lock, uint32_t owner) {
    uint32_t word = cl_load_acquire(lock);
    while ((word & CL_LOCK_OWNER_MASK) == owner && !cl_cas_acq_rel(lock, &word, CL_LOCK_ABANDONED)) {
    }
    cl_futex_wake_all(lock);
}

/* Frees the lock of the container or queue that a dead slot names, if it has it. */
static void abandon_container(const cl_space *space, uint32_t granules, uint32_t owner) {
    if (is_container(space, granules)) {
        abandon(&((cl_container *)cl_at(space, cl_bytes(granules)))->lock, owner);
    } else if (is_queue(space, granules)) {
        cl_queue *queue = cl_at(space, cl_bytes(granules));
        abandon(&queue->send_lock, owner);
        abandon(&queue->receive_lock, owner);
        cl_futex_wake_all(&queue->tail); /* who waits repairs */
        cl_futex_wake_all(&queue->freed);
    }
}

/* The monitor word of what a slot says that it sleeps for: an object, or a repository, which no mark byte vouches for.
 */
static _Atomic uint32_t *monitor_of(const cl_space *space, uint32_t granules) {
    return is_object(space, granules) || cl_is_entity(space, granules, CL_KIND_REPOSITORY, classes_end(space))
               ? cl_monitor_word(space, cl_ref_of_granules(granules))
               : NULL;
}

static void reclaim_slot(const cl_space *space, uint32_t index) {
    cl_slot *slot = cl_slot_at(space, index);
    reclaim_region(space, slot, index + 1);
    reclaim_large(space, slot, index + 1);
    uint64_t seq = cl_load_relaxed(&slot->seq);
    cl_store_release(&slot->seq, seq + (seq & 1));
    slot->region = slot->large = 0;
    slot->alloc_top = 0;
    slot->alloc_limit = 0;
    slot->unreported_bytes = 0;
    slot->chunk = 0;
    slot->tid = 0;
    uint32_t evolving = cl_load_relaxed(&slot->evolving);
    abandon_container(space, cl_load_relaxed(&slot->container), index + 1);
    cl_store_release(&slot->container, 0);
    if (evolving != 0) {
        keep(space, index, evolving); /* while the slot names it: if this daemon dies, the next begins anew */
    }
    cl_store_release(&slot->waiting_at, 0);
    cl_store_release(&slot->evolving, 0);
    cl_store_release(&slot->vm, cl_abandon_slot(cl_slot_at(space, 0), CL_SLOT_MAX, slot));
}

/* Who waits for a call looks again whether its server lives [model.call]. The flag goes first, for else a thread that
 * looked before and sleeps after this would sleep on. */
static void wake_callers(const cl_space *space) {
    cl_fence_heavy(); /* between the death that is to be seen and announcements (call.c) */
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        uint64_t waiting = cl_load_acquire(&cl_slot_at(space, i)->waiting_at);
        cl_ref call = cl_ref_of_granules((uint32_t)waiting);
        if ((waiting & CL_WAITING_FOR_CALL) != 0 && is_object(space, (uint32_t)waiting) &&
            call.offset + cl_object_bytes(1) <= space->objects_end) {
            _Atomic uint32_t *word = cl_call_futex(space, call);
            cl_and_acq_rel(word, ~(uint32_t)CL_CALL_AWAITED);
            cl_futex_wake_all(word);
        }
    }
}

/* A hole is zero, as a free chunk has to be; it also works for a chunk whose owner died before it had memory. */
static void reclaim_chunk(const cl_space *space, uint32_t index) {
    if (cl_load_relaxed(&cl_chunk_at(space, index)->backed) != 0) {
        memset(cl_chunk_ranges(space, index), 0, sizeof(cl_ranges));
    }
    uint64_t entries = cl_chunk_entries_offset(space, index);
    if (fallocate(cl_own()->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)entries,
                  (off_t)CL_CHUNK_BYTES) == 0) {
        cl_chunk_at(space, index)->backed = 0;
    } else {
        memset(cl_at(space, entries), 0, CL_CHUNK_BYTES);
    }
    cl_store_release(&cl_chunk_at(space, index)->vm, 0);
}

void cl_reclaim_vm(uint32_t vm) {
    const cl_space *space = cl_space_get();
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (cl_load_acquire(&cl_slot_at(space, i)->vm) == vm + 1) {
            reclaim_slot(space, i);
        }
    }
    cl_abandon_wake(space, monitor_of);
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        if (cl_load_acquire(&cl_chunk_at(space, i)->vm) == vm + 1) {
            reclaim_chunk(space, i);
        }
    }
    cl_vm *entry = cl_vm_at(space, vm);
    cl_store_relaxed(&entry->chunks, 0);
    cl_store_relaxed(&entry->answered, 0);
    entry->pid = 0;
    cl_store_release(&entry->state, 0);
    wake_callers(space);
}
