/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeper in this process. */
#include <pthread.h>

#include "check.h"
#include "sweeper.h"

typedef struct held {
    cl_header header;
    cl_space space;
    _Atomic uint8_t mark;
    _Atomic uint32_t asked;
    bool lives;
} held;

static void *hold(void *argument) {
    held *h = argument;
    cl_store_release(&h->asked, 1);
    h->lives = cl_sweeper_hold(&h->space, &h->mark);
    cl_sweeper_release();
    return NULL;
}

/* A cycle marks the object and its sweep begins while somebody asks whether the object lives. */
static void what_was_marked_meanwhile_lives(void) {
    static held h;
    pthread_t thread;
    h.space.header = &h.header;
    cl_store_release(&h.header.swept_epoch, 1);
    cl_store_release(&h.mark, CL_MARK_OBJECT | 1);
    CHECK(cl_sweeper_hold(&h.space, &h.mark));
    pthread_create(&thread, NULL, hold, &h);
    check_await(&h.asked, 1);
    check_sleep_us(50000);
    cl_store_release(&h.mark, CL_MARK_OBJECT | 2);
    cl_store_release(&h.header.swept_epoch, 2);
    cl_sweeper_release();
    pthread_join(thread, NULL);
    CHECK(h.lives);
}

int main(void) {
    check_begin("sweeper");
    RUN(what_was_marked_meanwhile_lives);
    return check_end();
}
