/* SPDX-License-Identifier: Apache-2.0 */
#include "pace.h"

#define STEP_SHARE 32u          /* of the excess, given back at one step */
#define STEP_LEAST (4ull << 20) /* so that it comes to an end */

static uint64_t max(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static uint64_t min(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t less(uint64_t from, uint64_t what) {
    return from > what ? from - what : 0;
}

/* Each factor is at most 2^36 and 10^4. */
static uint64_t percent_of(uint64_t bytes, uint32_t percent) {
    return bytes * percent / 100;
}

static uint64_t room_above(const cl_pace *pace, uint64_t live_bytes) {
    return max(pace->floor_bytes, percent_of(min(live_bytes, pace->objects_bytes), pace->growth_percent));
}

uint64_t cl_pace_goal(const cl_pace *pace, uint64_t live_bytes) {
    return live_bytes + room_above(pace, live_bytes);
}

/* At the threshold, or so early that what is allocated meanwhile fits with a quarter to spare; never before a quarter
 * of the rest is used, nor after less than a 64th of all: in a heap that is nearly full of live objects cycles would
 * run back to back. What is beyond the end is never reached: then a cycle runs when an allocation finds no room. */
static uint64_t limit(const cl_pace *pace, const cl_paced *found) {
    uint64_t bytes = pace->objects_bytes;
    uint64_t at =
        min(percent_of(bytes, pace->threshold_percent), less(bytes, found->during_bytes + found->during_bytes / 4));
    return max(at, found->used_bytes + max(less(bytes, found->used_bytes) / 4, bytes / 64));
}

/* What chunks hold by their ranges is allocated, but cannot be freed before they are: it is room that is not used. The
 * goal is to be met when the cycle ends, so it begins earlier by what is allocated meanwhile, but not before half
 * of the room is used. After it at least as much is allocated as during one, so that at most half of all is allocated
 * while one runs. */
uint64_t cl_pace_trigger(const cl_pace *pace, const cl_paced *found) {
    uint64_t room = room_above(pace, found->live_bytes);
    uint64_t early = found->live_bytes + found->rooted_bytes + room - min(found->during_bytes, room / 2);
    uint64_t later = found->used_bytes + max(room / 4, found->during_bytes);
    return min(max(early, later), limit(pace, found));
}

uint64_t cl_pace_deadline(const cl_pace *pace, uint64_t live_bytes, uint64_t used_bytes) {
    uint64_t goal = max(cl_pace_goal(pace, live_bytes), used_bytes + room_above(pace, live_bytes) / 4);
    return min(goal, used_bytes + less(pace->objects_bytes, used_bytes) / 4);
}

uint64_t cl_pace_expect(uint64_t before_bytes, uint64_t during_bytes) {
    return max(before_bytes - before_bytes / 4, during_bytes);
}

uint64_t cl_pace_keep(uint64_t empty_bytes, uint64_t keep_bytes) {
    uint64_t excess = less(empty_bytes, keep_bytes);
    return empty_bytes - min(excess, max(excess / STEP_SHARE, STEP_LEAST));
}
