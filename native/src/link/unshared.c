/* SPDX-License-Identifier: Apache-2.0 */
#include "unshared.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST 16u /* of this process and of one attempt to attach or to come back */

/* Held from before one of them is opened until it is noted, and while one is closed; and by who forks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct noted {
    int number;
    dev_t device;
    ino_t inode;
} noted[MOST];
static uint32_t count;
static void (*after_fork)(void);

static void hold(void) {
    pthread_mutex_lock(&lock);
}

static void release(void) {
    pthread_mutex_unlock(&lock);
}

static struct noted describe(int descriptor) {
    struct stat status = {0};
    fstat(descriptor, &status);
    return (struct noted){descriptor, status.st_dev, status.st_ino};
}

static void note(int descriptor) {
    if (descriptor >= 0 && count < MOST) {
        noted[count++] = describe(descriptor);
    }
}

static bool is_same(const struct noted *n) {
    struct noted now = describe(n->number);
    return now.inode == n->inode && now.device == n->device;
}

/* What the number stands for now, if that is noted. A new descriptor may have the number of one that the program
 * closed, which is noted still. */
static struct noted *find(int descriptor) {
    struct noted *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (noted[i].number == descriptor && (found == NULL || is_same(&noted[i]))) {
            found = &noted[i];
        }
    }
    return found;
}

/* What the number stood for, and stands for no more. */
static struct noted *find_lost(int descriptor) {
    for (uint32_t i = 0; i < count; i++) {
        if (noted[i].number == descriptor && !is_same(&noted[i])) {
            return &noted[i];
        }
    }
    return NULL;
}

static void in_child(void) {
    for (; count > 0; count--) {
        if (is_same(&noted[count - 1])) {
            close(noted[count - 1].number);
        }
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
    struct noted *n = find(descriptor);
    if (n != NULL) {
        *n = noted[--count];
    }
    close(descriptor);
    release();
}

bool cl_unshared_is_lost(int descriptor) {
    hold();
    bool lost = find_lost(descriptor) != NULL;
    release();
    return lost;
}

/* A number that none of them has or had: by a number of one that is lost the new one would count as lost. */
static int above_all(void) {
    int most = STDERR_FILENO;
    for (uint32_t i = 0; i < count; i++) {
        most = noted[i].number > most ? noted[i].number : most;
    }
    return most + 1;
}

/* The other one may have got the number of one that the program closed: then it is the one that is lost. */
int cl_unshared_replace(int descriptor, int other) {
    hold();
    struct noted *n = descriptor == other ? find_lost(descriptor) : find(descriptor);
    bool lost = descriptor == other || (n != NULL && !is_same(n));
    int copy = lost ? fcntl(other, F_DUPFD_CLOEXEC, above_all()) : dup3(other, descriptor, O_CLOEXEC);
    if (copy >= 0 && n != NULL) {
        *n = describe(copy);
    }
    release();
    return copy;
}

void cl_unshared_close_all(cl_descriptors *along) {
    for (uint32_t i = 0; i < along->count; i++) {
        cl_unshared_close(along->at[i]);
    }
    along->count = 0;
}
