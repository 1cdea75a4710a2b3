/* SPDX-License-Identifier: Apache-2.0 */
#include "adopt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "death.h"
#include "peers.h"
#include "recovery.h"
#include "segment.h"
#include "validator.h"

#define SEALS     (F_SEAL_GROW | F_SEAL_SHRINK)
#define CHECKS_NS 5000000000ull /* for checks of classes that others add to meanwhile */

static enum cl_adoption state;
static cl_error fault;
static cl_error refused;

void cl_adoption_want(void) {
    state = CL_ADOPTION_WANTED;
}

void cl_adoption_give_up(void) {
    state = CL_ADOPTION_NONE;
}

enum cl_adoption cl_adoption_state(void) {
    return state;
}

const char *cl_adoption_fault(void) {
    return fault.text;
}

const char *cl_adoption_refused(void) {
    return refused.text;
}

/* ---- what is offered ---- */

/* Only this user's processes, and daemons before all, can make a file of this user. */
static int check_file(const struct stat *status, int memory, cl_error *error) {
    int seals = fcntl(memory, F_GET_SEALS);
    if (seals < 0 || (seals & SEALS) != SEALS || status->st_uid != geteuid() ||
        status->st_size < (off_t)sizeof(cl_header) || (uint64_t)status->st_size > CL_SEGMENT_MOST) {
        return cl_fail(error, CL_ERR_PROTOCOL,
                       "what you brought is no segment of this daemon's: %lld bytes of user %u, seals %#x",
                       (long long)status->st_size, (unsigned)status->st_uid, (unsigned)seals);
    }
    return 1;
}

/* A reader has one that cannot be written through; the file is this user's, so it can be opened again. */
static int open_again(int memory, cl_error *error) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    int opened = open(path, O_RDWR | O_CLOEXEC);
    if (opened < 0) {
        cl_fail(error, CL_ERR_SYSTEM, "cannot open the segment that you brought: %s", strerror(errno));
    }
    return opened;
}

static bool is_same_part(const cl_header *a, const cl_header *b) {
    return a->segment_bytes == b->segment_bytes && a->buckets_offset == b->buckets_offset &&
           a->vms_offset == b->vms_offset && a->slots_offset == b->slots_offset &&
           a->chunks_offset == b->chunks_offset && a->chunk_entries_offset == b->chunk_entries_offset &&
           a->chunk_ranges_offset == b->chunk_ranges_offset && a->regions_offset == b->regions_offset &&
           a->cycles_offset == b->cycles_offset && a->classes_offset == b->classes_offset &&
           a->classes_bytes == b->classes_bytes && a->marks_offset == b->marks_offset &&
           a->marks_bytes == b->marks_bytes && a->objects_offset == b->objects_offset &&
           a->objects_bytes == b->objects_bytes;
}

/* The parts lie where a segment of these sizes has them. */
static int check_geometry(const cl_header *geometry, uint64_t bytes, cl_error *error) {
    cl_header expected;
    memset(&expected, 0, sizeof expected);
    if (geometry->magic != CL_MAGIC ||
        !cl_geometry(&expected, geometry->objects_bytes, geometry->classes_bytes, error) ||
        !is_same_part(geometry, &expected) || geometry->segment_bytes != bytes) {
        return cl_fail(error, CL_ERR_STATE,
                       "corrupt segment: its header (magic %016llx, %llu bytes for objects, %llu for classes, %llu in "
                       "all) does not describe a file of %llu bytes",
                       (unsigned long long)geometry->magic, (unsigned long long)geometry->objects_bytes,
                       (unsigned long long)geometry->classes_bytes, (unsigned long long)geometry->segment_bytes,
                       (unsigned long long)bytes);
    }
    return 1;
}

/* Classes are added while they are checked: a fault counts when none was, or when that goes on and on. */
static int check_contents(const cl_space *space, cl_error *error) {
    for (uint64_t start = cl_now_ns();;) {
        uint64_t top = cl_load_acquire(&space->header->classes_top);
        if (cl_validate_space(space, 2, error)) {
            return 1;
        }
        if (cl_load_acquire(&space->header->classes_top) == top || cl_now_ns() - start > CHECKS_NS) {
            return 0;
        }
    }
}

/* ---- taking it ---- */

/* Dead ones are reclaimed, also what an earlier daemon left half reclaimed or half given. */
static void judge_vm(uint32_t vm) {
    cl_vm *entry = cl_vm_at(cl_space_get(), vm);
    bool lives = cl_load_acquire(&entry->state) != 0 && cl_life_is_held(vm);
    cl_attached_set(vm, lives);
    if (lives) {
        cl_death_absent(vm, (cl_load_relaxed(&entry->flags) & CL_VM_READONLY) != 0);
    } else {
        cl_reclaim_vm(vm);
        cl_life_forget(vm);
    }
}

static void take(int memory, uint64_t bytes) {
    cl_header *header = cl_space_get()->header;
    cl_own()->memory = memory;
    cl_own()->bytes = bytes;
    memcpy(cl_own()->id, cl_space_get()->geometry.id, sizeof cl_own()->id);
    header->daemon_pid = (uint32_t)getpid();
    cl_store_release(&header->ended, 0);
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        judge_vm(vm);
    }
    state = CL_ADOPTION_NONE;
    cl_pages_advise(cl_space_get());
}

static int examine(const cl_hello *hello, int memory, uint64_t bytes, cl_error *error) {
    void *base = cl_segment_map(memory, bytes, false, error);
    if (base == NULL) {
        return 0;
    }
    cl_space_take(base);
    const cl_header *geometry = &cl_space_get()->geometry; /* a copy: what is checked is what is used */
    if (geometry->id[0] != hello->id[0] || geometry->id[1] != hello->id[1]) {
        cl_fail(error, CL_ERR_PROTOCOL, "the segment that you brought is not the one that you named");
    } else if (check_geometry(geometry, bytes, &fault) && check_contents(cl_space_get(), &fault)) {
        return 1;
    } else {
        state = CL_ADOPTION_FAILED;
        cl_fail(error, CL_ERR_STATE, "the segment cannot be taken over: %.300s", fault.text);
    }
    munmap(base, bytes);
    return 0;
}

static int is_wanted(const cl_hello *hello, cl_error *error) {
    uint64_t last[2];
    cl_life_segment(last);
    return hello->id[0] == last[0] && hello->id[1] == last[1]
               ? 1
               : cl_fail(error, CL_ERR_STATE,
                         "you have segment %016llx%016llx, and the last one that was served here is %016llx%016llx, "
                         "which other processes have; what you hold stays readable, end when you are done with it",
                         (unsigned long long)hello->id[0], (unsigned long long)hello->id[1],
                         (unsigned long long)last[0], (unsigned long long)last[1]);
}

int cl_adopt(const cl_hello *hello, int memory, cl_error *error) {
    struct stat status;
    cl_error reason = {0, ""};
    int opened = -1;
    int done = is_wanted(hello, &reason) &&
               (memory >= 0 && fstat(memory, &status) == 0
                    ? check_file(&status, memory, &reason)
                    : cl_fail(&reason, CL_ERR_PROTOCOL, "you did not bring the segment's descriptor")) &&
               (opened = open_again(memory, &reason)) >= 0 && examine(hello, opened, (uint64_t)status.st_size, &reason);
    if (done) {
        take(opened, (uint64_t)status.st_size);
        return 1;
    }
    if (opened >= 0) {
        close(opened);
    }
    refused = reason;
    return cl_fail(error, (enum cl_code)reason.code, "%s", reason.text);
}
