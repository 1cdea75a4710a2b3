/* SPDX-License-Identifier: Apache-2.0 */
/* When a cycle is due, and what stays: the arithmetic. */
#include "check.h"
#include "pace.h"

#define MIB 1048576ull
#define GIB (1024 * MIB)

static const cl_pace large = {4 * GIB, 32 * MIB, 100, 70};
static const cl_pace small = {64 * MIB, 32 * MIB, 100, 70};

static uint64_t due(const cl_pace *pace, uint64_t live, uint64_t used, uint64_t during) {
    return cl_pace_trigger(pace, &(cl_paced){live, 0, used, during});
}

static void the_goal_grows_with_what_lives(void) {
    CHECK(cl_pace_goal(&large, 0) == 32 * MIB);
    CHECK(cl_pace_goal(&large, 10 * MIB) == 42 * MIB);
    CHECK(cl_pace_goal(&large, 100 * MIB) == 200 * MIB);
    CHECK(cl_pace_goal(&(cl_pace){4 * GIB, 32 * MIB, 50, 70}, 100 * MIB) == 150 * MIB);
    CHECK(cl_pace_goal(&(cl_pace){4 * GIB, 300 * MIB, 50, 70}, 100 * MIB) == 400 * MIB);
}

static void a_cycle_begins_before_the_goal(void) {
    CHECK(due(&large, 0, 0, 0) == 32 * MIB);
    CHECK(due(&large, 100 * MIB, 100 * MIB, 0) == 200 * MIB);
    CHECK(due(&large, 100 * MIB, 110 * MIB, 10 * MIB) == 190 * MIB);
    CHECK(due(&large, 100 * MIB, 140 * MIB, 40 * MIB) == 180 * MIB); /* as much after it as meanwhile */
    CHECK(due(&large, 100 * MIB, 100 * MIB, 90 * MIB) == 190 * MIB);
    CHECK(due(&large, 100 * MIB, 190 * MIB, 90 * MIB) == 280 * MIB); /* far above the goal, but not back to back */
    CHECK(due(&large, 0, 200 * MIB, 0) == 208 * MIB);
}

/* New objects that nobody gave up yet put a cycle off, up to the limit. */
static void what_is_rooted_waits(void) {
    CHECK(cl_pace_trigger(&large, &(cl_paced){0, 50 * MIB, 0, 0}) == 82 * MIB);
    CHECK(cl_pace_trigger(&large, &(cl_paced){100 * MIB, 50 * MIB, 110 * MIB, 10 * MIB}) == 240 * MIB);
    CHECK(cl_pace_trigger(&small, &(cl_paced){0, 50 * MIB, 0, 0}) == 64 * MIB * 70 / 100);
    CHECK(cl_pace_trigger(&small, &(cl_paced){0, 50 * MIB, 0, 40 * MIB}) ==
          16 * MIB); /* the limit: allocation is fast */
}

static void the_threshold_is_the_limit(void) {
    CHECK(due(&large, 3 * GIB / 2, 3 * GIB / 2, 0) == 4 * GIB * 70 / 100);
    CHECK(due(&small, 40 * MIB, 40 * MIB, 0) == 46 * MIB); /* 70 % are 44.8: a quarter of the rest */
    CHECK(due(&small, 16 * MIB, 16 * MIB, 0) == 64 * MIB * 70 / 100);
    CHECK(due(&small, 16 * MIB, 16 * MIB, 16 * MIB) == 32 * MIB); /* begun earlier: allocation is fast */
    CHECK(due(&small, 16 * MIB, 16 * MIB, 40 * MIB) == 28 * MIB); /* but a quarter of the rest is used */
    CHECK(due(&(cl_pace){64 * MIB, GIB, 100, 95}, 0, 0, 0) == 64 * MIB * 95 / 100);
}

/* Where little is left a cycle is not due before some is used, and then not at all: who finds no room asks. */
static void nearly_full(void) {
    CHECK(due(&small, 62 * MIB, 62 * MIB, 0) == 63 * MIB);
    CHECK(due(&small, 64 * MIB, 64 * MIB, 0) == 65 * MIB);
    CHECK(due(&small, 70 * MIB, 70 * MIB, 64 * MIB) == 71 * MIB);
}

static void yielding_ends(void) {
    CHECK(cl_pace_deadline(&large, 100 * MIB, 150 * MIB) == 200 * MIB);
    CHECK(cl_pace_deadline(&large, 100 * MIB, 190 * MIB) == 215 * MIB);
    CHECK(cl_pace_deadline(&small, 40 * MIB, 46 * MIB) == 46 * MIB + 18 * MIB / 4);
    CHECK(cl_pace_deadline(&small, 40 * MIB, 64 * MIB) == 64 * MIB); /* at once */
}

static void expectations_fade(void) {
    CHECK(cl_pace_expect(0, 5) == 5 && cl_pace_expect(4, 100) == 100 && cl_pace_expect(100, 4) == 75);
}

static void memory_goes_back_in_steps(void) {
    CHECK(cl_pace_keep(10 * MIB, 16 * MIB) == 10 * MIB);
    CHECK(cl_pace_keep(17 * MIB, 16 * MIB) == 16 * MIB);
    CHECK(cl_pace_keep(30 * MIB, 16 * MIB) == 26 * MIB);
    CHECK(cl_pace_keep(16 * MIB + 32 * GIB, 16 * MIB) == 16 * MIB + 31 * GIB);
}

/* Whatever words somebody wrote: a cycle is due after something was allocated, and memory goes back by steps. */
static void any_numbers(void) {
    uint64_t random = check_seed();
    for (int i = 0; i < 1000000; i++) {
        cl_pace pace = {(1 + check_random(&random) % 65536) * MIB, (1 + check_random(&random) % 65536) * MIB,
                        1 + (uint32_t)(check_random(&random) % 10000), 1 + (uint32_t)(check_random(&random) % 95)};
        uint64_t live = check_random(&random) % (pace.objects_bytes + 1);
        uint64_t used = check_random(&random) % (2 * pace.objects_bytes);
        uint64_t during = check_random(&random) % (2 * pace.objects_bytes);
        uint64_t at = due(&pace, live, used, during);
        uint64_t rest = used < pace.objects_bytes ? pace.objects_bytes - used : 0;
        uint64_t least = rest / 4 < pace.objects_bytes / 64 ? rest / 4 : pace.objects_bytes / 64;
        uint64_t quarter = pace.floor_bytes / 4;
        bool good = at > used && at - used >= (least < quarter ? least : quarter) && at <= used + pace.objects_bytes &&
                    cl_pace_deadline(&pace, live, used) >= used;
        if (!check_that(good, "a trigger in its bounds", __FILE__, __LINE__, NULL)) {
            printf("  %llu %llu %u %u: %llu live, %llu used, %llu during: %llu\n",
                   (unsigned long long)pace.objects_bytes, (unsigned long long)pace.floor_bytes, pace.growth_percent,
                   pace.threshold_percent, (unsigned long long)live, (unsigned long long)used,
                   (unsigned long long)during, (unsigned long long)at);
            return;
        }
    }
}

int main(void) {
    check_begin("pace");
    RUN(the_goal_grows_with_what_lives);
    RUN(a_cycle_begins_before_the_goal);
    RUN(what_is_rooted_waits);
    RUN(the_threshold_is_the_limit);
    RUN(nearly_full);
    RUN(yielding_ends);
    RUN(expectations_fade);
    RUN(memory_goes_back_in_steps);
    RUN(any_numbers);
    return check_end();
}
