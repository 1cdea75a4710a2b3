/* SPDX-License-Identifier: Apache-2.0 */
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "link.h"

#define BACKLOG   256
#define HANGUP_MS 1000

static int locked_by_other(int file, const char *path, cl_error *error) {
    char pid[16] = "";
    ssize_t got = pread(file, pid, sizeof pid - 1, 0);
    close(file);
    return cl_fail(error, CL_ERR_STATE, "a daemon serves this segment already: process %ld holds %s",
                   got > 0 ? strtol(pid, NULL, 10) : 0, path);
}

static void write_pid(int file) {
    char pid[16];
    int bytes = snprintf(pid, sizeof pid, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) != 0 || pwrite(file, pid, (size_t)bytes, 0) != bytes) {
        /* only shown to people; the lock itself is held */
    }
}

/* Whoever cleans temporary folders by age leaves one alone that is locked (systemd-tmpfiles), and so the files by which
 * daemons and processes find each other. It stays open as long as the process lives. */
static void lock_folder(const char *path) {
    char folder[CL_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = 0;
        int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (opened >= 0 && flock(opened, LOCK_SH | LOCK_NB) != 0) {
            close(opened); /* it is being cleaned just now */
        }
    }
}

/* Whether the name still leads to the file: it may have been removed between opening and locking. */
static bool is_named(int file, const char *path) {
    struct stat opened, named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

int cl_listener_lock(const char *socket_path, cl_error *error) {
    char path[CL_PATH_BYTES];
    cl_socket_sibling(socket_path, ".lock", path);
    lock_folder(path);
    for (;;) {
        int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (file < 0) {
            return cl_fail(error, CL_ERR_SYSTEM, "cannot open the lock file %s: %s", path, strerror(errno));
        }
        if (flock(file, LOCK_EX | LOCK_NB) != 0) {
            return locked_by_other(file, path, error);
        }
        if (is_named(file, path)) {
            write_pid(file);
            return 1; /* the file stays open as long as the process lives */
        }
        close(file);
    }
}

/* Whether a daemon listens there although this process has the lock: then somebody removed the lock file. One that is
 * just ending hangs up. */
static bool is_served(const struct sockaddr_un *address) {
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool connected = connection >= 0 && connect(connection, (const struct sockaddr *)address, sizeof *address) == 0;
    bool full = !connected && errno == EAGAIN;
    struct pollfd poller = {.fd = connection, .events = POLLRDHUP};
    bool served = full || (connected && poll(&poller, 1, HANGUP_MS) == 0);
    if (connection >= 0) {
        close(connection);
    }
    return served;
}

/* Others reach the socket through its folder; who may stay is seen by their credentials (policy.h). The folder's own
 * folders are the administrator's. */
static int admit_others(const char *socket_path, cl_error *error) {
    char folder[CL_PATH_BYTES];
    struct stat status;
    snprintf(folder, sizeof folder, "%s", socket_path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = 0;
    }
    if (slash == NULL || chmod(socket_path, 0666) != 0 || stat(folder, &status) != 0 ||
        chmod(folder, (status.st_mode & 07777) | 0111) != 0) {
        return cl_fail(error, CL_ERR_SYSTEM, "cannot let other users reach the socket %s: %s", socket_path,
                       strerror(errno));
    }
    return 1;
}

int cl_listener_open(const char *socket_path, bool others, cl_error *error) {
    struct sockaddr_un address;
    if (!cl_socket_address(socket_path, &address, error)) {
        return -1;
    }
    if (is_served(&address)) {
        cl_fail(error, CL_ERR_STATE,
                "a daemon serves this segment already: it listens at %s, and its lock file was removed; end it, or use "
                "another segment name",
                socket_path);
        return -1;
    }
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    unlink(socket_path);
    mode_t mask = umask(0177);
    int failed = listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
                 listen(listener, BACKLOG) != 0;
    int reason = errno;
    umask(mask);
    if (failed) {
        cl_fail(error, CL_ERR_SYSTEM, "cannot listen at %s: %s", socket_path, strerror(reason));
        return -1;
    }
    if (others && !admit_others(socket_path, error)) {
        close(listener);
        return -1;
    }
    return listener;
}
