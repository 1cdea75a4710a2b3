/* SPDX-License-Identifier: Apache-2.0 */
#include "life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "socket.h"

#define PIDS_OFFSET  64
#define LOCKS_OFFSET 4096 /* a byte for each VM; nothing is stored there */

static int file = -1;

int cl_life_open(const char *socket_path, cl_error *error) {
    char path[CL_PATH_BYTES];
    cl_socket_sibling(socket_path, ".attached", path);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    return file >= 0 ? 1 : cl_fail(error, CL_ERR_SYSTEM, "cannot open %s: %s", path, strerror(errno));
}

static struct flock lock_of(short type, uint32_t vm, uint32_t count) {
    return (struct flock){
        .l_type = type, .l_whence = SEEK_SET, .l_start = LOCKS_OFFSET + (off_t)vm, .l_len = (off_t)count};
}

/* Another open file, so another owner of locks. */
static int open_again(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_RDONLY | O_CLOEXEC);
}

int cl_life_give(uint32_t vm, uint32_t pid) {
    int given = open_again();
    struct flock lock = lock_of(F_RDLCK, vm, 1);
    if (given < 0) {
        return -1;
    }
    if (fcntl(given, F_OFD_SETLK, &lock) != 0 ||
        pwrite(file, &pid, sizeof pid, (off_t)(PIDS_OFFSET + vm * sizeof pid)) != (ssize_t)sizeof pid) {
        int reason = errno;
        close(given);
        errno = reason;
        return -1;
    }
    return given;
}

static bool is_held(uint32_t vm, uint32_t count) {
    struct flock lock = lock_of(F_WRLCK, vm, count);
    return fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

bool cl_life_is_held(uint32_t vm) {
    return is_held(vm, 1);
}

bool cl_life_any(void) {
    return is_held(0, CL_VM_MAX);
}

void cl_life_describe(char *text, size_t bytes) {
    size_t used = 0;
    text[0] = 0;
    for (uint32_t vm = 0; vm < CL_VM_MAX && used + 16 < bytes; vm++) {
        uint32_t pid = 0;
        if (is_held(vm, 1) && pread(file, &pid, sizeof pid, (off_t)(PIDS_OFFSET + vm * sizeof pid)) > 0) {
            used += (size_t)snprintf(text + used, bytes - used, "%s%u", used == 0 ? "" : ", ", pid);
        }
    }
}

void cl_life_segment(uint64_t id[2]) {
    if (pread(file, id, 2 * sizeof id[0], 0) != (ssize_t)(2 * sizeof id[0])) {
        id[0] = id[1] = 0;
    }
}

int cl_life_set_segment(const uint64_t id[2], cl_error *error) {
    return pwrite(file, id, 2 * sizeof id[0], 0) == (ssize_t)(2 * sizeof id[0])
               ? 1
               : cl_fail(error, CL_ERR_SYSTEM, "cannot write the file of the attached processes: %s", strerror(errno));
}
