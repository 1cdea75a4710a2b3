/* SPDX-License-Identifier: Apache-2.0 */
#include "workers.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "base.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_t threads[CL_WORKERS_MAX];
static uint32_t started; /* threads, without the caller; written by the collector's thread */

/* Guarded by `lock`. */
static void (*current)(uint32_t worker, void *argument);
static void *current_argument;
static uint64_t generation;
static uint32_t running;
static bool stopping;

static void *work(void *argument) {
    uint32_t self = (uint32_t)(uintptr_t)argument;
    uint64_t seen = 0;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (generation == seen && !stopping) {
            pthread_cond_wait(&changed, &lock);
        }
        if (stopping) {
            break;
        }
        seen = generation;
        pthread_mutex_unlock(&lock);
        current(self, current_argument);
        pthread_mutex_lock(&lock);
        if (--running == 0) {
            pthread_cond_broadcast(&changed);
        }
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int cl_workers_start(uint32_t count, cl_error *error) {
    started = 0;
    stopping = false;
    generation = 0;
    while (started + 1 < count && started + 1 < CL_WORKERS_MAX) {
        int result = pthread_create(&threads[started], NULL, work, (void *)(uintptr_t)(started + 1));
        if (result != 0) {
            return cl_fail(error, CL_ERR_SYSTEM, "cannot start a thread of the collector: %s", strerror(result));
        }
        started++;
    }
    return 1;
}

uint32_t cl_workers_count(void) {
    return started + 1;
}

void cl_workers_run(void (*phase)(uint32_t worker, void *argument), void *argument) {
    pthread_mutex_lock(&lock);
    current = phase;
    current_argument = argument;
    running = started;
    generation++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    phase(0, argument);
    pthread_mutex_lock(&lock);
    while (running != 0) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void cl_workers_stop(void) {
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    started = 0;
}
