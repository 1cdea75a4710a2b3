/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The peers of bench monitor, in turn with monitors, from C:
 *   monitor SEGMENT alone SAMPLES         one thread enters and leaves; prints NAME NS, processor time of the thread
 *   monitor SEGMENT contended SAMPLES MS  two processes do, and add to a counter inside; prints NAME NS, time by the
 * clock for one critical section of either pthread: a robust mutex for several processes. store, exchange: a monitor's
 * compare and swap with the two ways to give the word up, without anything else.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared.h"
#include "timing.h"

#define ROUNDS 2000000u
#define BATCH  64u

typedef uint16_t __attribute__((__may_alias__)) half;

typedef struct board { /* shared by the two processes */
    _Alignas(CL_CACHE_LINE) pthread_mutex_t mutex;
    _Alignas(CL_CACHE_LINE) _Atomic uint32_t word;
    _Alignas(CL_CACHE_LINE) _Atomic uint32_t state; /* IDLE, or what both do */
    _Atomic uint32_t ready;
    _Alignas(CL_CACHE_LINE) uint64_t counter; /* in the critical section */
    _Alignas(CL_CACHE_LINE) uint64_t done[2][8];
} board;

enum { IDLE, MONITOR, PTHREAD, END };

static board *shared_board;
static uint64_t object;

static void fail(const char *what) {
    fprintf(stderr, "monitor: %s\n", what);
    exit(EXIT_FAILURE);
}

static void enter(void) {
    cl_error error;
    if (cl_monitor_enter(shared_slot, object, -1, &error) != 1) {
        fail(error.text);
    }
}

static void leave(void) {
    cl_error error;
    if (!cl_monitor_exit(shared_slot, object, &error)) {
        fail(error.text);
    }
}

static void lock_mutex(void) {
    if (pthread_mutex_lock(&shared_board->mutex) != 0) {
        fail("pthread_mutex_lock");
    }
}

static void unlock_mutex(void) {
    if (pthread_mutex_unlock(&shared_board->mutex) != 0) {
        fail("pthread_mutex_unlock");
    }
}

static void by_monitor(void) {
    enter();
    leave();
}

static void by_pthread(void) {
    lock_mutex();
    unlock_mutex();
}

static void swap_in(_Atomic uint32_t *word) {
    uint32_t free = 0;
    if (!atomic_compare_exchange_strong_explicit(word, &free, 1, memory_order_acq_rel, memory_order_acquire)) {
        fail("the word is not free");
    }
}

static void by_store(void) {
    _Atomic uint32_t *word = &shared_board->word;
    swap_in(word);
    __atomic_store_n((half *)(void *)word, 0, __ATOMIC_RELEASE);
    atomic_signal_fence(memory_order_seq_cst);
    if (__atomic_load_n((half *)(void *)word + 1, __ATOMIC_RELAXED) != 0) {
        fail("somebody sleeps");
    }
}

static void by_exchange(void) {
    swap_in(&shared_board->word);
    if (atomic_exchange_explicit(&shared_board->word, 0, memory_order_acq_rel) != 1) {
        fail("somebody sleeps");
    }
}

static void sample_alone(const char *name, void (*round)(void)) {
    uint64_t began = timing_cpu();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        round();
    }
    printf("%s %.4f\n", name, (double)(timing_cpu() - began) / ROUNDS);
}

/* ---- two processes ---- */

static void add(uint32_t what) {
    for (uint32_t i = 0; i < BATCH; i++) {
        what == MONITOR ? enter() : lock_mutex();
        *(volatile uint64_t *)&shared_board->counter += 1;
        what == MONITOR ? leave() : unlock_mutex();
    }
}

static void work(uint32_t self) {
    for (;;) {
        uint32_t what = atomic_load_explicit(&shared_board->state, memory_order_acquire);
        if (what == END) {
            return;
        }
        if (what == IDLE) {
            atomic_store_explicit(&shared_board->ready, self, memory_order_release);
            usleep(100);
            continue;
        }
        add(what);
    }
}

static void sample_contended(const char *name, uint32_t what, uint64_t ms) {
    uint64_t before = shared_board->counter;
    uint64_t began = timing_wall();
    atomic_store_explicit(&shared_board->state, what, memory_order_release);
    while (timing_wall() - began < ms * 1000000) {
        add(what);
    }
    what == MONITOR ? enter() : lock_mutex();
    uint64_t sections = shared_board->counter - before;
    uint64_t took = timing_wall() - began;
    what == MONITOR ? leave() : unlock_mutex();
    atomic_store_explicit(&shared_board->ready, 0, memory_order_release);
    atomic_store_explicit(&shared_board->state, IDLE, memory_order_release);
    while (atomic_load_explicit(&shared_board->ready, memory_order_acquire) == 0) {
        usleep(100);
    }
    printf("%s %.4f\n", name, (double)took / (double)sections);
}

static void find(void) {
    object = cl_load_at(shared_slot, shared_repository("bench.monitor"));
}

static void run_contended(const char *segment, long samples, uint64_t ms) {
    pid_t parent = getpid();
    pid_t peer = fork();
    if (peer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            exit(EXIT_FAILURE);
        }
        shared_attach(segment, "monitor");
        find();
        work(1);
        exit(EXIT_SUCCESS);
    }
    while (atomic_load_explicit(&shared_board->ready, memory_order_acquire) == 0) {
        usleep(100);
    }
    for (; samples > 0; samples--) {
        sample_contended("monitor", MONITOR, ms);
        sample_contended("pthread", PTHREAD, ms);
    }
    atomic_store_explicit(&shared_board->state, END, memory_order_release);
    waitpid(peer, NULL, 0);
}

static void make_board(void) {
    pthread_mutexattr_t attributes;
    shared_board = mmap(NULL, sizeof *shared_board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared_board == MAP_FAILED || pthread_mutexattr_init(&attributes) != 0 ||
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) != 0 ||
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) != 0 ||
        pthread_mutex_init(&shared_board->mutex, &attributes) != 0) {
        fail("no robust mutex for several processes");
    }
}

int main(int count, char **arguments) {
    bool contended = count == 5 && strcmp(arguments[2], "contended") == 0;
    if (!contended && (count != 4 || strcmp(arguments[2], "alone") != 0)) {
        fprintf(stderr, "usage: %s SEGMENT alone SAMPLES | SEGMENT contended SAMPLES MS\n", arguments[0]);
        return EXIT_FAILURE;
    }
    make_board();
    shared_attach(arguments[1], "monitor");
    cl_store_at(shared_slot, shared_repository("bench.monitor"), shared_make());
    find();
    long samples = strtol(arguments[3], NULL, 10);
    if (contended) {
        run_contended(arguments[1], samples, strtoull(arguments[4], NULL, 10));
    }
    for (; !contended && samples > 0; samples--) {
        sample_alone("monitor", by_monitor);
        sample_alone("pthread", by_pthread);
        sample_alone("store", by_store);
        sample_alone("exchange", by_exchange);
    }
    return EXIT_SUCCESS;
}
