/* SPDX-License-Identifier: Apache-2.0 */
#include "census.h"

#include <stdlib.h>

#include "daemon.h"
#include "hash.h"
#include "here.h"
#include "mutator.h"
#include "names.h"
#include "object.h"
#include "place.h"
#include "region.h"
#include "roots.h"

typedef struct walk {
    uint64_t *seen;  /* a bit for each granule */
    uint32_t *stack; /* granules */
    uint64_t count;  /* on the stack */
    census result;
} walk;

static void reach(walk *w, uint64_t holder, uint64_t word) {
    const cl_header *header = here()->header;
    if (!is_reference(word) || !cl_is_collected(here(), cl_ref_of(word))) {
        return;
    }
    bool inside = word < header->objects_offset + header->objects_bytes;
    if (!inside || !is_object(word)) {
        w->result.lost++;
        printf("  lost: %#llx, which %#llx refers to\n", (unsigned long long)word, (unsigned long long)holder);
        return;
    }
    uint64_t granule = (word - header->objects_offset) >> CL_GRANULE_SHIFT;
    if ((w->seen[granule / 64] >> granule % 64 & 1) == 0) {
        w->seen[granule / 64] |= 1ull << granule % 64;
        w->stack[w->count++] = cl_granules(word);
        w->result.reachable++;
    }
}

static void scan_words(walk *w, uint64_t object, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        reach(w, object, cl_load_acquire(word_at(object + sizeof(cl_object_header) + 8 * i)));
    }
}

static void scan_parts(walk *w, uint64_t object, uint32_t kind) {
    uint32_t length = cl_object_at(here(), cl_ref_of(object))->length;
    if (kind >= CL_KIND_LIST && kind <= CL_KIND_MAP) {
        uint64_t head = cl_load_acquire(&((cl_container *)cl_at(here(), object))->head);
        reach(w, object, cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT)));
    } else if (kind == CL_KIND_FLAT) {
        scan_words(w, object,
                   cl_load_relaxed(&cl_object_at(here(), cl_ref_of(object))->extension) == CL_SLOT_TAGGED ? length / 8
                                                                                                          : 0);
    } else if (kind == CL_KIND_ARRAY || kind == CL_KIND_TABLE) {
        scan_words(w, object, kind == CL_KIND_ARRAY ? length : 2ull * length);
    }
}

/* Blocks are reached whatever the shape says, slots by the shape. */
static void scan(walk *w, uint64_t object) {
    const cl_shape *shape = shape_of(object);
    w->result.bytes += cl_block_bytes_at(here(), cl_ref_of(object));
    reach(w, object, cl_bytes(cl_load_acquire(&cl_object_at(here(), cl_ref_of(object))->extension)));
    scan_parts(w, object, shape->kind);
    for (uint32_t i = 0; shape->kind == CL_KIND_OBJECT && i < shape->field_count; i++) {
        if (shape->fields[i].slot_kind == CL_SLOT_TAGGED) {
            reach(w, object, cl_load_raw(object, shape->fields[i].slot));
        }
    }
}

typedef struct root_visitor {
    void (*visit)(void *, uint64_t, uint64_t);
    void *argument;
} root_visitor;

static bool visit_permanent(cl_names_walk *names, uint32_t at, uint32_t first) {
    (void)first;
    const root_visitor *visitor = names->argument;
    uint64_t value = cl_load_acquire(&cl_entity_at(here(), at)->value);
    if (cl_bucket_kind(names->bucket) == CL_KIND_REPOSITORY) {
        visitor->visit(visitor->argument, cl_bytes(at), value);
    } else if (value != 0) {
        uint64_t queue = cl_bytes((uint32_t)value);
        visitor->visit(visitor->argument, queue, cl_load_acquire(&cl_queue_at(here(), cl_ref_of(queue))->ring));
    }
    return true;
}

/* What begins in the ranges of a chunk. Read granule by granule, unlike the collector does. */
static void each_in_ranges(uint32_t chunk, void (*visit)(void *, uint64_t, uint64_t), void *argument) {
    cl_ranges *ranges = cl_chunk_ranges(here(), chunk);
    for (uint32_t i = 0; i < CL_CHUNK_RANGES; i++) {
        uint64_t range = cl_load_acquire(&ranges->ranges[i]);
        uint64_t start = cl_bytes((uint32_t)(range & CL_RANGE_START_MASK));
        for (uint64_t at = start; at < start + cl_bytes((uint32_t)(range >> CL_RANGE_SHIFT)); at += CL_GRANULE) {
            if (is_object(at)) {
                visit(argument, cl_offset_of(here(), &ranges->ranges[i]), at);
            }
        }
    }
}

/* visit(argument, place, word) for each root. */
static void each_root(void (*visit)(void *, uint64_t, uint64_t), void *argument) {
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        bool used = cl_load_acquire(&cl_chunk_at(here(), i)->vm) != 0 && cl_chunk_at(here(), i)->backed != 0;
        for (uint32_t j = 0; used && j < CL_CHUNK_ENTRIES; j++) {
            uint32_t entry = cl_load_acquire(&cl_chunk_entries(here(), i)[j]);
            if (entry != 0) {
                visit(argument, cl_chunk_entries_offset(here(), i) + j * sizeof entry, cl_bytes(entry));
            }
        }
        if (used) {
            each_in_ranges(i, visit, argument);
        }
    }
    root_visitor visitor = {visit, argument};
    cl_names_walk names = {.space = here(),
                           .classes_end = here()->geometry.classes_offset + here()->geometry.classes_bytes,
                           .steps = cl_names_steps(here()->geometry.classes_bytes),
                           .visit = visit_permanent,
                           .argument = &visitor};
    for (uint32_t i = cl_first_bucket(CL_KIND_REPOSITORY); i < CL_NAME_BUCKETS; i++) {
        if (!cl_names_walk_bucket(&names, i)) {
            CHECK(!"the buckets lead to repositories and channels");
        }
    }
}

static void reach_root(void *w, uint64_t place, uint64_t word) {
    reach(w, place, word);
}

census census_take(void) {
    uint64_t granules = here()->header->objects_bytes >> CL_GRANULE_SHIFT;
    walk w = {.seen = calloc(granules / 64 + 1, sizeof(uint64_t)), .stack = malloc(granules * sizeof(uint32_t))};
    each_root(reach_root, &w);
    while (w.count != 0) {
        scan(&w, cl_bytes(w.stack[--w.count]));
    }
    free(w.seen);
    free(w.stack);
    w.result.objects = count_objects();
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        w.result.chunks += cl_load_acquire(&cl_chunk_at(here(), i)->vm) != 0;
    }
    return w.result;
}

static void mix(void *hash, uint64_t place, uint64_t word) {
    uint64_t *sum = hash;
    *sum = (*sum ^ place) * 0x100000001b3ull;
    *sum = (*sum ^ word) * 0x100000001b3ull;
}

uint64_t census_roots(void) {
    uint64_t hash = 0xcbf29ce484222325ull;
    each_root(mix, &hash);
    return hash;
}

/* ---- what dead processes held ---- */

static bool is_attached(uint32_t vm) {
    return vm <= CL_VM_MAX && cl_load_acquire(&cl_vm_at(here(), vm - 1)->state) != 0;
}

static uint32_t orphan(const char *what, uint32_t index, uint32_t owner) {
    printf("  orphan: %s %u of %u\n", what, index, owner);
    return 1;
}

/* Whether the slot that the region names has it. */
static bool is_known_to_owner(uint32_t index, uint32_t owner) {
    if (owner == 0 || owner > CL_SLOT_MAX) {
        return false;
    }
    const cl_slot *slot = cl_slot_at(here(), owner - 1);
    bool large = slot->large != 0 && index >= slot->large - 1 && index < slot->large - 1 + slot->large_count;
    return cl_load_acquire(&slot->vm) != 0 && (slot->region == index + 1 || large);
}

static uint32_t check_region(uint32_t index) {
    uint32_t word = cl_load_acquire(&here()->regions[index]);
    uint32_t state = cl_region_state_of(word);
    uint32_t before = index == 0 ? CL_REGION_BARE : cl_region_state_of(cl_load_acquire(&here()->regions[index - 1]));
    bool unpublished = state == CL_REGION_LARGE && !is_object(cl_region_start(here(), index));
    bool headless = state == CL_REGION_TAIL && before != CL_REGION_TAIL && before != CL_REGION_LARGE;
    bool owned = state == CL_REGION_OWNED || unpublished;
    return headless || state == CL_REGION_SWEEPING || (owned && !is_known_to_owner(index, cl_region_owner_of(word)))
               ? orphan("region", index, word)
               : 0;
}

uint32_t census_orphans(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(here(), i);
        uint32_t vm = cl_load_acquire(&slot->vm);
        count += vm != 0 && !is_attached(vm) ? orphan("slot", i, vm) : 0;
        count += vm == 0 && cl_load_acquire(&slot->evolving) != 0 ? orphan("evolution of slot", i, vm) : 0;
        count += vm == 0 && cl_load_acquire(&slot->container) != 0 ? orphan("lock of slot", i, vm) : 0;
        count += vm == 0 && cl_load_acquire(&slot->waiting_at) != 0 ? orphan("sleep of slot", i, vm) : 0;
    }
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        uint32_t vm = cl_load_acquire(&cl_chunk_at(here(), i)->vm);
        count += vm != 0 && !is_attached(vm) ? orphan("chunk", i, vm) : 0;
    }
    for (uint32_t i = 0; i < here()->region_count; i++) {
        count += check_region(i);
    }
    return count;
}

void census_check(void) {
    collect();
    collect();
    CHECK(census_orphans() == 0);
    census now = census_take();
    CHECK(now.lost == 0 && now.objects == now.reachable);
    daemon_validate(3);
}
