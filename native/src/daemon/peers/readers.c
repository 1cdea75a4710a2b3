/* SPDX-License-Identifier: Apache-2.0 */
#include "readers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "peers.h"
#include "segment.h"

/* The places of each reader, in our own memory: what the segment says of them is for others to read. */
static struct places {
    cl_indexes slots;
    cl_indexes chunks;
    bool mapped;
} places[CL_VM_MAX];

static char *areas; /* CL_AREA_BYTES for each group; zero where no area is mapped */
static _Atomic uint32_t vms[CL_READER_GROUPS];
static _Atomic uint32_t first_slots[CL_READER_GROUPS];

uint32_t cl_reader_of(uint32_t group) {
    return cl_load_acquire(&vms[group]);
}

uint32_t cl_reader_first_slot(uint32_t group) {
    return cl_load_relaxed(&first_slots[group]);
}

static char *area_of(uint32_t group) {
    return areas + group * CL_AREA_BYTES;
}

const cl_slot *cl_reader_slots(uint32_t group) {
    return (const cl_slot *)(const void *)area_of(group);
}

const cl_chunk *cl_reader_chunks(uint32_t group) {
    return (const cl_chunk *)(const void *)(area_of(group) + CL_PAGE);
}

const _Atomic uint32_t *cl_reader_entries(uint32_t group, uint32_t chunk) {
    return (const _Atomic uint32_t *)(const void *)(area_of(group) + cl_area_entries(chunk));
}

/* ---- places ---- */

typedef struct pool { /* slots or chunks */
    _Atomic uint32_t *(*owner)(uint32_t index);
    uint32_t most;
    uint32_t group;
} pool;

/* A whole group of free places, taken from the top: the others begin at the bottom. */
static bool take_group(const pool *p, uint32_t vm, cl_indexes *indexes) {
    for (uint32_t first = p->most - p->group;; first -= p->group) {
        uint32_t taken = 0;
        for (uint32_t free = 0; taken < p->group && cl_cas_acq_rel(p->owner(first + taken), &free, vm + 1); free = 0) {
            taken++;
        }
        if (taken == p->group) {
            *indexes = (cl_indexes){first, first + p->group};
            return true;
        }
        while (taken > 0) {
            cl_store_release(p->owner(first + --taken), 0);
        }
        if (first == 0) {
            return false;
        }
    }
}

static _Atomic uint32_t *slot_owner(uint32_t index) {
    return &cl_slot_at(cl_space_get(), index)->vm;
}

static _Atomic uint32_t *chunk_owner(uint32_t index) {
    return &cl_chunk_at(cl_space_get(), index)->vm;
}

static const pool slot_pool = {slot_owner, CL_SLOT_MAX, CL_AREA_SLOTS};
static const pool chunk_pool = {chunk_owner, CL_CHUNK_MAX, CL_AREA_CHUNKS};

static void give_back(const pool *p, const cl_indexes *indexes) {
    for (uint32_t i = indexes->first; i < indexes->end; i++) {
        cl_store_release(p->owner(i), 0);
    }
}

static bool is_reader(const cl_vm *vm) {
    return cl_load_acquire(&vm->state) != 0 && (cl_load_relaxed(&vm->flags) & CL_VM_READONLY) != 0;
}

/* Readers take whole groups of chunks, so they must not take them all [security.reader]. */
static int check_room(uint32_t vm, cl_error *error) {
    const cl_space *space = cl_space_get();
    const cl_vm *self = cl_vm_at(space, vm);
    uint32_t all = 0, of_user = 0, of_process = 0;
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        const cl_vm *other = cl_vm_at(space, i);
        if (i != vm && is_reader(other)) {
            all++;
            of_user += other->uid == self->uid;
            of_process += other->uid == self->uid && other->pid == self->pid && self->pid != 0;
        }
    }
    bool ours = self->uid == geteuid();
    if (of_process >= CL_READERS_OF_PROCESS) {
        return cl_fail(error, CL_ERR_QUOTA, "process %u is attached to read %u times, and no process may be more often",
                       self->pid, of_process);
    }
    if (all >= (ours ? CL_READERS_MOST : CL_READERS_MOST - 1) || (!ours && of_user >= CL_READERS_OF_USER)) {
        return cl_fail(
            error, CL_ERR_QUOTA,
            "%u processes are attached to read, %u of them user %u's; at most %u may be, %u of a user who is "
            "not the daemon's, whose own is the last; end some",
            all, of_user, self->uid, CL_READERS_MOST, CL_READERS_OF_USER);
    }
    return 1;
}

static int take_places(uint32_t vm, cl_error *error) {
    if (!take_group(&slot_pool, vm, &places[vm].slots)) {
        return cl_fail(error, CL_ERR_MEMORY,
                       "there is no group of %u free mutator slots left for one more reader; end "
                       "some processes",
                       CL_AREA_SLOTS);
    }
    if (!take_group(&chunk_pool, vm, &places[vm].chunks)) {
        give_back(&slot_pool, &places[vm].slots);
        return cl_fail(error, CL_ERR_MEMORY,
                       "there is no group of %u free root-log chunks left for one more reader; "
                       "end some processes",
                       CL_AREA_CHUNKS);
    }
    return 1;
}

/* ---- areas ---- */

static void *map_at(uint32_t group, int area) {
    int flags = area < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    return mmap(area_of(group), CL_AREA_BYTES, PROT_READ, flags | MAP_FIXED | MAP_NORESERVE, area, 0);
}

/* Room for all of them, once. */
static bool have_room(void) {
    if (areas == NULL) {
        void *room =
            mmap(NULL, CL_READER_GROUPS * CL_AREA_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        areas = room == MAP_FAILED ? NULL : room;
    }
    return areas != NULL;
}

static int map(uint32_t vm, int area, cl_error *error) {
    uint32_t group = places[vm].chunks.first / CL_AREA_CHUNKS;
    if (!have_room() || map_at(group, area) == MAP_FAILED) {
        return cl_fail(error, CL_ERR_SYSTEM, "cannot map %llu bytes of a reader's area: %s",
                       (unsigned long long)CL_AREA_BYTES, strerror(errno));
    }
    cl_store_relaxed(&first_slots[group], places[vm].slots.first);
    cl_store_release(&vms[group], vm + 1);
    places[vm].mapped = true;
    return 1;
}

static int make_area(uint32_t vm, cl_reader *reader, cl_error *error) {
    struct stat status;
    reader->area = cl_memory_create("colors-reader", CL_AREA_BYTES, error);
    if (reader->area < 0) {
        return 0;
    }
    if (fallocate(reader->area, 0, 0, 2 * CL_PAGE) != 0 || fstat(reader->area, &status) != 0) {
        close(reader->area);
        return cl_fail(error, CL_ERR_MEMORY, "the system has no memory for a reader's area: %s", strerror(errno));
    }
    if (!map(vm, reader->area, error)) {
        close(reader->area);
        return 0;
    }
    cl_vm_at(cl_space_get(), vm)->area = status.st_ino;
    return 1;
}

int cl_reader_make(uint32_t vm, cl_reader *reader, cl_error *error) {
    if (!check_room(vm, error) || !take_places(vm, error)) {
        return 0;
    }
    if (!make_area(vm, reader, error)) {
        give_back(&slot_pool, &places[vm].slots);
        give_back(&chunk_pool, &places[vm].chunks);
        return 0;
    }
    reader->slots = places[vm].slots;
    reader->chunks = places[vm].chunks;
    return 1;
}

/* The group of places that belongs to a VM: all of them, whole pages. */
static bool find_group(const pool *p, uint32_t vm, cl_indexes *indexes) {
    for (uint32_t first = 0; first < p->most; first += p->group) {
        uint32_t count = 0;
        while (count < p->group && cl_load_acquire(p->owner(first + count)) == vm + 1) {
            count++;
        }
        if (count == p->group) {
            *indexes = (cl_indexes){first, first + p->group};
            return true;
        }
    }
    return false;
}

/* Who it is was checked: one whose area is here needs to bring nothing, and cannot if it closed its descriptors. The
 * inode is in the VM table, which no reader can write to. */
int cl_reader_take(uint32_t vm, int area, cl_error *error) {
    struct stat status;
    if (places[vm].mapped) {
        return 1;
    }
    const int wanted = F_SEAL_GROW | F_SEAL_SHRINK;
    int seals = area < 0 ? -1 : fcntl(area, F_GET_SEALS); /* -1: no memfd; a file would shrink under us */
    if (seals < 0 || (seals & wanted) != wanted || fstat(area, &status) != 0 || status.st_uid != geteuid() ||
        (uint64_t)status.st_size != CL_AREA_BYTES || status.st_ino != cl_vm_at(cl_space_get(), vm)->area) {
        return cl_fail(error, CL_ERR_PROTOCOL, "you are reader %u and did not bring the area that you were given", vm);
    }
    if (!find_group(&slot_pool, vm, &places[vm].slots) || !find_group(&chunk_pool, vm, &places[vm].chunks)) {
        return cl_fail(error, CL_ERR_STATE, "the segment has no places for reader %u", vm);
    }
    return map(vm, area, error);
}

/* The segment's own pages say that the places are taken, and nothing else: nothing that the reader wrote is looked at
 * any more. If its area cannot be unmapped, it stays until the next one is mapped there. */
void cl_reader_end(uint32_t vm) {
    if (places[vm].mapped) {
        uint32_t group = places[vm].chunks.first / CL_AREA_CHUNKS;
        cl_store_release(&vms[group], 0);
        map_at(group, -1);
        places[vm].mapped = false;
    }
}

int cl_reader_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", cl_own()->memory);
    return open(path, O_RDONLY | O_CLOEXEC);
}
