/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of root-log chunks: objects that nobody logged, and that live as long as the chunk in which they were made. */
#include <signal.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "roots.h"
#include "words.h"

#define BOX_BYTES 32u
#define MANY      3000u /* in three regions */
#define FEW       10u

static cl_slot *record_of(uint64_t slot) {
    return cl_at(here(), slot);
}

static cl_ranges *ranges_of(uint64_t slot) {
    return cl_chunk_ranges(here(), record_of(slot)->chunk - 1);
}

static uint32_t shape_of_box(void) {
    return here()->header->builtin_shape[CL_KIND_BOX_INTEGER];
}

/* As Java publishes: header, fields, mark byte; no log entry. */
static uint64_t box(uint64_t slot, uint64_t value) {
    cl_error error = {0, ""};
    cl_slot *record = record_of(slot);
    REQUIRE(cl_buffer_refill(slot, BOX_BYTES, &error), &error);
    uint64_t block = record->alloc_top;
    record->alloc_top += BOX_BYTES;
    cl_store_relaxed(&cl_object_at(here(), cl_ref_of(block))->shape, shape_of_box());
    cl_store_relaxed(word_at(block + sizeof(cl_object_header)), value);
    uint64_t gc = cl_enter(mutator_of(record));
    cl_mark_new(mutator_of(record), cl_ref_of(block), gc);
    cl_leave(mutator_of(record));
    return block;
}

static bool holds(uint64_t block, uint64_t value) {
    return is_object(block) &&
           (cl_load_acquire(&cl_object_at(here(), cl_ref_of(block))->shape) & CL_SHAPE_ID_MASK) == shape_of_box() &&
           cl_load_acquire(word_at(block + sizeof(cl_object_header))) == value;
}

static void make(uint64_t slot, uint64_t *boxes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = box(slot, i);
    }
}

static uint32_t left_of(const uint64_t *boxes, uint32_t count) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        left += holds(boxes[i], i);
    }
    return left;
}

static uint64_t begin(const char *segment) {
    uint64_t slot = daemon_attach_slot(segment);
    CHECK(cl_ranges_use(1) == 1);
    return slot;
}

static void go_on(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_chunk_next(slot, &error) != 0, &error);
}

/* No cycle could free them: six times the floor, and none runs before their chunks are given up [collector.pace]. */
static void new_objects_put_a_cycle_off(void) {
    daemon_start("put-off", "--gc-floor", "1M", NULL);
    uint64_t slot = begin("put-off");
    uint64_t chunks[8];
    uint32_t cycles = cl_load_acquire(&here()->header->cycles_finished);
    for (uint32_t i = 0; i < 8; i++) {
        chunks[i] = cl_chunk_entries_offset(here(), record_of(slot)->chunk - 1);
        for (uint32_t k = 0; k < 24 * CL_REGION_BYTES / BOX_BYTES; k++) {
            box(slot, k);
        }
        go_on(slot);
    }
    check_sleep_us(300000);
    CHECK(cl_load_acquire(&here()->header->cycles_finished) == cycles);
    for (uint32_t i = 0; i < 8; i++) {
        cl_chunk_free(slot, chunks[i]);
    }
    cl_collect_consider();
    check_await(&here()->header->cycles_finished, cycles + 1);
    daemon_validate(2);
}

static void what_is_in_a_range_lives(void) {
    uint64_t boxes[MANY];
    uint64_t slot = begin("range");
    make(slot, boxes, MANY);
    for (int i = 0; i < 4; i++) {
        collect();
        CHECK(left_of(boxes, MANY) == MANY);
    }
    CHECK(cl_load_relaxed(&ranges_of(slot)->count) >= MANY * BOX_BYTES / CL_REGION_BYTES);
    daemon_validate(3);
    keep_only(slot, &boxes[7], 1);
    collect();
    CHECK(left_of(boxes, MANY) == 1 && holds(boxes[7], 7));
    collect();
    daemon_validate(3);
}

/* An object stays in the chunk in which it was made; the rest of the buffer goes on to the next. */
static void each_chunk_holds_its_own(void) {
    uint64_t first[FEW], second[FEW], third[FEW];
    cl_error error = {0, ""};
    uint64_t slot = begin("range");
    make(slot, first, FEW);
    go_on(slot);
    make(slot, second, FEW);
    uint64_t middle = cl_chunk_entries_offset(here(), record_of(slot)->chunk - 1);
    go_on(slot);
    make(slot, third, FEW);
    daemon_validate(3);
    collect();
    CHECK(left_of(first, FEW) + left_of(second, FEW) + left_of(third, FEW) == 3 * FEW);
    cl_chunk_free(slot, middle);
    collect();
    CHECK(left_of(first, FEW) == FEW && left_of(second, FEW) == 0 && left_of(third, FEW) == FEW);
    keep_only(slot, NULL, 0);
    collect();
    CHECK(left_of(first, FEW) + left_of(third, FEW) == 0);
    CHECK(cl_keep(slot, box(slot, 1), &error));
    daemon_validate(3);
}

static uint64_t entries_of(uint64_t slot) {
    return cl_chunk_entries_offset(here(), record_of(slot)->chunk - 1);
}

/* In turn with others, more often than there is room for ranges: only those that something was made in take room. */
static void a_chunk_is_the_current_one_again(void) {
    enum { TURNS = 2 * CL_CHUNK_RANGES, EACH = 8 };
    uint64_t outside[TURNS], inside[TURNS];
    cl_error error = {0, ""};
    uint64_t slot = begin("range");
    make(slot, outside, 1);
    uint64_t outer = entries_of(slot);
    uint32_t made = 0;
    for (uint32_t i = 0; i < TURNS; i++) {
        go_on(slot);
        inside[i] = box(slot, i);
        uint64_t inner = entries_of(slot);
        REQUIRE(cl_chunk_resume(slot, outer, &error), &error);
        CHECK(entries_of(slot) == outer);
        if (i % EACH == 0) {
            outside[made] = box(slot, made);
            made++;
        }
        cl_chunk_free(slot, inner);
    }
    CHECK(cl_load_relaxed(&ranges_of(slot)->count) <= TURNS / EACH + 4);
    CHECK(ranges_of(slot)->bytes <= 4 * CL_REGION_BYTES);
    daemon_validate(3);
    collect();
    collect();
    CHECK(left_of(outside, made) == made && left_of(inside, TURNS) == 0);
    daemon_validate(3);
}

static void only_a_chunk_of_its_own_is_resumed(void) {
    cl_error error = {0, ""};
    uint64_t slot = begin("range");
    uint64_t first = entries_of(slot);
    CHECK(cl_chunk_resume(slot, first, &error) && entries_of(slot) == first);
    go_on(slot);
    uint64_t second = entries_of(slot);
    cl_chunk_free(slot, first);
    uint64_t bad[] = {first, 0, UINT64_MAX, here()->header->segment_bytes};
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(!cl_chunk_resume(slot, bad[i], &error) && check_error(&error, CL_ERR_ARGUMENT, "no root-log chunk"));
        CHECK(entries_of(slot) == second);
    }
    daemon_validate(3);
}

/* The range of a buffer that was given back does not hold what others make in the rest of it. */
static void the_rest_is_anothers(void) {
    uint64_t mine[FEW], others[FEW];
    cl_error error = {0, ""};
    uint64_t slot = begin("range");
    uint64_t other = cl_slot_claim(&error);
    REQUIRE(other != 0, &error);
    make(slot, mine, FEW);
    uint32_t region = record_of(slot)->region;
    cl_slot_release(slot);
    make(other, others, FEW);
    CHECK(record_of(other)->region == region);
    keep_only(other, NULL, 0);
    collect();
    CHECK(left_of(mine, FEW) == FEW && left_of(others, FEW) == 0);
    daemon_validate(3);
}

/* A table that is full: the buffer has no range, and that of the one before ends where it was used to. */
static void no_more_ranges_than_there_is_room_for(void) {
    uint64_t slot = begin("range");
    uint64_t boxes[FEW];
    make(slot, boxes, 1);
    for (uint32_t i = 0; i < 2 * CL_CHUNK_RANGES; i++) {
        cl_error error = {0, ""};
        record_of(slot)->alloc_top = record_of(slot)->alloc_limit;
        REQUIRE(cl_buffer_refill(slot, BOX_BYTES, &error), &error);
    }
    CHECK(cl_load_relaxed(&ranges_of(slot)->count) == CL_CHUNK_RANGES);
    collect();
    CHECK(left_of(boxes, 1) == 1);
    daemon_validate(3);
    go_on(slot);
    CHECK(cl_load_relaxed(&ranges_of(slot)->count) == 1);
    make(slot, boxes, FEW);
    collect();
    CHECK(left_of(boxes, FEW) == FEW);
}

static void collect_once(void *unused) {
    (void)unused;
    daemon_attach("range");
    collect();
}

/* M5: an operation of another slot keeps the reports outstanding meanwhile. */
static void freed_while_reports_are_outstanding(void) {
    uint64_t boxes[FEW];
    cl_error error = {0, ""};
    uint64_t slot = begin("range");
    uint64_t other = cl_slot_claim(&error);
    REQUIRE(other != 0, &error);
    make(slot, boxes, FEW);
    uint64_t old = cl_chunk_entries_offset(here(), record_of(slot)->chunk - 1);
    go_on(slot);
    uint64_t before = cl_enter(mutator_of(record_of(other)));
    pid_t child = check_fork(collect_once, NULL);
    const cl_header *header = here()->header;
    while ((cl_load_acquire(&header->gc_word) & CL_GC_REPORT) == 0) {
        check_sleep_us(100);
    }
    uint8_t epoch = (uint8_t)(cl_load_acquire(&header->gc_word) & CL_GC_EPOCH_MASK);
    CHECK(epoch != (before & CL_GC_EPOCH_MASK));
    cl_chunk_free(slot, old);
    for (uint32_t i = 0; i < FEW; i++) {
        CHECK(cl_load_acquire(cl_mark_at(here(), cl_ref_of(boxes[i]))) == (CL_MARK_OBJECT | CL_MARK_GREY | epoch));
    }
    cl_leave(mutator_of(record_of(other)));
    CHECK(check_join(child));
    CHECK(left_of(boxes, FEW) == FEW); /* they were shaded; the next cycle frees them */
    collect();
    CHECK(left_of(boxes, FEW) == 0);
    daemon_validate(3);
}

typedef struct dead {
    uint64_t boxes[FEW];
    uint32_t chunk;
} dead;

static void die(void *shared) {
    dead *d = shared;
    uint64_t slot = begin("range");
    make(slot, d->boxes, FEW);
    d->chunk = record_of(slot)->chunk;
    cl_slot *record = record_of(slot);
    cl_store_release(&record->seq, cl_load_relaxed(&record->seq) + 1); /* inside an operation */
    raise(SIGKILL);
}

static void a_dead_processs_ranges(void) {
    dead *d = check_share(sizeof *d);
    daemon_attach("range");
    CHECK(check_killed(check_fork(die, d)));
    daemon_wait_vms(1);
    collect();
    CHECK(left_of(d->boxes, FEW) == 0);
    const cl_ranges *ranges = cl_chunk_ranges(here(), d->chunk - 1);
    CHECK(cl_load_acquire(&ranges->count) == 0 && cl_load_acquire(&ranges->ranges[0]) == 0);
    daemon_validate(3);
}

static void the_next_daemon_reads_them(void) {
    uint64_t boxes[FEW];
    uint64_t slot = begin("range");
    make(slot, boxes, FEW);
    if (daemon_replace("range")) {
        daemon_await_served();
    }
    collect();
    CHECK(left_of(boxes, FEW) == FEW && box(slot, 1) != 0);
}

/* Whatever stands there: the daemon reads the mark bytes of one region, or none; the validator says what is wrong. */
static void nonsense_is_no_range(void) {
    uint64_t boxes[FEW];
    cl_error error = {0, ""};
    uint64_t slot = begin("range-nonsense");
    make(slot, boxes, FEW);
    const cl_header *header = here()->header;
    uint64_t first = cl_granules(header->objects_offset);
    uint64_t end = first + cl_granules(header->objects_bytes);
    uint64_t bad[] = {1ull << CL_RANGE_SHIFT,
                      (first - 1) | 1ull << CL_RANGE_SHIFT,
                      end | 1ull << CL_RANGE_SHIFT,
                      UINT64_MAX,
                      (first + 1) | (uint64_t)CL_REGION_GRANULES << CL_RANGE_SHIFT,
                      first | 0xffffffffull << CL_RANGE_SHIFT,
                      (end - 1) | 2ull << CL_RANGE_SHIFT,
                      first};
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cl_store_release(&ranges_of(slot)->ranges[CL_CHUNK_RANGES - 1], bad[i]);
        collect();
        CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "is no stretch of one region"));
    }
    cl_store_release(&ranges_of(slot)->ranges[CL_CHUNK_RANGES - 1], 0);
    cl_store_release(&ranges_of(slot)->count, UINT32_MAX);
    CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "ranges"));
    collect();
    CHECK(left_of(boxes, FEW) == FEW);
    go_on(slot); /* does not write behind the table */
    make(slot, boxes, FEW);
    collect();
    CHECK(left_of(boxes, FEW) == FEW);
}

int main(void) {
    check_begin("range");
    daemon_start("range", NULL);
    RUN(new_objects_put_a_cycle_off);
    RUN(what_is_in_a_range_lives);
    RUN(each_chunk_holds_its_own);
    RUN(a_chunk_is_the_current_one_again);
    RUN(only_a_chunk_of_its_own_is_resumed);
    RUN(the_rest_is_anothers);
    RUN(no_more_ranges_than_there_is_room_for);
    RUN(freed_while_reports_are_outstanding);
    RUN(a_dead_processs_ranges);
    RUN(the_next_daemon_reads_them);
    daemon_start("range-nonsense", NULL);
    RUN(nonsense_is_no_range);
    return check_end();
}
