/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collector and the reclaimer of dead processes on a segment filled with noise: a report, never a crash, a hang or
 * an access out of bounds. The heap is copied from a real daemon's segment to a mapping between two guard pages;
 * CORRUPT_MS says how long (default: 1 minute with the address sanitizer, else 4 s).
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "collector.h"
#include "daemon.h"
#include "here.h"
#include "marker.h"
#include "peers.h"
#include "recovery.h"
#include "roots.h"
#include "self.h"

#define PARTS 12u
#ifdef __SANITIZE_ADDRESS__
#define MS_DEFAULT 60000
#else
#define MS_DEFAULT 4000
#endif

typedef struct part {
    uint64_t offset, bytes;
    char *good;
} part;

static char *copy; /* of the segment, sparse */
static part parts[PARTS];
static uint32_t part_count;

static void build(void) {
    uint64_t slot = daemon_attach_slot("corrupt");
    uint64_t previous = 0;
    cl_error error = {0, ""};
    cl_field_spec fields[] = {field("next", CL_TYPE_ANY), field("name", CL_TYPE_STRING), field("age", CL_TYPE_INTEGER)};
    for (uint32_t i = 0; i < 4000; i++) {
        uint64_t object = object_of(slot, i % 2 == 0 ? "Node" : "Other", fields, 3);
        cl_store_tagged(slot, object, 0, previous);
        cl_store_tagged(slot, object, 1, string(slot, "a name"));
        if (i % 5 == 0) {
            put(slot, object, field("added", CL_TYPE_ANY), cl_box_integer(slot, INT64_MIN + i, &error));
        }
        previous = i % 100 == 0 ? 0 : object;
    }
    char text[40000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    cl_store_at(slot, repository("text"), string(slot, text));
    cl_store_at(slot, repository("list"), previous);
    collect();
}

static void add_part(uint64_t offset, uint64_t bytes) {
    char *good = malloc(bytes);
    memcpy(good, (const char *)cl_base() + offset, bytes);
    parts[part_count++] = (part){offset, bytes, good};
}

static void take_copy(void) {
    const cl_header *h = here()->header;
    char *area =
        mmap(NULL, h->segment_bytes + 2 * CL_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    copy = area + CL_PAGE;
    mprotect(copy, h->segment_bytes, PROT_READ | PROT_WRITE);
    add_part(0, sizeof(cl_header));
    add_part(h->buckets_offset, CL_NAME_BUCKETS * sizeof(uint32_t));
    add_part(h->vms_offset, CL_VM_MAX * sizeof(cl_vm));
    add_part(h->slots_offset, CL_SLOT_MAX * sizeof(cl_slot));
    add_part(h->chunks_offset, CL_CHUNK_MAX * sizeof(cl_chunk));
    add_part(h->chunk_entries_offset, 8 * CL_CHUNK_BYTES);
    add_part(h->chunk_ranges_offset, 8 * sizeof(cl_ranges));
    add_part(h->regions_offset, (h->objects_bytes >> CL_REGION_SHIFT) * sizeof(uint32_t));
    add_part(h->cycles_offset, CL_CYCLE_RECORDS * sizeof(cl_cycle));
    add_part(h->classes_offset, cl_load_relaxed(&h->classes_top) - h->classes_offset);
    add_part(h->marks_offset, h->marks_bytes);
    add_part(h->objects_offset, 1024 * 1024); /* what is used of it */
}

static void restore(void) {
    for (uint32_t i = 0; i < part_count; i++) {
        memcpy(copy + parts[i].offset, parts[i].good, parts[i].bytes);
    }
}

/* Single bits, whole words, or a run of noise, in one part or in all. */
static void corrupt(uint64_t *random) {
    uint32_t style = (uint32_t)check_random(random) % 4;
    uint32_t count = 1 + (uint32_t)(check_random(random) % (style == 3 ? 2000 : 20));
    const part *only = &parts[check_random(random) % part_count];
    for (uint32_t i = 0; i < count; i++) {
        const part *p = style == 0 || style == 3 ? &parts[check_random(random) % part_count] : only;
        uint64_t at = check_random(random) % p->bytes;
        uint64_t noise = check_random(random);
        uint64_t left = p->bytes - at;
        if (style == 1) {
            copy[p->offset + at] ^= (char)(1 << noise % 8);
        } else {
            memcpy(copy + p->offset + at, &noise, left < 8 ? left : 8);
        }
        if (style == 2 && i == 0) {
            for (uint64_t j = 0; j < left && j < 4096; j++) {
                copy[p->offset + at + j] = (char)check_random(random);
            }
        }
    }
}

static void own_the_copy(void) {
    *cl_own() = CL_CLIENT_NONE;
    cl_own()->bytes = here()->header->segment_bytes;
    cl_space_take(copy);
}

static void run_cycles(uint64_t *random, uint32_t *faults) {
    cl_error error = {0, ""};
    cl_collector_options options = {.workers = 1 + (uint32_t)(check_random(random) % 3), .mark_stack = 64};
    restore();
    cl_space_take(copy); /* of the good header, as the daemon does */
    REQUIRE(cl_collector_open(&options, &error), &error);
    corrupt(random);
    cl_reclaim_vm((uint32_t)check_random(random) % 3);
    cl_reclaim_continue();
    bool good = cl_collector_cycle() && cl_collector_cycle();
    CHECK(good == !cl_fault_found());
    CHECK(good || ((const cl_header *)(const void *)copy)->fault[0] != 0 ||
          cl_load_relaxed(&((const cl_header *)(const void *)copy)->phase) != CL_PHASE_CORRUPT);
    *faults += !good;
    cl_fault_forget();
    cl_collector_close();
}

static void survives_noise(void) {
    uint64_t seed = check_seed();
    uint32_t rounds = 0, faults = 0;
    build();
    take_copy();
    own_the_copy();
    if (freopen("/dev/null", "w", stderr) == NULL) { /* the reports */
        return;
    }
    uint64_t end = check_now_ms() + check_amount("CORRUPT_MS", MS_DEFAULT);
    for (; check_now_ms() < end; rounds++) {
        run_cycles(&seed, &faults);
    }
    printf("  %u corrupt segments, in %u of them the collector found a fault\n", rounds, faults);
    CHECK(rounds > 10 && faults > 0);
}

/* The copy as it was collects without a fault, twice. */
static void the_copy_is_good(void) {
    cl_error error = {0, ""};
    build();
    take_copy();
    restore();
    own_the_copy();
    cl_collector_options options = {.workers = 2, .mark_stack = 64};
    REQUIRE(cl_collector_open(&options, &error), &error);
    CHECK(cl_collector_cycle() && cl_collector_cycle() && cl_collector_cycle());
    uint64_t marked =
        cl_cycle_at(cl_space_get(), cl_load_relaxed(&((const cl_header *)(const void *)copy)->cycles_finished))
            ->marked_objects;
    CHECK(marked >= 8000 + 800);
    cl_collector_close();
}

/* The daemon goes on serving, frees nothing more, and says why to whoever needs memory. */
static void a_daemon_with_a_corrupt_heap(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("broken");
    cl_field_spec next = field("next", CL_TYPE_ANY);
    uint64_t object = object_of(slot, "Node", &next, 1);
    cl_store_release(word_at(slot_place(object, 0)), object + 64 * CL_GRANULE);
    CHECK(!cl_collect(PATIENCE_MS, &error) && check_error(&error, CL_ERR_STATE, "where no object is"));
    CHECK(daemon_pid("broken") > 0 && object_of(slot, "Node", &next, 1) != 0);
}

int main(void) {
    check_begin("corrupt");
    daemon_start("corrupt", "--objects", "4M", "--classes", "1M", NULL);
    daemon_start("broken", NULL);
    RUN(the_copy_is_good);
    RUN(survives_noise);
    RUN(a_daemon_with_a_corrupt_heap);
    return check_end();
}
