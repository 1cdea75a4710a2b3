/* SPDX-License-Identifier: Apache-2.0 */
/* Attaching this process to a segment: connect (or start the daemon), hello, reply, map, check. */
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "link.h"
#include "memory.h"
#include "rootlog.h"
#include "segment.h"
#include "validator.h"

#define TIMEOUT_MS_DEFAULT 10000
#define RETRY_NS           5000000
#define REQUIRED_SEALS     (F_SEAL_GROW | F_SEAL_SHRINK)

enum { MEMORY, LIFE, AREA }; /* descriptors that come with the reply */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char attached_path[CL_PATH_BYTES]; /* guarded by lock */

typedef struct attempt { /* what is wanted, with defaults filled in */
    const cl_attach_options *options;
    const char *segment;
    const char *daemon_user;
    char path[CL_PATH_BYTES];
    bool readonly;
    bool autostart;
    uint64_t fingerprint;
    uint64_t deadline_ns;
} attempt;

void *cl_base(void) {
    return cl_self.space.base;
}

int32_t cl_vm_index(void) {
    return cl_self.vm;
}

int32_t cl_is_readonly(void) {
    return cl_self.readonly;
}

static void close_all(const cl_client *client) {
    const int files[] = {client->memory, client->socket, client->area};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        cl_unshared_close(files[i]);
    }
}

/* The mapping is not inherited (MADV_DONTFORK), nor are the descriptors; a child that wants the segment attaches by
 * itself, and has nothing yet. */
static void forget_in_child(void) {
    pthread_mutex_init(&lock, NULL);
    cl_keeper_forget();
    cl_self = CL_CLIENT_NONE;
}

static void register_once(void) {
    cl_unshared_open(forget_in_child);
}

/* ---- connection ---- */

static int connect_daemon(const attempt *a, cl_error *error) {
    struct sockaddr_un address;
    if (!cl_socket_address(a->path, &address, error)) {
        return -1;
    }
    for (int started = 0;;) {
        int connection = cl_connect_once(a->path, a->deadline_ns);
        if (connection >= 0) {
            return connection;
        }
        if (!cl_connect_is_absent() || !a->autostart || (started > 0 && cl_now_ns() > a->deadline_ns)) {
            cl_connect_failed(a->path, error);
            return -1;
        }
        /* Another process's daemon may be the one that listens, and may be ending: start again now and then. */
        if (started++ % 64 == 0 &&
            !cl_daemon_start(a->segment, a->options->daemon, a->path, a->deadline_ns, NULL, NULL, error)) {
            return -1;
        }
        if (started > 1) {
            nanosleep(&(struct timespec){0, RETRY_NS}, NULL);
        }
    }
}

/* ---- checks ---- */

static int check_memory(int memory, uint64_t bytes, const char *what, cl_error *error) {
    struct stat status;
    int seals = memory < 0 ? -1 : fcntl(memory, F_GET_SEALS);
    if (seals < 0 || (seals & REQUIRED_SEALS) != REQUIRED_SEALS || fstat(memory, &status) != 0 ||
        (uint64_t)status.st_size != bytes) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the daemon sent no sealed %s of %llu bytes", what,
                       (unsigned long long)bytes);
    }
    return 1;
}

static int check_version(const cl_header *header, cl_error *error) {
    uint64_t version = cl_load_acquire(&header->version);
    if (version != CL_VERSION) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the segment has format version %llu, expected %llu",
                       (unsigned long long)version, (unsigned long long)CL_VERSION);
    }
    return 1;
}

static int check_space(const cl_space *space, uint64_t bytes, cl_error *error) {
    if (space->geometry.segment_bytes != bytes) {
        return cl_fail(error, CL_ERR_PROTOCOL, "the segment's header says %llu bytes, it has %llu",
                       (unsigned long long)space->geometry.segment_bytes, (unsigned long long)bytes);
    }
    return cl_validate_space(space, 1, error);
}

static int check_ranges(const cl_reply *reply, cl_error *error) {
    bool reader = (reply->flags & CL_HELLO_READONLY) != 0;
    bool good = reply->vm >= 0 && (uint32_t)reply->vm < CL_VM_MAX && reply->slots.end <= CL_SLOT_MAX &&
                reply->slots.first < reply->slots.end && reply->chunks.end <= CL_CHUNK_MAX &&
                reply->chunks.first < reply->chunks.end;
    bool page = reply->slots.first % CL_AREA_SLOTS == 0 && reply->slots.end == reply->slots.first + CL_AREA_SLOTS &&
                reply->chunks.first % CL_AREA_CHUNKS == 0 && reply->chunks.end == reply->chunks.first + CL_AREA_CHUNKS;
    return good && (!reader || page)
               ? 1
               : cl_fail(error, CL_ERR_PROTOCOL, "the daemon gave this process slots %u to %u and chunks %u to %u",
                         reply->slots.first, reply->slots.end, reply->chunks.first, reply->chunks.end);
}

/* The collector orders its accesses with this process's by a fence of its own (grace.c). */
static int register_for_fences(cl_error *error) {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0
               ? 1
               : cl_fail(error, CL_ERR_SYSTEM,
                         "the kernel refuses membarrier(GLOBAL_EXPEDITED): %s; Linux 4.16 is needed", strerror(errno));
}

/* ---- mapping ---- */

/* A reader's own slots and chunks, over the segment's. */
static int map_area(const cl_client *client, cl_error *error) {
    if (!check_memory(client->area, CL_AREA_BYTES, "area for a reader", error)) {
        return 0;
    }
    cl_area_place place = cl_area_place_of(&client->space.geometry, client->slots.first, client->chunks.first);
    return cl_area_map(client->space.base, &place, client->area, error);
}

static int map_segment(cl_client *client, cl_error *error) {
    void *base = cl_segment_map(client->memory, client->bytes, client->readonly, error);
    if (base == NULL) {
        return 0;
    }
    int checked = register_for_fences(error) && check_version(base, error);
    client->space = cl_space_of(base);
    if (!checked || !check_space(&client->space, client->bytes, error) ||
        (client->readonly && !map_area(client, error))) {
        munmap(base, client->bytes);
        return 0;
    }
    cl_pages_advise(&client->space);
    return 1;
}

/* Nothing that is mapped gives way: neighbours have a page in common. */
static bool map_privately(uint64_t from, uint64_t end) {
    int protection = cl_self.readonly ? PROT_READ : PROT_READ | PROT_WRITE;
    return from >= end || mmap((char *)cl_self.space.base + from, end - from, protection,
                               MAP_PRIVATE | MAP_FIXED_NOREPLACE | MAP_NORESERVE, cl_self.memory,
                               (off_t)from) != MAP_FAILED;
}

int32_t cl_attach_inherit(uint64_t offset, uint64_t bytes) {
    cl_error error;
    uint64_t from = offset / CL_PAGE * CL_PAGE, end = (offset + bytes + CL_PAGE - 1) / CL_PAGE * CL_PAGE;
    if (cl_self.space.base == NULL || !check_memory(cl_self.memory, cl_self.bytes, "segment", &error)) {
        return 0;
    }
    return map_privately(from, end) || map_privately(from + CL_PAGE, end) || map_privately(from, end - CL_PAGE) ||
           map_privately(from + CL_PAGE, end - CL_PAGE);
}

/* The mapping holds the open file, and with it the lock, until this process ends or starts another program: also when
 * it closes all descriptors, as programs do that become daemons. A forked child has no part in it. */
static int map_life(cl_client *client, int life, cl_error *error) {
    client->life = mmap(NULL, CL_PAGE, PROT_NONE, MAP_SHARED, life, 0);
    if (client->life == MAP_FAILED) {
        client->life = NULL;
        return cl_fail(error, CL_ERR_SYSTEM, "cannot map the sign of life that the daemon gave this process: %s",
                       strerror(errno));
    }
    madvise(client->life, CL_PAGE, MADV_DONTFORK);
    return 1;
}

static int take_life(cl_client *client, cl_descriptors *received, cl_error *error) {
    int life = cl_descriptors_take(received, LIFE);
    int done = map_life(client, life, error);
    cl_unshared_close(life);
    return done;
}

/* Takes over the connection and what it received when it succeeds. */
static int take(const attempt *a, int connection, const cl_reply *reply, cl_descriptors *received, cl_error *error) {
    cl_client client = {.bytes = reply->segment_bytes,
                        .socket = connection,
                        .vm = reply->vm,
                        .readonly = (reply->flags & CL_HELLO_READONLY) != 0,
                        .slots = reply->slots,
                        .chunks = reply->chunks,
                        .quotas = {reply->quota_slots, reply->quota_chunks, reply->quota_bytes},
                        .id = {reply->id[0], reply->id[1]}};
    client.memory = cl_descriptors_take(received, MEMORY);
    client.area = client.readonly ? cl_descriptors_take(received, AREA) : -1;
    if (!cl_connect_check_peer(connection, a->daemon_user, error) ||
        !check_memory(client.memory, client.bytes, "segment", error) || !check_ranges(reply, error) ||
        !take_life(&client, received, error) || !map_segment(&client, error)) {
        client.socket = -1; /* the caller's still */
        close_all(&client);
        if (client.life != NULL) {
            munmap(client.life, CL_PAGE);
        }
        return 0;
    }
    cl_self = client;
    return 1;
}

/* ---- attach ---- */

/* One connection. *again: it ended because its daemon did. */
static int try_attach(const attempt *a, bool *again, cl_error *error) {
    cl_reply reply;
    cl_hello hello;
    cl_descriptors received = {.count = 0};
    cl_error reason = {0, ""};
    *again = false;
    int connection = connect_daemon(a, error);
    if (connection < 0) {
        return 0;
    }
    cl_hello_fill(&hello, CL_HELLO_ATTACH, a->fingerprint, a->options->language, a->options->program);
    hello.flags = a->readonly ? CL_HELLO_READONLY : 0;
    int answered = cl_handshake(connection, &hello, NULL, &reply, &received, a->deadline_ns, &reason);
    int done = answered && take(a, connection, &reply, &received, &reason);
    if (!done) {
        cl_unshared_close(connection);
        *again = !answered && reason.code == CL_ERR_DAEMON && a->autostart;
        cl_fail(error, (enum cl_code)reason.code, "%s", reason.text);
    }
    cl_unshared_close_all(&received);
    return done;
}

static int attach(const attempt *a, cl_error *error) {
    bool again;
    do {
        if (try_attach(a, &again, error)) {
            cl_keeper_start(&cl_self, &(cl_keeper){.segment = a->segment,
                                                   .socket = a->path,
                                                   .daemon = a->options->daemon,
                                                   .daemon_user = a->daemon_user,
                                                   .language = a->options->language,
                                                   .program = a->options->program,
                                                   .autostart = a->autostart});
            if (error != NULL) {
                error->code = CL_OK;
            }
            return 1;
        }
    } while (again && cl_now_ns() < a->deadline_ns);
    return 0;
}

static int attach_locked(const attempt *a, cl_error *error) {
    if (cl_self.space.base == NULL) {
        if (!attach(a, error)) {
            return 0;
        }
        snprintf(attached_path, sizeof attached_path, "%s", a->path);
        return 1;
    }
    if (strcmp(a->path, attached_path) != 0) {
        return cl_fail(error, CL_ERR_STATE,
                       "this process is attached to the segment at %s already; a process can have one segment, not "
                       "another at %s",
                       attached_path, a->path);
    }
    return !cl_self.readonly || a->readonly
               ? 1
               : cl_fail(error, CL_ERR_STATE,
                         "this process is attached to the segment read-only already; to write, attach without "
                         "COLORS_READONLY, colors.readonly and CL_ATTACH_READONLY from the beginning");
}

static int lock_by(uint64_t deadline_ns, cl_error *error) {
    while (pthread_mutex_trylock(&lock) != 0) {
        if (cl_now_ns() >= deadline_ns) {
            return cl_fail(error, CL_ERR_DAEMON,
                           "another thread of this process is attaching to a segment and got no answer yet; the daemon "
                           "may be stopped (kill -CONT) or overloaded");
        }
        nanosleep(&(struct timespec){0, RETRY_NS}, NULL);
    }
    return 1;
}

static const char *or_environment(const char *text, const char *variable) {
    const char *found = text != NULL && text[0] != 0 ? text : getenv(variable);
    return found != NULL && found[0] != 0 ? found : NULL;
}

static int find_path(attempt *a, cl_error *error) {
    const char *socket = or_environment(a->options->socket, "COLORS_SOCKET");
    struct sockaddr_un address;
    if (!cl_segment_name_check(a->segment, error)) {
        return 0;
    }
    if (socket == NULL) {
        return cl_socket_path(a->segment, a->path, sizeof a->path, error);
    }
    if (!cl_socket_address(socket, &address, error)) {
        return 0;
    }
    memcpy(a->path, address.sun_path, sizeof a->path);
    return 1;
}

/* What an environment variable says, if it says anything. A guard that nobody notices when it is misspelt is none. */
static int read_switch(const char *variable, bool *is, cl_error *error) {
    const char *text = getenv(variable);
    if (text == NULL || text[0] == 0) {
        return 1;
    }
    *is = strcmp(text, "true") == 0;
    if (!*is && strcmp(text, "false") != 0) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%s is '%.40s'; true or false was expected", variable, text);
    }
    return 1;
}

static int read_switches(attempt *a, cl_error *error) {
    bool readonly = false, autostart = true;
    if (!read_switch("COLORS_READONLY", &readonly, error) || !read_switch("COLORS_AUTOSTART", &autostart, error)) {
        return 0;
    }
    a->readonly = readonly || (a->options->flags & CL_ATTACH_READONLY) != 0;
    a->autostart = autostart && a->options->autostart != 0;
    return 1;
}

void *cl_attach(const cl_attach_options *options, cl_error *error) {
    static const cl_attach_options defaults = {.autostart = 1};
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    attempt a = {.options = options == NULL ? &defaults : options};
    options = a.options;
    a.segment = options->segment == NULL || options->segment[0] == 0 ? "default" : options->segment;
    a.daemon_user = or_environment(options->daemon_user, "COLORS_DAEMON_USER");
    a.fingerprint = options->fingerprint != 0 ? options->fingerprint : cl_layout_fingerprint();
    uint64_t patience_ms = options->timeout_ms > 0 ? (uint64_t)options->timeout_ms : TIMEOUT_MS_DEFAULT;
    a.deadline_ns = cl_now_ns() + patience_ms * 1000000;
    if (!read_switches(&a, error) || !find_path(&a, error)) {
        return NULL;
    }
    pthread_once(&once, register_once);
    if (!lock_by(a.deadline_ns, error)) {
        return NULL;
    }
    int done = attach_locked(&a, error);
    pthread_mutex_unlock(&lock);
    return done ? cl_self.space.base : NULL;
}
