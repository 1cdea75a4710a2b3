/* SPDX-License-Identifier: Apache-2.0 */
/* Who may attach, how, and how much one process may have [security]. Becoming another user needs root. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "opened.h"
#include "packet.h"
#include "raw.h"
#include "roots.h"

#define NOBODY   65534
#define SOMEBODY 54321
#define GROUP    43210

static bool become(uint32_t uid, uint32_t gid) {
    return setgroups(0, NULL) == 0 && setresgid(gid, gid, gid) == 0 && setresuid(uid, uid, uid) == 0;
}

static char *attach(const char *segment, int flags, cl_error *error) {
    cl_attach_options options = {.segment = segment, .language = "c", .timeout_ms = PATIENCE_MS, .flags = flags};
    return cl_attach(&options, error);
}

static void refused(const char *segment, int flags, int code, const char *text) {
    cl_error error = {0, ""};
    CHECK(attach(segment, flags, &error) == NULL && check_error(&error, code, text));
}

/* Writes and reads back. */
static void works(const char *segment) {
    cl_error error = {0, ""};
    REQUIRE(attach(segment, 0, &error) != NULL, &error);
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    uint64_t place = repository("shared");
    cl_store_at(slot, place, string(slot, "of all"));
    CHECK(is_reference(cl_load_at(slot, place)));
}

/* ---- users and groups ---- */

static void an_allowed_user_attaches(void) {
    CHECK(become(NOBODY, NOBODY));
    works("users");
    CHECK(cl_vm_at(here(), (uint32_t)cl_vm_index())->uid == NOBODY);
}

static void a_stranger_is_refused(void) {
    CHECK(become(SOMEBODY, SOMEBODY));
    refused("users", 0, CL_ERR_PERMISSION, "this segment belongs to user 0 and you are user 54321");
    refused("users", CL_ATTACH_READONLY, CL_ERR_PERMISSION, "its daemon lets others in that --allow-user");
}

static void an_allowed_group_attaches(void) {
    CHECK(become(SOMEBODY, GROUP));
    works("groups");
}

static void a_group_may_be_a_further_one(void) {
    gid_t groups[] = {1, GROUP};
    CHECK(setgroups(2, groups) == 0 && setresgid(SOMEBODY, SOMEBODY, SOMEBODY) == 0 &&
          setresuid(SOMEBODY, SOMEBODY, SOMEBODY) == 0);
    works("groups");
}

static void a_reader_may_only_read(void) {
    cl_error error = {0, ""};
    CHECK(become(NOBODY, NOBODY));
    refused("readers", 0, CL_ERR_PERMISSION, "lets you, user 65534, read only");
    REQUIRE(attach("readers", CL_ATTACH_READONLY, &error) != NULL, &error);
    CHECK(cl_is_readonly());
}

static void a_reading_group_may_only_read(void) {
    cl_error error = {0, ""};
    CHECK(become(SOMEBODY, GROUP));
    refused("readers", 0, CL_ERR_PERMISSION, "asked to write; attach with COLORS_READONLY=true");
    setenv("COLORS_READONLY", "true", 1);
    REQUIRE(attach("readers", 0, &error) != NULL, &error);
    CHECK(cl_is_readonly());
}

static int reopen(int memory) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", memory);
    return open(link, O_RDWR | O_CLOEXEC);
}

/* A reader of another user cannot get a descriptor to write with, in any way it can reach. */
static void a_foreign_reader_stays_one(void) {
    cl_error error = {0, ""};
    CHECK(become(NOBODY, NOBODY));
    REQUIRE(attach("readers", CL_ATTACH_READONLY, &error) != NULL, &error);
    int memory = opened_memory();
    CHECK(memory >= 0 && reopen(memory) < 0 && errno == EACCES);
    CHECK(fchmod(memory, 0777) != 0 && errno == EPERM);
    CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0) == MAP_FAILED && errno == EACCES);
    char path[128];
    snprintf(path, sizeof path, "/proc/%u/fd/%d", here()->header->daemon_pid, memory);
    CHECK(open(path, O_RDWR) < 0 && errno == EACCES);
    snprintf(path, sizeof path, "%s/colors/readers.attached", daemon_folder());
    CHECK(open(path, O_RDWR) < 0 && errno == EACCES);
    snprintf(path, sizeof path, "%s/colors/readers.lock", daemon_folder());
    CHECK(open(path, O_RDWR) < 0 && errno == EACCES);
}

/* One of the same user can, if it wants to: docs/security.md says so. */
static void a_reader_of_the_same_user_is_trusted(void) {
    cl_error error = {0, ""};
    REQUIRE(attach("readers", CL_ATTACH_READONLY, &error) != NULL, &error);
    int again = reopen(opened_memory());
    CHECK(again >= 0);
    close(again);
}

/* ---- whose daemon ---- */

static void start_as_nobody(void *unused) {
    (void)unused;
    CHECK(become(NOBODY, NOBODY));
    setenv("XDG_RUNTIME_DIR", "/nowhere", 1);
    char path[128];
    snprintf(path, sizeof path, "%s/theirs/theirs.sock", daemon_folder());
    daemon_start("theirs", "--socket", path, "--allow-user", "0", NULL);
}

static void a_foreign_daemon_is_trusted_when_named(void) {
    cl_error error = {0, ""};
    char path[128];
    snprintf(path, sizeof path, "%s/theirs", daemon_folder());
    CHECK(mkdir(path, 0700) == 0 && chown(path, NOBODY, NOBODY) == 0);
    CHECK(check_join(check_fork(start_as_nobody, NULL)));
    strcat(path, "/theirs.sock");
    cl_attach_options options = {.segment = "theirs", .socket = path};
    CHECK(cl_attach(&options, &error) == NULL &&
          check_error(&error, CL_ERR_PERMISSION, "the daemon runs as user 65534, this process as user 0"));
    options.daemon_user = "no-such-user";
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_ARGUMENT, "is no user of this machine"));
    options.daemon_user = "65534";
    REQUIRE(cl_attach(&options, &error) != NULL, &error);
    uint64_t slot = cl_slot_claim(&error);
    CHECK(string(slot, "text") != 0);
    kill((pid_t)here()->header->daemon_pid, SIGKILL);
}

/* ---- adoption ---- */

typedef struct shared {
    _Atomic uint32_t ready;
    _Atomic uint32_t go;
} shared;

static void survive_as_nobody(void *argument) {
    shared *s = argument;
    cl_error error = {0, ""};
    CHECK(become(NOBODY, NOBODY));
    REQUIRE(attach("users", 0, &error) != NULL, &error);
    uint64_t slot = cl_slot_claim(&error);
    cl_store_at(slot, repository("survivor"), string(slot, "of another user"));
    cl_store_release(&s->ready, 1);
    check_await(&s->go, 1);
    daemon_await_served();
}

static void forge_segment(void *nothing) {
    (void)nothing;
    cl_hello hello = raw_hello();
    cl_reply reply;
    char path[128];
    snprintf(path, sizeof path, "%s/colors/users.attached", daemon_folder());
    int file = open(path, O_RDONLY);
    CHECK(read(file, hello.id, 16) == 16); /* let it know even that */
    CHECK(become(NOBODY, NOBODY));
    int memory = memfd_create("forged", MFD_ALLOW_SEALING);
    CHECK(ftruncate(memory, 1 << 24) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0);
    int connection;
    while ((connection = raw_connect("users")) < 0) {
        check_sleep_us(1000);
    }
    hello.kind = CL_HELLO_REJOIN;
    hello.vm = 0;
    cl_descriptors along = {.at = {memory}, .count = 1};
    CHECK(cl_packet_send(connection, &hello, sizeof hello, &along));
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply && reply.status == CL_ERR_PROTOCOL &&
          strstr(reply.text, "bytes of user 65534") != NULL);
}

/* The file is the daemon's user's, whoever brings it. One that it is not is refused. */
static void another_users_process_hands_it_over(void) {
    shared *s = check_share(sizeof *s);
    pid_t child = check_fork(survive_as_nobody, s);
    check_await(&s->ready, 1);
    check_stop(child);
    daemon_stop("users", SIGKILL);
    pid_t daemon = fork();
    if (daemon == 0) {
        execl(daemon_binary(), "colorsd", "--daemonize", "--segment", "users", "--adopt-timeout", "60000", NULL);
        _exit(127);
    }
    pid_t forger = check_fork(forge_segment, NULL);
    CHECK(check_join(forger));
    kill(child, SIGCONT);
    CHECK(check_join(daemon));
    daemon_attach("users");
    CHECK(is_reference(*(uint64_t *)cl_at(here(), repository("survivor"))));
    cl_store_release(&s->go, 1);
    CHECK(check_join(child));
}

/* Who was allowed by the last daemon and is not by this one does not come back. */
static void permissions_are_asked_again(void) {
    shared *s = check_share(sizeof *s);
    pid_t child = check_fork(survive_as_nobody, s);
    check_await(&s->ready, 1);
    daemon_attach("users"); /* so that somebody hands it over */
    daemon_stop("users", SIGKILL);
    daemon_start("users", "--allow-user", "54321", NULL);
    daemon_await_served();
    CHECK((cl_load_acquire(&cl_vm_at(here(), 0)->flags) & CL_VM_ABSENT) != 0);
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    daemon_wait_vms(1);
}

/* ---- limits ---- */

static void the_number_of_processes(void) {
    int connections[3];
    cl_reply reply;
    cl_hello hello = raw_hello();
    for (int i = 0; i < 3; i++) {
        connections[i] = raw_connect("few");
        raw_send(connections[i], &hello, sizeof hello);
        CHECK(raw_reply(connections[i], &reply, PATIENCE_MS) == sizeof reply);
    }
    CHECK(reply.status == CL_OK);
    refused("few", 0, CL_ERR_QUOTA,
            "3 processes are attached, which is what the daemon was told to allow (--max-vms 3)");
    close(connections[0]);
    cl_error error = {0, ""};
    for (uint64_t start = check_now_ms(); attach("few", 0, &error) == NULL; check_sleep_us(2000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static void the_threads_of_a_process(void) {
    cl_error error = {0, ""};
    uint64_t slots[3];
    slots[0] = daemon_attach_slot("quotas");
    CHECK((slots[1] = cl_slot_claim(&error)) != 0 && (slots[2] = cl_slot_claim(&error)) != 0);
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_QUOTA, "(--quota-slots 3)"));
    cl_slot_release(slots[1]);
    CHECK_OK(cl_slot_claim(&error) != 0, &error);
    CHECK(cl_vm_at(here(), (uint32_t)cl_vm_index())->quota_slots == 3);
}

static void the_chunks_of_a_process(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("quotas");
    for (int i = 1; i < 5; i++) {
        CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
    }
    CHECK(cl_chunk_next(slot, &error) == 0 && check_error(&error, CL_ERR_QUOTA, "(--quota-chunks 5)"));
    free_old_chunks(slot);
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
}

/* Who has had its share waits for a cycle; nobody gets all of the heap without one. */
static void the_bytes_between_two_cycles(void) {
    cl_error error = {0, ""};
    char text[20000];
    memset(text, 'x', sizeof text);
    uint64_t slot = daemon_attach_slot("quotas");
    const cl_header *header = here()->header;
    uint32_t before = cl_load_acquire(&header->cycles_finished);
    for (int i = 0; i < 100; i++) { /* 3.2 MB by the region, a quota of 1 MB */
        REQUIRE(cl_string(slot, text, sizeof text, &error) != 0, &error);
        keep_only(slot, NULL, 0);
    }
    CHECK(cl_load_acquire(&header->cycles_finished) - before >= 3);
    before = cl_load_acquire(&header->cycles_finished);
    for (int i = 0; i < 100000; i++) {
        REQUIRE(cl_box_integer(slot, INT64_MAX, &error) != 0, &error);
        if (i % 1000 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
    CHECK(cl_load_acquire(&header->cycles_finished) - before >= 2);
    CHECK(cl_block_large(slot, 2 << 20, &error) == 0 &&
          check_error(&error, CL_ERR_QUOTA, "an object of 2097152 bytes was asked for, and the daemon allows one"));
}

static bool daemon_says(const char *options, const char *text) {
    char command[8600];
    snprintf(command, sizeof command, "'%s' --segment bad %s 2>&1 | grep -q -- '%s'", daemon_binary(), options, text);
    return system(command) == 0;
}

static void wrong_options(void) {
    CHECK(daemon_says("--allow-user no-such-user", "--allow-user: \"no-such-user\" is no user of this machine"));
    CHECK(daemon_says("--allow-group no-such-group", "--allow-group: \"no-such-group\" is no group of this machine"));
    CHECK(daemon_says("--read-only-user 4294967295", "is no user of this machine"));
    CHECK(daemon_says("--max-vms 257", "is no number from 1 to 256"));
    CHECK(daemon_says("--quota-slots 0", "is no number from 1 to 16384"));
    CHECK(daemon_says("--quota-bytes 1K", "is less than the 32768 bytes that are handed out at once"));
    CHECK(daemon_says("--adopt-timeout x", "is no number from 1 to 3600000"));
}

int main(void) {
    check_begin("permission");
    signal(SIGPIPE, SIG_IGN);
    daemon_start("few", "--max-vms", "3", NULL);
    RUN(the_number_of_processes);
    daemon_start("quotas", "--quota-slots", "3", "--quota-chunks", "5", "--quota-bytes", "1M", NULL);
    RUN(the_threads_of_a_process);
    RUN(the_chunks_of_a_process);
    RUN(the_bytes_between_two_cycles);
    RUN(wrong_options);
    if (geteuid() != 0) {
        check_skip("users and groups", "only root can become another user");
        return check_end();
    }
    CHECK(chmod(daemon_folder(), 0755) == 0);
    daemon_start("users", "--allow-user", "root", "--allow-user", "65534", NULL);
    RUN(an_allowed_user_attaches);
    RUN(a_stranger_is_refused);
    RUN(another_users_process_hands_it_over);
    RUN(permissions_are_asked_again);
    daemon_start("groups", "--allow-group", "43210", NULL);
    RUN(an_allowed_group_attaches);
    RUN(a_group_may_be_a_further_one);
    daemon_start("readers", "--read-only-user", "65534", "--read-only-group", "43210", NULL);
    RUN(a_reader_may_only_read);
    RUN(a_reading_group_may_only_read);
    RUN(a_foreign_reader_stays_one);
    RUN(a_reader_of_the_same_user_is_trusted);
    RUN(a_foreign_daemon_is_trusted_when_named);
    return check_end();
}
