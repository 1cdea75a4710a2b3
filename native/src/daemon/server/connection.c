/* SPDX-License-Identifier: Apache-2.0 */
#include "connection.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base.h"
#include "colors.h"
#include "memory.h"
#include "peers.h"
#include "recovery.h"
#include "segment.h"

static cl_connection *of_vm[CL_VM_MAX]; /* those that are attached */

static void set_attached(cl_connection *connection, uint32_t vm) {
    connection->vm = vm;
    connection->state = CL_CONNECTION_ATTACHED;
    of_vm[vm] = connection;
}

static void fill_reply(cl_reply *reply, uint32_t status) {
    memset(reply, 0, sizeof *reply);
    reply->magic = CL_HELLO_MAGIC;
    reply->protocol = CL_PROTOCOL;
    reply->status = status;
    reply->fingerprint = cl_layout_fingerprint();
    reply->vm = -1;
}

/* A reply fits in the buffer of a socket that nothing was sent on; if not, the client sees a closed connection. */
void cl_connection_refuse(cl_connection *connection, uint32_t status, const char *format, ...) {
    cl_reply reply;
    va_list arguments;
    fill_reply(&reply, status);
    va_start(arguments, format);
    vsnprintf(reply.text, sizeof reply.text, format, arguments);
    va_end(arguments);
    cl_packet_send(connection->socket, &reply, sizeof reply, NULL);
    cl_connection_close(connection);
}

void cl_connection_close(cl_connection *connection) {
    bool attached = connection->state == CL_CONNECTION_ATTACHED;
    close(connection->socket);
    cl_descriptors_close(&connection->along);
    connection->state = CL_CONNECTION_FREE;
    connection->socket = -1;
    if (attached) {
        of_vm[connection->vm] = NULL;
        cl_death_judge(connection->vm);
    }
}

void cl_connection_open(cl_connection *connection, int accepted, uint64_t now_ns) {
    struct ucred peer = {0, (uid_t)-1, (gid_t)-1};
    socklen_t bytes = sizeof peer;
    memset(connection, 0, sizeof *connection);
    connection->state = CL_CONNECTION_HELLO;
    connection->socket = accepted;
    connection->since_ns = now_ns;
    if (getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0) {
        connection->access = cl_policy_access(accepted, peer.uid, peer.gid);
    }
    if (connection->access == CL_ACCESS_NONE) {
        cl_connection_refuse(
            connection, CL_ERR_PERMISSION,
            "this segment belongs to user %u and you are user %u; a segment is shared by one user's processes; its "
            "daemon lets others in that --allow-user, --allow-group, --read-only-user or --read-only-group name",
            (unsigned)geteuid(), (unsigned)peer.uid);
        return;
    }
    connection->pid = (uint32_t)peer.pid;
    connection->uid = peer.uid;
}

/* ---- attach ---- */

static uint32_t count_vms(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        count += cl_attached_is(i + 1);
    }
    return count;
}

static int find_free_vm(void) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        if (!cl_attached_is(i + 1)) {
            return (int)i;
        }
    }
    return -1;
}

/* Two processes of one index, one after the other, have different ones. */
static uint32_t next_generation(const cl_vm *vm) {
    uint32_t next = cl_load_relaxed(&vm->generation) + (uint32_t)(cl_clock_ns(CLOCK_MONOTONIC) >> 10 | 1);
    return next == 0 ? 1 : next;
}

static void fill_vm(cl_vm *vm, const cl_connection *connection, const cl_hello *hello, bool reader) {
    const cl_quotas *quotas = &cl_policy_get()->quotas;
    vm->pid = connection->pid;
    vm->uid = connection->uid;
    cl_store_relaxed(&vm->chunks, 0);
    cl_store_relaxed(&vm->flags, reader ? CL_VM_READONLY : 0);
    vm->quota_slots = quotas->slots;
    vm->quota_chunks = quotas->chunks;
    vm->quota_bytes = quotas->bytes;
    vm->area = 0;
    vm->attached_ns = cl_clock_ns(CLOCK_REALTIME);
    cl_store_relaxed(&vm->generation, next_generation(vm));
    memcpy(vm->language, hello->language, sizeof vm->language);
    memcpy(vm->program, hello->program, sizeof vm->program);
    vm->language[sizeof vm->language - 1] = 0;
    vm->program[sizeof vm->program - 1] = 0;
    cl_store_release(&vm->state, 1);
}

/* What a process that is let in gets: the segment to read or to write, its sign of life, its places. */
static int give(cl_connection *connection, cl_reply *reply, cl_descriptors *along, bool reader, cl_error *error) {
    cl_reader places = {-1, {0, CL_SLOT_MAX}, {0, CL_CHUNK_MAX}};
    int memory = reader ? cl_reader_memory() : dup(cl_own()->memory);
    int life = cl_life_give(connection->vm, connection->pid, reader);
    along->at[along->count++] = memory;
    along->at[along->count++] = life;
    if (memory < 0 || life < 0) {
        error->code = CL_ERR_SYSTEM;
        snprintf(error->text, sizeof error->text,
                 "the daemon has no file descriptor left for you: %s; end some "
                 "processes, or raise its limit (ulimit -n)",
                 strerror(errno));
        return 0;
    }
    if (reader && !cl_reader_make(connection->vm, &places, error)) {
        return 0;
    }
    if (reader) {
        along->at[along->count++] = places.area;
    }
    reply->slots = places.slots;
    reply->chunks = places.chunks;
    return 1;
}

static void attach_as(cl_connection *connection, const cl_hello *hello, uint32_t vm) {
    cl_reply reply;
    cl_error error = {0, ""};
    cl_descriptors along = {.count = 0};
    bool reader = (hello->flags & CL_HELLO_READONLY) != 0;
    const cl_quotas *quotas = &cl_policy_get()->quotas;
    fill_reply(&reply, CL_OK);
    reply.vm = (int32_t)vm;
    reply.flags = reader ? CL_HELLO_READONLY : 0;
    reply.segment_bytes = cl_own()->bytes;
    memcpy(reply.id, cl_own()->id, sizeof reply.id);
    reply.quota_slots = quotas->slots;
    reply.quota_chunks = quotas->chunks;
    reply.quota_bytes = quotas->bytes;
    connection->vm = vm;
    cl_attached_set(vm, true);
    fill_vm(cl_vm_at(cl_space_get(), vm), connection, hello, reader);
    if (!give(connection, &reply, &along, reader, &error)) {
        cl_descriptors_close(&along);
        cl_death_end(vm);
        cl_connection_refuse(connection, (uint32_t)error.code, "%s", error.text);
        return;
    }
    set_attached(connection, vm);
    bool sent = cl_packet_send(connection->socket, &reply, sizeof reply, &along);
    cl_descriptors_close(&along);
    if (!sent) {
        cl_connection_close(connection);
    }
}

static void attach(cl_connection *connection, const cl_hello *hello) {
    uint32_t most = cl_policy_get()->max_vms;
    int vm = find_free_vm();
    if (connection->access == CL_ACCESS_READ && (hello->flags & CL_HELLO_READONLY) == 0) {
        cl_connection_refuse(connection, CL_ERR_PERMISSION,
                             "the daemon lets you, user %u, read only (--read-only-user, --read-only-group) and you "
                             "asked to write; attach with COLORS_READONLY=true or -Dcolors.readonly=true",
                             (unsigned)connection->uid);
    } else if (most != 0 && count_vms() >= most) {
        cl_connection_refuse(connection, CL_ERR_QUOTA,
                             "%u processes are attached, which is what the daemon was told to allow (--max-vms %u); "
                             "end some, or start the daemon with more",
                             count_vms(), most);
    } else if (vm < 0) {
        cl_connection_refuse(connection, CL_ERR_MEMORY, "%u processes are attached, which is the limit; end some",
                             CL_VM_MAX);
    } else {
        attach_as(connection, hello, (uint32_t)vm);
    }
}

/* ---- a process of an earlier daemon, or one that gave its connection up ---- */

static bool is_whom_it_says(const cl_connection *connection, const cl_hello *hello) {
    if (hello->vm < 0 || hello->vm >= (int32_t)CL_VM_MAX || !cl_attached_is_absent((uint32_t)hello->vm)) {
        return false;
    }
    const cl_vm *entry = cl_vm_at(cl_space_get(), (uint32_t)hello->vm);
    bool reader = (cl_load_relaxed(&entry->flags) & CL_VM_READONLY) != 0;
    return entry->pid == connection->pid && entry->uid == connection->uid &&
           reader == ((hello->flags & CL_HELLO_READONLY) != 0) && (connection->access == CL_ACCESS_WRITE || reader);
}

/* A process that closed its descriptors comes back before the end of its last connection is seen here: a thread of its
 * own that sleeps in poll keeps that open. The new one replaces it. */
static void end_last(const cl_connection *connection, int32_t vm) {
    cl_connection *last = vm >= 0 && vm < (int32_t)CL_VM_MAX ? of_vm[vm] : NULL;
    if (last != NULL && last->pid == connection->pid && last->uid == connection->uid) {
        cl_connection_close(last);
    }
}

static void come_back(cl_connection *connection, const cl_hello *hello) {
    cl_reply reply;
    cl_error error = {0, ""};
    if (hello->id[0] != cl_own()->id[0] || hello->id[1] != cl_own()->id[1]) {
        cl_connection_refuse(connection, CL_ERR_STATE,
                             "you have segment %016llx%016llx, and another one is served here now; what you hold stays "
                             "readable, end when you are done with it",
                             (unsigned long long)hello->id[0], (unsigned long long)hello->id[1]);
        return;
    }
    end_last(connection, hello->vm);
    if (!is_whom_it_says(connection, hello)) {
        cl_connection_refuse(connection, CL_ERR_STATE,
                             "process %u of user %u is not the one that has number %d in the segment, or may not have "
                             "it any more; end it",
                             connection->pid, connection->uid, hello->vm);
        return;
    }
    uint32_t vm = (uint32_t)hello->vm;
    if ((hello->flags & CL_HELLO_READONLY) != 0 &&
        !cl_reader_take(vm, connection->along.count > 1 ? connection->along.at[1] : -1, &error)) {
        cl_connection_refuse(connection, (uint32_t)error.code, "%s", error.text);
        return;
    }
    cl_descriptors_close(&connection->along);
    cl_death_back(vm);
    set_attached(connection, vm);
    fill_reply(&reply, CL_OK);
    reply.vm = hello->vm;
    if (!cl_packet_send(connection->socket, &reply, sizeof reply, NULL)) {
        cl_connection_close(connection);
    }
}

static void rejoin(cl_connection *connection, const cl_hello *hello) {
    cl_error error = {0, ""};
    if (cl_adoption_state() == CL_ADOPTION_WANTED &&
        !cl_adopt(hello, connection->along.count > 0 ? connection->along.at[0] : -1, &error)) {
        cl_connection_refuse(connection, (uint32_t)error.code, "%s", error.text);
        return;
    }
    come_back(connection, hello);
}

/* ---- what arrives ---- */

static void obey(cl_connection *connection, const cl_hello *hello) {
    if (cl_adoption_state() == CL_ADOPTION_FAILED) { /* a moment ago, and nothing is mapped */
        cl_connection_refuse(connection, CL_ERR_STATE, "the segment cannot be taken over: %.300s", cl_adoption_fault());
    } else if (hello->kind == CL_HELLO_REJOIN) {
        rejoin(connection, hello);
    } else if (hello->kind != CL_HELLO_ATTACH) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL, "your hello is of kind %u, which protocol %u does not have",
                             hello->kind, CL_PROTOCOL);
    } else if (cl_adoption_state() == CL_ADOPTION_WANTED) {
        connection->state = CL_CONNECTION_WAITING;
    } else {
        attach(connection, hello);
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
    } else if (connection->got >= sizeof hello.magic + sizeof hello.protocol && hello.protocol != CL_PROTOCOL) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL,
                             "you speak protocol %u, this daemon speaks %u; use libcolors and colorsd of one build",
                             hello.protocol, CL_PROTOCOL);
    } else if (connection->got < sizeof hello) {
        return; /* more to come */
    } else if (connection->got > sizeof hello || hello.bytes != sizeof hello) {
        cl_connection_refuse(connection, CL_ERR_PROTOCOL, "your hello has not the %zu bytes that protocol %u expects",
                             sizeof hello, CL_PROTOCOL);
    } else if (hello.fingerprint != cl_layout_fingerprint()) {
        cl_connection_refuse(connection, CL_ERR_FINGERPRINT, "layout fingerprint %016llx, the segment has %016llx",
                             (unsigned long long)hello.fingerprint, (unsigned long long)cl_layout_fingerprint());
    } else {
        obey(connection, &hello);
    }
}

void cl_connection_continue(cl_connection *connection) {
    if (connection->state == CL_CONNECTION_WAITING) {
        connection->state = CL_CONNECTION_HELLO;
        judge(connection);
    }
}

/* An attached client has nothing to say, but for a reader that asks for a cycle; what else it says is dropped. */
static void read_held(cl_connection *connection) {
    char words[256];
    ssize_t got = recv(connection->socket, words, sizeof words, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        cl_connection_close(connection);
    } else if (got > 0 && connection->state == CL_CONNECTION_ATTACHED &&
               memchr(words, CL_SAY_COLLECT, (size_t)got) != NULL) {
        cl_collect_request(cl_own());
    }
}

void cl_connection_read(cl_connection *connection) {
    if (connection->state != CL_CONNECTION_HELLO) {
        read_held(connection);
        return;
    }
    size_t room = sizeof connection->hello - connection->got;
    ssize_t got = cl_packet_receive(connection->socket, connection->hello + connection->got, room, &connection->along,
                                    MSG_DONTWAIT);
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
