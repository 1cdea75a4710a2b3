// SPDX-License-Identifier: Apache-2.0
// Preloaded: from when there is a file named full, the system has no memory for one more root-log chunk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#define CHUNK_BYTES 8192

typedef int (*fallocate_t)(int descriptor, int mode, off_t start, off_t length);

int fallocate(int descriptor, int mode, off_t start, off_t length) {
    static atomic_int left; // given back since
    bool full = length == CHUNK_BYTES && access("full", F_OK) == 0;
    if (full && mode == 0 && atomic_fetch_sub(&left, 1) <= 0) {
        atomic_fetch_add(&left, 1);
        errno = ENOSPC;
        return -1;
    }
    int result = ((fallocate_t)dlsym(RTLD_NEXT, "fallocate"))(descriptor, mode, start, length);
    if (full && mode != 0 && result == 0) {
        atomic_fetch_add(&left, 1);
    }
    return result;
}
