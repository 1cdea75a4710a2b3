/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon starts by itself at the first attach, once. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "socket.h"
#include "words.h"

#define RACERS 8
#define ROUNDS 8

static char segment[32];

static char *attach_starting(cl_error *error) {
    cl_attach_options options = {
        .segment = segment, .language = "c", .program = "race", .autostart = 1, .timeout_ms = PATIENCE_MS};
    return cl_attach(&options, error);
}

static void race(void *unused) {
    (void)unused;
    cl_error error = {0, ""};
    char *base = attach_starting(&error);
    REQUIRE(base != NULL, &error);
    CHECK(here()->header->daemon_pid == (uint32_t)daemon_pid(segment));
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    cl_slot *record = cl_at(here(), slot);
    _Atomic uint64_t *count = word_at(repository("count"));
    atomic_fetch_add(count, 2);                   /* a tagged integer grows by one */
    while (cl_load_acquire(count) < 2 * RACERS) { /* all are in one segment */
        check_sleep_us(1000);
    }
    CHECK(record->tid != 0);
}

static void run_race(int signal_number) {
    for (int round = 0; round < ROUNDS; round++) {
        pid_t racers[RACERS];
        for (int i = 0; i < RACERS; i++) {
            racers[i] = check_fork(race, NULL);
        }
        for (int i = 0; i < RACERS; i++) {
            CHECK(check_join(racers[i]));
        }
        daemon_stop(segment, signal_number);
    }
}

static void many_processes_start_one_daemon(void) {
    strcpy(segment, "race");
    run_race(SIGTERM);
}

/* The socket of a killed daemon is left over; it is replaced. */
static void stale_sockets_are_replaced(void) {
    strcpy(segment, "stale");
    run_race(SIGKILL);
}

static void sizes_come_from_the_environment(void) {
    cl_error error = {0, ""};
    strcpy(segment, "sized");
    setenv("COLORS_OBJECTS", "3M", 1);
    setenv("COLORS_CLASSES", "128K", 1);
    char *base = attach_starting(&error);
    REQUIRE(base != NULL, &error);
    CHECK(here()->header->objects_bytes == 3 << 20 && here()->header->classes_bytes == 128 << 10);
    daemon_validate(3);
}

static void a_daemon_that_dies_at_start_says_why(void) {
    cl_error error = {0, ""};
    strcpy(segment, "bad");
    setenv("COLORS_OBJECTS", "lots", 1);
    CHECK(attach_starting(&error) == NULL);
    CHECK(check_error(&error, CL_ERR_DAEMON, "could not start: colorsd: --objects: \"lots\" is no size"));
    CHECK(check_error(&error, CL_ERR_DAEMON, "bad.log"));
}

static void missing_programs(void) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "missing", .daemon = "/nowhere/colorsd", .autostart = 1};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_DAEMON, "/nowhere/colorsd"));
    CHECK(check_error(&error, CL_ERR_DAEMON, "no file that can be run; build it"));
    options.daemon = daemon_folder(); /* a folder can be searched, not run */
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_DAEMON, "no file that can be run"));
}

static void where_it_looks(void) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "where", .autostart = 1, .timeout_ms = PATIENCE_MS};
    char path[4200];
    strcpy(segment, "where");
    CHECK_OK(cl_attach(&options, &error) != NULL, &error); /* beside libcolors.so */
    snprintf(path, sizeof path, "/proc/%d/exe", daemon_pid("where"));
    char program[4096] = "";
    CHECK(readlink(path, program, sizeof program - 1) > 0 && strcmp(program, daemon_binary()) == 0);
}

static void copy_file(const char *from, const char *to) {
    char command[9000];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    CHECK(system(command) == 0);
}

/* A copy of the library with no colorsd beside it: none on PATH, then one. */
static void the_path_is_the_last_place(void) {
    char library[4200], copy[128];
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "path", .autostart = 1, .timeout_ms = PATIENCE_MS};
    snprintf(library, sizeof library, "%.*s/libcolors.so", (int)(strrchr(daemon_binary(), '/') - daemon_binary()),
             daemon_binary());
    snprintf(copy, sizeof copy, "%s/libcolors.so", daemon_folder());
    copy_file(library, copy);
    void *handle = dlopen(copy, RTLD_NOW | RTLD_LOCAL);
    CHECK(handle != NULL);
    void *(*attach)(const cl_attach_options *, cl_error *) = NULL;
    void *symbol = handle == NULL ? NULL : dlsym(handle, "cl_attach");
    memcpy(&attach, &symbol, sizeof attach);
    setenv("PATH", "/nowhere:/also/nowhere", 1);
    CHECK(attach(&options, &error) == NULL &&
          check_error(&error, CL_ERR_DAEMON, "its program colorsd was not found: looked for"));
    CHECK(check_error(&error, CL_ERR_DAEMON, daemon_folder()) &&
          check_error(&error, CL_ERR_DAEMON, "then in the folders of PATH; build it"));
    *strrchr(library, '/') = 0;
    setenv("PATH", library, 1);
    CHECK_OK(attach(&options, &error) != NULL, &error);
}

/* The daemon leaves the session, the terminal and the descriptors of whoever started it. */
static void the_daemon_is_detached(void) {
    cl_error error = {0, ""};
    int words[2];
    char byte;
    strcpy(segment, "detached");
    CHECK(pipe(words) == 0);
    REQUIRE(attach_starting(&error) != NULL, &error);
    close(words[1]);
    fcntl(words[0], F_SETFL, O_NONBLOCK);
    CHECK(read(words[0], &byte, 1) == 0); /* nobody else holds the writing end */
    pid_t daemon = daemon_pid(segment);
    CHECK(getsid(daemon) == daemon || getsid(daemon) != getsid(0));
}

/* One that listens already is not started again, with or without autostart. */
static void a_second_daemon_is_refused(void) {
    char command[4300];
    daemon_start("single", NULL);
    pid_t first = daemon_pid("single");
    snprintf(command, sizeof command,
             "'%s' --segment single --daemonize 2>&1 | grep -q 'a daemon serves this segment already: process %d'",
             daemon_binary(), first);
    CHECK(system(command) == 0);
    CHECK(daemon_pid("single") == first);
    daemon_attach_slot("single");
}

static void a_clean_end_removes_the_socket(void) {
    char path[CL_PATH_BYTES];
    const int signals[] = {SIGTERM, SIGINT};
    for (int i = 0; i < 2; i++) {
        daemon_start("ending", NULL);
        CHECK(cl_socket_path("ending", path, sizeof path, NULL) && access(path, F_OK) == 0);
        daemon_stop("ending", signals[i]);
        CHECK(access(path, F_OK) != 0);
    }
}

/* Where the address sanitizer does not say it. */
static void a_crash_says_where(void) {
#ifdef __SANITIZE_ADDRESS__
    const char *said = "AddressSanitizer";
#else
    const char *said = "colorsd: signal 11 at address .*; please report this";
#endif
    char command[9000], socket[CL_PATH_BYTES];
    CHECK(cl_socket_path("crashing", socket, sizeof socket, NULL));
    snprintf(
        command, sizeof command,
        "'%s' --segment crashing >/dev/null 2>'%s.said' & daemon=$!; until test -S '%s'; do sleep 0.02; done; "
        "kill -SEGV $daemon; wait $daemon; test $? != 0 && grep -q '%s' '%s.said' && test $(wc -l <'%s.said') -gt 2",
        daemon_binary(), socket, socket, said, socket, socket);
    CHECK(system(command) == 0);
}

/* The segment lives on in processes that are attached when their daemon ends. */
static void clients_outlive_the_daemon(void) {
    daemon_start("outlived", NULL);
    uint64_t slot = daemon_attach_slot("outlived");
    daemon_stop("outlived", SIGTERM);
    CHECK(string(slot, "still here") != 0);
    daemon_validate(3);
}

int main(void) {
    check_begin("autostart");
    RUN(many_processes_start_one_daemon);
    RUN(stale_sockets_are_replaced);
    RUN(sizes_come_from_the_environment);
    RUN(a_daemon_that_dies_at_start_says_why);
    RUN(missing_programs);
    RUN(where_it_looks);
    RUN(the_path_is_the_last_place);
    RUN(the_daemon_is_detached);
    RUN(a_second_daemon_is_refused);
    RUN(a_clean_end_removes_the_socket);
    RUN(a_crash_says_where);
    RUN(clients_outlive_the_daemon);
    return check_end();
}
