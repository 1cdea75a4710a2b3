/* SPDX-License-Identifier: Apache-2.0 */
/* What descriptors an attached process has. */
#ifndef TEST_OPENED_H
#define TEST_OPENED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define OPENED_MOST 64

static inline bool opened_is_memory(int file) {
    char link[64], target[128] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return readlink(link, target, sizeof target - 1) > 0 && strncmp(target, "/memfd:colors ", 14) == 0;
}

static inline bool opened_is_connection(int file) {
    struct sockaddr_un peer = {0};
    socklen_t bytes = sizeof peer;
    return getpeername(file, (struct sockaddr *)&peer, &bytes) == 0 && peer.sun_family == AF_UNIX &&
           strstr(peer.sun_path, ".sock") != NULL;
}

static inline int opened_find(bool (*is)(int file)) {
    for (int file = 3; file < OPENED_MOST; file++) {
        if (is(file)) {
            return file;
        }
    }
    return -1;
}

/* The segment. */
static inline int opened_memory(void) {
    return opened_find(opened_is_memory);
}

/* To the daemon. */
static inline int opened_connection(void) {
    return opened_find(opened_is_connection);
}

#endif
