/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One cycle [collector.cycle], by rules D1 to D6 of the protocol (native/model):
 *   flip; four grace periods; reports read; reports closed; marked; swept. No mutator waits for any of it.
 * Epochs are 1, 2, 3, 1: while `e` is marked and swept a dead object has the epoch before, and a stale sweeper that
 * takes `e - 1` for dead meets none of `e + 1`'s.
 */
#include "collector.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "grace.h"
#include "marker.h"
#include "object.h"
#include "pace.h"
#include "peers.h"
#include "segment.h"
#include "sweeper.h"

#define GRACES           4
#define KEEP_LEAST       (16ull << 20) /* bytes of empty regions whose memory is kept in any case */
#define GIVE_BACK_NS     1000000000ull /* between two steps */
#define BUSY_BYTES       (1ull << 20)  /* allocated between two steps: what the next cycle needs stays */
#define LOOKS            4u            /* at what is rooted, while as much as the floor is allocated */
#define READERS_PAUSE_NS 5000000
#define SLEEP_NS         100000000ull  /* at most: whoever may read the word that it sleeps on can move the sleep */
#define STOP_NS          2000000000ull /* for a cycle to notice that it is to stop */
#define STOP_LOOK_NS     1000000

static const cl_space *space;
static cl_collector_options options;
static uint32_t epoch;        /* of the GC word, which others could overwrite */
static uint32_t cycle_number; /* of the last cycle that began */
static uint64_t allocated_at_flip;
static cl_pace pace;
static uint64_t during_bytes;        /* expected to be allocated while a cycle runs */
static uint64_t used_base;           /* of the header, which others could overwrite */
static cl_paced found;               /* by the last cycle */
static uint64_t rooted_bytes;        /* by ranges, when its reports were taken */
static bool asked = true;            /* for this cycle, by who waits for it; else it fell due */
static uint32_t handled;             /* of gc_asks, before this cycle */
static _Atomic uint64_t yield_until; /* of header.allocated: from there on the threads do not yield */
static _Atomic bool stopping;
static _Atomic bool ended; /* the thread */
static pthread_t thread;
static bool resumes;     /* what an earlier daemon left; then one cycle at once, for whoever waited for its */
static uint32_t zombies; /* that this cycle frees; none in one that an earlier daemon began */

static void set_pace(void) {
    pace = (cl_pace){.objects_bytes = space->geometry.objects_bytes,
                     .floor_bytes = options.floor_bytes,
                     .growth_percent = options.growth_percent,
                     .threshold_percent = options.threshold_percent};
    pace.floor_bytes = pace.floor_bytes == 0 ? CL_PACE_FLOOR_DEFAULT : pace.floor_bytes;
    pace.growth_percent = pace.growth_percent == 0 ? CL_PACE_GROWTH_DEFAULT : pace.growth_percent;
    pace.threshold_percent = pace.threshold_percent == 0 ? CL_PACE_THRESHOLD_DEFAULT : pace.threshold_percent;
}

/* Others may write these words: whatever they are, arithmetic with them only decides when a cycle runs. Allocators are
 * told to ring where a cycle would be due if nothing was rooted, and from there on now and then. */
static bool look_at_trigger(void) {
    uint64_t used = cl_load_relaxed(&space->header->allocated) - used_base;
    found.rooted_bytes = 0;
    uint64_t ring = cl_pace_trigger(&pace, &found);
    bool due = false;
    if (used >= ring) {
        found.rooted_bytes = cl_rooted_bytes(space);
        uint64_t trigger = cl_pace_trigger(&pace, &found);
        due = used >= trigger;
        ring = used + pace.floor_bytes / LOOKS < trigger ? used + pace.floor_bytes / LOOKS : trigger;
    }
    cl_store_relaxed(&space->header->trigger, used_base + ring);
    return due;
}

/* Of the live bytes, ranges held `rooted_bytes`. */
static void set_trigger(uint64_t base, uint64_t live_bytes) {
    uint64_t bytes = space->geometry.objects_bytes;
    uint64_t live = live_bytes < bytes ? live_bytes : bytes;
    used_base = base;
    found = (cl_paced){.live_bytes = live - (rooted_bytes < live ? rooted_bytes : live),
                       .used_bytes = cl_load_relaxed(&space->header->allocated) - base,
                       .during_bytes = during_bytes};
    cl_store_relaxed(&space->header->used_base, base);
    look_at_trigger();
}

/* Of what an earlier daemon left. */
static void resume_trigger(void) {
    rooted_bytes = cl_rooted_bytes(space);
    set_trigger(cl_load_relaxed(&space->header->used_base), cl_load_relaxed(&space->header->live_bytes));
}

/* While nobody waits and what is allocated meanwhile is not too much. */
static bool may_yield(void) {
    return !asked && cl_load_relaxed(&space->header->gc_asks) == handled &&
           cl_load_relaxed(&space->header->allocated) < cl_load_relaxed(&yield_until);
}

int cl_collector_open(const cl_collector_options *wanted, cl_error *error) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    options = *wanted;
    options.mark_stack = options.mark_stack == 0 ? CL_MARK_STACK_DEFAULT : options.mark_stack;
    if (options.workers == 0) {
        options.workers = processors < 4 ? 1 : (uint32_t)processors / 2;
    }
    cl_store_relaxed(&stopping, false);
    space = cl_space_get();
    set_pace();
    epoch = (uint32_t)(cl_load_relaxed(&space->header->gc_word) & CL_GC_EPOCH_MASK);
    cycle_number = cl_load_relaxed(&space->header->cycles_started);
    if (!cl_grace_open(error) || !cl_pointer_maps_open(space, error) || !cl_workers_start(options.workers, error) ||
        !cl_marker_open(space, options.mark_stack, error)) {
        return 0;
    }
    resume_trigger();
    cl_crowd_set(may_yield);
    return 1;
}

void cl_collector_close(void) {
    cl_marker_close();
    cl_workers_stop();
    cl_pointer_maps_close();
}

/* ---- a cycle ---- */

static void set_phase(enum cl_phase phase) {
    if (!cl_fault_found()) {
        cl_store_release(&space->header->phase, phase);
    }
}

static uint64_t lap(uint64_t *since) {
    uint64_t now = cl_now_ns();
    uint64_t took = now - *since;
    *since = now;
    return took;
}

/* D2. */
static bool grace_periods(cl_cycle *cycle) {
    cl_grace grace = {0, 0};
    set_phase(CL_PHASE_GRACE);
    for (int i = 0; i < GRACES; i++) {
        if (!cl_grace_wait(space, &grace, &stopping)) {
            return false;
        }
    }
    cycle->slowest_grace_ns = grace.slowest_ns;
    cycle->slowest_vm = grace.slowest_vm;
    return true;
}

static void record(cl_cycle *cycle, uint64_t number) {
    cl_cycle *entry = cl_at(space, space->geometry.cycles_offset);
    entry += number % CL_CYCLE_RECORDS;
    cl_store_release(&entry->number, 0);
    memcpy((char *)entry + sizeof entry->number, (char *)cycle + sizeof cycle->number,
           sizeof *cycle - sizeof cycle->number);
    cl_store_release(&entry->number, number);
}

/* Slots that died with monitors before the flip: their words were seen while marking. */
static bool free_zombies(void) {
    cl_grace grace = {0, 0};
    if (zombies != 0 && !cl_fault_found()) {
        if (!cl_grace_wait(space, &grace, &stopping)) {
            return false;
        }
        cl_zombies_end(space);
    }
    zombies = 0;
    return true;
}

static void note_marked(cl_cycle *cycle) {
    cl_marked marked = cl_marker_result();
    cycle->root_count = marked.roots;
    cycle->marked_objects = marked.objects;
    cycle->marked_bytes = marked.bytes;
    cycle->passes = marked.passes;
    cycle->mark_cpu_ns = marked.cpu_ns;
}

/* After a cycle that somebody asked for all goes back at once that the last period did not need; memory may be what was
 * short. `period_bytes` were allocated since the cycle before. */
static void give_back(uint64_t period_bytes) {
    if (asked) {
        cl_sweeper_give_back(space, cl_own()->memory, period_bytes > KEEP_LEAST ? period_bytes : KEEP_LEAST);
    }
}

static void sweep(cl_cycle *cycle, uint64_t base, uint64_t period_bytes) {
    set_phase(CL_PHASE_SWEEP);
    cl_sweeper_begin(space, epoch); /* from now on allocators sweep what they claim */
    cl_store_relaxed(&space->header->region_cursor, 0);
    cl_store_relaxed(&space->header->live_bytes, cycle->marked_bytes);
    uint64_t allocated = cl_load_relaxed(&space->header->allocated);
    during_bytes = cl_pace_expect(during_bytes, allocated - base - cycle->marked_bytes);
    set_trigger(base, cycle->marked_bytes);
    cl_swept swept = cl_sweeper_run(space, epoch);
    cl_store_relaxed(&space->header->region_cursor, 0);
    cycle->freed_objects = swept.freed_objects;
    cycle->hole_bytes = swept.hole_bytes;
    cycle->free_bytes = swept.free_bytes;
    give_back(period_bytes);
}

/* Tells who waits that cycle `number` is over. */
static void finish(uint32_t number) {
    set_phase(CL_PHASE_IDLE);
    cl_store_release(&space->header->cycles_finished, number);
    cl_futex_wake_all(&space->header->cycles_finished);
}

/* From the flip to D4. False when the collector is to stop. */
static bool take_reports(cl_cycle *cycle, uint64_t *since) {
    if (!grace_periods(cycle)) {
        return false;
    }
    cycle->grace_ns = lap(since);
    set_phase(CL_PHASE_REPORT);
    rooted_bytes = cl_rooted_bytes(space);
    cl_marker_report();                               /* D3 */
    cl_store_release(&space->header->gc_word, epoch); /* D4 */
    cycle->report_ns = lap(since);
    return true;
}

/* The cycle of `epoch` after its flip, or what an earlier daemon left of it [collector.adoption]. */
static bool run_cycle(uint32_t number, bool reported) {
    cl_header *header = space->header;
    uint64_t allocated = cl_load_relaxed(&header->allocated);
    cl_cycle cycle = {.start_ns = cl_now_ns(), .used_bytes = allocated - cl_load_relaxed(&header->used_base)};
    uint64_t since = cycle.start_ns;
    cl_store_relaxed(&yield_until, allocated - cycle.used_bytes +
                                       cl_pace_deadline(&pace, cl_load_relaxed(&header->live_bytes), cycle.used_bytes));
    if (!reported && !take_reports(&cycle, &since)) {
        return false;
    }
    set_phase(CL_PHASE_MARK);
    if (reported) {
        cl_marker_regrey();
    }
    if (!cl_marker_run(&stopping) || !free_zombies()) { /* D5 */
        return false;
    }
    cycle.mark_ns = lap(&since);
    note_marked(&cycle);
    if (!cl_fault_found()) {
        sweep(&cycle, allocated - cycle.marked_bytes, allocated - allocated_at_flip); /* D6 */
        cycle.sweep_ns = lap(&since);
    }
    allocated_at_flip = allocated;
    record(&cycle, number);
    finish(number);
    return !cl_fault_found();
}

bool cl_collector_cycle(void) {
    cl_header *header = space->header;
    uint32_t number = ++cycle_number;
    epoch = cl_epoch_after(epoch);
    cl_store_release(&header->cycles_started, number);
    cl_marker_begin(epoch);
    zombies = cl_zombies_begin(space);
    cl_store_release(&header->gc_word, epoch | CL_GC_REPORT); /* D1 */
    return run_cycle(number, false);
}

/* ---- after an earlier daemon [collector.adoption] ---- */

/* The last cycle marked all; what was to be swept may not be. If its number was not declared over it is another's now:
 * the daemon may have died before the flip of the next one, which has not seen a thing. */
static bool end_sweep(void) {
    cl_grace grace = {0, 0};
    bool *half = cl_sweeper_find_half_swept(space, epoch);
    if (half == NULL) {
        return cl_fault(space, "the daemon has no private memory to end the sweep of an earlier one");
    }
    if (!cl_grace_wait(space, &grace, &stopping)) { /* then no sweep of an allocator is under way */
        free(half);
        return true;
    }
    set_phase(CL_PHASE_SWEEP);
    cl_sweeper_sweep_again(space, epoch, half);
    free(half);
    cl_sweeper_run(space, epoch);
    resume_trigger();
    cycle_number = cl_load_relaxed(&space->header->cycles_finished);
    finish(cycle_number);
    return true;
}

bool cl_collector_resume(void) {
    uint64_t word = cl_load_acquire(&space->header->gc_word);
    uint32_t swept = cl_load_acquire(&space->header->swept_epoch);
    bool reporting = (word & CL_GC_REPORT) != 0;
    if (cl_load_acquire(&space->header->phase) == CL_PHASE_CORRUPT) {
        return cl_fault(space, "found by an earlier daemon: %.200s", space->header->fault);
    }
    if (epoch == 0 || !((swept == epoch && !reporting) || swept == cl_epoch_before(epoch))) {
        return cl_fault(space, "the GC word is %#llx and the swept epoch %u, which no collector leaves",
                        (unsigned long long)word, swept);
    }
    cl_store_relaxed(&space->header->waiting_slot, 0);
    cl_marker_begin(epoch);
    cl_sweeper_settle(space, cl_own()->memory, epoch, swept == epoch);
    return swept == epoch ? end_sweep() : run_cycle(cycle_number, !reporting);
}

/* ---- the thread ---- */

/* Until the next cycle is due, SLEEP_NS at most; 0: now. */
static uint64_t time_left(uint64_t last_ns) {
    uint64_t interval_ns = options.interval_ms * 1000000ull;
    uint64_t passed = cl_now_ns() - last_ns;
    if (cl_load_acquire(&space->header->gc_asks) != handled || look_at_trigger() ||
        (interval_ns != 0 && passed >= interval_ns)) {
        return 0;
    }
    return interval_ns != 0 && interval_ns - passed < SLEEP_NS ? interval_ns - passed : SLEEP_NS;
}

/* Names one of the readers that are waited for, as a stopped operation is named. */
static void show_awaited(void) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (cl_attached_is_awaited(cl_load_acquire(&cl_slot_at(space, i)->vm))) {
            cl_store_relaxed(&space->header->waiting_slot, i + 1);
            return;
        }
    }
}

/* A reader's roots are known when it is back: until then nothing may be freed. */
static bool await_readers(void) {
    while (cl_attached_awaits() && !cl_load_acquire(&stopping)) {
        show_awaited();
        nanosleep(&(struct timespec){0, READERS_PAUSE_NS}, NULL);
    }
    return !cl_load_acquire(&stopping);
}

static void take_asks(void) {
    uint32_t asks = cl_load_acquire(&space->header->gc_asks);
    asked = asks != handled;
    handled = asks;
}

/* What the mutators need until the end of the next cycle stays, as long as they allocate. */
static uint64_t needed_bytes(uint64_t allocated, uint64_t since) {
    uint64_t trigger = cl_load_relaxed(&space->header->trigger);
    uint64_t bytes = (trigger > allocated ? trigger - allocated : 0) + during_bytes;
    return allocated - since >= BUSY_BYTES && bytes > KEEP_LEAST ? bytes : KEEP_LEAST;
}

/* Now and then a step, so that what was needed once and is needed again soon is there still. */
static void give_back_slowly(void) {
    static uint64_t next_ns, allocated_before;
    uint64_t now = cl_now_ns();
    if (now >= next_ns && !cl_fault_found()) {
        uint64_t allocated = cl_load_relaxed(&space->header->allocated);
        uint64_t empty = cl_sweeper_empty_bytes(space);
        uint64_t keep = cl_pace_keep(empty, needed_bytes(allocated, allocated_before));
        if (keep < empty) {
            cl_sweeper_give_back(space, cl_own()->memory, keep);
        }
        next_ns = now + GIVE_BACK_NS;
        allocated_before = allocated;
    }
}

static void collect(void) {
    handled = resumes ? cl_load_acquire(&space->header->gc_asks) - 1 : 0;
    uint64_t last_ns = cl_now_ns();
    if (resumes && !(await_readers() && cl_collector_resume())) {
        return;
    }
    while (!cl_load_acquire(&stopping)) {
        give_back_slowly();
        uint32_t rung = cl_load_acquire(&space->header->gc_requests); /* before what it is rung for */
        uint64_t left = time_left(last_ns);
        if (left != 0) {
            cl_futex_wait(&space->header->gc_requests, rung, left);
            continue;
        }
        take_asks();
        last_ns = cl_now_ns();
        if (!cl_collector_cycle()) {
            return;
        }
    }
}

static void *run(void *nothing) {
    collect();
    cl_store_release(&ended, true);
    return nothing;
}

int cl_collector_start(bool resume, cl_error *error) {
    resumes = resume;
    int result = pthread_create(&thread, NULL, run, NULL);
    return result == 0 ? 1 : cl_fail(error, CL_ERR_SYSTEM, "cannot start the collector's thread: %s", strerror(result));
}

/* The thread may be where no promise of ours ends it, in a heap that somebody writes to without rules; a daemon may end
 * at any moment. */
void cl_collector_stop(void) {
    uint64_t deadline = cl_now_ns() + STOP_NS;
    cl_store_release(&stopping, true);
    cl_add_relaxed(&space->header->gc_requests, 1);
    cl_futex_wake_all(&space->header->gc_requests);
    while (!cl_load_acquire(&ended)) {
        if (cl_now_ns() > deadline) {
            return;
        }
        nanosleep(&(struct timespec){0, STOP_LOOK_NS}, NULL);
    }
    pthread_join(thread, NULL);
}
