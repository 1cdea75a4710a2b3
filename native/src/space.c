/* SPDX-License-Identifier: Apache-2.0 */
#include "space.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "address.h"
#include "client.h"
#include "error.h"

#define COMMIT_STEP  (1024 * 1024ull)
#define CLASSES_STEP (64 * 1024ull)

int cl_commit(uint64_t offset, uint64_t bytes, const char *what, cl_error *error) {
    int result;
    do {
        result = fallocate(cl_self.memory, 0, (off_t)offset, (off_t)bytes);
    } while (result != 0 && errno == EINTR);
    if (result != 0) {
        return cl_fail(
            error, CL_ERR_MEMORY,
            "the system has no memory for %llu more bytes of %s: %s; free memory, or raise the memory limit of this "
            "process (container, cgroup)",
            (unsigned long long)bytes, what, strerror(errno));
    }
    return 1;
}

/* Raises a mark that only grows. */
static void raise_to(_Atomic uint64_t *mark, uint64_t value) {
    uint64_t seen = cl_load_relaxed(mark);
    while (seen < value && !cl_cas_acq_rel(mark, &seen, value)) {
    }
}

static int full(const char *what, const char *option, uint64_t bytes, uint64_t used, uint64_t asked, cl_error *error) {
    return cl_fail(
        error, CL_ERR_MEMORY,
        "the %s space of the shared segment is full: %llu of %llu bytes are used, %llu more were asked for; start the "
        "daemon with a larger --%s (or the variable COLORS_%s when it starts by itself), now %lluM",
        what, (unsigned long long)used, (unsigned long long)bytes, (unsigned long long)asked, what, option,
        (unsigned long long)(bytes >> 20));
}

uint64_t cl_classes_take(uint64_t bytes, cl_error *error) {
    cl_header *header = cl_header_of(cl_self.base);
    uint64_t space_end = header->classes_offset + header->classes_bytes;
    bytes = cl_round_up(bytes, CL_GRANULE);
    uint64_t top = cl_load_relaxed(&header->classes_top);
    do {
        if (top > space_end || bytes > space_end - top) {
            return (uint64_t)full("classes", "CLASSES", header->classes_bytes, top - header->classes_offset, bytes,
                                  error);
        }
        uint64_t committed = cl_load_acquire(&header->classes_committed);
        if (top + bytes > committed) {
            uint64_t end = cl_round_up(top + bytes - header->classes_offset, CLASSES_STEP) + header->classes_offset;
            end = end < space_end ? end : space_end;
            if (!cl_commit(committed, end - committed, "the classes space", error)) {
                return 0;
            }
            raise_to(&header->classes_committed, end);
        }
    } while (!cl_cas_acq_rel(&header->classes_top, &top, top + bytes));
    return top;
}

/* Objects up to `end`, and their mark bytes. */
static int commit_objects(cl_header *header, uint64_t end, cl_error *error) {
    uint64_t committed = cl_load_acquire(&header->objects_committed);
    if (end <= committed) {
        return 1;
    }
    uint64_t space_end = header->objects_offset + header->objects_bytes;
    end = cl_round_up(end - header->objects_offset, COMMIT_STEP) + header->objects_offset;
    end = end < space_end ? end : space_end;
    uint64_t marks = header->marks_offset + ((committed - header->objects_offset) >> CL_GRANULE_SHIFT);
    if (!cl_commit(committed, end - committed, "the objects space", error) ||
        !cl_commit(marks, cl_round_up((end - committed) >> CL_GRANULE_SHIFT, CL_GRANULE), "the mark bytes", error)) {
        return 0;
    }
    raise_to(&header->objects_committed, end);
    return 1;
}

uint64_t cl_objects_take(uint64_t wanted, uint64_t least, uint64_t *taken, cl_error *error) {
    cl_header *header = cl_header_of(cl_self.base);
    uint64_t space_end = header->objects_offset + header->objects_bytes;
    uint64_t top = cl_load_relaxed(&header->objects_top);
    do {
        uint64_t room = top < space_end ? space_end - top : 0;
        *taken = wanted < room ? wanted : room;
        if (*taken < least) {
            return (uint64_t)full("objects", "OBJECTS", header->objects_bytes, header->objects_bytes - room, least,
                                  error);
        }
        if (!commit_objects(header, top + *taken, error)) {
            return 0;
        }
    } while (!cl_cas_acq_rel(&header->objects_top, &top, top + *taken));
    return top;
}
