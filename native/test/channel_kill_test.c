/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Senders and receivers are killed at random moments; a referee accounts for every message by sender and number. A
 * sender notes the number it is about to send, and that it sent it; a receiver notes what it received. So none may come
 * twice, those of a sender come in its order, and missing may be only the one that a killed sender was sending and the
 * one that a killed receiver had received and did not live to note. KILLS sets the size; DAEMON_EVERY after how many
 * kills the daemon dies too (50), 0: never.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "roots.h"

#define SEGMENT   "channel_kill"
#define CHANNEL   "killed"
#define CAPACITY  5u
#define SENDERS   2u
#define RECEIVERS 2u
#define PEERS     (SENDERS + RECEIVERS)
#define NUMBERS   1000000u /* of one sender's life */
#define NOTES     (1u << 22)
#define ROUND     300u  /* kills; then a new channel */
#define TEXT_SENT 4     /* each so many messages are strings, the others integers */
#define HELD      1000u /* messages of one process that its root log may keep alive */
#define PACE      8000u /* messages from one kill to the next, however long that takes: so no sender comes to NUMBERS */

typedef struct life { /* of a sender; in memory that only the test's processes share */
    _Atomic uint32_t begun;
    _Atomic uint32_t sent;
} life;

typedef struct notes { /* of a receiver's place; the next process there goes on */
    _Atomic uint32_t count;
    uint64_t messages[NOTES];
} notes;

typedef struct pace { /* of all senders together */
    _Atomic uint64_t begun;
    _Atomic uint64_t allowed;
    _Atomic uint32_t attached[PEERS]; /* 1 when the process of that place is */
    _Atomic uint32_t closing;         /* 1 when the referee closes the channel */
} pace;

static pace *pacing;
static life *lives; /* by the number of the sender, each process another one */
static notes *received;
static uint32_t lives_count;
static uint32_t daemons;      /* that were killed */
static uint64_t daemon_every; /* so many kills; 0: never */
static uint64_t referee_slot; /* the referee's */

typedef struct peer {
    uint32_t place;
    uint32_t life; /* of a sender */
} peer;

static uint64_t open_channel(uint64_t slot) {
    cl_error error = {0, ""};
    cl_channel_spec spec = {.capacity = CAPACITY};
    uint64_t queue = cl_channel_open(slot, CHANNEL, strlen(CHANNEL), &spec, &error);
    REQUIRE(queue != 0, &error);
    return queue;
}

static uint64_t word_of(uint64_t slot, uint64_t message) {
    char digits[24];
    if (message % TEXT_SENT != 0) {
        return integer((int64_t)message);
    }
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)message);
    return string(slot, digits);
}

static uint64_t message_of(uint64_t word) {
    char digits[24] = "";
    if ((word & CL_TAG_INTEGER_BIT) != 0) {
        return (uint64_t)cl_untag_integer(word);
    }
    const cl_string_head *head = cl_at(here(), word);
    memcpy(digits, head + 1, head->header.length < 23 ? head->header.length : 23);
    return strtoull(digits, NULL, 10);
}

static void await_turn(void) {
    uint64_t turn = atomic_fetch_add(&pacing->begun, 1);
    while (turn >= atomic_load(&pacing->allowed)) {
        check_sleep_us(100);
    }
}

static uint64_t attach(const peer *self) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    atomic_store(&pacing->attached[self->place], 1);
    return slot;
}

/* Nobody may find the channel closed before the referee closes it. */
static void check_closed(const peer *self, uint64_t queue) {
    const cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
    cl_error error = {0, ""};
    snprintf(error.text, sizeof error.text, "place %u found the queue %#llx closed: tail %#x, freed %#x, head %#x",
             self->place, (unsigned long long)queue, cl_load_acquire(&q->tail), cl_load_acquire(&q->freed),
             cl_load_acquire(&q->head));
    CHECK_OK(atomic_load(&pacing->closing) != 0, &error);
}

static void send_until_killed(void *argument) {
    const peer *self = argument;
    cl_error error = {0, ""};
    uint64_t slot = attach(self);
    uint64_t queue = open_channel(slot);
    life *mine = &lives[self->life];
    for (uint32_t i = 1;; i++) {
        REQUIRE(i < NUMBERS, &error);
        await_turn();
        atomic_store(&mine->begun, i);
        uint64_t word = word_of(slot, (uint64_t)self->life * NUMBERS + i);
        int32_t result = cl_channel_send(slot, queue, word, UINT64_MAX, i % 3 * 1000, &error);
        REQUIRE(result == 1 || result == CL_CHANNEL_CLOSED, &error);
        if (result == CL_CHANNEL_CLOSED) {
            check_closed(self, queue);
            return;
        }
        atomic_store(&mine->sent, i);
        if (i % HELD == 0) {
            keep_only(slot, NULL, 0);
        }
    }
}

static void receive_until_closed(void *argument) {
    const peer *self = argument;
    cl_error error = {0, ""};
    uint64_t slot = attach(self);
    uint64_t queue = open_channel(slot);
    notes *mine = &received[self->place - SENDERS];
    for (uint64_t word;;) {
        int32_t result = cl_channel_receive(slot, queue, UINT64_MAX, 500, &word, &error);
        REQUIRE(result == 1 || result == CL_CHANNEL_CLOSED, &error);
        if (result == CL_CHANNEL_CLOSED) {
            check_closed(self, queue);
            return;
        }
        uint32_t count = atomic_load(&mine->count);
        mine->messages[count % NOTES] = message_of(word);
        atomic_store(&mine->count, count + 1);
        if (count % HELD == 0) {
            keep_only(slot, NULL, 0);
        }
    }
}

/* ---- the referee ---- */

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* All notes of both receivers, sorted: a message that came twice stands beside itself. */
static uint64_t *sorted(uint64_t *count) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < RECEIVERS; i++) {
        all += atomic_load(&received[i].count);
    }
    uint64_t *messages = malloc((all + 1) * sizeof *messages);
    uint64_t at = 0;
    for (uint32_t i = 0; i < RECEIVERS; i++) {
        uint32_t here = atomic_load(&received[i].count);
        CHECK(here <= NOTES);
        memcpy(&messages[at], received[i].messages, here * sizeof *messages);
        at += here;
    }
    qsort(messages, all, sizeof *messages, compare);
    *count = all;
    return messages;
}

/* Returns how many are missing of what was sent. */
static uint64_t judge(uint64_t *count) {
    uint64_t *messages = sorted(count);
    uint64_t doubled = 0, missing = 0, invented = 0;
    uint32_t *seen = calloc(lives_count, sizeof *seen);
    for (uint64_t i = 0; i < *count; i++) {
        uint64_t sender = messages[i] / NUMBERS;
        doubled += i > 0 && messages[i] == messages[i - 1];
        bool known = sender < lives_count && messages[i] % NUMBERS <= atomic_load(&lives[sender].begun);
        invented += !known;
        if (known) {
            seen[sender] += messages[i] % NUMBERS <= atomic_load(&lives[sender].sent);
        }
    }
    for (uint32_t i = 0; i < lives_count; i++) {
        missing += atomic_load(&lives[i].sent) - seen[i];
    }
    free(messages);
    free(seen);
    CHECK(doubled == 0);
    CHECK(invented == 0);
    return missing;
}

/* What one receiver notes of one sender is in the sender's order. */
static void check_order(void) {
    uint32_t *last = calloc(lives_count, sizeof *last);
    for (uint32_t r = 0; r < RECEIVERS; r++) {
        memset(last, 0, lives_count * sizeof *last);
        for (uint32_t i = 0; i < atomic_load(&received[r].count); i++) {
            uint64_t message = received[r].messages[i];
            CHECK(message % NUMBERS > last[message / NUMBERS]);
            last[message / NUMBERS] = (uint32_t)(message % NUMBERS);
        }
    }
    free(last);
}

static pid_t start(peer *self, uint32_t place) {
    self->place = place;
    atomic_store(&pacing->attached[place], 0);
    self->life = place < SENDERS ? lives_count++ : 0;
    return check_fork(place < SENDERS ? send_until_killed : receive_until_closed, self);
}

static bool makes_progress(uint64_t queue, uint64_t before) {
    for (uint64_t start_ms = check_now_ms(); check_now_ms() - start_ms < PATIENCE_MS; check_sleep_us(500)) {
        if (cl_load_acquire(&cl_queue_at(here(), cl_ref_of(queue))->received) > before) {
            return true;
        }
    }
    return false;
}

static void forget_notes(void) {
    memset(lives, 0, (ROUND + PEERS) * sizeof *lives);
    lives_count = 0;
    atomic_store(&pacing->begun, 0);
    atomic_store(&pacing->allowed, PACE);
    atomic_store(&pacing->closing, 0);
    for (uint32_t i = 0; i < RECEIVERS; i++) {
        atomic_store(&received[i].count, 0);
    }
}

/* Returns how many receivers were killed. */
static uint64_t kill_peers(uint64_t queue, uint64_t kills, uint64_t *seed) {
    peer peers[PEERS];
    pid_t processes[PEERS];
    uint64_t dead_receivers = 0;
    cl_error error = {0, "nobody gets on: a process is stuck"};
    for (uint32_t i = 0; i < PEERS; i++) {
        processes[i] = start(&peers[i], i);
    }
    for (uint64_t i = 0; i < kills; i++) {
        if (daemon_every != 0 && (i + 1) % daemon_every == 0) {
            for (uint32_t place = 0; place < PEERS; place++) {
                check_await(&pacing->attached[place], 1);
            }
            daemons += daemon_replace(SEGMENT);
        }
        check_sleep_us(check_random(seed) % 3000);
        uint32_t victim = (uint32_t)(check_random(seed) % PEERS);
        uint64_t before = cl_load_acquire(&cl_queue_at(here(), cl_ref_of(queue))->received);
        kill(processes[victim], SIGKILL);
        if (!CHECK(check_killed(processes[victim]))) {
            printf("  at kill %llu of place %u, attached %u, after %u daemons\n", (unsigned long long)i, victim,
                   atomic_load(&pacing->attached[victim]), daemons);
        }
        dead_receivers += victim >= SENDERS;
        atomic_store(&pacing->allowed, atomic_load(&pacing->begun) + PACE);
        processes[victim] = start(&peers[victim], victim);
        REQUIRE(makes_progress(queue, before), &error);
    }
    atomic_store(&pacing->closing, 1);
    CHECK_OK(cl_channel_close(referee_slot, queue, &error), &error);
    atomic_store(&pacing->allowed, UINT64_MAX); /* who waits finds it closed */
    for (uint32_t i = 0; i < PEERS; i++) {
        CHECK(check_join(processes[i]));
    }
    return dead_receivers;
}

static void killed_while_sending_and_receiving(void) {
    uint64_t kills = check_amount("KILLS", ROUND);
    daemon_every = check_number("DAEMON_EVERY", 50);
    uint64_t seed = check_seed();
    uint64_t dead = 0, missing = 0, messages = 0;
    cl_error error = {0, ""};
    referee_slot = daemon_attach_slot(SEGMENT);
    lives = check_share((ROUND + PEERS) * sizeof *lives);
    pacing = check_share(sizeof *pacing);
    received = check_share(RECEIVERS * sizeof *received);
    for (uint64_t done = 0, round; done < kills; done += round) {
        uint64_t count, lost;
        round = kills - done < ROUND ? kills - done : ROUND;
        uint64_t queue = open_channel(referee_slot);
        forget_notes();
        uint64_t dead_now = kill_peers(queue, round, &seed);
        lost = judge(&count);
        check_order();
        CHECK(lost <= dead_now && count > round && cl_channel_size(queue) == 0);
        CHECK_OK(cl_channel_remove(referee_slot, CHANNEL, strlen(CHANNEL), &error) == 1, &error);
        dead += dead_now;
        missing += lost;
        messages += count;
        daemon_wait_vms(1);
        daemon_validate(3);
    }
    printf("  %llu kills, %llu of receivers, and %u of daemons; %llu messages, %llu went with a killed receiver\n",
           (unsigned long long)kills, (unsigned long long)dead, daemons, (unsigned long long)messages,
           (unsigned long long)missing);
}

int main(void) {
    check_begin("channel_kill");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(killed_while_sending_and_receiving);
    return check_end();
}
