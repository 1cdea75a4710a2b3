/* SPDX-License-Identifier: Apache-2.0 */
#include "readers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "area.h"
#include "atomics.h"
#include "error.h"
#include "segment.h"
#include "view.h"

/* The places of each reader, in our own memory: what the segment says of them is for others to read. */
static struct places {
    cl_range slots;
    cl_range chunks;
    bool mapped;
} places[CL_VM_MAX];

/* ---- places ---- */

typedef struct kind { /* of places: slots or chunks */
    _Atomic uint32_t *(*owner)(uint32_t index);
    uint32_t most;
    uint32_t group;
    size_t range; /* in an entry of places */
} kind;

/* What is mapped is a reader's own page, which says what it likes. */
static bool is_mapped(const kind *k, uint32_t first) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        const cl_range *range = (const cl_range *)((const char *)&places[i] + k->range);
        if (places[i].mapped && range->first == first) {
            return true;
        }
    }
    return false;
}

/* A whole group of free places, taken from the top: the others begin at the bottom. */
static bool take_group(const kind *k, uint32_t vm, cl_range *range) {
    for (uint32_t first = k->most - k->group;; first -= k->group) {
        uint32_t taken = is_mapped(k, first) ? k->group + 1 : 0;
        for (uint32_t free = 0; taken < k->group && cl_cas_acq_rel(k->owner(first + taken), &free, vm + 1); free = 0) {
            taken++;
        }
        if (taken == k->group) {
            *range = (cl_range){first, first + k->group};
            return true;
        }
        while (taken > 0 && taken < k->group) {
            cl_store_release(k->owner(first + --taken), 0);
        }
        if (first == 0) {
            return false;
        }
    }
}

static _Atomic uint32_t *slot_owner(uint32_t index) {
    return &cl_view_slot(cl_view_get(), index)->vm;
}

static _Atomic uint32_t *chunk_owner(uint32_t index) {
    return &cl_view_chunk(cl_view_get(), index)->vm;
}

static const kind slot_kind = {slot_owner, CL_SLOT_MAX, CL_AREA_SLOTS, offsetof(struct places, slots)};
static const kind chunk_kind = {chunk_owner, CL_CHUNK_MAX, CL_AREA_CHUNKS, offsetof(struct places, chunks)};

static void give_back(const kind *k, const cl_range *range) {
    for (uint32_t i = range->first; i < range->end; i++) {
        cl_store_release(k->owner(i), 0);
    }
}

static int take_places(uint32_t vm, cl_error *error) {
    if (!take_group(&slot_kind, vm, &places[vm].slots)) {
        return cl_fail(error, CL_ERR_MEMORY,
                       "there is no group of %u free mutator slots left for one more reader; end "
                       "some processes",
                       CL_AREA_SLOTS);
    }
    if (!take_group(&chunk_kind, vm, &places[vm].chunks)) {
        give_back(&slot_kind, &places[vm].slots);
        return cl_fail(error, CL_ERR_MEMORY,
                       "there is no group of %u free root-log chunks left for one more reader; "
                       "end some processes",
                       CL_AREA_CHUNKS);
    }
    return 1;
}

/* ---- areas ---- */

static cl_area_place place_of(uint32_t vm) {
    return cl_area_place_of(&cl_view_get()->header, places[vm].slots.first, places[vm].chunks.first);
}

static int make_area(uint32_t vm, cl_reader *reader, cl_error *error) {
    struct stat status;
    cl_area_place place = place_of(vm);
    reader->area = cl_memory_create("colors-reader", CL_AREA_BYTES, error);
    if (reader->area < 0) {
        return 0;
    }
    if (fallocate(reader->area, 0, 0, 2 * CL_PAGE) != 0 || fstat(reader->area, &status) != 0) {
        close(reader->area);
        return cl_fail(error, CL_ERR_MEMORY, "the system has no memory for a reader's area: %s", strerror(errno));
    }
    if (!cl_area_map(cl_view_get()->base, &place, reader->area, error)) {
        close(reader->area);
        return 0;
    }
    cl_view_vm(cl_view_get(), vm)->area = status.st_ino;
    places[vm].mapped = true;
    return 1;
}

int cl_reader_make(uint32_t vm, cl_reader *reader, cl_error *error) {
    if (!take_places(vm, error)) {
        return 0;
    }
    if (!make_area(vm, reader, error)) {
        give_back(&slot_kind, &places[vm].slots);
        give_back(&chunk_kind, &places[vm].chunks);
        return 0;
    }
    reader->slots = places[vm].slots;
    reader->chunks = places[vm].chunks;
    return 1;
}

/* The group of places that belongs to a VM: all of them, whole pages. */
static bool find_group(const kind *k, uint32_t vm, cl_range *range) {
    for (uint32_t first = 0; first < k->most; first += k->group) {
        uint32_t count = 0;
        while (!is_mapped(k, first) && count < k->group && cl_load_acquire(k->owner(first + count)) == vm + 1) {
            count++;
        }
        if (count == k->group) {
            *range = (cl_range){first, first + k->group};
            return true;
        }
    }
    return false;
}

/* The inode is in the VM table, which no reader can write to. */
int cl_reader_take(uint32_t vm, int area, cl_error *error) {
    struct stat status;
    const int seals = F_SEAL_GROW | F_SEAL_SHRINK;
    if (area < 0 || fstat(area, &status) != 0 || status.st_uid != geteuid() ||
        (uint64_t)status.st_size != CL_AREA_BYTES || (fcntl(area, F_GET_SEALS) & seals) != seals ||
        status.st_ino != cl_view_vm(cl_view_get(), vm)->area) {
        return cl_fail(error, CL_ERR_PROTOCOL, "you are reader %u and did not bring the area that you were given", vm);
    }
    if (places[vm].mapped) {
        return 1;
    }
    if (!find_group(&slot_kind, vm, &places[vm].slots) || !find_group(&chunk_kind, vm, &places[vm].chunks)) {
        return cl_fail(error, CL_ERR_STATE, "the segment has no places for reader %u", vm);
    }
    cl_area_place place = place_of(vm);
    places[vm].mapped = cl_area_map(cl_view_get()->base, &place, area, error) != 0;
    return places[vm].mapped;
}

/* The segment's own pages say that the places are taken, and nothing else: nothing that the reader wrote is looked at.
 */
void cl_reader_end(uint32_t vm) {
    cl_error error = {0, ""};
    if (places[vm].mapped) {
        cl_area_place place = place_of(vm);
        if (!cl_area_unmap(cl_view_get()->base, &place, cl_self.memory, &error)) {
            fprintf(stderr, "colorsd: %s\n", error.text);
        }
        places[vm].mapped = false;
    }
}

int cl_reader_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", cl_self.memory);
    return open(path, O_RDONLY | O_CLOEXEC);
}
