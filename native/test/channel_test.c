/* SPDX-License-Identifier: Apache-2.0 */
/* Channels in one process and between processes: order, blocking, closing, conflicts, roots, progress of everybody. */
#include <signal.h>

#include "daemon.h"
#include "here.h"
#include "roots.h"

#define SEGMENT  "channel"
#define FOREVER  UINT64_MAX
#define MS       1000000ull
#define SIDE     3u   /* senders, and receivers */
#define PROGRESS 1000 /* messages of each process */

static uint64_t open_channel(uint64_t slot, const char *name, uint32_t capacity) {
    cl_error error = {0, ""};
    cl_channel_spec spec = {.capacity = capacity};
    uint64_t queue = cl_channel_open(slot, name, strlen(name), &spec, &error);
    REQUIRE(queue != 0, &error);
    return queue;
}

static int32_t send(uint64_t slot, uint64_t queue, uint64_t word, uint64_t timeout_ns) {
    cl_error error = {0, ""};
    int32_t result = cl_channel_send(slot, queue, word, timeout_ns, 0, &error);
    REQUIRE(result != 0, &error);
    return result;
}

static int32_t receive(uint64_t slot, uint64_t queue, uint64_t *word, uint64_t timeout_ns) {
    cl_error error = {0, ""};
    int32_t result = cl_channel_receive(slot, queue, timeout_ns, 0, word, &error);
    REQUIRE(result != 0, &error);
    return result;
}

static uint64_t received(uint64_t slot, uint64_t queue) {
    uint64_t word = CL_TAG_FAILED;
    CHECK(receive(slot, queue, &word, FOREVER) == 1);
    return word;
}

static void first_in_first_out(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "fifo", 5);
    for (int64_t round = 0; round < 100; round++) {
        uint64_t word = CL_TAG_FAILED;
        for (int64_t i = 0; i < 5; i++) {
            CHECK(cl_channel_size(queue) == i);
            CHECK(send(slot, queue, i == 3 ? CL_TAG_NULL : integer(round * 5 + i), 0) == 1);
        }
        CHECK(send(slot, queue, integer(1), 0) == CL_CHANNEL_TIMEOUT && cl_channel_size(queue) == 5);
        for (int64_t i = 0; i < 5; i++) {
            CHECK(receive(slot, queue, &word, 0) == 1 && word == (i == 3 ? CL_TAG_NULL : integer(round * 5 + i)));
        }
        CHECK(receive(slot, queue, &word, 0) == CL_CHANNEL_TIMEOUT);
    }
    daemon_validate(3);
}

/* Counts are of 30 bits; totals are not. */
static void counts_wrap(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "wraps", 3);
    cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
    uint32_t start = CL_QUEUE_COUNT_MASK - 4;
    cl_store_release(&q->tail, start << CL_QUEUE_COUNT_SHIFT);
    cl_store_release(&q->freed, start << CL_QUEUE_COUNT_SHIFT);
    cl_store_release(&q->head, start);
    cl_store_release(&q->tail_seen, start);
    q->freed_seen = start;
    for (int64_t i = 0; i < 20; i += 3) {
        for (int64_t k = 0; k < 3; k++) {
            CHECK(send(slot, queue, integer(i + k), 0) == 1);
        }
        CHECK(send(slot, queue, integer(0), 0) == CL_CHANNEL_TIMEOUT);
        daemon_validate(3);
        for (int64_t k = 0; k < 3; k++) {
            CHECK(received(slot, queue) == integer(i + k));
        }
    }
}

static void times_out(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "slow", 1);
    uint64_t word;
    uint64_t start = check_now_ms();
    CHECK(receive(slot, queue, &word, 30 * MS) == CL_CHANNEL_TIMEOUT && check_now_ms() - start >= 29);
    CHECK(send(slot, queue, integer(1), FOREVER) == 1);
    start = check_now_ms();
    CHECK(send(slot, queue, integer(2), 30 * MS) == CL_CHANNEL_TIMEOUT && check_now_ms() - start >= 29);
    CHECK(cl_load_acquire(&((cl_slot *)cl_at(here(), slot))->waiting_at) == 0);
    CHECK(received(slot, queue) == integer(1));
}

/* ---- closing ---- */

static void wait_until_closed(void *sends) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, *(int *)sends ? "full" : "empty", 0);
    uint64_t word;
    CHECK((*(int *)sends ? send(slot, queue, integer(9), FOREVER) : receive(slot, queue, &word, FOREVER)) ==
          CL_CHANNEL_CLOSED);
}

static uint32_t waiting_at(uint64_t queue, uint64_t what) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        count += cl_load_acquire(&cl_slot_at(here(), i)->waiting_at) == (cl_granules(queue) | what);
    }
    return count;
}

static void wait_for_waiters(uint64_t queue, uint64_t what, uint32_t count) {
    cl_error error = {0, "nobody waits"};
    for (uint64_t start = check_now_ms(); waiting_at(queue, what) < count; check_sleep_us(200)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static void closing_wakes_everybody(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t full = open_channel(slot, "full", 2);
    uint64_t empty = open_channel(slot, "empty", 2);
    pid_t children[6];
    CHECK(send(slot, full, integer(1), 0) == 1 && send(slot, full, integer(2), 0) == 1);
    for (int i = 0; i < 6; i++) {
        int sends = i < 3;
        children[i] = check_fork(wait_until_closed, &sends);
    }
    wait_for_waiters(full, CL_WAITING_TO_SEND, 3);
    wait_for_waiters(empty, CL_WAITING_TO_RECEIVE, 3);
    for (int twice = 0; twice < 2; twice++) {
        CHECK_OK(cl_channel_close(slot, full, &error) && cl_channel_close(slot, empty, &error), &error);
    }
    for (int i = 0; i < 6; i++) {
        CHECK(check_join(children[i]));
    }
    uint64_t word = 0;
    CHECK(cl_channel_is_closed(full) && send(slot, full, integer(3), FOREVER) == CL_CHANNEL_CLOSED);
    CHECK(received(slot, full) == integer(1) && received(slot, full) == integer(2));
    CHECK(receive(slot, full, &word, FOREVER) == CL_CHANNEL_CLOSED);
    CHECK(open_channel(slot, "full", 2) == full); /* closed it stays */
    daemon_validate(3);
}

static void removed_is_made_again(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t word = 0;
    uint64_t old = open_channel(slot, "again", 2);
    CHECK(send(slot, old, string(slot, "lost"), 0) == 1);
    CHECK_OK(cl_channel_remove(slot, "again", 5, &error) == 1, &error);
    CHECK(cl_channel_remove(slot, "again", 5, &error) == 0 && error.code == CL_OK);
    daemon_validate(3);
    uint64_t new = open_channel(slot, "again", 7);
    CHECK(new != old &&cl_channel_size(new) == 0 && send(slot, new, integer(5), 0) == 1);
    CHECK(send(slot, old, integer(1), FOREVER) == CL_CHANNEL_CLOSED);
    CHECK(receive(slot, old, &word, FOREVER) == CL_CHANNEL_CLOSED && received(slot, new) == integer(5));
    CHECK(cl_channel_remove(slot, "never", 5, &error) == 0 && error.code == CL_OK);
    daemon_validate(3);
}

static void conflicts_name_both(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_channel_spec spec = {.capacity = 8, .type = CL_TYPE_CLASS, .type_name = named(CL_KIND_CLASS, "shop.Order")};
    uint64_t queue = cl_channel_open(slot, "orders", 6, &spec, &error);
    REQUIRE(queue != 0, &error);
    CHECK(cl_channel_open(slot, "orders", 6, &spec, &error) == queue);
    CHECK(cl_channel_open(slot, "orders", 6, &(cl_channel_spec){0}, &error) == queue);
    spec.capacity = 9;
    CHECK(cl_channel_open(slot, "orders", 6, &spec, &error) == 0);
    check_error(&error, CL_ERR_STATE, "channel 'orders' has a capacity of 8 messages, not 9");
    spec = (cl_channel_spec){.type = CL_TYPE_STRING};
    CHECK(cl_channel_open(slot, "orders", 6, &spec, &error) == 0);
    check_error(&error, CL_ERR_TYPE, "channel 'orders' has messages of type shop.Order, not string");
    spec = (cl_channel_spec){.capacity = CL_CHANNEL_CAPACITY_MAX + 1};
    CHECK(cl_channel_open(slot, "big", 3, &spec, &error) == 0);
    check_error(&error, CL_ERR_ARGUMENT, "1 to 16777216");
    CHECK(cl_channel_open(slot, "", 0, &(cl_channel_spec){0}, &error) == 0);
    check_error(&error, CL_ERR_ARGUMENT, "a name of 0 bytes");
    CHECK(cl_channel_send(slot, queue, CL_TAG_VACANT, 0, 0, &error) == 0);
    check_error(&error, CL_ERR_ARGUMENT, "is no value");
}

/* ---- the collector ---- */

static void send_texts(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "texts", 100);
    for (int i = 0; i < 100; i++) {
        CHECK(send(slot, queue, string(slot, "still here"), 0) == 1);
    }
}

/* Messages outlive their sender; received ones are not kept. */
static void messages_are_roots(void) {
    CHECK(check_join(check_fork(send_texts, NULL)));
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "texts", 0);
    daemon_wait_vms(1);
    collect();
    collect();
    daemon_validate(3);
    uint64_t before = last_cycle()->marked_objects;
    for (int i = 0; i < 100; i++) {
        uint64_t text = received(slot, queue);
        CHECK(is_object(text) && memcmp(cl_at(here(), text + sizeof(cl_string_head)), "still here", 10) == 0);
    }
    keep_only(slot, NULL, 0);
    collect();
    CHECK(last_cycle()->marked_objects <= before - 100);
    daemon_validate(3);
}

/* ---- many to many ---- */

typedef struct account { /* of one process, in memory of the test's own */
    _Atomic uint64_t count;
    _Atomic uint64_t sum;
} account;

typedef struct part {
    uint32_t number;
    uint32_t capacity;
    uint64_t spin_ns;
} part;

static account *senders, *receivers;
static _Atomic bool *stop;

static uint64_t open_many(uint64_t slot, const part *p) {
    char name[40];
    snprintf(name, sizeof name, "many.%u.%llu", p->capacity, (unsigned long long)p->spin_ns);
    return open_channel(slot, name, p->capacity);
}

static void send_many(void *argument) {
    const part *p = argument;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_many(slot, p);
    for (uint64_t i = 0; !*stop; i++) {
        uint64_t word = integer((int64_t)(i * SIDE + p->number));
        REQUIRE(cl_channel_send(slot, queue, word, FOREVER, p->spin_ns, &error) == 1, &error);
        senders[p->number].sum += i * SIDE + p->number;
        senders[p->number].count++;
    }
}

/* What comes of one sender is in its order. */
static void receive_many(void *argument) {
    const part *p = argument;
    cl_error error = {0, ""};
    int64_t last[SIDE] = {-1, -1, -1};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_many(slot, p);
    for (uint64_t word; cl_channel_receive(slot, queue, FOREVER, p->spin_ns, &word, &error) == 1;) {
        int64_t value = cl_untag_integer(word);
        CHECK(value / SIDE > last[value % SIDE]);
        last[value % SIDE] = value / SIDE;
        receivers[p->number].sum += (uint64_t)value;
        receivers[p->number].count++;
    }
}

/* Nobody starves: the test goes on until everybody has done so much. */
static bool everybody_got_on(void) {
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < SIDE; i++) {
        least = senders[i].count < least ? senders[i].count : least;
        least = receivers[i].count < least ? receivers[i].count : least;
    }
    return least >= PROGRESS;
}

static void many_to_many(uint32_t capacity, uint64_t spin_ns) {
    cl_error error = {0, "somebody starves"};
    pid_t children[2 * SIDE];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    part p = {.capacity = capacity, .spin_ns = spin_ns};
    uint64_t queue = open_many(slot, &p);
    senders = check_share(CL_PAGE);
    receivers = senders + SIDE;
    stop = (_Atomic bool *)(receivers + SIDE);
    for (p.number = 0; p.number < SIDE; p.number++) {
        children[p.number] = check_fork(send_many, &p);
        children[SIDE + p.number] = check_fork(receive_many, &p);
    }
    for (uint64_t start = check_now_ms(); !everybody_got_on(); check_sleep_us(500)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
    *stop = true;
    for (uint32_t i = 0; i < SIDE; i++) {
        CHECK(check_join(children[i]));
    }
    CHECK_OK(cl_channel_close(slot, queue, &error), &error);
    uint64_t count = 0, sum = 0;
    for (uint32_t i = 0; i < SIDE; i++) {
        CHECK(check_join(children[SIDE + i]));
        count += senders[i].count - receivers[i].count;
        sum += senders[i].sum - receivers[i].sum;
    }
    CHECK(count == 0 && sum == 0);
    daemon_wait_vms(1);
    daemon_validate(3);
}

static void one_place(void) {
    many_to_many(1, 0);
}

static void some_places(void) {
    many_to_many(7, 0);
}

static void some_places_spinning(void) {
    many_to_many(16, 20000);
}

/* ---- sleepers ---- */

static void receive_one(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t word;
    CHECK(receive(slot, open_channel(slot, "sleepers", 8), &word, FOREVER) == 1);
}

/* Two messages in one go wake two sleepers, though the first takes the flag with it: well within a sleep, or the test
 * would last for minutes. A killed one holds nobody up. */
static void every_sleeper_is_woken(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "sleepers", 8);
    for (int round = 0; round < 50; round++) {
        pid_t children[3];
        for (int i = 0; i < 3; i++) {
            children[i] = check_fork(receive_one, NULL);
        }
        wait_for_waiters(queue, CL_WAITING_TO_RECEIVE, 3);
        kill(children[round % 3], SIGKILL);
        CHECK(check_killed(children[round % 3]));
        CHECK(send(slot, queue, integer(1), 0) == 1 && send(slot, queue, integer(2), 0) == 1);
        CHECK(check_join(children[(round + 1) % 3]) && check_join(children[(round + 2) % 3]));
        daemon_wait_vms(1);
        CHECK(waiting_at(queue, CL_WAITING_TO_RECEIVE) == 0);
    }
    CHECK(cl_channel_size(queue) == 0);
}

/* A receiver died between its two stores: who finds the channel full repairs it. */
static void a_sender_repairs(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t queue = open_channel(slot, "half", 1);
    cl_queue *q = cl_queue_at(here(), cl_ref_of(queue));
    CHECK(send(slot, queue, string(slot, "dead"), 0) == 1);
    cl_store_release(&q->received, 1);
    cl_store_release(&q->head, 1);
    cl_store_release(&q->receive_lock, CL_LOCK_ABANDONED);
    daemon_validate(3);
    CHECK(send(slot, queue, integer(2), FOREVER) == 1 && received(slot, queue) == integer(2));
    CHECK(cl_load_acquire(&q->received) == 2 && cl_load_acquire(&q->sent) == 2);
    cl_store_release(&q->received, 3); /* died before the commit */
    cl_store_release(&q->sent, 3);
    cl_store_release(&q->send_lock, CL_LOCK_ABANDONED);
    cl_store_release(&q->receive_lock, CL_LOCK_ABANDONED);
    CHECK(send(slot, queue, integer(3), 0) == 1 && received(slot, queue) == integer(3));
    CHECK(cl_load_acquire(&q->received) == 3 && cl_load_acquire(&q->sent) == 3);
    daemon_validate(3);
}

int main(void) {
    check_begin("channel");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(first_in_first_out);
    RUN(counts_wrap);
    RUN(times_out);
    RUN(closing_wakes_everybody);
    RUN(removed_is_made_again);
    RUN(conflicts_name_both);
    RUN(messages_are_roots);
    RUN(one_place);
    RUN(some_places);
    RUN(some_places_spinning);
    RUN(every_sleeper_is_woken);
    RUN(a_sender_repairs);
    return check_end();
}
