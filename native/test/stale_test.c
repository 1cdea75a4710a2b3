/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runs stale-claim and stale-reclaim of native/model, with real processes. A victim is stopped in the middle of a
 * claim that began while cycle 1 marked, after it read `swept_epoch`, which is that of the cycle before. Cycle 1 ends,
 * cycle 2 begins and waits for it: three epochs are in use, and the victim's idea of a dead one is that of new objects.
 *
 * Where it has read `swept_epoch` depends on the compiler, so it is stopped after 0, 1, 2 ... instructions of its
 * operation, a trial for each. A trial counts only if cycle 1 still marked when the victim stood still; for that the
 * daemon is stopped too, meanwhile. Else it is done again.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"
#include "futex.h"
#include "here.h"
#include "mutator.h"
#include "region.h"
#include "roots.h"
#include "trace.h"

#define NODES       500000u /* take so long to be marked that the daemon can be stopped meanwhile */
#define NODES_APART 104729u /* a prime: neighbours in the list are far from each other, which marking waits for */
#define NODES_KEPT  1000u   /* at a time */
#define CONTENT     4711
#define MISSES_MOST 50u /* in a row */
#define STEPS_MOST  1000000u
#define AFTER_MOST  150u /* instructions of the operation; gcc has 4 before it reads the region's word, 47 with ASan */

typedef struct victim {
    pid_t pid;
    uint64_t slot;
    uint64_t made;
} victim;

typedef struct heap {
    const char *segment;
    uint64_t slot;
    uint64_t list;
} heap;

static victim *shared; /* between the processes */
static heap own;
static uint32_t shape; /* of a node */
static uint64_t kept;  /* a repository */

static cl_slot *slot_at(uint64_t offset) {
    return cl_at(here(), offset);
}

static uint32_t region_word(uint32_t index) {
    return cl_load_acquire(&here()->regions[index]);
}

static uint64_t allocate(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t made = cl_allocate(slot, shape, &error);
    REQUIRE(made != 0, &error);
    return made;
}

/* ---- cycles ---- */

static void request(void) {
    cl_header *header = here()->header;
    cl_add_relaxed(&header->gc_asks, 1);
    cl_add_relaxed(&header->gc_requests, 1);
    cl_futex_wake_all(&header->gc_requests);
}

static bool has_begun(uint32_t cycle) {
    return (int32_t)(cl_load_acquire(&here()->header->cycles_started) - cycle) >= 0;
}

static bool is_over(uint32_t cycle) {
    return (int32_t)(cl_load_acquire(&here()->header->cycles_finished) - cycle) >= 0;
}

static bool marks_or_later(uint32_t cycle) {
    return is_over(cycle) || (has_begun(cycle) && cl_load_acquire(&here()->header->phase) >= CL_PHASE_MARK);
}

/* The cycle before is over, and this one waits for operations. */
static bool has_flipped(uint32_t cycle) {
    return is_over(cycle - 1) && has_begun(cycle) && (cl_load_acquire(&here()->header->gc_word) & CL_GC_REPORT) != 0;
}

static void await(bool (*reached)(uint32_t), uint32_t cycle) {
    cl_error error = {0, "the daemon did not go on"};
    for (uint64_t start = check_now_ms(); !reached(cycle); check_sleep_us(50)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

/* ---- the heap ---- */

static void make_heap(const char *segment) {
    static uint64_t nodes[NODES];
    own = (heap){segment, daemon_attach_slot(segment), 0};
    cl_field_spec next = field("next", CL_TYPE_ANY);
    own.list = object_of(own.slot, "Node", &next, 1);
    shape = cl_load_acquire(&cl_object_at(here(), cl_ref_of(own.list))->shape);
    kept = repository("kept");
    for (uint32_t i = 0; i < NODES; i++) {
        nodes[i] = allocate(own.slot);
        cl_store_tagged(own.slot, nodes[i], 0, own.list);
        own.list = nodes[i];
        if (i % NODES_KEPT == 0) {
            keep_only(own.slot, &own.list, 1);
        }
    }
    for (uint64_t i = 0; i < NODES; i++) { /* there is no cycle meanwhile: nobody asks for one */
        cl_store_tagged(own.slot, nodes[i * NODES_APART % NODES], 0, i == 0 ? 0 : own.list);
        own.list = nodes[i * NODES_APART % NODES];
    }
    keep_only(own.slot, &own.list, 1);
    shared = check_share(sizeof *shared);
    collect(); /* the first swept epoch is none */
}

static void forget_kept(void) {
    cl_store_at(own.slot, kept, 0);
    keep_only(own.slot, &own.list, 1);
    collect();
    collect();
}

/* An object in that very region, 0 when it is not to be had. */
static uint64_t make_in_region(uint32_t index) {
    cl_slot *slot = slot_at(own.slot);
    for (uint32_t i = 0; i < here()->region_count; i++) {
        if (slot->region != 0) { /* no room is left in it */
            slot->alloc_top = slot->alloc_limit;
            slot->alloc_scan = cl_region_start(here(), slot->region - 1) + CL_REGION_BYTES;
        }
        uint64_t made = allocate(own.slot);
        if (slot->region == index + 1) {
            return made;
        }
    }
    return 0;
}

/* As a thread that ends does. */
static void give_back_region(void) {
    cl_error error = {0, ""};
    cl_slot_release(own.slot);
    own.slot = cl_slot_claim(&error);
    REQUIRE(own.slot != 0, &error);
}

/* So that not each instruction of the walk over the list's regions is stepped. */
static void point_at_claimable(void) {
    uint32_t index = 0;
    while (index < here()->region_count && cl_region_state_of(region_word(index)) > CL_REGION_HOLES) {
        index++;
    }
    cl_store_relaxed(&here()->header->region_cursor, index);
}

/* ---- the victim ---- */

/* It allocates, for which it needs a region. */
static void be_victim(void *links) {
    shared->slot = daemon_attach_slot(own.segment);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    shared->made = allocate(shared->slot);
    if (*(bool *)links) {
        cl_store_tagged(shared->slot, shared->made, 0, integer(CONTENT));
        cl_store_at(shared->slot, kept, shared->made);
    }
    raise(SIGSTOP);
}

static bool is_stopped_by(pid_t pid, int signal) {
    int status;
    return waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) && WSTOPSIG(status) == signal;
}

static bool is_claiming(void) {
    const cl_slot *slot = slot_at(shared->slot);
    return slot->region != 0 && cl_load_acquire(&slot->seq) % 2 != 0;
}

/* Into the operation of its first claim, and so many instructions on. */
static bool step_into_claim(uint32_t after) {
    uint32_t steps = 0;
    while (!is_claiming()) {
        if (++steps > STEPS_MOST || !trace_step(shared->pid)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < after; i++) {
        if (!trace_step(shared->pid)) {
            return false;
        }
    }
    return is_claiming();
}

/* It allocates its object and stops. */
static bool let_go_on(void) {
    return ptrace(PTRACE_CONT, shared->pid, NULL, NULL) == 0 && is_stopped_by(shared->pid, SIGSTOP);
}

static void end_victim(void) {
    kill(shared->pid, SIGKILL);
    CHECK(check_killed(shared->pid));
    daemon_wait_vms(1);
}

/* ---- a trial ---- */

/* Stops a victim in its claim while a cycle marks; the next one is requested. False when marking ended before. */
static bool stop_in_claim(bool links, uint32_t after, uint32_t cycle) {
    cl_error error = {0, "the victim did not come to its claim"};
    const cl_header *header = here()->header;
    uint32_t swept = cl_load_acquire(&header->swept_epoch);
    pid_t daemon = daemon_pid(own.segment);
    shared->pid = check_fork(be_victim, &links);
    CHECK(is_stopped_by(shared->pid, SIGSTOP));
    request();
    await(marks_or_later, cycle);
    check_stop(daemon);
    point_at_claimable();
    bool there = step_into_claim(after);
    bool marks = cl_load_acquire(&header->phase) == CL_PHASE_MARK && cl_load_acquire(&header->swept_epoch) == swept &&
                 cl_load_acquire(&header->gc_word) == cl_epoch_after(swept);
    if (there && marks) {
        request();
    }
    kill(daemon, SIGCONT);
    REQUIRE(there || !marks, &error);
    return marks;
}

/* The same until it succeeds. Returns the number of the next cycle, which waits for the victim. */
static uint32_t stop_between_cycles(bool links, uint32_t after, uint32_t *misses) {
    cl_error error = {0, "marking always ended before the victim stood still"};
    for (uint32_t i = 0; i < MISSES_MOST; i++) {
        uint32_t cycle = cl_load_acquire(&here()->header->cycles_started) + 1;
        if (stop_in_claim(links, after, cycle)) {
            await(has_flipped, cycle + 1);
            return cycle + 1;
        }
        end_victim();
        await(is_over, cycle);
        ++*misses;
    }
    REQUIRE(false, &error);
    return 0;
}

/* Its memory is not another's either. */
static bool is_kept(uint64_t object) {
    cl_error error = {0, ""};
    return CHECK(is_object(object)) && CHECK(cl_load_raw(object, 0) == integer(CONTENT)) &&
           CHECK_OK(cl_validate(cl_base(), 3, &error), &error);
}

/* Someone makes an object in the region that the victim is about to claim, and gives it back. Returns whether the
 * victim claimed it then: so it had not read the region's word. */
static bool claim_late(uint32_t after, uint32_t *misses) {
    cl_error error = {0, "the victim's region is not to be had"};
    uint32_t cycle = stop_between_cycles(false, after, misses);
    uint32_t region = slot_at(shared->slot)->region;
    uint64_t object = make_in_region(region - 1);
    REQUIRE(object != 0, &error);
    cl_store_tagged(own.slot, object, 0, integer(CONTENT));
    cl_store_at(own.slot, kept, object);
    give_back_region();
    CHECK(cl_region_state_of(region_word(region - 1)) == CL_REGION_HOLES);
    CHECK(let_go_on());
    bool claimed = slot_at(shared->slot)->region == region;
    bool good = CHECK(is_object(object)) && CHECK(shared->made != object);
    end_victim();
    await(is_over, cycle);
    if (!(is_kept(object) && good)) {
        printf("  lost after %u instructions\n", after);
        check_exit();
    }
    return claimed;
}

/* The last of the trials in which the victim claims was stopped right before it read the region's word, and after it
 * read `swept_epoch`, which is in front of that. */
static void claim_does_not_sweep_for_an_old_epoch(void) {
    uint32_t misses = 0;
    uint32_t after = 0;
    make_heap("claim");
    while (after < AFTER_MOST && claim_late(after, &misses)) {
        after++;
        forget_kept();
    }
    CHECK(after > 0 && after < AFTER_MOST);
    printf("  %u trials claimed late, the last one right before it read the region's word; %u missed the cycle\n",
           after, misses);
}

/* The victim claims an empty region, makes an object there and dies while the cycle waits for another. Returns whether
 * the region had the old epoch then. */
static bool die_late(uint32_t after, uint32_t *misses) {
    uint32_t cycle = stop_between_cycles(true, after, misses);
    uint32_t region = slot_at(shared->slot)->region;
    CHECK(cl_region_is_empty(region_word(region - 1)));
    cl_enter(mutator_of(slot_at(own.slot))); /* no sweep meanwhile */
    CHECK(let_go_on());
    uint64_t object = shared->made;
    uint32_t word = region_word(region - 1);
    bool owned =
        CHECK(cl_region_state_of(word) == CL_REGION_OWNED) && CHECK(cl_region_of(here(), object) == region - 1);
    uint32_t old = cl_epoch_before(cl_load_acquire(&here()->header->swept_epoch));
    bool hit = owned && cl_region_swept_of(word) == old;
    end_victim();
    bool good = CHECK(is_object(object));
    CHECK(cl_region_state_of(region_word(region - 1)) == CL_REGION_HOLES);
    cl_leave(mutator_of(slot_at(own.slot)));
    await(is_over, cycle);
    if (!(is_kept(object) && good)) {
        printf("  lost after %u instructions\n", after);
        check_exit();
    }
    return hit;
}

static void reclaim_does_not_sweep_for_an_old_epoch(void) {
    uint32_t misses = 0;
    uint32_t after = 0;
    make_heap("reclaim");
    while (after < AFTER_MOST && !die_late(after, &misses)) {
        after++;
        forget_kept();
    }
    CHECK(after < AFTER_MOST);
    printf("  died in a region of an old epoch in 1 of %u trials; %u missed the cycle\n", after + 1, misses);
}

static void run(const char *name, void (*test)(void), const char *segment) {
    if (!trace_is_permitted()) {
        check_skip(name, "tracing is not permitted here");
        return;
    }
    daemon_start(segment, "--objects", "48M", "--gc-threads", "1", NULL);
    check_run(name, test);
}

int main(void) {
    check_begin("stale");
    run("claim_does_not_sweep_for_an_old_epoch", claim_does_not_sweep_for_an_old_epoch, "claim");
    run("reclaim_does_not_sweep_for_an_old_epoch", reclaim_does_not_sweep_for_an_old_epoch, "reclaim");
    return check_end();
}
