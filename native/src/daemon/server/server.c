/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon's loop: one thread, poll, nothing that blocks. */
#include "server.h"

#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base.h"
#include "colors.h"
#include "connection.h"
#include "peers.h"
#include "recovery.h"

#define PENDING_MAX 64u       /* connections that have not said hello */
#define WAITING_MAX CL_VM_MAX /* those that want to attach and wait for the segment to be handed over */
#define CONNECTIONS (CL_VM_MAX + PENDING_MAX + WAITING_MAX)
#define HELLO_NS    5000000000ull
#define WAITING_NS  60000000000ull
#define RECOVERY_MS 5
#define ABSENT_MS   100 /* between two looks at processes that have not come back */
#define ADOPTION_MS 20
#define STARVED_NS  50000000ull /* no accept for so long after the descriptors ran out */
#define ACCEPTS     32          /* a turn */

static cl_connection connections[CONNECTIONS];
static uint64_t starved_until_ns;

/* The one that came first of those in a state; NULL and 0 when none is. */
static cl_connection *oldest_of(enum cl_connection_state state, uint32_t *count) {
    cl_connection *oldest = NULL;
    *count = 0;
    for (uint32_t i = 0; i < CONNECTIONS; i++) {
        cl_connection *c = &connections[i];
        if (c->state == state) {
            ++*count;
            oldest = oldest == NULL || c->since_ns < oldest->since_ns ? c : oldest;
        }
    }
    return oldest;
}

/* Those who have the segment come back by connections of their own: who waits for it must not take their places.
 * Returns whether one more was above the limit. */
static bool refuse_waiting(uint32_t most, const char *why) {
    uint32_t waiting;
    cl_connection *oldest = oldest_of(CL_CONNECTION_WAITING, &waiting);
    if (waiting <= most) {
        return false;
    }
    cl_connection_refuse(oldest, CL_ERR_DAEMON,
                         "%u processes wait to attach until the segment is handed over, %s, and you came first; try "
                         "again later",
                         waiting, why);
    return true;
}

/* The oldest silent connection gives way to a new one. */
static cl_connection *free_connection(void) {
    uint32_t pending;
    cl_connection *oldest = oldest_of(CL_CONNECTION_HELLO, &pending);
    if (pending == PENDING_MAX) {
        cl_connection_refuse(oldest, CL_ERR_PROTOCOL, "%u connections are waiting to say hello and yours is the oldest",
                             PENDING_MAX);
        return oldest;
    }
    for (uint32_t i = 0; i < CONNECTIONS; i++) {
        if (connections[i].state == CL_CONNECTION_FREE) {
            return &connections[i];
        }
    }
    return NULL; /* not reached: at most CL_VM_MAX are attached, WAITING_MAX wait */
}

static void accept_some(int listener) {
    for (int i = 0; i < ACCEPTS; i++) {
        int accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (accepted < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
                starved_until_ns = cl_now_ns() + STARVED_NS;
                refuse_waiting(0, "the daemon has no file descriptor left");
            }
            return;
        }
        cl_connection *connection = free_connection();
        if (connection == NULL) {
            close(accepted);
        } else {
            cl_connection_open(connection, accepted, cl_now_ns());
        }
    }
}

static void close_late(uint64_t now_ns) {
    for (uint32_t i = 0; i < CONNECTIONS; i++) {
        cl_connection *c = &connections[i];
        if (c->state == CL_CONNECTION_HELLO && now_ns - c->since_ns > HELLO_NS) {
            cl_connection_refuse(c, CL_ERR_PROTOCOL, "no complete hello within %llu s: %zu of %zu bytes came",
                                 HELLO_NS / 1000000000, c->got, sizeof(cl_hello));
        } else if (c->state == CL_CONNECTION_WAITING && now_ns - c->since_ns > WAITING_NS) {
            cl_connection_refuse(c, CL_ERR_DAEMON,
                                 "no process handed the segment over within %llu s; continue (kill -CONT) or end those "
                                 "that have it",
                                 WAITING_NS / 1000000000);
        }
    }
    while (refuse_waiting(WAITING_MAX, "which is more than the limit")) {
    }
}

/* Until the next thing that happens by itself; -1: nothing will. */
static int patience_ms(bool recovering, bool absent) {
    uint32_t pending;
    const cl_connection *oldest = oldest_of(CL_CONNECTION_HELLO, &pending);
    uint64_t now = cl_now_ns();
    if (recovering || absent || cl_adoption_state() != CL_ADOPTION_NONE) {
        return recovering ? RECOVERY_MS : absent ? ABSENT_MS : ADOPTION_MS;
    }
    if (starved_until_ns > now) {
        return (int)((starved_until_ns - now) / 1000000) + 1;
    }
    if (oldest == NULL) {
        return -1;
    }
    uint64_t due = oldest->since_ns + HELLO_NS;
    return due > now ? (int)((due - now) / 1000000) + 1 : 0;
}

static uint32_t fill_polls(struct pollfd *polls, uint32_t *owners) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CONNECTIONS; i++) {
        if (connections[i].state != CL_CONNECTION_FREE) {
            owners[count] = i;
            polls[count++] = (struct pollfd){.fd = connections[i].socket, .events = POLLIN};
        }
    }
    return count;
}

static void raise_descriptor_limit(void) {
    struct rlimit limit;
    rlim_t wanted = 2 * CONNECTIONS;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* What is left of dead processes, and of those that have not come back. Returns how soon there is more to do. */
static int settle(void) {
    if (cl_adoption_state() != CL_ADOPTION_NONE) {
        return patience_ms(false, false);
    }
    bool absent = cl_death_continue();
    return patience_ms(cl_reclaim_continue(), absent);
}

/* Ends before hellos: a hello may come from a process whose last connection has just ended. */
static void read_ready(const struct pollfd *polls, const uint32_t *owners, uint32_t count) {
    for (int hellos = 0; hellos < 2; hellos++) {
        for (uint32_t i = 0; i < count; i++) {
            cl_connection *connection = &connections[owners[i]];
            if (polls[i].revents != 0 && connection->socket == polls[i].fd &&
                (connection->state == CL_CONNECTION_HELLO) == hellos) {
                cl_connection_read(connection);
            }
        }
    }
}

/* Waits for something and does it. Returns the signal that ends the daemon, 0 if none came. */
static int turn(int listener, int signals, int ms) {
    static struct pollfd polls[CONNECTIONS + 2];
    static uint32_t owners[CONNECTIONS];
    uint32_t count = fill_polls(polls, owners);
    polls[count] = (struct pollfd){.fd = starved_until_ns > cl_now_ns() ? -1 : listener, .events = POLLIN};
    polls[count + 1] = (struct pollfd){.fd = signals, .events = POLLIN};
    int ready = poll(polls, count + 2, ms);
    if (ready > 0 && polls[count + 1].revents != 0) {
        struct signalfd_siginfo info;
        return read(signals, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
    }
    if (ready > 0) {
        read_ready(polls, owners, count);
    }
    close_late(cl_now_ns());
    if (ready > 0 && polls[count].revents != 0) {
        accept_some(listener);
    }
    return 0;
}

static void continue_waiting(void) {
    for (uint32_t i = 0; i < CONNECTIONS; i++) {
        cl_connection_continue(&connections[i]);
    }
}

enum cl_served cl_server_adopt(int listener, int signals, uint64_t deadline_ns) {
    raise_descriptor_limit();
    cl_adoption_want();
    while (cl_life_any()) {
        if (turn(listener, signals, patience_ms(false, false)) != 0) {
            return CL_SERVED_SIGNAL;
        }
        if (cl_adoption_state() != CL_ADOPTION_WANTED) {
            return cl_adoption_state() == CL_ADOPTION_NONE ? CL_SERVED_ADOPTED : CL_SERVED_FAILED;
        }
        if (cl_now_ns() > deadline_ns) {
            return CL_SERVED_LATE;
        }
    }
    cl_adoption_give_up();
    return CL_SERVED_ALONE;
}

int cl_server_run(int listener, int signals) {
    raise_descriptor_limit();
    continue_waiting();
    for (;;) {
        int signal_number = turn(listener, signals, settle());
        if (signal_number != 0) {
            return signal_number;
        }
    }
}
