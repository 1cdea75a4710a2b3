/* SPDX-License-Identifier: Apache-2.0 */
/* Attaching and coming back end by their deadlines, and a forked child has nothing of what its parent attaches with. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "opened.h"
#include "raw.h"
#include "unshared.h"
#include "words.h"

#define FILLED_MOST 1000

static int filled[FILLED_MOST];
static int filled_count;

/* Takes all the room that a daemon has for connections that it has not accepted. */
static void fill_backlog(const char *segment) {
    char path[CL_PATH_BYTES];
    struct sockaddr_un address;
    cl_error error = {0, ""};
    REQUIRE(cl_socket_path(segment, path, sizeof path, &error) && cl_socket_address(path, &address, &error), &error);
    while (filled_count < FILLED_MOST) {
        int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
            CHECK(errno == EAGAIN);
            close(connection);
            return;
        }
        filled[filled_count++] = connection;
    }
}

static void empty_backlog(void) {
    while (filled_count > 0) {
        close(filled[--filled_count]);
    }
}

/* ---- deadlines ---- */

static void attach_in_time(void *segment) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = segment, .timeout_ms = 500};
    CHECK(cl_attach(&options, &error) == NULL);
    CHECK(check_error(&error, CL_ERR_DAEMON, "did not accept a connection in time; it may be stopped (kill -CONT)"));
}

static void attach_to_a_stopped_daemon(void) {
    static char segment[] = "stopped";
    pid_t daemon = daemon_pid(segment);
    check_stop(daemon);
    fill_backlog(segment);
    CHECK(check_join(check_fork(attach_in_time, segment)));
    kill(daemon, SIGCONT);
    empty_backlog();
    daemon_attach(segment);
}

/* In the place of a daemon that died; it accepts nobody. */
static int listen_instead(const char *segment) {
    char path[CL_PATH_BYTES];
    struct sockaddr_un address;
    cl_error error = {0, ""};
    REQUIRE(cl_socket_path(segment, path, sizeof path, &error) && cl_socket_address(path, &address, &error), &error);
    unlink(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 0) == 0);
    fill_backlog(segment);
    return listener;
}

static void come_back_without_a_keeper(void) {
    cl_error error = {0, ""};
    setenv("COLORS_KEEPER", "off", 1);
    daemon_attach("gone");
    daemon_stop("gone", SIGKILL);
    int listener = listen_instead("gone");
    CHECK(cl_rejoin(&error) == 0 && check_error(&error, CL_ERR_DAEMON, "did not accept a connection in time"));
    empty_backlog();
    close(listener);
}

/* The keeper is connecting when the program asks. */
static void come_back_beside_the_keeper(void) {
    cl_error error = {0, ""};
    daemon_attach("kept");
    daemon_stop("kept", SIGKILL);
    int listener = listen_instead("kept");
    CHECK(cl_rejoin(&error) == 0 && check_error(&error, CL_ERR_DAEMON, "may be stopped (kill -CONT)"));
    CHECK(cl_collect(200, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "is gone"));
    empty_backlog();
    close(listener);
}

/* ---- forks ---- */

static _Atomic uint32_t receiving, forked;

/* Stands before libc's: waits for a fork when descriptors have come, if there can be one. */
__attribute__((visibility("default"))) ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    ssize_t got = syscall(SYS_recvmsg, socket, message, flags);
    if (got > 0 && message->msg_controllen > 0) {
        cl_store_release(&receiving, 1);
        for (uint64_t start = check_now_ms(); cl_load_acquire(&forked) == 0 && check_now_ms() - start < 500;) {
            check_sleep_us(1000);
        }
    }
    return got;
}

static void *attach_beside(void *segment) {
    daemon_attach(segment);
    return NULL;
}

static bool is_sign_of_life(int file) {
    char link[64], target[256] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return readlink(link, target, sizeof target - 1) > 0 && strstr(target, ".attached") != NULL;
}

/* Else it would live as long as the child for the daemon. */
static void a_fork_while_it_attaches(void) {
    static char segment[] = "forks";
    pthread_t thread;
    int status;
    pthread_create(&thread, NULL, attach_beside, segment);
    check_await(&receiving, 1);
    pid_t child = fork();
    if (child == 0) {
        _exit((opened_find(is_sign_of_life) >= 0) + 2 * (opened_memory() >= 0) +
              4 * (opened_find(opened_is_connection) >= 0));
    }
    cl_store_release(&forked, 1);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    pthread_join(thread, NULL);
    CHECK(opened_find(is_sign_of_life) < 0 && opened_memory() >= 0); /* it is mapped */
}

/* What attaching closed by itself is closed for good: its number may be one of the program's files by now. */
static void files_of_a_child(void) {
    int files[8], status;
    daemon_attach("forks");
    for (int i = 0; i < 8; i++) {
        files[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    pid_t child = fork();
    if (child == 0) {
        int lost = 0;
        for (int i = 0; i < 8; i++) {
            lost += fcntl(files[i], F_GETFD) < 0;
        }
        _exit(lost);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    for (int i = 0; i < 8; i++) {
        close(files[i]);
    }
}

/* The program closes a descriptor, and a new connection gets its number: what it stood for is lost all the same. */
static void a_number_that_is_used_again(void) {
    int other = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    int first = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    CHECK(!cl_unshared_is_lost(first));
    close(first);
    int second = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    CHECK(second == first && cl_unshared_is_lost(first));
    cl_unshared_close(other);
    CHECK(cl_unshared_is_lost(first));
    cl_unshared_close(second);
    CHECK(fcntl(second, F_GETFD) < 0 && cl_unshared_is_lost(first));
}

/* The program closed the connection to the daemon, and the next one got its number. */
static void a_connection_with_the_number_of_the_last_one(void) {
    int last = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    close(last);
    int next = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    int kept = cl_unshared_replace(last, next);
    CHECK(next == last && kept >= 0 && kept != next);
    cl_unshared_close(next);
    CHECK(fcntl(kept, F_GETFD) == FD_CLOEXEC && !cl_unshared_is_lost(kept) && !cl_unshared_is_lost(last));
    cl_unshared_close(kept);
}

/* It closes both, and the copy of the next connection would get the number of the second one. */
static void a_copy_with_the_number_of_another_lost_one(void) {
    int last = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    int memory = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    close(last);
    close(memory);
    int next = cl_unshared_socket(AF_UNIX, SOCK_STREAM);
    int kept = cl_unshared_replace(last, next);
    CHECK(next == last && kept >= 0);
    cl_unshared_close(next);
    CHECK(!cl_unshared_is_lost(kept) && cl_unshared_is_lost(memory));
    cl_unshared_close(kept);
}

static void work_without_descriptors(void *nothing) {
    (void)nothing;
    cl_error error = {0, ""};
    struct stat status;
    int files[8], ended;
    uint64_t slot = daemon_attach_slot("closes");
    CHECK(syscall(SYS_close_range, 3u, ~0u, 0u) == 0);
    for (int i = 0; i < 8; i++) {
        char path[CL_PATH_BYTES];
        snprintf(path, sizeof path, "%s/own%d", daemon_folder(), i);
        files[i] = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
    CHECK_OK(cl_rejoin(&error), &error);
    for (int i = 0; i < 40000; i++) { /* more than was committed before */
        string(slot, "a string that takes some of the memory of the segment");
    }
    CHECK_OK(cl_collect(0, &error), &error);
    for (int i = 0; i < 8; i++) {
        CHECK(fstat(files[i], &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0);
    }
    pid_t child = fork();
    if (child == 0) {
        int lost = 0;
        for (int i = 0; i < 8; i++) {
            lost += fstat(files[i], &status) != 0 || !S_ISREG(status.st_mode);
        }
        _exit(lost);
    }
    CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
}

static void outlive_without_descriptors(void *nothing) {
    (void)nothing;
    cl_error error = {0, ""};
    daemon_attach_slot("alone");
    CHECK(syscall(SYS_close_range, 3u, ~0u, 0u) == 0);
    CHECK_OK(cl_rejoin(&error), &error);
    daemon_stop("alone", SIGKILL);
    CHECK(cl_collect(500, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "closed its descriptors of the segment"));
    CHECK(strstr(error.text, "from this process") == NULL);
}

/* It has nothing to hand over to another daemon, and is not told that it has. */
static void who_closed_all_is_told_the_truth(void) {
    CHECK(check_join(check_fork(outlive_without_descriptors, NULL)));
}

static uint64_t processor_ms(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

static void outlive_in_a_sandbox(void *nothing) {
    (void)nothing;
    cl_error error = {0, ""};
    struct rlimit none = {0, 0};
    pid_t daemon = daemon_pid("sandbox"); /* while a file can be opened */
    daemon_attach_slot("sandbox");
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    CHECK_OK(cl_rejoin(&error), &error); /* is served */
    CHECK_OK(cl_collect(0, &error), &error);
    kill(daemon, SIGKILL);
    uint64_t start = check_now_ms();
    while (cl_rejoin(&error) == 1 && check_now_ms() - start < PATIENCE_MS) {
        check_sleep_us(1000);
    }
    CHECK(check_error(&error, CL_ERR_SYSTEM, "Too many open files"));
    uint64_t before = processor_ms();
    check_sleep_us(1000000);
    CHECK(processor_ms() - before < 500); /* the keeper sleeps */
    CHECK(cl_collect(200, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "cannot come to another one"));
}

/* It may open no file, and poll refuses any descriptor. */
static void a_sandbox_without_files(void) {
    CHECK(check_join(check_fork(outlive_in_a_sandbox, NULL)));
}

/* Its own files get the numbers. They are left alone, and it goes on in the segment. */
static void files_of_who_closed_all(void) {
    CHECK(check_join(check_fork(work_without_descriptors, NULL)));
}

static void attach_in_child(void *nothing) {
    (void)nothing;
    cl_error error = {0, ""};
    daemon_attach("quota");
    for (int i = 0; i < 2; i++) {
        CHECK_OK(cl_slot_claim(&error) != 0, &error);
    }
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_QUOTA, "this process has 2 mutator slots"));
}

/* What its parent used of its quotas was its parent's. */
static void quotas_of_a_child(void) {
    cl_error error = {0, ""};
    daemon_attach("quota");
    CHECK_OK(cl_slot_claim(&error) != 0 && cl_slot_claim(&error) != 0, &error);
    CHECK(check_join(check_fork(attach_in_child, NULL)));
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_QUOTA, "this process has 2 mutator slots"));
}

/* ---- folders ---- */

static int start_again(const char *segment) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execl(daemon_binary(), daemon_binary(), "--daemonize", "--segment", segment, (char *)NULL);
        _exit(99);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* As who cleans a temporary folder does: the daemon goes on, and stays the only one. */
static void a_lock_file_that_was_removed(void) {
    char path[CL_PATH_BYTES + 8];
    pid_t daemon = daemon_pid("forks");
    snprintf(path, sizeof path, "%s/colors/forks.lock", daemon_folder());
    CHECK(daemon > 0 && unlink(path) == 0);
    CHECK(start_again("forks") == 3);
    daemon_attach("forks");
    CHECK((pid_t)here()->header->daemon_pid == daemon);
    kill(daemon, SIGKILL);
}

static void attach_through_a_private_folder(void) {
    cl_error error = {0, ""};
    char folder[128], runtime[160], wanted[300];
    snprintf(folder, sizeof folder, "%s/private", daemon_folder());
    snprintf(runtime, sizeof runtime, "%s/of", folder);
    CHECK(mkdir(folder, 0700) == 0 && mkdir(runtime, 0777) == 0 && chmod(daemon_folder(), 0755) == 0);
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    CHECK(geteuid() != 0 || setresuid(65534, 65534, 65534) == 0);
    CHECK(geteuid() == 65534 || chmod(folder, 0) == 0);
    snprintf(wanted, sizeof wanted, "may not look into the folder %s (of user", folder);
    CHECK(cl_attach(NULL, &error) == NULL && check_error(&error, CL_ERR_PERMISSION, wanted));
    if (geteuid() != 65534) {
        chmod(folder, 0700);
    }
}

int main(void) {
    check_begin("connect");
    daemon_start("stopped", NULL);
    daemon_start("gone", NULL);
    daemon_start("kept", NULL);
    daemon_start("forks", NULL);
    daemon_start("closes", NULL);
    daemon_start("alone", NULL);
    daemon_start("sandbox", NULL);
    daemon_start("quota", "--quota-slots", "2", NULL);
    RUN(attach_to_a_stopped_daemon);
    RUN(come_back_without_a_keeper);
    RUN(come_back_beside_the_keeper);
    RUN(a_fork_while_it_attaches);
    RUN(files_of_a_child);
    RUN(a_number_that_is_used_again);
    RUN(a_connection_with_the_number_of_the_last_one);
    RUN(a_copy_with_the_number_of_another_lost_one);
    RUN(files_of_who_closed_all);
    RUN(who_closed_all_is_told_the_truth);
    RUN(a_sandbox_without_files);
    RUN(quotas_of_a_child);
    RUN(attach_through_a_private_folder);
    RUN(a_lock_file_that_was_removed);
    return check_end();
}
