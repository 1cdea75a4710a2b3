/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon dies, processes go on, and the next daemon takes their segment over [layout.adoption]. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "census.h"
#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "opened.h"
#include "packet.h"
#include "raw.h"
#include "roots.h"

/* A list of nodes in a repository, each with its number. */
static void link_nodes(uint64_t slot, const char *name, int64_t count) {
    const cl_field_spec fields[] = {field("number", CL_TYPE_INTEGER), field("next", CL_TYPE_ANY)};
    uint64_t head = repository(name);
    for (int64_t i = 0; i < count; i++) {
        uint64_t node = object_of(slot, "Node", fields, 2);
        cl_store_raw(node, find_field(node, "number")->slot, (uint64_t)i);
        cl_store_tagged(slot, node, find_field(node, "next")->slot, cl_load_at(slot, head));
        cl_store_at(slot, head, node);
    }
}

static void check_nodes(uint64_t slot, const char *name, int64_t count) {
    uint64_t node = cl_load_at(slot, repository(name));
    for (int64_t i = count; i-- > 0;) {
        cl_error error = {0, "a node is lost"};
        REQUIRE(is_reference(node) && is_object(node), &error);
        CHECK(bits_of(node, "number") == (uint64_t)i);
        node = cl_load_tagged(slot, node, find_field(node, "next")->slot);
    }
    CHECK(node == 0);
}

/* Valid, and after two cycles nothing is lost and nothing unreachable is left. */
static void check_heap(uint64_t slot) {
    cl_error error = {0, ""};
    keep_only(slot, NULL, 0);
    collect();
    collect();
    cl_enter(mutator_of(cl_at(here(), slot)));
    census now = census_take();
    cl_leave(mutator_of(cl_at(here(), slot)));
    CHECK_OK(cl_validate(cl_base(), 3, &error), &error);
    CHECK(now.lost == 0 && now.objects == now.reachable && census_orphans() == 0);
}

static void nothing_is_lost(void) {
    daemon_start("kept", NULL);
    uint64_t slot = daemon_attach_slot("kept");
    pid_t first = daemon_pid("kept");
    link_nodes(slot, "nodes", 1000);
    daemon_stop("kept", SIGKILL);
    CHECK(!cl_rejoin(NULL));
    link_nodes(slot, "more", 1000); /* goes on meanwhile: allocates, */
    uint64_t node = cl_load_at(slot, repository("more"));
    put(slot, node, field("added", CL_TYPE_INTEGER), 7); /* makes versions, */
    cl_store_at(slot, repository("dropped"), string(slot, "text"));
    cl_store_at(slot, repository("dropped"), 0); /* and garbage */
    daemon_start("kept", NULL);
    daemon_await_served();
    const cl_header *header = here()->header;
    CHECK(daemon_pid("kept") != first && header->daemon_pid == (uint32_t)daemon_pid("kept"));
    CHECK(bits_of(node, "added") == 7);
    check_nodes(slot, "nodes", 1000);
    check_nodes(slot, "more", 1000);
    check_heap(slot);
}

/* Until a daemon that is another process than `than` has the segment. */
static void await_other_owner(pid_t than) {
    cl_error late = {0, "no daemon took the segment over"};
    const cl_header *header = here()->header;
    for (uint64_t start = check_now_ms(); header->daemon_pid == (uint32_t)than; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
}

/* Nobody else can hand the segment over while this process waits for the daemon that it starts. */
static void a_lone_survivor_starts_the_next_daemon(void) {
    cl_attach_options options = {
        .segment = "lone", .language = "c", .program = "lone", .autostart = 1, .timeout_ms = PATIENCE_MS};
    cl_error error = {0, ""};
    REQUIRE(cl_attach(&options, &error) != NULL, &error);
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    pid_t first = daemon_pid("lone");
    link_nodes(slot, "nodes", 1000);
    daemon_stop("lone", SIGKILL);
    await_other_owner(first); /* not daemon_await_served, which hands it over itself */
    CHECK(here()->header->daemon_pid == (uint32_t)daemon_pid("lone"));
    check_nodes(slot, "nodes", 1000);
    check_heap(slot);
}

/* ---- processes ---- */

typedef struct shared {
    _Atomic uint32_t ready;
    _Atomic uint32_t go;
} shared;

static const char *survivor_segment;

/* Holds an object by its root log alone. */
static void survive(void *argument) {
    shared *s = argument;
    uint64_t slot = daemon_attach_slot(survivor_segment);
    uint64_t text = string(slot, "held by a log");
    atomic_fetch_add(&s->ready, 1);
    check_await(&s->go, 1);
    daemon_await_served();
    collect();
    CHECK(holds_text(text, "held by a log"));
}

static pid_t start_survivor(const char *segment, shared *s) {
    survivor_segment = segment;
    uint32_t before = cl_load_acquire(&s->ready);
    pid_t child = check_fork(survive, s);
    check_await(&s->ready, before + 1);
    return child;
}

/* Who died while there was no daemon is reclaimed by the next. */
static void the_dead_are_reclaimed(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("dead", NULL);
    pid_t child = start_survivor("dead", s);
    uint64_t slot = daemon_attach_slot("dead");
    daemon_stop("dead", SIGKILL);
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    CHECK(cl_load_acquire(&cl_vm_at(here(), 0)->state) == 1);
    daemon_start("dead", NULL);
    daemon_await_served();
    daemon_wait_vms(1);
    check_heap(slot);
}

static bool has_file(const char *segment, const char *ending) {
    char path[200];
    snprintf(path, sizeof path, "%s/colors/%s%s", daemon_folder(), segment, ending);
    return access(path, F_OK) == 0;
}

static void read_only(void *argument) {
    shared *s = argument;
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "file",
                                 .language = "c",
                                 .program = "reader",
                                 .timeout_ms = PATIENCE_MS,
                                 .flags = CL_ATTACH_READONLY};
    REQUIRE(cl_attach(&options, &error) != NULL, &error);
    CHECK(cl_vm_index() == 1);
    atomic_fetch_add(&s->ready, 1);
    check_await(&s->go, 1);
}

/* A reader's sign of life is a file of its own: it goes also when the reader ended while there was no daemon. */
static void a_dead_readers_file_goes(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("file", NULL);
    uint64_t slot = daemon_attach_slot("file");
    pid_t reader = check_fork(read_only, s);
    check_await(&s->ready, 1);
    CHECK(has_file("file", ".attached.1"));
    daemon_stop("file", SIGKILL);
    kill(reader, SIGKILL);
    CHECK(check_killed(reader));
    daemon_start("file", NULL);
    daemon_await_served();
    CHECK(!has_file("file", ".attached.1"));
    check_heap(slot);
}

/* A stopped process comes back when it can. Its roots hold until then, and it is not taken for dead. */
static void the_stopped_come_back_later(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("stopped", NULL);
    pid_t child = start_survivor("stopped", s);
    uint64_t slot = daemon_attach_slot("stopped");
    check_stop(child);
    daemon_stop("stopped", SIGKILL);
    daemon_start("stopped", NULL);
    daemon_await_served();
    collect();
    collect();
    cl_vm *vm = cl_vm_at(here(), 0);
    CHECK(cl_load_acquire(&vm->state) == 1 && (cl_load_acquire(&vm->flags) & CL_VM_ABSENT) != 0);
    kill(child, SIGCONT);
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
    daemon_wait_vms(1);
    check_heap(slot);
}

/* One that is stopped, then dies, is noticed without a connection. */
static void the_stopped_may_die(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("stopdead", NULL);
    pid_t child = start_survivor("stopdead", s);
    uint64_t slot = daemon_attach_slot("stopdead");
    check_stop(child);
    daemon_stop("stopdead", SIGKILL);
    daemon_start("stopdead", NULL);
    daemon_await_served();
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    daemon_wait_vms(1);
    check_heap(slot);
}

static bool daemon_says(const char *segment, const char *options, const char *text) {
    char command[8600];
    snprintf(command, sizeof command, "'%s' --daemonize --segment %s %s 2>&1 | tee /dev/stderr | grep -q -- '%s'",
             daemon_binary(), segment, options, text);
    return system(command) == 0;
}

/* When all who have the segment are stopped, the daemon says who they are. */
static void nobody_hands_it_over(void) {
    shared *s = check_share(sizeof *s);
    char text[200];
    daemon_start("silent", NULL);
    pid_t child = start_survivor("silent", s);
    check_stop(child);
    daemon_stop("silent", SIGKILL);
    snprintf(text, sizeof text,
             "the segment of the last daemon is held by process %d, and was not handed over in 200 ms; continue (kill "
             "-CONT) or end these processes",
             child);
    CHECK(daemon_says("silent", "--adopt-timeout 200", text));
    kill(child, SIGCONT);
    daemon_start("silent", NULL);
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* With nobody left there is nothing to take over. */
static void nobody_is_left(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("alone", NULL);
    pid_t child = start_survivor("alone", s);
    daemon_stop("alone", SIGKILL);
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    daemon_start("alone", NULL);
    daemon_attach("alone");
    CHECK(cl_vm_index() == 0 && cl_load_acquire(&here()->header->region_top) == 0);
}

/* Starts a daemon that waits for the stopped survivor, and connects to it. */
static int connect_waiting(const char *segment, pid_t *daemon) {
    int connection;
    *daemon = fork();
    if (*daemon == 0) {
        execl(daemon_binary(), "colorsd", "--daemonize", "--segment", segment, "--adopt-timeout", "60000", NULL);
        _exit(127);
    }
    while ((connection = raw_connect(segment)) < 0) {
        check_sleep_us(1000);
    }
    return connection;
}

/* A process that connects while the daemon waits for the segment gets that segment. */
static void others_wait_meanwhile(void) {
    shared *s = check_share(sizeof *s);
    pid_t daemon;
    cl_hello hello = raw_hello();
    cl_reply reply;
    daemon_start("waiting", NULL);
    pid_t child = start_survivor("waiting", s);
    check_stop(child);
    daemon_stop("waiting", SIGKILL);
    int connection = connect_waiting("waiting", &daemon);
    raw_send(connection, &hello, sizeof hello);
    CHECK(raw_reply(connection, &reply, 300) == -1); /* no answer yet */
    kill(child, SIGCONT);
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply && reply.status == CL_OK && reply.vm == 1);
    CHECK(check_join(daemon));
    close(connection);
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* Until so many of the connections have an answer. */
static void await_answers(const int *connections, int count, int wanted) {
    cl_error late = {0, "those that are too many were not refused"};
    int answered = 0;
    for (uint64_t start = check_now_ms(); answered < wanted; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
        answered = 0;
        for (int i = 0; i < count; i++) {
            struct pollfd poller = {.fd = connections[i], .events = POLLIN};
            answered += poll(&poller, 1, 0) > 0;
        }
    }
}

/* However many others wait, who has the segment gets through to hand it over. */
static void who_waits_keeps_nobody_out(void) {
    enum { MANY = 400 };
    int connections[MANY];
    uint32_t attached = 0, refused = 0;
    shared *s = check_share(sizeof *s);
    pid_t daemon;
    cl_hello hello = raw_hello();
    daemon_start("crowd", NULL);
    pid_t child = start_survivor("crowd", s);
    check_stop(child);
    daemon_stop("crowd", SIGKILL);
    for (int i = 0; i < MANY; i++) {
        connections[i] = i == 0 ? connect_waiting("crowd", &daemon) : raw_connect("crowd");
        CHECK(connections[i] >= 0);
        raw_send(connections[i], &hello, sizeof hello);
    }
    await_answers(connections, MANY, MANY - (int)CL_VM_MAX);
    kill(child, SIGCONT);
    for (int i = 0; i < MANY; i++) {
        cl_reply reply;
        CHECK(raw_reply(connections[i], &reply, PATIENCE_MS) == sizeof reply);
        attached += reply.status == CL_OK;
        refused += reply.status == CL_ERR_DAEMON && strstr(reply.text, "until the segment is handed over") != NULL;
        close(connections[i]);
    }
    CHECK(attached > 0 && refused >= MANY - CL_VM_MAX);
    CHECK(check_join(daemon));
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* A daemon that dies after it counted a cycle and before that cycle looked at anything: the next has not run it. */
static void a_cycle_that_never_ran_is_not_over(void) {
    daemon_start("counted", NULL);
    uint64_t slot = daemon_attach_slot("counted");
    cl_header *header = here()->header;
    link_nodes(slot, "nodes", 100);
    collect();
    daemon_stop("counted", SIGKILL);
    uint32_t number = cl_load_acquire(&header->cycles_started) + 1;
    cl_store_release(&header->cycles_started, number);
    daemon_start("counted", NULL);
    daemon_await_served();
    cl_error late = {0, "the cycle was never run"};
    for (uint64_t start = check_now_ms(); cl_load_acquire(&header->cycles_finished) != number; check_sleep_us(100)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
    const cl_cycle *cycle = cl_cycle_at(here(), number);
    CHECK(cl_load_acquire(&cycle->number) == number && cycle->marked_objects >= 100);
    check_nodes(slot, "nodes", 100);
    check_heap(slot);
}

/* ---- who gives its connection up ---- */

static void read_id(const char *segment, uint64_t id[2]) {
    char path[200];
    snprintf(path, sizeof path, "%s/colors/%s.attached", daemon_folder(), segment);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    CHECK(read(file, id, 16) == 16);
    close(file);
}

static void await_absent(uint32_t vm) {
    cl_error late = {0, "the daemon did not notice the end of the connection"};
    for (uint64_t start = check_now_ms(); (cl_load_acquire(&cl_vm_at(here(), vm)->flags) & CL_VM_ABSENT) == 0;
         check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
}

/* Goes without waiting for the answer, as one does whose daemon does not answer in time. */
static void rejoin_and_leave(const char *segment, int connection) {
    cl_hello hello = raw_hello();
    cl_descriptors along = {.at = {opened_memory()}, .count = 1};
    hello.kind = CL_HELLO_REJOIN;
    hello.vm = cl_vm_index();
    read_id(segment, hello.id);
    CHECK(cl_packet_send(connection, &hello, sizeof hello, &along));
    close(connection);
}

/* Its roots hold on, its number is nobody else's, and it comes back. */
static void who_hangs_up_is_not_dead(void) {
    pid_t daemon;
    setenv("COLORS_KEEPER", "off", 1); /* this process comes back when it is told */
    daemon_start("hangs", NULL);
    uint64_t slot = daemon_attach_slot("hangs");
    uint64_t text = string(slot, "held by a log");
    pid_t first = daemon_pid("hangs");
    daemon_stop("hangs", SIGKILL);
    rejoin_and_leave("hangs", connect_waiting("hangs", &daemon));
    CHECK(check_join(daemon));
    await_other_owner(first);
    daemon_await_served();
    collect();
    collect();
    CHECK(holds_text(text, "held by a log"));
    shutdown(opened_connection(), SHUT_RDWR); /* and without the death of a daemon */
    await_absent((uint32_t)cl_vm_index());
    shared *s = check_share(sizeof *s);
    pid_t other = start_survivor("hangs", s);
    CHECK(cl_load_acquire(&cl_vm_at(here(), 0)->state) == 1 && cl_load_acquire(&cl_vm_at(here(), 1)->state) == 1);
    cl_store_release(&s->go, 1);
    CHECK(check_join(other));
    CHECK(holds_text(text, "held by a log"));
    daemon_await_served();
    daemon_wait_vms(1);
    check_heap(slot);
}

/* ---- what is not taken ---- */

static void remove_file(const char *segment, const char *ending) {
    char path[200];
    snprintf(path, sizeof path, "%s/colors/%s%s", daemon_folder(), segment, ending);
    CHECK(unlink(path) == 0);
}

/* Somebody removed the daemon's files, so a second segment was made: only the last one is taken over. */
static void the_older_of_two_segments_is_refused(void) {
    shared *s = check_share(sizeof *s);
    cl_error error = {0, ""};
    daemon_start("two", NULL);
    uint64_t slot = daemon_attach_slot("two");
    uint64_t text = string(slot, "readable");
    daemon_stop("two", SIGKILL);
    remove_file("two", ".attached");
    daemon_start("two", NULL);
    pid_t child = start_survivor("two", s);
    CHECK(!cl_rejoin(&error) && check_error(&error, CL_ERR_STATE, "another one is served here now"));
    daemon_stop("two", SIGKILL);
    daemon_start("two", NULL);
    CHECK(!cl_rejoin(&error) && check_error(&error, CL_ERR_STATE, "another one is served here now"));
    CHECK(!cl_collect(1000, &error) && check_error(&error, CL_ERR_MEMORY, "is gone"));
    CHECK(holds_text(text, "readable"));
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

static void offer(int connection, const cl_hello *hello, int file, uint32_t status, const char *text) {
    cl_reply reply;
    cl_descriptors along = {.at = {file}, .count = file >= 0};
    CHECK(cl_packet_send(connection, hello, sizeof *hello, &along));
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply);
    cl_error error = {(int32_t)reply.status, ""};
    memcpy(error.text, reply.text, sizeof reply.text);
    CHECK(check_error(&error, (int)status, text));
    close(connection);
}

static int sealed_file(uint64_t bytes, int seals) {
    int file = memfd_create("offered", MFD_ALLOW_SEALING);
    CHECK(ftruncate(file, (off_t)bytes) == 0 && fcntl(file, F_ADD_SEALS, seals) == 0);
    return file;
}

/* A daemon that waits looks at what it is offered, and goes on waiting. */
static void what_is_not_the_segment_is_refused(void) {
    const int seals = F_SEAL_GROW | F_SEAL_SHRINK;
    shared *s = check_share(sizeof *s);
    pid_t daemon;
    cl_hello hello = raw_hello();
    daemon_start("offers", NULL);
    pid_t child = start_survivor("offers", s);
    check_stop(child);
    daemon_stop("offers", SIGKILL);
    hello.kind = CL_HELLO_REJOIN;
    hello.vm = 0;
    hello.id[0] = 77;
    offer(connect_waiting("offers", &daemon), &hello, -1, CL_ERR_STATE, "000000000000004d");
    read_id("offers", hello.id);
    offer(raw_connect("offers"), &hello, -1, CL_ERR_PROTOCOL, "did not bring the segment's descriptor");
    offer(raw_connect("offers"), &hello, sealed_file(1 << 20, F_SEAL_GROW), CL_ERR_PROTOCOL, "is no segment of this");
    offer(raw_connect("offers"), &hello, sealed_file(100, seals), CL_ERR_PROTOCOL, "is no segment of this");
    offer(raw_connect("offers"), &hello, sealed_file(1 << 20, seals), CL_ERR_PROTOCOL, "not the one that you named");
    hello.kind = 9;
    offer(raw_connect("offers"), &hello, -1, CL_ERR_PROTOCOL, "of kind 9");
    kill(child, SIGCONT);
    CHECK(check_join(daemon));
    hello.kind = CL_HELLO_REJOIN; /* and now it is not the process that has number 0 */
    offer(raw_connect("offers"), &hello, -1, CL_ERR_STATE, "is not the one that has number 0");
    hello.vm = -5;
    offer(raw_connect("offers"), &hello, -1, CL_ERR_STATE, "is not the one that has number -5");
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

static void a_corrupt_segment_is_refused(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("corrupt", NULL);
    pid_t child = start_survivor("corrupt", s);
    daemon_attach("corrupt");
    daemon_stop("corrupt", SIGKILL);
    uint32_t entity = named(CL_KIND_NAME, "a name");
    cl_entity_at(here(), entity)->hash ^= 1;
    CHECK(daemon_says("corrupt", "", "cannot be taken over: corrupt segment: name bucket"));
    cl_entity_at(here(), entity)->hash ^= 1;
    here()->header->marks_offset += CL_PAGE;
    CHECK(daemon_says("corrupt", "", "cannot be taken over: corrupt segment: its header"));
    here()->header->marks_offset -= CL_PAGE;
    daemon_start("corrupt", NULL); /* and nothing is lost */
    daemon_await_served();
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* The header of no segment of this size, with the right id. */
static int false_segment(const uint64_t id[2]) {
    cl_header header = {.id = {id[0], id[1]}};
    int file = memfd_create("false", MFD_ALLOW_SEALING);
    CHECK(ftruncate(file, 1 << 20) == 0 && write(file, &header, sizeof header) == sizeof header);
    CHECK(fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0);
    return file;
}

/* Hellos that the daemon reads in one turn: the segment that the first one brings is refused, and the second wants to
 * attach. */
static void who_attaches_to_a_refused_one_is_refused(void) {
    shared *s = check_share(sizeof *s);
    cl_hello rejoining = raw_hello(), attaching = raw_hello();
    cl_reply reply;
    int first, second, status;
    daemon_start("refused", NULL);
    pid_t child = start_survivor("refused", s);
    check_stop(child);
    daemon_stop("refused", SIGKILL);
    pid_t daemon = fork();
    if (daemon == 0) {
        execl(daemon_binary(), "colorsd", "--segment", "refused", "--adopt-timeout", "60000", NULL);
        _exit(127);
    }
    while ((first = raw_connect("refused")) < 0) {
        check_sleep_us(1000);
    }
    second = raw_connect("refused");
    check_sleep_us(100000); /* until both are accepted */
    check_stop(daemon);
    rejoining.kind = CL_HELLO_REJOIN;
    rejoining.vm = 0;
    read_id("refused", rejoining.id);
    cl_descriptors along = {.at = {false_segment(rejoining.id)}, .count = 1};
    CHECK(cl_packet_send(first, &rejoining, sizeof rejoining, &along));
    raw_send(second, &attaching, sizeof attaching);
    kill(daemon, SIGCONT);
    CHECK(raw_reply(first, &reply, PATIENCE_MS) == sizeof reply && strstr(reply.text, "cannot be taken over") != NULL);
    CHECK(waitpid(daemon, &status, 0) == daemon && WIFEXITED(status));
    close(first);
    close(second);
    kill(child, SIGCONT);
    daemon_start("refused", NULL); /* the survivor's is good */
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* A daemon that found the heap corrupt freed nothing any more; nor does the next one. */
static void a_fault_is_kept(void) {
    cl_error error = {0, ""};
    daemon_start("fault", NULL);
    uint64_t slot = daemon_attach_slot("fault");
    uint64_t text = string(slot, "readable");
    cl_object_at(here(), cl_ref_of(text))->shape = CL_SHAPE_ID_MASK; /* no shape */
    CHECK(!cl_collect(PATIENCE_MS, &error));
    CHECK(check_error(&error, CL_ERR_STATE, "found the shared heap corrupt"));
    daemon_stop("fault", SIGKILL);
    daemon_start("fault", NULL);
    daemon_await_served();
    CHECK(!cl_collect(PATIENCE_MS, &error) && check_error(&error, CL_ERR_STATE, "found the shared heap corrupt"));
    const char *fault = here()->header->fault;
    cl_error late = {0, "the next daemon did not take the fault over"};
    for (uint64_t start = check_now_ms(); strstr(fault, "found by an earlier daemon: object") == NULL;
         check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
    CHECK(!cl_collect(PATIENCE_MS, &error) && check_error(&error, CL_ERR_STATE, "found by an earlier daemon: object"));
}

/* ---- starting a daemon ---- */

static char *attach_starting(const char *segment) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = segment, .language = "c", .program = "c", .autostart = 1};
    char *base = cl_attach(&options, &error);
    REQUIRE(base != NULL, &error);
    return base;
}

static void start_and_survive(void *argument) {
    shared *s = argument;
    cl_error error = {0, ""};
    attach_starting("restart");
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    uint64_t text = string(slot, "kept");
    atomic_fetch_add(&s->ready, 1);
    check_await(&s->go, 1);
    CHECK(holds_text(text, "kept"));
}

static pid_t await_other_daemon(const char *segment, pid_t than) {
    cl_error error = {0, "no daemon was started"};
    for (uint64_t start = check_now_ms();; check_sleep_us(1000)) {
        pid_t pid = daemon_pid(segment);
        if (pid != 0 && pid != than) {
            return pid;
        }
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

/* Without anybody's help: one of the survivors starts the next daemon. */
static void survivors_start_the_next(void) {
    enum { SURVIVORS = 4, ROUNDS = 4 };
    shared *s = check_share(sizeof *s);
    pid_t children[SURVIVORS];
    for (int i = 0; i < SURVIVORS; i++) {
        children[i] = check_fork(start_and_survive, s);
    }
    check_await(&s->ready, SURVIVORS);
    attach_starting("restart");
    for (int i = 0; i < ROUNDS; i++) {
        pid_t before = await_other_daemon("restart", 0);
        kill(before, SIGKILL);
        await_other_daemon("restart", before);
        daemon_await_served();
        collect();
    }
    cl_store_release(&s->go, 1);
    for (int i = 0; i < SURVIVORS; i++) {
        CHECK(check_join(children[i]));
    }
}

/* One that was ended is not started again; what asks for it says so. */
static void who_ends_it_means_it(void) {
    cl_error error = {0, ""};
    attach_starting("ended");
    daemon_stop("ended", SIGTERM);
    check_sleep_us(700000);
    CHECK(daemon_pid("ended") == 0);
    CHECK(!cl_collect(PATIENCE_MS, &error) && check_error(&error, CL_ERR_MEMORY, "it takes the segment over"));
    daemon_start("ended", NULL);
    daemon_await_served();
    collect();
}

/* ---- memory ---- */

static void start_later(void *unused) {
    (void)unused;
    check_sleep_us(800000);
    daemon_start("full", NULL);
}

/* Who needs memory while there is no daemon waits for one. */
static void memory_comes_with_the_next(void) {
    cl_error error = {0, ""};
    daemon_start("full", "--objects", "1M", NULL);
    uint64_t slot = daemon_attach_slot("full");
    daemon_stop("full", SIGKILL);
    pid_t helper = check_fork(start_later, NULL);
    for (int i = 0; i < 60; i++) { /* three times the space */
        char text[50001];
        memset(text, 'x', sizeof text - 1);
        text[sizeof text - 1] = 0;
        REQUIRE(cl_string(slot, text, sizeof text - 1, &error) != 0, &error);
        keep_only(slot, NULL, 0);
    }
    CHECK(check_join(helper));
    check_heap(slot);
}

static void run_out(void *unused) {
    (void)unused;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("out");
    daemon_stop("out", SIGKILL);
    char text[50000];
    memset(text, 'x', sizeof text);
    while (cl_string(slot, text, sizeof text, &error) != 0) {
    }
    CHECK(check_error(&error, CL_ERR_MEMORY, "is full, and the daemon (process"));
    CHECK(check_error(&error, CL_ERR_MEMORY, "which collects garbage, is gone"));
    CHECK_OK(cl_validate(cl_base(), 3, &error), &error);
}

/* ---- options ---- */

/* Limits hold on after the daemon that was told them. */
static void options_are_remembered(void) {
    daemon_start("options", "--gc-threshold", "31", "--gc-floor", "1G", "--quota-slots", "3", NULL);
    uint64_t slot = daemon_attach_slot("options");
    uint64_t bytes = here()->header->objects_bytes;
    for (int i = 0; i < 2; i++) {
        daemon_stop("options", SIGKILL);
        daemon_start("options", i == 0 ? NULL : "--objects", "16M", NULL);
        daemon_await_served();
        collect();
        uint64_t trigger = cl_load_acquire(&here()->header->trigger);
        CHECK(trigger > bytes / 4 && trigger < bytes / 3);
    }
    daemon_stop("options", SIGKILL);
    daemon_start("options", "--gc-threshold", "60", "--gc-floor", "1G", NULL);
    daemon_await_served();
    collect();
    CHECK(cl_load_acquire(&here()->header->trigger) > bytes / 2);
    CHECK(here()->header->objects_bytes == bytes);
    check_heap(slot);
}

/* ---- descriptors and threads ---- */

/* A child of a survivor is not a survivor. */
static void a_fork_does_not_keep_it(void) {
    daemon_start("forked", NULL);
    pid_t grandchild = -1;
    int words[2];
    CHECK(pipe(words) == 0);
    pid_t child = fork();
    if (child == 0) {
        daemon_attach("forked");
        grandchild = fork();
        if (grandchild == 0) {
            pause();
        }
        ssize_t sent = write(words[1], &grandchild, sizeof grandchild);
        _exit(sent != sizeof grandchild);
    }
    CHECK(check_join(child));
    CHECK(read(words[0], &grandchild, sizeof grandchild) == sizeof grandchild);
    daemon_stop("forked", SIGKILL);
    daemon_start("forked", "--adopt-timeout", "1000", NULL);
    daemon_attach("forked");
    CHECK(cl_vm_index() == 0);
    kill(grandchild, SIGKILL);
}

int main(void) {
    check_begin("adoption");
    signal(SIGPIPE, SIG_IGN);
    daemon_start("out", "--objects", "1M", NULL);
    pid_t slow = check_fork(run_out, NULL); /* it waits as long as it may */
    RUN(nothing_is_lost);
    RUN(a_lone_survivor_starts_the_next_daemon);
    RUN(the_dead_are_reclaimed);
    RUN(a_dead_readers_file_goes);
    RUN(the_stopped_come_back_later);
    RUN(the_stopped_may_die);
    RUN(nobody_hands_it_over);
    RUN(nobody_is_left);
    RUN(others_wait_meanwhile);
    RUN(who_waits_keeps_nobody_out);
    RUN(a_cycle_that_never_ran_is_not_over);
    RUN(who_hangs_up_is_not_dead);
    RUN(the_older_of_two_segments_is_refused);
    RUN(what_is_not_the_segment_is_refused);
    RUN(a_corrupt_segment_is_refused);
    RUN(who_attaches_to_a_refused_one_is_refused);
    RUN(a_fault_is_kept);
    RUN(survivors_start_the_next);
    RUN(who_ends_it_means_it);
    RUN(memory_comes_with_the_next);
    RUN(options_are_remembered);
    RUN(a_fork_does_not_keep_it);
    CHECK(check_join(slow));
    return check_end();
}
