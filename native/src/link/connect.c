/* SPDX-License-Identifier: Apache-2.0 */
#include "connect.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "link.h"
#include "socket.h"
#include "unshared.h"

#define POLL_MS_MOST 3600000 /* at once: what poll takes is an int */
#define RETRY_NS     5000000

/* Where the daemon has too many connections that it has not accepted, a socket that does not block is told so at once,
 * and nothing says when there is room. */
static bool connect_by(int connection, const struct sockaddr_un *address, uint64_t deadline_ns) {
    while (connect(connection, (const struct sockaddr *)address, sizeof *address) != 0) {
        bool full = errno == EAGAIN;
        if (full && cl_now_ns() >= deadline_ns) {
            errno = ETIMEDOUT;
            return false;
        }
        if (!full && errno != EINTR) {
            return false;
        }
        nanosleep(&(struct timespec){0, full ? RETRY_NS : 0}, NULL);
    }
    return true;
}

int cl_connect_once(const char *path, uint64_t deadline_ns) {
    struct sockaddr_un address;
    if (!cl_socket_address(path, &address, NULL)) {
        errno = EINVAL;
        return -1;
    }
    int connection = cl_unshared_socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection >= 0 && !connect_by(connection, &address, deadline_ns)) {
        int reason = errno;
        cl_unshared_close(connection);
        errno = reason;
        return -1;
    }
    return connection;
}

bool cl_connect_is_absent(void) {
    return errno == ENOENT || errno == ECONNREFUSED;
}

static int refused(const char *path, cl_error *error) {
    char folder[CL_PATH_BYTES];
    struct stat status;
    if (cl_socket_find_barrier(path, folder) && stat(folder, &status) == 0) {
        return cl_fail(
            error, CL_ERR_PERMISSION,
            "user %u may not look into the folder %s (of user %u, mode %o), so the daemon's socket %s "
            "cannot be reached, if there is one; set XDG_RUNTIME_DIR to a folder of yours, or have that folder "
            "opened for you",
            (unsigned)geteuid(), folder, (unsigned)status.st_uid, (unsigned)(status.st_mode & 07777), path);
    }
    return cl_fail(error, CL_ERR_PERMISSION,
                   "user %u may not connect to the daemon's socket %s; a segment is shared by one user's "
                   "processes, and by those that the daemon's --allow-user and --allow-group name",
                   (unsigned)geteuid(), path);
}

int cl_connect_failed(const char *path, cl_error *error) {
    if (errno == EACCES || errno == EPERM) {
        return refused(path, error);
    }
    if (errno == ETIMEDOUT) {
        return cl_fail(error, CL_ERR_DAEMON,
                       "the daemon at %s did not accept a connection in time; it may be stopped (kill -CONT) or "
                       "overloaded",
                       path);
    }
    if (cl_connect_is_absent()) {
        return cl_fail(error, CL_ERR_DAEMON,
                       "no daemon listens at %s, and this program may not start one (autostart is off); start it with "
                       "./colors serve or colorsd, or by a program that may",
                       path);
    }
    return cl_fail(error, CL_ERR_SYSTEM, "cannot connect to the daemon at %s: %s", path, strerror(errno));
}

static void copy_padded(char *into, size_t bytes, const char *text) {
    memset(into, 0, bytes);
    if (text != NULL) {
        memcpy(into, text, strnlen(text, bytes - 1));
    }
}

void cl_hello_fill(cl_hello *hello, uint32_t kind, uint64_t fingerprint, const char *language, const char *program) {
    *hello = (cl_hello){.magic = CL_HELLO_MAGIC,
                        .protocol = CL_PROTOCOL,
                        .bytes = sizeof *hello,
                        .fingerprint = fingerprint,
                        .kind = kind,
                        .vm = -1};
    copy_padded(hello->language, sizeof hello->language, language);
    copy_padded(hello->program, sizeof hello->program, program);
}

static int wait_readable(int connection, uint64_t deadline_ns) {
    for (;;) {
        uint64_t now = cl_now_ns();
        struct pollfd poller = {.fd = connection, .events = POLLIN};
        uint64_t left_ms = now < deadline_ns ? (deadline_ns - now) / 1000000 + 1 : 0;
        int result = poll(&poller, 1, left_ms < POLL_MS_MOST ? (int)left_ms : POLL_MS_MOST);
        if (result > 0 || (result == 0 && left_ms <= POLL_MS_MOST)) {
            return result > 0;
        }
        if (result < 0 &&
            errno != EINTR) { /* no poll in a process that may have no open file: the caller looks itself */
            nanosleep(&(struct timespec){0, RETRY_NS}, NULL);
            return left_ms > 0;
        }
    }
}

/* Nothing of a reply and then the end: the daemon was ended before it looked at us. */
static int closed(ssize_t result, size_t got, cl_error *error) {
    bool died = got == 0 && (result == 0 || errno == ECONNRESET);
    return cl_fail(error, died ? CL_ERR_DAEMON : CL_ERR_PROTOCOL,
                   "the daemon closed the connection after %zu of %zu bytes of its reply%s%s%s", got, sizeof(cl_reply),
                   result < 0 ? ": " : "", result < 0 ? strerror(errno) : "", died ? "; it was ended, try again" : "");
}

static int receive_reply(int connection, cl_reply *reply, cl_descriptors *received, uint64_t deadline_ns,
                         cl_error *error) {
    size_t got = 0;
    while (got < sizeof *reply) {
        if (!wait_readable(connection, deadline_ns)) {
            return cl_fail(error, CL_ERR_DAEMON,
                           "the daemon did not answer in time; it may be stopped (kill -CONT) or overloaded, or it "
                           "waits for processes that have the segment of an earlier daemon");
        }
        ssize_t result = cl_unshared_receive(connection, (char *)reply + got, sizeof *reply - got, received);
        if (result > 0) {
            got += (size_t)result;
        } else if (result == 0 || (errno != EINTR && errno != EAGAIN)) {
            return closed(result, got, error);
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

int cl_handshake(int connection, const cl_hello *hello, const cl_descriptors *along, cl_reply *reply,
                 cl_descriptors *received, uint64_t deadline_ns, cl_error *error) {
    received->count = 0;
    /* A failure shows as a missing reply; a refusal may have been sent before the hello. */
    cl_packet_send(connection, hello, sizeof *hello, along);
    int done =
        receive_reply(connection, reply, received, deadline_ns, error) && check_reply(reply, hello->fingerprint, error);
    if (!done) {
        cl_unshared_close_all(received);
    }
    return done;
}

int cl_connect_check_peer(int connection, const char *daemon_user, cl_error *error) {
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    uint32_t trusted = geteuid();
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) {
        return cl_fail(error, CL_ERR_SYSTEM, "cannot read the daemon's credentials: %s", strerror(errno));
    }
    if (daemon_user != NULL && daemon_user[0] != 0 && !cl_user_find(daemon_user, &trusted, error)) {
        return 0;
    }
    return peer.uid == geteuid() || peer.uid == 0 || peer.uid == trusted
               ? 1
               : cl_fail(error, CL_ERR_PERMISSION,
                         "the daemon runs as user %u, this process as user %u; a segment is "
                         "shared by one user's processes; if you trust user %u with all that this process reads from "
                         "the segment, name them as the daemon's user (COLORS_DAEMON_USER, colors.daemonUser)",
                         (unsigned)peer.uid, (unsigned)geteuid(), (unsigned)peer.uid);
}
