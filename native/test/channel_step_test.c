/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at instructions spread over each operation of a channel. The channel is then as before or as
 * after, the heap is valid, nothing is lost or left, and others go on.
 */
#include <stdlib.h>

#include "here.h"
#include "step.h"

#define MOST 8u

typedef struct state {
    uint32_t count;
    uint32_t closed;
    int64_t messages[MOST];
} state;

typedef struct operation {
    const char *name;
    uint32_t texts; /* in the channel before */
    bool abandoned; /* a receiver died in it before, after its commit */
    step steps;
} operation;

static uint64_t queue;
static uint64_t text; /* the victim's */

static uint64_t open_channel(uint64_t slot) {
    cl_error error = {0, ""};
    cl_channel_spec spec = {.capacity = 3};
    uint64_t found = cl_channel_open(slot, "target", 6, &spec, &error);
    REQUIRE(found != 0, &error);
    return found;
}

static uint64_t number(uint64_t slot, uint32_t value) {
    char digits[12];
    snprintf(digits, sizeof digits, "%u", value);
    return string(slot, digits);
}

static void send_word(uint64_t slot, uint64_t word) {
    cl_error error = {0, "the channel is full"};
    REQUIRE(cl_channel_send(slot, queue, word, 0, 0, &error) == 1, &error);
}

static void prepare(uint64_t slot) {
    queue = open_channel(slot);
    text = string(slot, "77");
}

static void send_text(uint64_t slot) {
    send_word(slot, text);
}

static void receive_text(uint64_t slot) {
    uint64_t word;
    cl_error error = {0, "nothing to receive"};
    REQUIRE(cl_channel_receive(slot, queue, 0, 0, &word, &error) == 1, &error);
}

static void close_it(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_channel_close(slot, queue, &error), &error);
}

static void send_when_full(uint64_t slot) {
    cl_error error = {0, ""};
    CHECK(cl_channel_send(slot, queue, text, 1000, 0, &error) == CL_CHANNEL_TIMEOUT);
}

/* What is in it, without taking it out. */
static state look(void) {
    const cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
    state s = {.count = cl_channel_size(queue), .closed = (uint32_t)cl_channel_is_closed(queue)};
    for (uint32_t i = 0; i < s.count && i < MOST; i++) {
        uint64_t place = slot_place(cl_load_acquire(&q->ring), (cl_load_acquire(&q->head) + i) & q->mask);
        uint64_t word = cl_load_acquire(word_at(place));
        s.messages[i] = is_reference(word) ? strtol(cl_at(here(), word + sizeof(cl_string_head)), NULL, 10) : -1;
    }
    return s;
}

static bool is_same(const state *a, const state *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void make_target(uint64_t slot, const operation *what) {
    cl_error error = {0, ""};
    cl_channel_remove(slot, "target", 6, &error);
    queue = open_channel(slot);
    for (uint32_t i = 0; i < what->texts + what->abandoned; i++) {
        send_word(slot, number(slot, i));
    }
    if (what->abandoned) {
        cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
        cl_store_release(&q->received, cl_load_acquire(&q->received) + 1);
        cl_store_release(&q->head, 1);
        cl_store_release(&q->receive_lock, CL_LOCK_ABANDONED);
    }
}

/* Everything comes out, then as much goes in and comes out again as there is room for. */
static bool others_go_on(uint64_t slot, const state *found) {
    cl_error error = {0, ""};
    uint64_t word;
    bool good = true;
    for (uint32_t i = 0; i < found->count; i++) {
        good = CHECK_OK(cl_channel_receive(slot, queue, UINT64_MAX, 0, &word, &error) == 1, &error) && good;
    }
    for (uint32_t i = 0; !found->closed && i < 6; i++) {
        good = CHECK_OK(cl_channel_send(slot, queue, integer(i % 3), UINT64_MAX, 0, &error) == 1, &error) && good;
        for (uint32_t k = 0; i % 3 == 2 && k < 3; k++) {
            good = CHECK(cl_channel_receive(slot, queue, UINT64_MAX, 0, &word, &error) == 1) && good;
            good = CHECK(word == integer(k)) && good;
        }
    }
    const cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
    good = CHECK(cl_load_acquire(&q->sent) == cl_load_acquire(&q->received)) && good;
    int32_t last = cl_channel_receive(slot, queue, 0, 0, &word, &error);
    good = CHECK(last == (found->closed ? CL_CHANNEL_CLOSED : CL_CHANNEL_TIMEOUT)) && good;
    for (uint32_t i = 0; i <= q->mask && !found->closed; i++) {
        good = CHECK(cl_load_acquire(word_at(slot_place(q->ring, i))) == CL_TAG_NULL) && good;
    }
    return CHECK_OK(cl_channel_close(slot, queue, &error), &error) &&
           CHECK_OK(cl_validate(cl_base(), 3, &error), &error) && good;
}

static void kill_within(uint64_t slot, const operation *what, uint32_t kills, uint64_t *seed) {
    uint32_t undone = 0, abandoned = 0, count = 0;
    make_target(slot, what);
    state before = look();
    uint32_t all = step_and_kill(&what->steps, UINT32_MAX);
    state after = look();
    CHECK(all > 20);
    uint32_t stride = all / kills + 1;
    for (uint32_t at = (uint32_t)(check_random(seed) % stride); at < all; at += stride, count++) {
        make_target(slot, what);
        step_and_kill(&what->steps, at);
        const cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
        abandoned += cl_load_acquire(&q->send_lock) == CL_LOCK_ABANDONED;
        abandoned += cl_load_acquire(&q->receive_lock) == CL_LOCK_ABANDONED;
        state found = look();
        undone += is_same(&found, &before);
        bool good = step_nothing_is_left(slot, 0);
        good = CHECK(is_same(&found, &before) || is_same(&found, &after)) && good;
        if (!others_go_on(slot, &found) || !good) {
            printf("  %s, after %u of %u instructions\n", what->name, at, all);
        }
    }
    printf("  %s: %u instructions, killed at %u: %u as before, %u left a lock\n", what->name, all, count, undone,
           abandoned);
    fflush(stdout);
}

static void killed_while_using(void) {
    static const operation operations[] = {
        {"send to an empty one", 0, false, {prepare, send_text}},
        {"send behind others", 2, false, {prepare, send_text}},
        {"receive the only one", 1, false, {prepare, receive_text}},
        {"receive one of three", 3, false, {prepare, receive_text}},
        {"repair and receive", 2, true, {prepare, receive_text}},
        {"repair and send", 2, true, {prepare, send_text}},
        {"wait for room", 3, false, {prepare, send_when_full}},
        {"close", 2, false, {prepare, close_it}},
    };
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        kill_within(slot, &operations[i], step_kills(), &seed);
    }
}

int main(void) {
    check_begin("channel_step");
    daemon_start(STEP_SEGMENT, "--objects", "16M", NULL);
    if (trace_is_permitted()) {
        RUN(killed_while_using);
    } else {
        check_skip("killed_while_using", "tracing is not permitted here");
    }
    return check_end();
}
