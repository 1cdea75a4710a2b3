/* SPDX-License-Identifier: Apache-2.0 */
#include "life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "link.h"

#define PIDS_OFFSET  64
#define LOCKS_OFFSET 4096 /* a byte for each VM; nothing is stored there */

static int file = -1;
static char socket_place[CL_PATH_BYTES];

int cl_life_open(const char *socket_path, cl_error *error) {
    char path[CL_PATH_BYTES];
    snprintf(socket_place, sizeof socket_place, "%s", socket_path);
    cl_socket_sibling(socket_path, ".attached", path);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    return file >= 0 ? 1 : cl_fail(error, CL_ERR_SYSTEM, "cannot open %s: %s", path, strerror(errno));
}

static struct flock lock_of(short type, uint32_t vm, uint32_t count) {
    return (struct flock){
        .l_type = type, .l_whence = SEEK_SET, .l_start = LOCKS_OFFSET + (off_t)vm, .l_len = (off_t)count};
}

/* Another open file, so another owner of locks. */
static int open_again(int of) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", of);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static bool is_locked(int of, uint32_t vm, uint32_t count) {
    struct flock lock = lock_of(F_WRLCK, vm, count);
    return fcntl(of, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

/* ---- a reader's file ---- */

static void reader_path(uint32_t vm, char *path) {
    char ending[32];
    snprintf(ending, sizeof ending, ".attached.%u", vm);
    cl_socket_sibling(socket_place, ending, path);
}

static int open_reader(uint32_t vm, int flags) {
    char path[CL_PATH_BYTES];
    reader_path(vm, path);
    return open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
}

void cl_life_forget(uint32_t vm) {
    char path[CL_PATH_BYTES];
    reader_path(vm, path);
    unlink(path);
}

static bool is_reader_held(uint32_t vm) {
    int of = open_reader(vm, 0);
    if (of < 0) {
        return errno != ENOENT;
    }
    bool held = is_locked(of, vm, 1);
    close(of);
    return held;
}

/* ---- all ---- */

/* Another open file of the same one, with the lock of a VM. -1 and errno. */
static int lock_again(int of, uint32_t vm) {
    struct flock lock = lock_of(F_RDLCK, vm, 1);
    int given = open_again(of);
    if (given >= 0 && fcntl(given, F_OFD_SETLK, &lock) != 0) {
        int reason = errno;
        close(given);
        errno = reason;
        return -1;
    }
    return given;
}

static int give_reader(uint32_t vm) {
    cl_life_forget(vm); /* an earlier one's, which it may lock still */
    int of = open_reader(vm, O_CREAT | O_EXCL);
    if (of < 0) {
        return -1;
    }
    int given = lock_again(of, vm);
    int reason = errno;
    close(of);
    errno = reason;
    return given;
}

int cl_life_give(uint32_t vm, uint32_t pid, bool reader) {
    if (pwrite(file, &pid, sizeof pid, (off_t)(PIDS_OFFSET + vm * sizeof pid)) != (ssize_t)sizeof pid) {
        return -1;
    }
    return reader ? give_reader(vm) : lock_again(file, vm);
}

bool cl_life_is_held(uint32_t vm) {
    return is_locked(file, vm, 1) || is_reader_held(vm);
}

void cl_life_tidy(void) {
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        if (!is_reader_held(vm)) {
            cl_life_forget(vm);
        }
    }
}

bool cl_life_any(void) {
    bool any = is_locked(file, 0, CL_VM_MAX);
    for (uint32_t vm = 0; !any && vm < CL_VM_MAX; vm++) {
        any = is_reader_held(vm);
    }
    return any;
}

void cl_life_describe(char *text, size_t bytes) {
    size_t used = 0;
    text[0] = 0;
    for (uint32_t vm = 0; vm < CL_VM_MAX && used + 16 < bytes; vm++) {
        uint32_t pid = 0;
        if (cl_life_is_held(vm) && pread(file, &pid, sizeof pid, (off_t)(PIDS_OFFSET + vm * sizeof pid)) > 0) {
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
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        cl_life_forget(vm);
    }
    return pwrite(file, id, 2 * sizeof id[0], 0) == (ssize_t)(2 * sizeof id[0])
               ? 1
               : cl_fail(error, CL_ERR_SYSTEM, "cannot write the file of the attached processes: %s", strerror(errno));
}
