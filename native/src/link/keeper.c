/* SPDX-License-Identifier: Apache-2.0 */
#include "keeper.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "connect.h"
#include "link.h"
#include "segment.h"
#include "socket.h"
#include "unshared.h"

#define STACK_BYTES  (512u * 1024)
#define ANSWER_NS    10000000000ull /* for a daemon's answer to a rejoin: it comes at once */
#define START_NS     30000000000ull /* for a daemon to start and take the segment over */
#define ALONE_MS     300u /* without a daemon, before this process starts one: somebody else may be about to */
#define PAUSE_LEAST  20u  /* ms between two attempts */
#define PAUSE_MOST   500u
#define PAUSE_FAILED 30000u /* at most, after a daemon could not be started or refused us */

static struct {
    char segment[80];
    char socket[CL_PATH_BYTES];
    char daemon[PATH_MAX];
    char daemon_user[80];
    char language[16];
    char program[48];
    bool autostart;
} saved; /* written before the thread starts */

static _Atomic bool joining; /* a thread is at it: the daemon takes a process back once */

static void copy(char *into, size_t bytes, const char *text) {
    snprintf(into, bytes, "%s", text == NULL ? "" : text);
}

static void pause_ms(uint32_t ms) {
    nanosleep(&(struct timespec){ms / 1000, (long)(ms % 1000) * 1000000}, NULL);
}

void cl_keeper_forget(void) {
    cl_store_relaxed(&joining, false);
}

bool cl_keeper_may_start(const cl_space *space) {
    return saved.autostart && cl_load_acquire(&space->header->ended) == 0;
}

/* Whether the other end is closed. poll refuses any descriptor where RLIMIT_NOFILE is 0, as sandboxes have it. */
static bool has_hung_up(int connection) {
    struct pollfd poller = {.fd = connection, .events = POLLRDHUP};
    int found = poll(&poller, 1, 0);
    if (found >= 0 || errno == EINTR) {
        return found > 0;
    }
    char byte;
    ssize_t got = recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

bool cl_keeper_is_served(cl_client *client) {
    return client->socket < 0 || (!cl_unshared_is_lost(client->socket) && !has_hung_up(client->socket));
}

/* ---- one attempt ---- */

static int say_rejoin(cl_client *client, int connection, uint64_t deadline_ns, cl_error *error) {
    cl_hello hello;
    cl_reply reply;
    cl_descriptors along = {.at = {client->memory, client->area}, .count = client->area >= 0 ? 2 : 1};
    if (cl_unshared_is_lost(client->memory) || cl_unshared_is_lost(client->area)) {
        along.count = 0; /* the daemon may have the segment by itself */
    }
    cl_descriptors received = {.count = 0};
    cl_hello_fill(&hello, CL_HELLO_REJOIN, cl_layout_fingerprint(), saved.language, saved.program);
    hello.flags = client->readonly ? CL_HELLO_READONLY : 0;
    hello.vm = client->vm;
    hello.id[0] = client->id[0];
    hello.id[1] = client->id[1];
    if (!cl_connect_check_peer(connection, saved.daemon_user, error) ||
        !cl_handshake(connection, &hello, &along, &reply, &received, deadline_ns, error)) {
        return 0;
    }
    cl_unshared_close_all(&received);
    return 1;
}

static int rejoin(cl_client *client, uint64_t deadline_ns, cl_error *error) {
    int connection = cl_connect_once(saved.socket, deadline_ns);
    if (connection < 0) {
        return cl_connect_failed(saved.socket, error);
    }
    int done = say_rejoin(client, connection, deadline_ns, error);
    int kept = done ? cl_unshared_replace(client->socket, connection) : -1;
    if (done && kept < 0) {
        done = cl_fail(error, CL_ERR_SYSTEM, "cannot keep the connection to the daemon: %s", strerror(errno));
    }
    if (kept >= 0 && kept != client->socket) {
        client->socket = kept;
    }
    cl_unshared_close(connection);
    return done;
}

int cl_keeper_rejoin(cl_client *client, uint64_t deadline_ns, cl_error *error) {
    while (!cl_keeper_is_served(client)) {
        if (!cl_exchange_acq_rel(&joining, true)) {
            int done = cl_keeper_is_served(client) || rejoin(client, deadline_ns, error);
            cl_store_release(&joining, false);
            return done;
        }
        if (cl_now_ns() >= deadline_ns) {
            return cl_fail(error, CL_ERR_DAEMON,
                           "another thread of this process is connecting to the daemon and got no answer yet; the "
                           "daemon may be stopped (kill -CONT) or overloaded");
        }
        pause_ms(PAUSE_LEAST);
    }
    return 1;
}

int32_t cl_rejoin(cl_error *error) {
    cl_client *client = &cl_self;
    if (client->space.base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    return cl_keeper_rejoin(client, cl_now_ns() + ANSWER_NS, error);
}

/* ---- the thread ---- */

static void wait_for_hangup(cl_client *client) {
    struct pollfd poller = {.fd = client->socket, .events = POLLRDHUP};
    while (poll(&poller, 1, -1) <= 0) {
        if (errno != EINTR) { /* it cannot wait */
            if (has_hung_up(client->socket)) {
                return;
            }
            pause_ms(PAUSE_MOST);
        }
    }
}

/* The daemon is ready when it has the segment, which maybe only this process can hand over. */
static void hand_over(void *client) {
    cl_keeper_rejoin(client, cl_now_ns() + ANSWER_NS, NULL);
}

/* Many survivors may do so at once: the daemon's lock file lets one of theirs through. */
static int start_daemon(cl_client *client, cl_error *error) {
    return cl_daemon_start(saved.segment, saved.daemon, saved.socket, cl_now_ns() + START_NS, hand_over, client, error);
}

static void complain(const cl_error *reason, char *said, size_t bytes) {
    if (strcmp(said, reason->text) != 0) {
        snprintf(said, bytes, "%s", reason->text);
        fprintf(stderr, "colors: no daemon collects the segment %s any more: %s\n", saved.segment, reason->text);
    }
}

/* Until a daemon has us again. What it refuses or cannot do is said once, and tried again ever more slowly. */
static void come_back(cl_client *client) {
    cl_error reason = {0, ""};
    char said[sizeof reason.text] = "";
    uint32_t wait = PAUSE_LEAST;
    uint32_t alone = 0;
    while (!cl_keeper_rejoin(client, cl_now_ns() + ANSWER_NS, &reason)) {
        bool absent = reason.code == CL_ERR_DAEMON;
        bool failed =
            !absent || (alone >= ALONE_MS && cl_keeper_may_start(&client->space) && !start_daemon(client, &reason));
        if (failed) {
            complain(&reason, said, sizeof said);
        }
        pause_ms(wait);
        alone += wait;
        uint32_t most = failed ? PAUSE_FAILED : PAUSE_MOST;
        wait = 2 * wait < most ? 2 * wait : most;
    }
}

static void *keep(void *argument) {
    cl_client *client = argument;
    for (;;) {
        wait_for_hangup(client);
        come_back(client);
    }
    return client;
}

/* The program's signals are the program's. */
static void start_thread(cl_client *client) {
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&thread, &attributes, keep, client);
    if (failed == 0) {
        pthread_setname_np(thread, "colors-keeper");
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed != 0) {
        fprintf(
            stderr,
            "colors: no thread could be made that comes back to another daemon of the segment %s when this one dies "
            "(%s); allow this process one more thread, or call cl_rejoin\n",
            saved.segment, strerror(failed));
    }
}

void cl_keeper_start(cl_client *client, const cl_keeper *keeper) {
    const char *wanted = getenv("COLORS_KEEPER");
    copy(saved.segment, sizeof saved.segment, keeper->segment);
    copy(saved.socket, sizeof saved.socket, keeper->socket);
    copy(saved.daemon, sizeof saved.daemon, keeper->daemon);
    copy(saved.daemon_user, sizeof saved.daemon_user, keeper->daemon_user);
    copy(saved.language, sizeof saved.language, keeper->language);
    copy(saved.program, sizeof saved.program, keeper->program);
    saved.autostart = keeper->autostart;
    if (wanted == NULL || strcmp(wanted, "off") != 0) {
        start_thread(client);
    }
}
