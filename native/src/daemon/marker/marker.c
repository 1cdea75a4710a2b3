/* SPDX-License-Identifier: Apache-2.0 */
#include "marker.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "classes.h"
#include "crowd.h"
#include "pointer_maps.h"
#include "markstack.h"
#include "object.h"
#include "peers.h"
#include "rootlog.h"
#include "workers.h"
#include "zombies.h"

#define AHEAD        32u /* references prefetched before they are looked at, a power of two */
#define LINE_AHEAD   40u /* bytes: a small object often reaches into the next cache line */
#define UNIT_REGIONS 64u /* of a pass: 2 MiB of objects, 128 KiB of mark bytes */
#define UNIT_CHUNKS  16u
#define UNIT_BUCKETS 64u
#define ROOT_BUCKETS (2u << CL_NAME_BUCKETS_LOG2) /* of repositories and channels */
#define DONATE_MIN   32u                          /* entries of a stack that is worth splitting */
#define YIELD_TURNS  1024u /* objects, some 30 us: the look at the clock is a hundredth of that */
#define BLOCKS_MAX   10u   /* extension blocks of an object with CL_FIELDS_MAX slots */

typedef struct worker {
    _Alignas(CL_CACHE_LINE) cl_markstack stack;
    uint32_t ahead[AHEAD]; /* a queue in front of the stack: what is looked at was prefetched AHEAD references ago */
    uint32_t ahead_first;
    uint32_t ahead_count;
    cl_marked marked;
} worker;

static const cl_space *space;
static worker *workers;
static uint32_t epoch;
static uint8_t black;
static _Atomic uint16_t *live; /* granules by region; increments may be lost between workers: an estimate */
static uint32_t pass_regions;  /* regions that this pass looks at */
static uint32_t passes;
static _Atomic uint32_t next_unit;
static _Atomic uint32_t idle;
static const _Atomic bool *stop; /* who changes marks without rules can keep us at work for ever */

int cl_marker_open(const cl_space *of, uint32_t stack, cl_error *error) {
    space = of;
    workers = aligned_alloc(CL_CACHE_LINE, cl_workers_count() * sizeof *workers);
    live = calloc(space->region_count, sizeof *live);
    bool good = workers != NULL && live != NULL;
    for (uint32_t i = 0; good && i < cl_workers_count(); i++) {
        memset(&workers[i], 0, sizeof workers[i]);
        good = cl_markstack_open(&workers[i].stack, stack);
    }
    return good ? 1 : cl_fail(error, CL_ERR_MEMORY, "no private memory for the collector's mark stacks");
}

void cl_marker_close(void) {
    for (uint32_t i = 0; i < cl_workers_count(); i++) {
        cl_markstack_close(&workers[i].stack);
    }
    free(workers);
    free((void *)live);
}

void cl_marker_begin(uint32_t now) {
    epoch = now;
    black = (uint8_t)(CL_MARK_OBJECT | epoch);
    passes = 0;
    memset((void *)live, 0, space->region_count * sizeof *live);
    for (uint32_t i = 0; i < cl_workers_count(); i++) {
        workers[i].marked = (cl_marked){0};
    }
}

uint32_t cl_marker_live(uint32_t region) {
    return cl_load_relaxed(&live[region]);
}

/* ---- one object ---- */

/* The stack holds what could still be anything; when there is no room at all the object is left grey for a pass. This
 * one may have gone by already: counting it asks for another. */
static void leave_grey(worker *w, uint32_t granules) {
    cl_ref reference = cl_ref_of_granules(granules);
    if (cl_has_object(space, reference)) {
        _Atomic uint8_t *mark = cl_mark_at(space, reference);
        if (cl_load_relaxed(mark) != 0 && cl_load_relaxed(mark) != black) {
            cl_store_relaxed(mark, black | CL_MARK_GREY);
            w->marked.greys++;
        }
    }
}

static void push(worker *w, uint32_t granules) {
    cl_markstack *stack = &w->stack;
    __builtin_prefetch((const void *)cl_mark_at(space, cl_ref_of_granules(granules)), 1);
    if (stack->count == stack->capacity && !cl_markstack_shed(stack)) {
        leave_grey(w, granules);
        return;
    }
    stack->entries[stack->count++] = granules;
}

static bool is_immortal(cl_ref reference) {
    return reference.offset > space->geometry.classes_offset &&
           reference.offset < space->geometry.classes_offset + space->geometry.classes_bytes;
}

static void push_word(worker *w, cl_ref holder, cl_word word) {
    if (!cl_word_is_reference(word)) {
        return;
    }
    cl_ref reference = cl_ref_of_word(word);
    if (cl_has_object(space, reference)) {
        push(w, cl_ref_granules(reference));
    } else if (!is_immortal(reference)) {
        cl_fault(space, "object %#llx holds the reference %#llx, which is outside the objects",
                 (unsigned long long)holder.offset, (unsigned long long)word.bits);
    }
}

static void count_live(worker *w, cl_ref reference, uint64_t bytes) {
    _Atomic uint16_t *granules_of = &live[cl_region_of(space, reference.offset)];
    uint32_t granules = cl_load_relaxed(granules_of) + cl_granules(bytes);
    cl_store_relaxed(granules_of, (uint16_t)(granules < CL_REGION_GRANULES ? granules : CL_REGION_GRANULES));
    w->marked.objects++;
    w->marked.bytes += bytes;
}

/* Marks an extension block and returns it, NULL when it is none of that size. */
static cl_object_header *take_block(worker *w, cl_ref reference, uint32_t block) {
    uint64_t bytes = cl_object_bytes(cl_extension_block_slots(block));
    if (!cl_has_object(space, reference) || bytes > space->objects_end - reference.offset) {
        return NULL;
    }
    _Atomic uint8_t *mark = cl_mark_at(space, reference);
    cl_object_header *header = cl_object_at(space, reference);
    if (cl_load_acquire(mark) == 0 ||
        (cl_load_acquire(&header->shape) & CL_SHAPE_ID_MASK) != space->geometry.builtin_shape[CL_KIND_EXTENSION] ||
        header->length != cl_extension_block_slots(block)) {
        return NULL;
    }
    if (cl_load_relaxed(mark) != black) {
        cl_store_relaxed(mark, black);
        count_live(w, reference, bytes);
    }
    return header;
}

/* The blocks are marked whatever the shape says: one that is linked before its shape is published must live. */
static bool scan_extension(worker *w, cl_ref reference, const cl_pointer_map *map, uint32_t granules) {
    cl_ref blocks[BLOCKS_MAX];
    uint32_t count = 0;
    for (; granules != 0; count++) {
        cl_object_header *header = count < BLOCKS_MAX ? take_block(w, cl_ref_of_granules(granules), count) : NULL;
        if (header == NULL) {
            return cl_fault(space, "object %#llx: its extension block %u, %#llx, is none",
                            (unsigned long long)reference.offset, count, (unsigned long long)cl_bytes(granules));
        }
        blocks[count] = cl_ref_of_granules(granules);
        granules = cl_load_acquire(&header->extension);
    }
    for (uint32_t i = map->inline_tagged; i < map->tagged_count; i++) {
        uint32_t e = map->tagged[i] - (uint32_t)map->inline_slots;
        uint32_t block = cl_extension_block(e);
        if (block >= count) {
            return cl_fault(space, "object %#llx has %u extension blocks and a field in block %u",
                            (unsigned long long)reference.offset, count, block);
        }
        push_word(w, reference, cl_place_load(cl_inline_place(space, blocks[block], cl_extension_index(e))));
    }
    return true;
}

static void scan_fields(worker *w, cl_ref reference, const cl_pointer_map *map) {
    for (uint32_t i = 0; i < map->inline_tagged; i++) {
        push_word(w, reference, cl_place_load(cl_inline_place(space, reference, map->tagged[i])));
    }
    uint32_t extension = cl_load_acquire(&cl_object_at(space, reference)->extension);
    if (extension != 0 || map->tagged_count > map->inline_tagged) {
        scan_extension(w, reference, map, extension);
    }
}

static void scan_words(worker *w, cl_ref reference, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        push_word(w, reference, cl_place_load(cl_inline_place(space, reference, i)));
    }
}

static void scan_container(worker *w, cl_ref reference) {
    const cl_container *container = cl_at(space, reference.offset);
    uint32_t part = (uint32_t)(cl_load_acquire(&container->head) >> CL_HEAD_PART_SHIFT);
    push_word(w, reference, cl_word_of_ref(cl_ref_of_granules(part)));
}

static void scan(worker *w, cl_ref reference) {
    cl_object_header *object = cl_object_at(space, reference);
    cl_zombies_see(object);
    uint32_t word = cl_load_acquire(&object->shape);
    const cl_pointer_map *map = cl_pointer_maps_find(space, word & CL_SHAPE_ID_MASK);
    if (map == NULL) {
        cl_fault(space, "object %#llx has shape word %#x", (unsigned long long)reference.offset, word);
        return;
    }
    uint32_t length = object->length; /* once: somebody may change it */
    uint64_t bytes = cl_block_bytes(map->kind, map->inline_slots, length);
    if (bytes > space->objects_end - reference.offset) {
        cl_fault(space, "object %#llx of %llu bytes reaches behind the end", (unsigned long long)reference.offset,
                 (unsigned long long)bytes);
        return;
    }
    count_live(w, reference, bytes);
    switch (map->kind) {
    case CL_KIND_OBJECT:
        scan_fields(w, reference, map);
        break;
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
    case CL_KIND_MAP:
        scan_container(w, reference);
        break;
    case CL_KIND_ARRAY:
        scan_words(w, reference, length);
        break;
    case CL_KIND_FLAT:
        scan_words(w, reference, cl_load_relaxed(&object->extension) == CL_SLOT_TAGGED ? length / 8 : 0);
        break;
    case CL_KIND_TABLE:
        scan_words(w, reference, 2ull * length);
        break;
    default:; /* no references, or reached through their object */
    }
}

/* Black before its fields are read; a mutator that shades it later makes it grey again, and a pass scans it again. */
static void visit(worker *w, uint32_t granules) {
    cl_ref reference = cl_ref_of_granules(granules);
    _Atomic uint8_t *mark = cl_mark_at(space, reference);
    uint8_t found = cl_load_acquire(mark);
    if (found == black) {
        return;
    }
    if (found == 0) {
        cl_fault(space, "a reference to %#llx, where no object is", (unsigned long long)reference.offset);
        return;
    }
    cl_store_relaxed(mark, black);
    scan(w, reference);
}

/* ---- what a worker does ---- */

static void fill_ahead(worker *w) {
    while (w->ahead_count < AHEAD && w->stack.count > 0) {
        uint32_t granules = w->stack.entries[--w->stack.count];
        cl_ref reference = cl_ref_of_granules(granules);
        __builtin_prefetch((const void *)cl_mark_at(space, reference), 1);
        __builtin_prefetch(cl_object_at(space, reference));
        __builtin_prefetch((char *)cl_object_at(space, reference) + LINE_AHEAD);
        w->ahead[(w->ahead_first + w->ahead_count++) % AHEAD] = granules;
    }
}

static bool is_over(void) {
    return cl_load_relaxed(stop) || cl_fault_found();
}

/* What is left when it is over is forgotten. */
static void forget(worker *w) {
    w->ahead_count = 0;
    w->stack.count = 0;
}

/* Not inlined: it takes registers from the loop that it is called in. */
static __attribute__((noinline)) void look_up(worker *w, uint32_t turn) {
    if (is_over()) {
        forget(w);
    }
    if (turn % YIELD_TURNS == 0) {
        cl_crowd_yield();
    }
}

static void drain(worker *w) {
    for (uint32_t turn = 1;; turn++) {
        if (turn % 64 == 0) {
            look_up(w, turn);
        }
        fill_ahead(w);
        if (w->ahead_count == 0) {
            return;
        }
        uint32_t granules = w->ahead[w->ahead_first];
        w->ahead_first = (w->ahead_first + 1) % AHEAD;
        w->ahead_count--;
        visit(w, granules);
        if (turn % 64 == 0 && cl_load_relaxed(&idle) > 0 && w->stack.count >= DONATE_MIN &&
            cl_load_relaxed(&w->stack.packets) == 0) {
            cl_markstack_shed(&w->stack);
        }
    }
}

static bool steal(uint32_t self) {
    for (uint32_t i = 0; i < cl_workers_count(); i++) {
        if (cl_markstack_steal(&workers[(self + i) % cl_workers_count()].stack, &workers[self].stack)) {
            return true;
        }
    }
    return false;
}

/* Until nobody has anything left. A worker has packets only while it is not idle, so when all are idle there are none.
 */
static void drain_all(uint32_t self) {
    for (;;) {
        do {
            drain(&workers[self]);
        } while (steal(self));
        cl_add_acq_rel(&idle, 1);
        for (;;) {
            if (cl_load_acquire(&idle) == cl_workers_count()) {
                return;
            }
            bool work = false;
            for (uint32_t i = 0; i < cl_workers_count(); i++) {
                work = work || cl_load_relaxed(&workers[i].stack.packets) > 0;
            }
            if (work) {
                cl_sub_acq_rel(&idle, 1);
                break;
            }
            cl_crowd_yield(); /* who has the rest may be asleep */
            sched_yield();
        }
    }
}

/* ---- D3 ---- */

static void report_mark(worker *w, _Atomic uint8_t *mark) {
    uint8_t found = cl_load_acquire(mark);
    if (found == 0) {
        return; /* a block that is not published yet, or whose owner died before */
    }
    w->marked.roots++;
    if ((found & CL_MARK_EPOCH_MASK) != epoch) {
        cl_store_relaxed(mark, black | CL_MARK_GREY);
    }
}

static void report_entry(worker *w, uint32_t entry) {
    cl_ref reference = cl_ref_of_granules(entry);
    if (entry != 0 && cl_has_object(space, reference)) { /* else immortal, or no object at all */
        report_mark(w, cl_mark_at(space, reference));
    }
}

/* What a range that is none names is no root. */
static void report_range(worker *w, uint64_t range) {
    cl_stretch stretch;
    if (!cl_range_read(space, range, &stretch)) {
        return;
    }
    _Atomic uint8_t *marks = cl_region_marks(space, stretch.region);
    for (uint32_t at = stretch.from; (at = cl_marks_next(marks, at, stretch.to)) < stretch.to; at++) {
        report_mark(w, &marks[at]);
    }
}

/* A reader has none. */
static void report_ranges(worker *w, uint32_t index) {
    const cl_ranges *ranges = cl_chunk_ranges(space, index);
    for (uint32_t i = 0; i < CL_CHUNK_RANGES; i++) {
        report_range(w, cl_load_acquire(&ranges->ranges[i]));
    }
}

/* A reader's are in its area. */
static void report_chunk(worker *w, uint32_t index) {
    uint32_t group = index / CL_AREA_CHUNKS;
    uint32_t chunk_of_group = index % CL_AREA_CHUNKS;
    bool reader = cl_reader_of(group) != 0;
    const cl_chunk *chunk = reader ? cl_reader_chunks(group) + chunk_of_group : cl_chunk_at(space, index);
    if (cl_load_acquire(&chunk->vm) == 0 || cl_load_acquire(&chunk->backed) == 0) {
        return; /* its entries may have no memory: do not touch them */
    }
    const _Atomic uint32_t *entries =
        reader ? cl_reader_entries(group, chunk_of_group) : cl_at(space, cl_chunk_entries_offset(space, index));
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        report_entry(w, cl_load_acquire(&entries[i]));
    }
    if (!reader) {
        report_ranges(w, index);
    }
}

static void report(uint32_t self, void *nothing) {
    (void)nothing;
    for (uint32_t unit; (unit = cl_add_relaxed(&next_unit, 1)) < CL_CHUNK_MAX / UNIT_CHUNKS;) {
        for (uint32_t i = 0; i < UNIT_CHUNKS; i++) {
            report_chunk(&workers[self], unit * UNIT_CHUNKS + i);
        }
    }
}

void cl_marker_report(void) {
    cl_store_relaxed(&next_unit, 0);
    cl_workers_run(report, NULL);
}

/* ---- D4's permanent roots ---- */

static bool is_block(cl_ref ref, uint64_t bytes) {
    return ref.offset > space->geometry.classes_offset &&
           ref.offset <= space->geometry.classes_offset + space->geometry.classes_bytes - bytes;
}

/* What is pushed counts as grey: the pass that visits it must not be the last. */
static void scan_root(worker *w, cl_ref holder, cl_word word) {
    w->marked.roots += cl_word_is_reference(word);
    w->marked.greys += cl_word_is_reference(word);
    push_word(w, holder, word);
}

/* Of a channel: its array. */
static void scan_queue(worker *w, cl_ref entity, uint64_t value) {
    cl_ref queue = cl_ref_of_granules((uint32_t)value);
    if (value > UINT32_MAX || !is_block(queue, sizeof(cl_queue))) {
        cl_fault(space, "channel %#llx leads to %#llx, which is no queue", (unsigned long long)entity.offset,
                 (unsigned long long)value);
        return;
    }
    scan_root(w, queue, cl_place_load(cl_place_of(&cl_queue_at(space, queue)->ring)));
}

static bool scan_entity(cl_names_walk *walk, uint32_t granules, uint32_t first) {
    (void)first;
    cl_entity *entity = cl_entity_at(space, granules);
    uint64_t value = cl_load_acquire(&entity->value);
    if (cl_bucket_kind(walk->bucket) == CL_KIND_REPOSITORY) {
        cl_zombies_see(&entity->header);
        scan_root(walk->argument, cl_ref_of_granules(granules), cl_word_of(value));
    } else if (value != 0) {
        scan_queue(walk->argument, cl_ref_of_granules(granules), value);
    }
    return true;
}

/* Repositories and channels have buckets of their own: only they hold references, and each is there from the CAS on
 * that made it findable. One that is made meanwhile may be missed: it was null at the flip, and the barrier sees to
 * what is stored in it since, as in a new object. */
static void scan_permanent(uint32_t self, void *nothing) {
    (void)nothing;
    uint64_t began = cl_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    cl_names_walk walk = {.space = space,
                          .classes_end = space->geometry.classes_offset + space->geometry.classes_bytes,
                          .steps = cl_names_steps(space->geometry.classes_bytes),
                          .visit = scan_entity,
                          .argument = &workers[self]};
    for (uint32_t unit; (unit = cl_add_relaxed(&next_unit, 1)) < ROOT_BUCKETS / UNIT_BUCKETS;) {
        for (uint32_t i = 0; i < UNIT_BUCKETS; i++) {
            uint32_t bucket = cl_first_bucket(CL_KIND_REPOSITORY) + unit * UNIT_BUCKETS + i;
            if (!cl_names_walk_bucket(&walk, bucket)) {
                cl_fault(space, "name bucket %u: %#x leads to no entity, or a list has no end", bucket, walk.bad);
                return;
            }
        }
    }
    workers[self].marked.cpu_ns += cl_clock_ns(CLOCK_THREAD_CPUTIME_ID) - began;
}

/* ---- D5 ---- */

static void pass_region(worker *w, uint32_t region) {
    uint32_t state = cl_region_state_of(cl_load_acquire(&space->regions[region]));
    uint64_t start = cl_region_start(space, region);
    _Atomic uint8_t *marks = cl_region_marks(space, region);
    if (state <= CL_REGION_FREE || state == CL_REGION_TAIL) {
        return;
    }
    for (uint32_t i = 0; i < CL_REGION_GRANULES; i += 8) {
        uint64_t greys = cl_marks_load(&marks[i]) & CL_MARK_GREY * CL_MARKS_LOW;
        for (; greys != 0; greys &= greys - 1) {
            uint32_t at = i + (uint32_t)__builtin_ctzll(greys) / 8;
            uint8_t found = cl_load_acquire(&marks[at]);
            if (found == (black | CL_MARK_GREY)) {
                w->marked.greys++;
                cl_store_relaxed(&marks[at], black);
                scan(w, cl_ref_of(start + cl_bytes(at)));
            }
        }
    }
    drain(w);
}

static void pass(uint32_t self, void *nothing) {
    (void)nothing;
    uint64_t began = cl_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    uint32_t units = (pass_regions + UNIT_REGIONS - 1) / UNIT_REGIONS;
    for (uint32_t unit; (unit = cl_add_relaxed(&next_unit, 1)) < units;) {
        for (uint32_t i = unit * UNIT_REGIONS; i < (unit + 1) * UNIT_REGIONS && i < pass_regions && !is_over(); i++) {
            pass_region(&workers[self], i);
        }
        cl_crowd_yield();
    }
    drain_all(self);
    workers[self].marked.cpu_ns += cl_clock_ns(CLOCK_THREAD_CPUTIME_ID) - began;
}

/* Nobody takes a mark of this epoch away before the sweep; others only make it grey. */
static void regrey_region(uint32_t region) {
    uint32_t state = cl_region_state_of(cl_load_acquire(&space->regions[region]));
    _Atomic uint8_t *marks = cl_region_marks(space, region);
    if (state <= CL_REGION_FREE || state == CL_REGION_TAIL) {
        return;
    }
    for (uint32_t i = cl_marks_next(marks, 0, CL_REGION_GRANULES); i < CL_REGION_GRANULES;
         i = cl_marks_next(marks, i + 1, CL_REGION_GRANULES)) {
        if (cl_load_relaxed(&marks[i]) == black) {
            cl_store_relaxed(&marks[i], black | CL_MARK_GREY);
        }
    }
}

void cl_marker_regrey(void) {
    uint32_t top = cl_load_acquire(&space->header->region_top);
    for (uint32_t i = 0; i < top && i < space->region_count; i++) {
        regrey_region(i);
    }
}

static uint64_t greys_found(void) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < cl_workers_count(); i++) {
        sum += workers[i].marked.greys;
    }
    return sum;
}

/* The roots are all on the stacks before the first pass begins: one that is overwritten before it is read was shaded
 * before too, and the pass finds it. A pass that begins with empty stacks and finds no grey visits nothing, so what is
 * shaded behind it was visited. */
/* A process that stores to marks for no reason can make the passes go on: nothing tells its stores from honest shades,
 * and an honest heap has no bound that is of use. The daemon serves and ends meanwhile; it says why it frees nothing.
 */
static void warn_of_passes(void) {
    fprintf(stderr,
            "colorsd: a cycle marks still after %u passes, where some few are usual: marks keep turning grey. A "
            "process may "
            "store to them for no reason; ./colors stat shows who is attached. No memory is freed until it stops\n",
            passes);
}

bool cl_marker_run(const _Atomic bool *stopping) {
    uint64_t before = greys_found();
    stop = stopping;
    cl_store_relaxed(&next_unit, 0);
    cl_workers_run(scan_permanent, NULL);
    for (bool again = true; again && !is_over(); passes++) {
        uint32_t top = cl_load_acquire(&space->header->region_top);
        pass_regions = top < space->region_count ? top : space->region_count;
        if (passes == CL_MARKER_PASSES_WARN) {
            warn_of_passes();
        }
        cl_store_relaxed(&next_unit, 0);
        cl_store_relaxed(&idle, 0);
        cl_workers_run(pass, NULL);
        uint64_t found = greys_found();
        again = found != before;
        before = found;
    }
    return !cl_load_relaxed(stop);
}

cl_marked cl_marker_result(void) {
    cl_marked sum = {.passes = passes};
    for (uint32_t i = 0; i < cl_workers_count(); i++) {
        sum.roots += workers[i].marked.roots;
        sum.objects += workers[i].marked.objects;
        sum.bytes += workers[i].marked.bytes;
        sum.greys += workers[i].marked.greys;
        sum.cpu_ns += workers[i].marked.cpu_ns;
    }
    return sum;
}
