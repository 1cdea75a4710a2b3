/* SPDX-License-Identifier: Apache-2.0 */
/* Starting colorsd from a client. posix_spawn: safe in a process with many threads, such as a JVM. */
#include "link.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base.h"
#include "socket.h"

#define BINARY         "colorsd"
#define POLL_NS        2000000
#define LOG_TAIL       600
#define SERVED_ALREADY 3 /* exit status of colorsd: another daemon was faster */

extern char **environ;

static int is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* `path` in both: PATH_MAX bytes, holds the first place that was tried, or the program. The library is found by a
 * symbol of its own: an exported one may be that of another copy. Where both are installed, the program is in
 * ../bin. */
static int find_beside_library(char *path) {
    Dl_info library;
    path[0] = 0;
    if (dladdr((void *)(uintptr_t)&find_beside_library, &library) == 0 || library.dli_fname == NULL) {
        return 0;
    }
    const char *slash = strrchr(library.dli_fname, '/');
    int bytes = slash == NULL ? 1 : (int)(slash - library.dli_fname);
    const char *folder = slash == NULL ? "." : library.dli_fname;
    char installed[PATH_MAX];
    snprintf(path, PATH_MAX, "%.*s/" BINARY, bytes, folder);
    snprintf(installed, sizeof installed, "%.*s/../bin/" BINARY, bytes, folder);
    if (!is_program(path) && is_program(installed)) {
        memcpy(path, installed, sizeof installed);
    }
    return is_program(path);
}

static int find_on_path(char *path) {
    const char *rest = getenv("PATH");
    while (rest != NULL && rest[0] != 0) {
        size_t bytes = strcspn(rest, ":");
        snprintf(path, PATH_MAX, "%.*s/" BINARY, (int)bytes, bytes == 0 ? "." : rest);
        if (bytes < PATH_MAX - 16 && is_program(path)) {
            return 1;
        }
        rest += bytes + (rest[bytes] == ':');
    }
    return 0;
}

static int find_binary(const char *wanted, char *path, cl_error *error) {
    if (wanted != NULL && wanted[0] != 0) {
        snprintf(path, PATH_MAX, "%s", wanted);
        return is_program(path) ? 1
                                : cl_fail(error, CL_ERR_DAEMON,
                                          "no daemon runs and %.400s, named as the daemon's program, is no file that "
                                          "can be run; build it "
                                          "(make in native/, or ./colors build) or name another",
                                          path);
    }
    if (find_beside_library(path)) {
        return 1;
    }
    char beside[PATH_MAX];
    memcpy(beside, path, sizeof beside);
    return find_on_path(path) ? 1
                              : cl_fail(error, CL_ERR_DAEMON,
                                        "no daemon runs and its program " BINARY
                                        " was not found: looked for %.400s, then in the folders of "
                                        "PATH; build it (make in native/, or ./colors build), or start it by hand",
                                        beside[0] == 0 ? "it beside libcolors" : beside);
}

/* The child begins with no blocked and no ignored signals, reads nothing and writes to the log. */
static int spawn(const char *binary, char **arguments, const char *log, pid_t *child, cl_error *error) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int result = posix_spawn(child, binary, &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return result == 0 ? 1
                       : cl_fail(error, CL_ERR_DAEMON, "cannot start the daemon %.300s: %s", binary, strerror(result));
}

static off_t file_size(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? status.st_size : 0;
}

/* What was written to the log since it had `start` bytes, its end if that is much, in one line. */
static void read_log(const char *log, off_t start, char *text, size_t bytes) {
    size_t length = 0;
    int file = open(log, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        off_t size = file_size(log);
        start = size - start > (off_t)bytes - 1 ? size - (off_t)bytes + 1 : start;
        ssize_t got = pread(file, text, bytes - 1, start);
        length = got > 0 ? (size_t)got : 0;
        close(file);
    }
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' ')) {
        length--;
    }
    text[length] = 0;
    for (size_t i = 0; i < length; i++) {
        text[i] = text[i] == '\n' ? ';' : text[i];
    }
}

/* Waits for the foreground half of the daemon: it ends when the daemon listens. Returns its exit status, -1 on
 * time-out. */
static int wait_child(pid_t child, uint64_t deadline_ns, void (*meanwhile)(void *), void *argument) {
    for (;;) {
        int status;
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        if (ended < 0 && errno != EINTR) {
            return 0; /* somebody else took its status (SIGCHLD ignored); connecting will tell */
        }
        if (cl_now_ns() > deadline_ns) {
            return -1;
        }
        if (meanwhile != NULL) {
            meanwhile(argument);
        }
        nanosleep(&(struct timespec){0, POLL_NS}, NULL);
    }
}

static int report(int status, const char *binary, const char *log, off_t start, cl_error *error) {
    char words[LOG_TAIL];
    read_log(log, start, words, sizeof words);
    return cl_fail(error, CL_ERR_DAEMON, "the daemon %.150s %s%s%s (its log: %.120s)", binary,
                   status < 0 ? "did not become ready in time" : "could not start", words[0] != 0 ? ": " : "", words,
                   log);
}

int cl_daemon_start(const char *segment, const char *wanted_binary, const char *socket_path, uint64_t deadline_ns,
                    void (*meanwhile)(void *), void *argument, cl_error *error) {
    char binary[PATH_MAX];
    char log[CL_PATH_BYTES];
    if (!find_binary(wanted_binary, binary, error) || !cl_socket_folder_make(socket_path, error)) {
        return 0;
    }
    cl_socket_sibling(socket_path, ".log", log);
    off_t start = file_size(log);
    char *arguments[12] = {
        binary, "--daemonize", "--segment", (char *)(uintptr_t)segment, "--socket", (char *)(uintptr_t)socket_path};
    int count = 6;
    const char *objects = getenv("COLORS_OBJECTS");
    const char *classes = getenv("COLORS_CLASSES");
    if (objects != NULL && objects[0] != 0) {
        arguments[count++] = "--objects";
        arguments[count++] = (char *)(uintptr_t)objects;
    }
    if (classes != NULL && classes[0] != 0) {
        arguments[count++] = "--classes";
        arguments[count++] = (char *)(uintptr_t)classes;
    }
    pid_t child;
    if (!spawn(binary, arguments, log, &child, error)) {
        return 0;
    }
    int status = wait_child(child, deadline_ns, meanwhile, argument);
    return status == 0 || status == SERVED_ALREADY ? 1 : report(status, binary, log, start, error);
}
