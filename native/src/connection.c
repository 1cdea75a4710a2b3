/* SPDX-License-Identifier: Apache-2.0 */
#include "connection.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "attached.h"
#include "client.h"
#include "clock.h"
#include "colors.h"
#include "reclaim.h"
#include "view.h"

static void fill_reply(cl_reply *reply, uint32_t status) {
    memset(reply, 0, sizeof *reply);
    reply->magic = CL_HELLO_MAGIC;
    reply->protocol = CL_PROTOCOL;
    reply->status = status;
    reply->fingerprint = cl_layout_fingerprint();
    reply->vm = -1;
}

/* A reply fits in the buffer of a socket that nothing was sent on; if not, the client sees a closed connection. */
static bool send_reply(int socket, const cl_reply *reply, int memory) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {(void *)(uintptr_t)reply, sizeof *reply};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (memory >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(rights), &memory, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)sizeof *reply;
}

void cl_connection_refuse(cl_connection *connection, uint32_t status, const char *format, ...) {
    cl_reply reply;
    va_list arguments;
    fill_reply(&reply, status);
    va_start(arguments, format);
    vsnprintf(reply.text, sizeof reply.text, format, arguments);
    va_end(arguments);
    send_reply(connection->socket, &reply, -1);
    cl_connection_close(connection);
}

void cl_connection_close(cl_connection *connection) {
    bool attached = connection->state == CL_CONNECTION_ATTACHED;
    close(connection->socket);
    connection->state = CL_CONNECTION_FREE;
    connection->socket = -1;
    if (attached) {
        cl_reclaim_vm(connection->vm);
        cl_attached_set(connection->vm, false);
    }
}

void cl_connection_open(cl_connection *connection, int accepted, uint64_t now_ns) {
    struct ucred peer = {0, (uid_t)-1, (gid_t)-1};
    socklen_t bytes = sizeof peer;
    memset(connection, 0, sizeof *connection);
    connection->state = CL_CONNECTION_HELLO;
    connection->socket = accepted;
    connection->since_ns = now_ns;
    if (getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0 || peer.uid != geteuid()) {
        cl_connection_refuse(
            connection, CL_ERR_PERMISSION,
            "this segment belongs to user %u and you are user %u; a segment is shared by one user's processes",
            (unsigned)geteuid(), (unsigned)peer.uid);
        return;
    }
    connection->pid = (uint32_t)peer.pid;
    connection->uid = peer.uid;
}

static int find_free_vm(void) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        if (!cl_attached_is(i + 1)) {
            return (int)i;
        }
    }
    return -1;
}

static void fill_vm(cl_vm *vm, const cl_connection *connection, const cl_hello *hello) {
    vm->pid = connection->pid;
    vm->uid = connection->uid;
    cl_store_relaxed(&vm->chunks, 0);
    vm->attached_ns = cl_clock_ns(CLOCK_REALTIME);
    memcpy(vm->language, hello->language, sizeof vm->language);
    memcpy(vm->program, hello->program, sizeof vm->program);
    vm->language[sizeof vm->language - 1] = 0;
    vm->program[sizeof vm->program - 1] = 0;
    cl_store_release(&vm->state, 1);
}

static void attach(cl_connection *connection, const cl_hello *hello) {
    int vm = find_free_vm();
    if (vm < 0) {
        cl_connection_refuse(connection, CL_ERR_MEMORY, "%u processes are attached, which is the limit; end some",
                             CL_VM_MAX);
        return;
    }
    cl_reply reply;
    fill_reply(&reply, CL_OK);
    reply.vm = vm;
    reply.segment_bytes = cl_self.bytes;
    cl_attached_set((uint32_t)vm, true);
    fill_vm(cl_view_vm(cl_view_get(), (uint32_t)vm), connection, hello);
    connection->vm = (uint32_t)vm;
    connection->state = CL_CONNECTION_ATTACHED;
    if (!send_reply(connection->socket, &reply, cl_self.memory)) {
        cl_connection_close(connection);
    }
}

static void judge(cl_connection *connection) {
    cl_hello hello;
    memcpy(&hello, connection->hello, sizeof hello);
    if (connection->got >= sizeof hello.magic && hello.magic != CL_HELLO_MAGIC) {
        cl_connection_refuse(
            connection, CL_ERR_PROTOCOL,
            "your first message is no hello of a CoLoRS client: it begins with %016llx, expected %016llx",
            (unsigned long long)hello.magic, (unsigned long long)CL_HELLO_MAGIC);
    } else if (connection->got < sizeof hello) {
        return; /* more to come */
    } else if (hello.protocol != CL_PROTOCOL) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL,
                             "you speak protocol %u, this daemon speaks %u; use libcolors and colorsd of one build",
                             hello.protocol, CL_PROTOCOL);
    } else if (connection->got > sizeof hello || hello.bytes != sizeof hello) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL, "your hello has not the %zu bytes that protocol %u expects",
                             sizeof hello, CL_PROTOCOL);
    } else if (hello.fingerprint != cl_layout_fingerprint()) {
        cl_connection_refuse(connection, CL_ERR_FINGERPRINT, "layout fingerprint %016llx, the segment has %016llx",
                             (unsigned long long)hello.fingerprint, (unsigned long long)cl_layout_fingerprint());
    } else {
        attach(connection, &hello);
    }
}

/* An attached client has nothing to say; what it says is dropped, its end of file is its death. */
static void read_attached(cl_connection *connection) {
    char dropped[256];
    ssize_t got = recv(connection->socket, dropped, sizeof dropped, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        cl_connection_close(connection);
    }
}

void cl_connection_read(cl_connection *connection) {
    if (connection->state == CL_CONNECTION_ATTACHED) {
        read_attached(connection);
        return;
    }
    size_t room = sizeof connection->hello - connection->got;
    ssize_t got = recv(connection->socket, connection->hello + connection->got, room, MSG_DONTWAIT);
    if (got > 0) {
        connection->got += (size_t)got;
        judge(connection);
    } else if (got == 0) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL, "your hello ended after %zu of %zu bytes", connection->got,
                             sizeof(cl_hello));
    } else if (errno != EAGAIN && errno != EINTR) {
        cl_connection_close(connection);
    }
}
