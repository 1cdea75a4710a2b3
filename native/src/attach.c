/* SPDX-License-Identifier: Apache-2.0 */
/* Attaching this process to a segment: connect (or start the daemon), hello, reply, map, check. */
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "address.h"
#include "client.h"
#include "clock.h"
#include "error.h"
#include "handshake.h"
#include "segment.h"
#include "socket.h"
#include "spawn.h"

#define TIMEOUT_MS_DEFAULT 10000
#define RETRY_NS           5000000
#define REQUIRED_SEALS     (F_SEAL_GROW | F_SEAL_SHRINK)

cl_client cl_self = {.memory = -1, .socket = -1, .vm = -1};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char attached_path[CL_PATH_BYTES]; /* guarded by lock */

void *cl_base(void) {
    return cl_self.base;
}

int32_t cl_vm_index(void) {
    return cl_self.vm;
}

/* The mapping is not inherited (MADV_DONTFORK); a child that wants the segment attaches by itself. */
static void forget_in_child(void) {
    pthread_mutex_init(&lock, NULL);
    if (cl_self.base != NULL) {
        close(cl_self.memory);
        close(cl_self.socket);
        cl_self = (cl_client){.memory = -1, .socket = -1, .vm = -1};
    }
}

static void register_once(void) {
    pthread_atfork(NULL, NULL, forget_in_child);
}

/* ---- connection ---- */

static int connect_once(const struct sockaddr_un *address) {
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) {
        return -1;
    }
    while (connect(connection, (const struct sockaddr *)address, sizeof *address) != 0) {
        if (errno != EINTR) {
            int reason = errno;
            close(connection);
            errno = reason;
            return -1;
        }
    }
    return connection;
}

static int connect_failed(const char *path, cl_error *error) {
    if (errno == EACCES || errno == EPERM) {
        cl_fail(error, CL_ERR_PERMISSION,
                "user %u may not connect to the daemon's socket %s; a segment is shared by one user's processes",
                (unsigned)geteuid(), path);
    } else if (errno == ENOENT || errno == ECONNREFUSED) {
        cl_fail(error, CL_ERR_DAEMON,
                "no daemon listens at %s; start it with ./colors serve or colorsd, or allow starting it by itself",
                path);
    } else {
        cl_fail(error, CL_ERR_SYSTEM, "cannot connect to the daemon at %s: %s", path, strerror(errno));
    }
    return -1;
}

static int connect_daemon(const cl_attach_options *options, const char *segment, const char *path, uint64_t deadline_ns,
                          cl_error *error) {
    struct sockaddr_un address;
    if (!cl_socket_address(path, &address, error)) {
        return -1;
    }
    for (int started = 0;;) {
        int connection = connect_once(&address);
        if (connection >= 0) {
            return connection;
        }
        bool absent = errno == ENOENT || errno == ECONNREFUSED;
        if (!absent || !options->autostart || (started > 0 && cl_now_ns() > deadline_ns)) {
            return connect_failed(path, error);
        }
        /* Another process's daemon may be the one that listens, and may be ending: start again now and then. */
        if (started++ % 64 == 0 && !cl_daemon_start(segment, options->daemon, path, deadline_ns, error)) {
            return -1;
        }
        if (started > 1) {
            nanosleep(&(struct timespec){0, RETRY_NS}, NULL);
        }
    }
}

/* ---- handshake ---- */

static void copy_padded(char *into, size_t bytes, const char *text) {
    memset(into, 0, bytes);
    if (text != NULL) {
        memcpy(into, text, strnlen(text, bytes - 1));
    }
}

static void send_hello(int connection, const cl_attach_options *options, uint64_t fingerprint) {
    cl_hello hello = {
        .magic = CL_HELLO_MAGIC, .protocol = CL_PROTOCOL, .bytes = sizeof hello, .fingerprint = fingerprint};
    copy_padded(hello.language, sizeof hello.language, options->language);
    copy_padded(hello.program, sizeof hello.program, options->program);
    /* A failure shows as a missing reply; a refusal may have been sent before the hello. */
    ssize_t sent = send(connection, &hello, sizeof hello, MSG_NOSIGNAL);
    (void)sent;
}

static int wait_readable(int connection, uint64_t deadline_ns) {
    for (;;) {
        uint64_t now = cl_now_ns();
        struct pollfd poller = {.fd = connection, .events = POLLIN};
        int result = poll(&poller, 1, now < deadline_ns ? (int)((deadline_ns - now) / 1000000 + 1) : 0);
        if (result >= 0 || errno != EINTR) {
            return result > 0;
        }
    }
}

static void take_descriptor(struct msghdr *message, int *memory) {
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS &&
            part->cmsg_len == CMSG_LEN(sizeof(int)) && *memory < 0) {
            memcpy(memory, CMSG_DATA(part), sizeof(int));
        }
    }
}

static int receive_reply(int connection, cl_reply *reply, int *memory, uint64_t deadline_ns, cl_error *error) {
    size_t got = 0;
    *memory = -1;
    while (got < sizeof *reply) {
        if (!wait_readable(connection, deadline_ns)) {
            return cl_fail(error, CL_ERR_DAEMON,
                           "the daemon did not answer in time; it may be stopped (kill -CONT) or overloaded");
        }
        union {
            struct cmsghdr header;
            char bytes[CMSG_SPACE(sizeof(int))];
        } control;
        struct iovec part = {(char *)reply + got, sizeof *reply - got};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t result = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
        if (result > 0) {
            take_descriptor(&message, memory);
            got += (size_t)result;
        } else if (result == 0 || errno != EINTR) {
            return cl_fail(error, CL_ERR_PROTOCOL,
                           "the daemon closed the connection after %zu of %zu bytes of its reply%s%s", got,
                           sizeof *reply, result < 0 ? ": " : "", result < 0 ? strerror(errno) : "");
        }
    }
    return 1;
}

static int check_reply(cl_reply *reply, uint64_t fingerprint, cl_error *error) {
    reply->text[sizeof reply->text - 1] = 0;
    if (reply->magic != CL_HELLO_MAGIC) {
        return cl_fail(error, CL_ERR_PROTOCOL,
                       "what answered at the socket is no colorsd: its reply begins with %016llx",
                       (unsigned long long)reply->magic);
    }
    if (reply->status == CL_ERR_FINGERPRINT) {
        return cl_fail(error, CL_ERR_FINGERPRINT,
                       "the daemon's segment has another layout: fingerprint %016llx there, %016llx here; both must "
                       "come from one build: "
                       "end the old daemon when its data is no longer needed, or use another segment name",
                       (unsigned long long)reply->fingerprint, (unsigned long long)fingerprint);
    }
    if (reply->status != CL_OK) {
        return cl_fail(error, (enum cl_code)reply->status, "the daemon refused: %s", reply->text);
    }
    return 1;
}

/* The daemon must be the same user's: nobody else may hand us memory. */
static int check_peer(int connection, cl_error *error) {
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) {
        return cl_fail(error, CL_ERR_SYSTEM, "cannot read the daemon's credentials: %s", strerror(errno));
    }
    return peer.uid == geteuid() ? 1
                                 : cl_fail(error, CL_ERR_PERMISSION,
                                           "the daemon runs as user %u, this process as user %u; a segment is "
                                           "shared by one user's processes",
                                           (unsigned)peer.uid, (unsigned)geteuid());
}

static int check_memory(int memory, const cl_reply *reply, cl_error *error) {
    struct stat status;
    int seals = memory < 0 ? -1 : fcntl(memory, F_GET_SEALS);
    if (seals < 0 || (seals & REQUIRED_SEALS) != REQUIRED_SEALS || fstat(memory, &status) != 0 ||
        (uint64_t)status.st_size != reply->segment_bytes) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the daemon sent no sealed segment of %llu bytes",
                       (unsigned long long)reply->segment_bytes);
    }
    return 1;
}

static int check_header(const void *base, uint64_t bytes, cl_error *error) {
    const cl_header *header = cl_header_of(base);
    if (cl_load_acquire(&header->version) != CL_VERSION) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the segment has format version %llu, expected %llu",
                       (unsigned long long)cl_load_relaxed(&header->version), (unsigned long long)CL_VERSION);
    }
    if (header->segment_bytes != bytes) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the segment's header says %llu bytes, it has %llu",
                       (unsigned long long)header->segment_bytes, (unsigned long long)bytes);
    }
    return cl_validate(base, 1, error);
}

/* The collector orders its accesses with this process's by a fence of its own (grace.c). */
static int register_for_fences(cl_error *error) {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0
               ? 1
               : cl_fail(error, CL_ERR_SYSTEM,
                         "the kernel refuses membarrier(GLOBAL_EXPEDITED): %s; Linux 4.16 is needed", strerror(errno));
}

/* Takes over both descriptors when it succeeds. */
static int adopt(int connection, int memory, const cl_reply *reply, cl_error *error) {
    if (!check_peer(connection, error) || !check_memory(memory, reply, error)) {
        return 0;
    }
    void *base = cl_segment_map(memory, reply->segment_bytes, error);
    if (base == NULL) {
        return 0;
    }
    if (!register_for_fences(error) || !check_header(base, reply->segment_bytes, error)) {
        munmap(base, reply->segment_bytes);
        return 0;
    }
    cl_self = (cl_client){base, reply->segment_bytes, memory, connection, reply->vm};
    return 1;
}

static int attach(const cl_attach_options *options, const char *segment, const char *path, cl_error *error) {
    uint64_t patience_ms = options->timeout_ms > 0 ? (uint64_t)options->timeout_ms : TIMEOUT_MS_DEFAULT;
    uint64_t deadline_ns = cl_now_ns() + patience_ms * 1000000;
    uint64_t fingerprint = options->fingerprint != 0 ? options->fingerprint : cl_layout_fingerprint();
    int connection = connect_daemon(options, segment, path, deadline_ns, error);
    if (connection < 0) {
        return 0;
    }
    cl_reply reply;
    int memory = -1;
    send_hello(connection, options, fingerprint);
    int done = receive_reply(connection, &reply, &memory, deadline_ns, error) &&
               check_reply(&reply, fingerprint, error) && adopt(connection, memory, &reply, error);
    if (!done) {
        close(connection);
        if (memory >= 0) {
            close(memory);
        }
    }
    return done;
}

static int attach_locked(const cl_attach_options *options, const char *segment, const char *path, cl_error *error) {
    if (cl_self.base != NULL) {
        return strcmp(path, attached_path) == 0 ? 1
                                                : cl_fail(error, CL_ERR_STATE,
                                                          "this process is attached to the segment at %s already; a "
                                                          "process can have one segment, not another at %s",
                                                          attached_path, path);
    }
    if (!attach(options, segment, path, error)) {
        return 0;
    }
    snprintf(attached_path, sizeof attached_path, "%s", path);
    return 1;
}

void *cl_attach(const cl_attach_options *options, cl_error *error) {
    static const cl_attach_options defaults = {.autostart = 1};
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    options = options == NULL ? &defaults : options;
    const char *segment = options->segment == NULL || options->segment[0] == 0 ? "default" : options->segment;
    char path[CL_PATH_BYTES];
    if (!cl_socket_path(segment, path, sizeof path, error)) {
        return NULL;
    }
    pthread_once(&once, register_once);
    pthread_mutex_lock(&lock);
    int done = attach_locked(options, segment, path, error);
    pthread_mutex_unlock(&lock);
    return done ? cl_self.base : NULL;
}
