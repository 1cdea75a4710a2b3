/* SPDX-License-Identifier: Apache-2.0 */
#include "unshared.h"

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 16u /* of this process and of one attempt to attach or to come back */

/* Held from before one of them is opened until it is noted, and while one is closed; and by who forks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int noted[MOST];
static uint32_t count;
static void (*after_fork)(void);

static void hold(void) {
    pthread_mutex_lock(&lock);
}

static void release(void) {
    pthread_mutex_unlock(&lock);
}

static void note(int descriptor) {
    if (descriptor >= 0 && count < MOST) {
        noted[count++] = descriptor;
    }
}

static void in_child(void) {
    while (count > 0) {
        close(noted[--count]);
    }
    release();
    after_fork();
}

void cl_unshared_open(void (*in_child_too)(void)) {
    after_fork = in_child_too;
    pthread_atfork(hold, release, in_child);
}

int cl_unshared_socket(int domain, int type) {
    hold();
    int opened = socket(domain, type, 0);
    note(opened);
    release();
    return opened;
}

ssize_t cl_unshared_receive(int socket, void *bytes, size_t room, cl_descriptors *along) {
    hold();
    uint32_t before = along->count;
    ssize_t got = cl_packet_receive(socket, bytes, room, along, MSG_DONTWAIT);
    for (uint32_t i = before; i < along->count; i++) {
        note(along->at[i]);
    }
    release();
    return got;
}

void cl_unshared_close(int descriptor) {
    if (descriptor < 0) {
        return;
    }
    hold();
    for (uint32_t i = 0; i < count; i++) {
        if (noted[i] == descriptor) {
            noted[i] = noted[--count];
            break;
        }
    }
    close(descriptor);
    release();
}

void cl_unshared_close_all(cl_descriptors *along) {
    for (uint32_t i = 0; i < along->count; i++) {
        cl_unshared_close(along->at[i]);
    }
    along->count = 0;
}
