/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channels [layout.channel]. A message is sent by the store of `tail`, received by the store of `head`: who is killed
 * before has done nothing. Senders and receivers have a lock each, so that one of each side do not wait for each other;
 * who finds nothing to do sleeps on the other side's word, and a wake-up that a killed thread took with it costs the
 * others one sleep of SLEEP_NS.
 */
#include "sync.h"

#include "base.h"
#include "containers.h"
#include "heap.h"
#include "object.h"
#include "rootlog.h"
#include "segment.h"

#define SLEEP_NS       100000000ull
#define SPINS_AT_ONCE  32u
#define STORES_AT_ONCE 512u /* in one operation, which holds up grace periods */

static cl_queue *queue_at(const cl_space *space, cl_ref queue) {
    return cl_queue_at(space, queue);
}

static uint32_t count_of(uint32_t word) {
    return word >> CL_QUEUE_COUNT_SHIFT;
}

static uint32_t between(uint32_t from, uint32_t to) {
    return (to - from) & CL_QUEUE_COUNT_MASK;
}

static uint32_t after(uint32_t count) {
    return (count + 1) & CL_QUEUE_COUNT_MASK;
}

static cl_place place_of(const cl_space *space, const cl_queue *q, uint32_t count) {
    return cl_inline_place(space, cl_ref_of(cl_load_relaxed(&q->ring)), count & q->mask);
}

/* ---- what both sides do ---- */

/* Stores a word of a side's progress: it wakes nobody. Returns whether somebody has to be woken. By the lock's owner.
 */
static bool advance(_Atomic uint32_t *word, uint32_t value) {
    return (cl_exchange_acq_rel(word, value) & CL_QUEUE_AWAITED) != 0;
}

/* A total is stored before the count that commits: an owner that died between left it one ahead. */
static void correct(_Atomic uint64_t *total, uint32_t count) {
    uint64_t stored = cl_load_relaxed(total);
    cl_store_relaxed(total, stored - between(count, (uint32_t)stored & CL_QUEUE_COUNT_MASK));
}

typedef struct side {
    cl_queue *queue;
    cl_ref ref;
    bool sends;
    _Atomic uint32_t *word; /* what it waits for the change of */
} side;

static side side_of(const cl_space *space, cl_ref queue, bool sends) {
    cl_queue *q = queue_at(space, queue);
    return (side){.queue = q, .ref = queue, .sends = sends, .word = sends ? &q->freed : &q->tail};
}

static bool is_abandoned(const cl_queue *q) {
    return (cl_load_relaxed(&q->receive_lock) & CL_LOCK_ABANDONED) != 0;
}

/* Whether a thread that waits for its side's word has something to do when it has this value. */
static bool is_ready(const side *s, uint32_t word) {
    if (s->sends) {
        uint32_t tail = cl_load_acquire(&s->queue->tail);
        return between(count_of(word), count_of(tail)) < s->queue->capacity || (tail & CL_QUEUE_CLOSED) != 0 ||
               is_abandoned(s->queue);
    }
    return count_of(word) != cl_load_acquire(&s->queue->head) || (word & CL_QUEUE_CLOSED) != 0 ||
           is_abandoned(s->queue);
}

typedef cl_queue_wait wait;

static uint64_t left_of(const wait *w) {
    uint64_t passed = cl_now_ns() - w->start;
    return w->timeout_ns == UINT64_MAX ? UINT64_MAX : w->timeout_ns > passed ? w->timeout_ns - passed : 0;
}

/* The slot is looked at too, so that its cache line is on its way when the word changes. */
static bool spin(const cl_space *space, const side *s, const wait *w) {
    uint64_t most = w->spin_ns < w->timeout_ns ? w->spin_ns : w->timeout_ns;
    bool peeks = !s->sends && cl_load_relaxed(&s->queue->ring) != 0;
    do {
        for (uint32_t i = 0; i < SPINS_AT_ONCE; i++) {
            if (is_ready(s, cl_load_acquire(s->word))) {
                return true;
            }
            if (peeks) {
                (void)cl_place_load_relaxed(place_of(space, s->queue, cl_load_relaxed(&s->queue->head)));
            }
            cl_pause();
        }
    } while (cl_now_ns() - w->start < most);
    return false;
}

/* The flag says that somebody sleeps; a sleep begins only while the word has it and nothing happened since. */
static void sleep_once(cl_slot *slot, const side *s, uint64_t most) {
    uint32_t seen = cl_load_acquire(s->word);
    if (is_ready(s, seen)) {
        return;
    }
    uint32_t flagged = seen | CL_QUEUE_AWAITED;
    if (seen != flagged && !cl_cas_acq_rel(s->word, &seen, flagged)) {
        return;
    }
    cl_add_relaxed(s->sends ? &s->queue->send_waits : &s->queue->receive_waits, 1);
    cl_store_release(&slot->waiting_at,
                     cl_ref_granules(s->ref) | (s->sends ? CL_WAITING_TO_SEND : CL_WAITING_TO_RECEIVE));
    cl_futex_wait(s->word, flagged, most < SLEEP_NS ? most : SLEEP_NS);
    cl_store_release(&slot->waiting_at, 0);
}

/* Who was woken took the flag with it, and others may sleep: it puts the flag back, and passes on what came meanwhile.
 */
static void pass_on(const side *s) {
    uint32_t word = cl_or_acq_rel(s->word, CL_QUEUE_AWAITED);
    if (is_ready(s, word)) {
        cl_futex_wake_one(s->word);
    }
}

/* As sleep_once, but for the sleep. False: there may be something to do. */
static bool arm(const side *s, cl_watch *watch) {
    uint32_t seen = cl_load_acquire(s->word);
    while (!is_ready(s, seen)) {
        uint32_t flagged = seen | CL_QUEUE_AWAITED;
        if (seen == flagged || cl_cas_acq_rel(s->word, &seen, flagged)) {
            size_t word = s->sends ? offsetof(cl_queue, freed) : offsetof(cl_queue, tail);
            *watch = (cl_watch){.word = s->ref.offset + word, .seen = flagged};
            return true;
        }
    }
    return false;
}

/* Until there may be something to do. False when the time is over. Outside an operation, without a lock. */
static bool wait_on(cl_mutator m, const side *s, wait *w) {
    if (w->timeout_ns == 0) {
        return false;
    }
    if (w->start == 0) {
        w->start = cl_now_ns();
    }
    if (w->spin_ns != 0 && !w->slept && spin(&m.client->space, s, w)) {
        return true;
    }
    while (!is_ready(s, cl_load_acquire(s->word))) {
        uint64_t left = left_of(w);
        if (left == 0) {
            if (w->slept) {
                pass_on(s);
            }
            return false;
        }
        sleep_once(m.slot, s, left);
        w->slept = true;
    }
    return true;
}

/* ---- receivers ---- */

/* Slots that are nobody's any more, by the owner of the receive lock. Each becomes null, so that it keeps nothing
 * alive. */
static void clear(cl_mutator m, const cl_queue *q, uint32_t from, uint32_t to) {
    while (from != to && cl_load_relaxed(&q->ring) != 0) {
        uint64_t gc = cl_enter(m);
        for (uint32_t i = 0; i < STORES_AT_ONCE && from != to; i++, from = after(from)) {
            cl_store_barriered(m, place_of(&m.client->space, q, from), CL_WORD_NULL, gc);
        }
        cl_leave(m);
    }
}

/* After the death of an owner of the receive lock. Returns whether a sender has to be woken. */
static bool repair(cl_mutator m, cl_queue *q) {
    uint32_t freed = cl_load_relaxed(&q->freed);
    uint32_t head = cl_load_relaxed(&q->head);
    correct(&q->received, head);
    clear(m, q, count_of(freed), head);
    return advance(&q->freed, head << CL_QUEUE_COUNT_SHIFT | (freed & CL_QUEUE_CLOSED));
}

static int lock_receivers(cl_mutator m, cl_ref queue, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    enum cl_taken taken = cl_lock_take(m, queue, &q->receive_lock, error);
    if (taken == CL_TAKEN_ABANDONED && repair(m, q)) {
        cl_futex_wake_all(&q->freed);
    }
    return taken != CL_TAKE_FAILED;
}

static int repair_receivers(cl_mutator m, cl_ref queue, cl_error *error) {
    if (!lock_receivers(m, queue, error)) {
        return 0;
    }
    cl_lock_release(m, &queue_at(&m.client->space, queue)->receive_lock);
    return 1;
}

/* M3, then the claim, the commit, M2 for the slot. The lock is held. False: the chunk has no room, nothing was done. */
static bool take(cl_mutator m, cl_queue *q, uint32_t head, cl_claim *claim, cl_word *word) {
    const cl_space *space = &m.client->space;
    uint64_t gc = cl_enter(m);
    cl_word found = cl_place_load(place_of(space, q, head));
    bool logged = cl_log_word(m, found);
    if (logged) {
        *word = claim == NULL || claim(m, found) ? found : CL_WORD_NULL;
        cl_store_relaxed(&q->received, cl_load_relaxed(&q->received) + 1);
        cl_store_release(&q->head, after(head));
        cl_store_barriered(m, place_of(space, q, head), CL_WORD_NULL, gc);
    }
    cl_leave(m);
    return logged;
}

static int32_t try_receive(cl_mutator m, cl_ref queue, cl_claim *claim, cl_word *word, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    if (!lock_receivers(m, queue, error)) {
        return 0;
    }
    uint32_t head = cl_load_relaxed(&q->head);
    if (head == cl_load_relaxed(&q->tail_seen)) {
        cl_store_relaxed(&q->tail_seen, count_of(cl_load_acquire(&q->tail)));
    }
    if (head == cl_load_relaxed(&q->tail_seen)) {
        cl_lock_release(m, &q->receive_lock);
        return CL_CHANNEL_TIMEOUT;
    }
    while (!take(m, q, head, claim, word)) {
        if (cl_chunk_follow(m, error) == 0) {
            cl_lock_release(m, &q->receive_lock);
            return 0;
        }
    }
    uint32_t closed = cl_load_relaxed(&q->freed) & CL_QUEUE_CLOSED;
    bool awaited = advance(&q->freed, after(head) << CL_QUEUE_COUNT_SHIFT | closed);
    cl_lock_release(m, &q->receive_lock);
    if (awaited) {
        cl_futex_wake_one(&q->freed);
    }
    return 1;
}

static int32_t receive(cl_mutator m, const side *s, wait *w, cl_claim *claim, cl_word *word,
                       cl_error *error) {
    for (;;) {
        uint32_t tail = cl_load_acquire(s->word);
        if (count_of(tail) != cl_load_acquire(&s->queue->head) || is_abandoned(s->queue)) {
            int32_t result = try_receive(m, s->ref, claim, word, error);
            if (result == 1 && w->slept) {
                pass_on(s);
            }
            if (result != CL_CHANNEL_TIMEOUT) {
                return result;
            }
        } else if ((tail & CL_QUEUE_CLOSED) != 0) {
            return CL_CHANNEL_CLOSED;
        } else if (!wait_on(m, s, w)) {
            return CL_CHANNEL_TIMEOUT;
        }
    }
}

int32_t cl_queue_receive(cl_mutator m, cl_ref queue, cl_queue_wait *w, cl_claim *claim, cl_word *word,
                         cl_error *error) {
    side s = side_of(&m.client->space, queue, false);
    if (error != NULL) {
        error->code = CL_OK;
    }
    return cl_writable(m.client, "receive messages", error) ? receive(m, &s, w, claim, word, error) : 0;
}

int32_t cl_channel_receive(uint64_t slot, uint64_t queue, uint64_t timeout_ns, uint64_t spin_ns, uint64_t *word,
                           cl_error *error) {
    wait w = {.timeout_ns = timeout_ns, .spin_ns = spin_ns};
    cl_word received = CL_WORD_NULL;
    int32_t result = cl_queue_receive(cl_mutator_of(slot), cl_ref_of(queue), &w, NULL, &received, error);
    if (result == 1) {
        *word = received.bits;
    }
    return result;
}

/* ---- senders ---- */

/* Nothing has to be repaired but a total: what a dead owner stored behind the last message is overwritten. */
static int lock_senders(cl_mutator m, cl_ref queue, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    enum cl_taken taken = cl_lock_take(m, queue, &q->send_lock, error);
    if (taken == CL_TAKEN_ABANDONED) {
        correct(&q->sent, count_of(cl_load_relaxed(&q->tail)));
    }
    return taken != CL_TAKE_FAILED;
}

static bool is_full(cl_queue *q, uint32_t tail) {
    if (between(q->freed_seen, tail) >= q->capacity) {
        q->freed_seen = count_of(cl_load_acquire(&q->freed));
    }
    return between(q->freed_seen, tail) >= q->capacity;
}

static void put(cl_mutator m, cl_queue *q, uint32_t tail, cl_word word) {
    uint64_t gc = cl_enter(m);
    cl_store_barriered(m, place_of(&m.client->space, q, tail), word, gc);
    cl_leave(m);
    cl_store_relaxed(&q->sent, cl_load_relaxed(&q->sent) + 1);
}

static int32_t try_send(cl_mutator m, cl_ref queue, cl_word word, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    if (!lock_senders(m, queue, error)) {
        return 0;
    }
    uint32_t tail = cl_load_relaxed(&q->tail);
    bool closed = (tail & CL_QUEUE_CLOSED) != 0; /* changes under this lock only */
    if (closed || is_full(q, count_of(tail))) {
        cl_lock_release(m, &q->send_lock);
        return closed ? CL_CHANNEL_CLOSED : CL_CHANNEL_TIMEOUT;
    }
    put(m, q, count_of(tail), word);
    bool awaited = advance(&q->tail, after(count_of(tail)) << CL_QUEUE_COUNT_SHIFT);
    cl_lock_release(m, &q->send_lock);
    if (awaited) {
        cl_futex_wake_one(&q->tail);
    }
    return 1;
}

int32_t cl_channel_send(uint64_t slot, uint64_t queue, uint64_t word, uint64_t timeout_ns, uint64_t spin_ns,
                        cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    side s = side_of(space, cl_ref_of(queue), true);
    wait w = {.timeout_ns = timeout_ns, .spin_ns = spin_ns};
    if (error != NULL) {
        error->code = CL_OK;
    }
    if (!cl_writable(m.client, "send messages", error) || !cl_are_values(&word, 1, error)) {
        return 0;
    }
    __builtin_prefetch((void *)&s.queue->tail, 1); /* both are in the receiver's cache */
    if (cl_load_relaxed(&s.queue->ring) != 0) {
        __builtin_prefetch((void *)place_of(space, s.queue, count_of(cl_load_relaxed(&s.queue->tail))).address, 1);
    }
    for (;;) {
        int32_t result = try_send(m, cl_ref_of(queue), cl_word_of(word), error);
        if (result == 1 && w.slept) {
            pass_on(&s);
        }
        if (result != CL_CHANNEL_TIMEOUT) {
            return result;
        }
        if (is_abandoned(s.queue)) {
            if (!repair_receivers(m, cl_ref_of(queue), error)) {
                return 0;
            }
        } else if (!wait_on(m, &s, &w)) {
            return CL_CHANNEL_TIMEOUT;
        }
    }
}

/* ---- close, size ---- */

/* Senders first: from then on nothing is added, so receivers that find nothing are at the end. */
static int close_both(cl_mutator m, cl_ref queue, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    if (error != NULL) {
        error->code = CL_OK;
    }
    if (!cl_writable(m.client, "close a channel", error) || !lock_senders(m, queue, error)) {
        return 0;
    }
    advance(&q->tail, (cl_load_relaxed(&q->tail) | CL_QUEUE_CLOSED) & ~CL_QUEUE_AWAITED);
    cl_lock_release(m, &q->send_lock);
    cl_futex_wake_all(&q->tail);
    if (!lock_receivers(m, queue, error)) {
        return 0;
    }
    advance(&q->freed, (cl_load_relaxed(&q->freed) | CL_QUEUE_CLOSED) & ~CL_QUEUE_AWAITED);
    cl_lock_release(m, &q->receive_lock);
    cl_futex_wake_all(&q->freed);
    return 1;
}

int32_t cl_channel_close(uint64_t slot, uint64_t queue, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return close_both(m, cl_ref_of(queue), error);
}

int32_t cl_channel_is_closed(uint64_t queue) {
    const cl_space *space = &cl_self.space;
    return (cl_load_acquire(&queue_at(space, cl_ref_of(queue))->tail) & CL_QUEUE_CLOSED) != 0;
}

/* The counts are of different moments: the head is read first, so that it is not ahead. */
uint32_t cl_channel_size(uint64_t queue) {
    const cl_space *space = &cl_self.space;
    const cl_queue *q = queue_at(space, cl_ref_of(queue));
    uint32_t head = cl_load_acquire(&q->head);
    uint32_t size = between(head, count_of(cl_load_acquire(&q->tail)));
    return size < q->capacity ? size : q->capacity;
}

int32_t cl_channel_watch(uint64_t queue, int32_t sends, cl_watch *watch) {
    side s = side_of(&cl_self.space, cl_ref_of(queue), sends != 0);
    return cl_self.readonly || !arm(&s, watch);
}

void cl_channel_watched(uint64_t queue, int32_t sends) {
    side s = side_of(&cl_self.space, cl_ref_of(queue), sends != 0);
    if (!cl_self.readonly) {
        pass_on(&s);
    }
}

int32_t cl_channel_drop(cl_mutator m, cl_ref queue, cl_error *error) {
    cl_queue *q = queue_at(&m.client->space, queue);
    if (!close_both(m, queue, error) || !lock_receivers(m, queue, error)) {
        return 0;
    }
    uint32_t head = cl_load_relaxed(&q->head);
    uint32_t tail = count_of(cl_load_acquire(&q->tail));
    cl_store_relaxed(&q->received, cl_load_relaxed(&q->received) + between(head, tail));
    cl_store_release(&q->head, tail);
    uint64_t gc = cl_enter(m);
    cl_store_barriered(m, cl_place_of(&q->ring), CL_WORD_NULL, gc);
    cl_leave(m);
    advance(&q->freed, tail << CL_QUEUE_COUNT_SHIFT | CL_QUEUE_CLOSED);
    cl_lock_release(m, &q->receive_lock);
    return 1;
}
