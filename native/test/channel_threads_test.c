/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of one process send and receive, and wait for a repository: for ThreadSanitizer, which sees one process only.
 * No cycle runs meanwhile, for it does not see the collector's order either. */
#include <pthread.h>

#include "daemon.h"
#include "here.h"
#include "words.h"

#define SIDE     2u /* senders, and receivers */
#define MESSAGES 4000
#define TURNS    500

static uint64_t queue, place;
static _Atomic int64_t sum;

static uint64_t claim_slot(void) {
    cl_error error = {0, ""};
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    return slot;
}

static void *send_all(void *argument) {
    cl_error error = {0, ""};
    uint64_t slot = claim_slot();
    for (int64_t i = 0; i < MESSAGES; i++) {
        uint64_t word = i % 5 == 0 ? string(slot, "text") : integer(i);
        uint64_t spin = i % 2 == 0 ? (uint64_t)(uintptr_t)argument : 0;
        REQUIRE(cl_channel_send(slot, queue, word, UINT64_MAX, spin, &error) == 1, &error);
    }
    cl_slot_release(slot);
    return NULL;
}

static void *receive_all(void *argument) {
    cl_error error = {0, ""};
    uint64_t slot = claim_slot();
    for (uint64_t word; cl_channel_receive(slot, queue, UINT64_MAX, (uintptr_t)argument, &word, &error) == 1;) {
        if ((word & CL_TAG_INTEGER_BIT) != 0) {
            sum += cl_untag_integer(word);
        } else {
            CHECK(((const cl_string_head *)cl_at(here(), word))->header.length == 4);
        }
    }
    cl_slot_release(slot);
    return NULL;
}

static void channel_at_once(void) {
    cl_error error = {0, ""};
    pthread_t senders[SIDE], receivers[SIDE];
    uint64_t slot = daemon_attach_slot("threads");
    cl_channel_spec spec = {.capacity = 3};
    queue = cl_channel_open(slot, "threads", 7, &spec, &error);
    REQUIRE(queue != 0, &error);
    for (uintptr_t i = 0; i < SIDE; i++) {
        CHECK(pthread_create(&senders[i], NULL, send_all, (void *)(i * 2000)) == 0);
        CHECK(pthread_create(&receivers[i], NULL, receive_all, (void *)(i * 2000)) == 0);
    }
    for (uint32_t i = 0; i < SIDE; i++) {
        CHECK(pthread_join(senders[i], NULL) == 0);
    }
    CHECK(cl_channel_close(slot, queue, &error) == 1);
    for (uint32_t i = 0; i < SIDE; i++) {
        CHECK(pthread_join(receivers[i], NULL) == 0);
    }
    int64_t all = 0;
    for (int64_t i = 0; i < MESSAGES; i++) {
        all += i % 5 == 0 ? 0 : i;
    }
    CHECK(sum == all * SIDE);
    CHECK(cl_load_acquire(&here()->header->cycles_started) == 0);
    daemon_validate(3);
}

/* Each waits for the other's number and puts the next one. */
static void *take_turns(void *argument) {
    int64_t self = (int64_t)(intptr_t)argument;
    uint64_t slot = claim_slot();
    for (int64_t i = 0; i < TURNS; i++) {
        uint64_t mine = integer(2 * i + self);
        for (uint64_t seen = cl_load_at(slot, place); seen != mine; seen = cl_load_at(slot, place)) {
            cl_repository_wait(place, seen, UINT64_MAX);
        }
        if (i % 2 == 0) {
            cl_repository_set(slot, place, integer(2 * i + self + 1));
        } else {
            CHECK(!cl_repository_exchange(slot, place, integer(-1), integer(5)));
            CHECK(cl_repository_exchange(slot, place, mine, integer(2 * i + self + 1)));
        }
    }
    cl_slot_release(slot);
    return NULL;
}

static void repository_in_turn(void) {
    pthread_t threads[2];
    uint64_t slot = daemon_attach_slot("threads");
    place = repository("turns");
    cl_store_at(slot, place, integer(0));
    for (uintptr_t i = 0; i < 2; i++) {
        CHECK(pthread_create(&threads[i], NULL, take_turns, (void *)i) == 0);
    }
    for (uint32_t i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(cl_load_at(slot, place) == integer(2 * TURNS));
}

int main(void) {
    check_begin("channel_threads");
    daemon_start("threads", "--objects", "64M", "--gc-threshold", "90", NULL);
    RUN(channel_at_once);
    RUN(repository_in_turn);
    return check_end();
}
