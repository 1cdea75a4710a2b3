/* SPDX-License-Identifier: Apache-2.0 */
/* One client's connection at the daemon: a hello arrives piece by piece, a reply goes out in one piece, then it is
 * held. */
#ifndef COLORS_CONNECTION_H
#define COLORS_CONNECTION_H

#include <stdbool.h>

#include "link.h"
#include "peers.h"

enum cl_connection_state {
    CL_CONNECTION_FREE,
    CL_CONNECTION_HELLO,   /* reading; closed when it takes too long */
    CL_CONNECTION_WAITING, /* it wants to attach, and there is no segment yet: see adopt.h */
    CL_CONNECTION_ATTACHED /* the end of it is looked into: see death.h */
};

typedef struct cl_connection {
    enum cl_connection_state state;
    int socket;
    uint32_t vm;
    uint64_t since_ns; /* CLOCK_MONOTONIC */
    uint32_t pid;
    uint32_t uid;
    enum cl_access access;
    size_t got;                       /* bytes of hello */
    char hello[sizeof(cl_hello) + 1]; /* one more, to see that there is too much */
    cl_descriptors along;             /* came with the hello */
} cl_connection;

/* Takes an accepted socket; refuses a foreign user at once. */
void cl_connection_open(cl_connection *connection, int accepted, uint64_t now_ns);
/* The socket is readable or closed. */
void cl_connection_read(cl_connection *connection);
/* There is a segment now: goes on with one that waits. */
void cl_connection_continue(cl_connection *connection);
/* Tells the client why, as far as it can be told without waiting, and closes. */
void cl_connection_refuse(cl_connection *connection, uint32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Closes; a VM that was attached is absent or reclaimed. */
void cl_connection_close(cl_connection *connection);

#endif
