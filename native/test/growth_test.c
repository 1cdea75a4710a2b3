/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of a real daemon grows with what lives, and its collector yields [collector.pace], [collector.yield]. */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "crowd.h"
#include "daemon.h"
#include "here.h"
#include "region.h"
#include "roots.h"

#define MIB         1048576ull
#define TEXT_BYTES  4000u
#define BLOCK_BYTES 4016u /* of a string of so many bytes */
#define KEEP_EVERY  256u  /* 1 MiB */
#define SPINNERS    16

static const cl_header *header(void) {
    return here()->header;
}

/* The daemon runs a cycle that is due without being asked. Who waits for it here uses no more memory because the
 * machine is slow. */
static void await_cycle_if_due(void) {
    uint64_t end = check_now_ms() + PATIENCE_MS;
    while (cl_load_acquire(&header()->allocated) >= cl_load_acquire(&header()->trigger)) {
        cl_error late = {CL_ERR_STATE, "no cycle came when one was due"};
        REQUIRE(check_now_ms() < end, &late);
        check_sleep_us(200);
    }
}

static void make_garbage(uint64_t slot, uint64_t bytes) {
    static const char text[TEXT_BYTES];
    cl_error error = {0, ""};
    for (uint64_t i = 0; i < bytes / BLOCK_BYTES; i++) {
        REQUIRE(cl_string(slot, text, sizeof text, &error) != 0, &error);
        if (i % KEEP_EVERY == 0) {
            keep_only(slot, NULL, 0);
            await_cycle_if_due();
        }
    }
    keep_only(slot, NULL, 0);
}

/* A list in a repository; each element holds a string. */
static uint32_t make_live(uint64_t slot, uint64_t bytes) {
    char text[TEXT_BYTES] = {0};
    cl_error error = {0, ""};
    cl_field_spec fields[] = {field("next", CL_TYPE_ANY), field("text", CL_TYPE_ANY)};
    uint32_t shape = cl_shape_intern(named(CL_KIND_CLASS, "Link"), fields, 2, &error);
    uint32_t count = (uint32_t)(bytes / (BLOCK_BYTES + 32));
    for (uint32_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%u", i);
        uint64_t link = cl_allocate(slot, shape, &error);
        REQUIRE(link != 0, &error);
        cl_store_tagged(slot, link, 0, cl_load_at(slot, repository("live")));
        cl_store_at(slot, repository("live"), link);
        uint64_t made = cl_string(slot, text, sizeof text, &error);
        REQUIRE(made != 0, &error);
        cl_store_tagged(slot, link, 1, made);
        if (i % KEEP_EVERY == 0) {
            keep_only(slot, NULL, 0);
            await_cycle_if_due();
        }
    }
    keep_only(slot, NULL, 0);
    return count;
}

static bool is_whole(uint64_t slot, uint32_t count) {
    for (uint64_t at = cl_load_at(slot, repository("live")); at != 0; at = cl_load_tagged(slot, at, 0)) {
        const char *text = (const char *)cl_at(here(), cl_load_tagged(slot, at, 1)) + sizeof(cl_string_head);
        if (!is_object(at) || count-- == 0 || strtoul(text, NULL, 10) != count) {
            return false;
        }
    }
    return count == 0;
}

static uint64_t backed_bytes(void) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < here()->region_count; i++) {
        count += cl_region_state_of(cl_load_acquire(&here()->regions[i])) != CL_REGION_BARE;
    }
    return count << CL_REGION_SHIFT;
}

static void nothing_alive_takes_little(void) {
    daemon_start("large", "--objects", "4G", NULL);
    uint64_t slot = daemon_attach_slot("large");
    make_garbage(slot, 512 * MIB);
    CHECK(backed_bytes() <= 64 * MIB);
    CHECK(cl_load_acquire(&header()->cycles_finished) >= 8);
    daemon_validate(2);
}

static void the_heap_grows_with_what_lives(void) {
    daemon_start("grows", "--objects", "4G", "--gc-floor", "4M", "--gc-growth", "50", NULL);
    uint64_t slot = daemon_attach_slot("grows");
    uint32_t count = make_live(slot, 60 * MIB);
    collect();
    uint32_t before = cl_load_acquire(&header()->cycles_finished);
    make_garbage(slot, 300 * MIB);
    uint32_t cycles = cl_load_acquire(&header()->cycles_finished) - before;
    CHECK(cycles >= 300 / 30 - 2 &&
          cycles <= 300 / 7 + 2); /* after 30 MiB, or so much earlier as is allocated meanwhile */
    CHECK(backed_bytes() <= 128 * MIB);
    CHECK(is_whole(slot, count));
    daemon_validate(2);
}

/* More than half of a small heap lives: the rest is used, in cycles that do not follow one upon the other. */
static void a_heap_with_much_alive_works(void) {
    daemon_start("crowded", "--objects", "64M", NULL);
    uint64_t slot = daemon_attach_slot("crowded");
    uint32_t count = make_live(slot, 39 * MIB);
    uint32_t before = cl_load_acquire(&header()->cycles_finished);
    make_garbage(slot, 300 * MIB);
    CHECK(cl_load_acquire(&header()->cycles_finished) - before <= 300); /* each after a 64th at least */
    CHECK(is_whole(slot, count));
    daemon_validate(2);
}

/* The rest can be filled with what lives, whatever the cycles are paced by. */
static void a_heap_can_be_filled(void) {
    static const char text[TEXT_BYTES];
    daemon_start("full", "--objects", "16M", "--gc-floor", "1M", "--gc-growth", "1", NULL);
    uint64_t slot = daemon_attach_slot("full");
    cl_error error = {0, ""};
    uint64_t filled = 0;
    while (cl_string(slot, text, sizeof text, &error) != 0) {
        filled += BLOCK_BYTES;
    }
    CHECK(check_error(&error, CL_ERR_MEMORY, "the objects space of the shared segment is full"));
    CHECK(filled >= 15 * MIB);
    keep_only(slot, NULL, 0);
    make_garbage(slot, 32 * MIB);
}

/* It asks nobody: a heap that reached the trigger while its daemon was away is found. */
static void a_request_is_not_needed(void) {
    daemon_start("unasked", NULL);
    daemon_attach_slot("unasked");
    collect();
    uint32_t before = cl_load_acquire(&header()->cycles_finished);
    uint64_t end = check_now_ms() + PATIENCE_MS;
    cl_store_release(&here()->header->allocated, cl_load_acquire(&header()->trigger));
    while (cl_load_acquire(&header()->cycles_finished) == before && check_now_ms() < end) {
        check_sleep_us(1000);
    }
    CHECK(cl_load_acquire(&header()->cycles_finished) == before + 1);
    CHECK(cl_load_acquire(&header()->trigger) > cl_load_acquire(&header()->allocated));
}

/* Somebody wrote to the words: cycles do not run for ever. */
static void a_count_near_its_end(void) {
    daemon_start("wraps", NULL);
    uint64_t slot = daemon_attach_slot("wraps");
    cl_store_release(&here()->header->allocated, UINT64_MAX - MIB);
    collect();
    uint32_t before = cl_load_acquire(&header()->cycles_finished);
    check_sleep_us(300000);
    CHECK(cl_load_acquire(&header()->cycles_finished) <= before + 1);
    CHECK(string(slot, "still") != 0);
}

/* 4 MiB at a step, a second between two: that it takes at least so long no slow machine changes. No cycle is needed. */
static void memory_goes_back_slowly(void) {
    daemon_start("slow", "--gc-floor", "48M", NULL);
    uint64_t slot = daemon_attach_slot("slow");
    uint64_t end = check_now_ms() + 4 * (uint64_t)PATIENCE_MS;
    make_garbage(slot, 36 * MIB);
    CHECK(backed_bytes() >= 36 * MIB);
    uint64_t start = check_now_ms();
    make_garbage(slot, 16 * MIB); /* one cycle is due in it */
    check_await(&header()->cycles_finished, 1);
    uint32_t cycles = cl_load_acquire(&header()->cycles_finished);
    CHECK(cycles == 1);
    while (backed_bytes() > 22 * MIB && check_now_ms() < end) {
        check_sleep_us(10000);
    }
    CHECK(backed_bytes() <= 22 * MIB && backed_bytes() >= 16 * MIB);
    CHECK(check_now_ms() - start >= 4000);
    CHECK(cl_load_acquire(&header()->cycles_finished) == cycles);
    make_garbage(slot, 8 * MIB);
    daemon_validate(2);
}

/* ---- yielding ---- */

static void spin(void *nothing) {
    (void)nothing;
    for (;;) {
        __asm__ volatile("" ::: "memory");
    }
}

static void begin_crowd(pid_t *spinners) {
    for (int i = 0; i < SPINNERS; i++) {
        spinners[i] = check_fork(spin, NULL);
    }
}

static void end_crowd(const pid_t *spinners) {
    for (int i = 0; i < SPINNERS; i++) {
        kill(spinners[i], SIGKILL);
        CHECK(check_killed(spinners[i]));
    }
}

/* The system's answer is a moment's, of the whole machine. */
static bool await_crowd(void) {
    uint64_t end = check_now_ms() + PATIENCE_MS;
    while (!cl_crowd_is_here() && check_now_ms() < end) {
        check_sleep_us(1000);
    }
    return cl_crowd_is_here();
}

static bool is_allowed;

static bool may_yield(void) {
    return is_allowed;
}

static long sleeps(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

static uint64_t cpu_ns(void) {
    return cl_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Yields for 20 ms of work, until it slept twice. */
static long work_and_yield(void) {
    long before = sleeps();
    uint64_t end = cpu_ns() + 20000000;
    while (cpu_ns() < end && sleeps() - before < 2) {
        cl_crowd_yield();
    }
    return sleeps() - before;
}

/* Page faults, and locks of the sanitizers, put a thread to sleep now and then. */
static bool works_without_sleep(void) {
    for (int i = 0; i < 10; i++) {
        if (work_and_yield() == 0) {
            return true;
        }
    }
    return false;
}

static void who_works_yields_to_a_crowd(void) {
    pid_t spinners[SPINNERS];
    if (sysconf(_SC_NPROCESSORS_ONLN) >= SPINNERS) {
        check_skip("who_works_yields_to_a_crowd", "the machine has too many processors");
        return;
    }
    begin_crowd(spinners);
    CHECK(await_crowd());
    cl_crowd_set(NULL);
    CHECK(works_without_sleep());
    cl_crowd_set(may_yield);
    CHECK(works_without_sleep());
    is_allowed = true;
    CHECK(work_and_yield() >= 2);
    end_crowd(spinners);
}

static void cycles_end_in_a_crowd(void) {
    pid_t spinners[SPINNERS];
    daemon_start("yields", "--objects", "256M", "--gc-floor", "4M", "--gc-growth", "20", NULL);
    uint64_t slot = daemon_attach_slot("yields");
    uint32_t count = make_live(slot, 24 * MIB);
    begin_crowd(spinners);
    make_garbage(slot, 40 * MIB);
    CHECK(cl_load_acquire(&header()->cycles_finished) >= 4);
    end_crowd(spinners);
    CHECK(is_whole(slot, count));
    daemon_validate(2);
}

int main(void) {
    check_begin("growth");
    RUN(nothing_alive_takes_little);
    RUN(the_heap_grows_with_what_lives);
    RUN(a_heap_with_much_alive_works);
    RUN(a_heap_can_be_filled);
    RUN(a_request_is_not_needed);
    RUN(a_count_near_its_end);
    RUN(memory_goes_back_slowly);
    RUN(who_works_yields_to_a_crowd);
    RUN(cycles_end_in_a_crowd);
    return check_end();
}
