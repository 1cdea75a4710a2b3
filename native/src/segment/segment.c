/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"

void *cl_segment_map(int memory, uint64_t bytes, bool readonly, cl_error *error) {
    int protection = readonly ? PROT_READ : PROT_READ | PROT_WRITE;
    void *base = mmap(NULL, bytes, protection, MAP_SHARED | MAP_NORESERVE, memory, 0);
    if (base == MAP_FAILED) {
        cl_fail(error, CL_ERR_SYSTEM,
                "cannot map a segment of %llu bytes: %s; is the address space limited (ulimit -v)?",
                (unsigned long long)bytes, strerror(errno));
        return NULL;
    }
    /* A dump of shared data is large and of little use; a forked child is not attached (attach.c). */
    madvise(base, bytes, MADV_DONTDUMP);
    madvise(base, bytes, MADV_DONTFORK);
    return base;
}

int cl_memory_create(const char *name, uint64_t bytes, cl_error *error) {
    int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) {
        cl_fail(error, CL_ERR_SYSTEM, "memfd_create failed: %s", strerror(errno));
        return -1;
    }
    /* The mode keeps other users who have a descriptor to read with from opening one to write with in /proc. */
    if (fchmod(memory, 0600) != 0 || ftruncate(memory, (off_t)bytes) != 0 ||
        fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        int reason = errno;
        const char *limited = "; files of this process may not be so large (ulimit -f): raise that limit, or ask for "
                              "less (--objects, COLORS_OBJECTS)";
        cl_fail(error, CL_ERR_SYSTEM, "cannot size and seal shared memory of %llu bytes: %s%s",
                (unsigned long long)bytes, strerror(reason), reason == EFBIG ? limited : "");
        close(memory);
        return -1;
    }
    return memory;
}
