/* SPDX-License-Identifier: Apache-2.0 */
#include "pages.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "address.h"
#include "base.h"

#define SAYS "/sys/kernel/mm/transparent_hugepage/shmem_enabled"

bool cl_pages_offered(const char *policy) {
    const char *chosen = strchr(policy, '[');
    return chosen != NULL && strncmp(chosen, "[never]", 7) != 0 && strncmp(chosen, "[deny]", 6) != 0;
}

static bool ask(void) {
    char policy[128];
    int file = open(SAYS, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = file < 0 ? 0 : read(file, policy, sizeof policy - 1);
    if (file >= 0) {
        close(file);
    }
    policy[bytes > 0 ? bytes : 0] = 0;
    return cl_pages_offered(policy);
}

bool cl_pages_are_huge(void) {
    static _Atomic uint32_t answer; /* 0: not asked yet, 1: no, 2: yes */
    uint32_t known = cl_load_relaxed(&answer);
    if (known == 0) {
        known = ask() ? 2 : 1;
        cl_store_relaxed(&answer, known);
    }
    return known == 2;
}

void cl_pages_advise(const cl_space *space) {
    if (cl_pages_are_huge()) {
        madvise(cl_at(space, space->geometry.objects_offset), space->geometry.objects_bytes, MADV_HUGEPAGE);
    }
}
