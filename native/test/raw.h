/* SPDX-License-Identifier: Apache-2.0 */
/* A client that speaks to the daemon byte by byte. */
#ifndef TEST_RAW_H
#define TEST_RAW_H

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "handshake.h"
#include "socket.h"

static inline int raw_connect(const char *segment) {
    char path[CL_PATH_BYTES];
    struct sockaddr_un address;
    cl_error error = {0, ""};
    if (!cl_socket_path(segment, path, sizeof path, &error) || !cl_socket_address(path, &address, &error)) {
        return -1;
    }
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    while (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
        if (errno != EAGAIN && errno != EINTR) {
            close(connection);
            return -1;
        }
    }
    return connection;
}

static inline cl_hello raw_hello(void) {
    return (cl_hello){.magic = CL_HELLO_MAGIC,
                      .protocol = CL_PROTOCOL,
                      .bytes = sizeof(cl_hello),
                      .kind = CL_HELLO_ATTACH,
                      .vm = -1,
                      .fingerprint = cl_layout_fingerprint()};
}

static inline void raw_send(int connection, const void *bytes, size_t count) {
    ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
    (void)sent; /* the daemon may have refused already */
}

/* Reads until the daemon closes or the reply is complete. Returns the bytes, -1 when nothing came for `ms`. */
static inline ssize_t raw_reply(int connection, cl_reply *reply, int ms) {
    size_t got = 0;
    memset(reply, 0, sizeof *reply);
    while (got < sizeof *reply) {
        struct pollfd poller = {.fd = connection, .events = POLLIN};
        if (poll(&poller, 1, ms) <= 0) {
            return -1;
        }
        ssize_t now = recv(connection, (char *)reply + got, sizeof *reply - got, 0);
        if (now <= 0) {
            break;
        }
        got += (size_t)now;
    }
    reply->text[sizeof reply->text - 1] = 0;
    return (ssize_t)got;
}

/* Whether the daemon closed its end. */
static inline bool raw_is_closed(int connection, int ms) {
    char byte;
    struct pollfd poller = {.fd = connection, .events = POLLIN};
    return poll(&poller, 1, ms) > 0 && recv(connection, &byte, 1, MSG_DONTWAIT) <= 0;
}

#endif
