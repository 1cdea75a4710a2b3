/* SPDX-License-Identifier: Apache-2.0 */
#include "segment.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "address.h"
#include "client.h"
#include "error.h"
#include "shape.h"
#include "space.h"

static uint64_t place_part(uint64_t *end, uint64_t bytes) {
    uint64_t start = *end;
    *end = cl_round_up(start + bytes, CL_PAGE);
    return start;
}

int cl_geometry(cl_header *header, uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error) {
    if (objects_bytes < CL_OBJECTS_LEAST || objects_bytes > CL_SEGMENT_MOST) {
        return cl_fail(error, CL_ERR_ARGUMENT, "size of objects %llu bytes is out of range: 1M to 64G less the rest of the segment",
                       (unsigned long long)objects_bytes);
    }
    if (classes_bytes < CL_CLASSES_LEAST || classes_bytes > CL_CLASSES_MOST) {
        return cl_fail(error, CL_ERR_ARGUMENT, "size of classes %llu bytes is out of range: 64K to 4G",
                       (unsigned long long)classes_bytes);
    }
    uint64_t end = 0;
    place_part(&end, sizeof(cl_header));
    header->buckets_offset = place_part(&end, CL_NAME_BUCKETS * sizeof(uint32_t));
    header->vms_offset = place_part(&end, CL_VM_MAX * sizeof(cl_vm));
    header->slots_offset = place_part(&end, CL_SLOT_MAX * sizeof(cl_slot));
    header->chunks_offset = place_part(&end, CL_CHUNK_MAX * sizeof(cl_chunk));
    header->chunk_entries_offset = place_part(&end, CL_CHUNK_MAX * CL_CHUNK_BYTES);
    header->classes_bytes = cl_round_up(classes_bytes, CL_PAGE);
    header->classes_offset = place_part(&end, header->classes_bytes);
    header->objects_bytes = cl_round_up(objects_bytes, CL_PAGE);
    header->marks_bytes = header->objects_bytes >> CL_GRANULE_SHIFT;
    header->marks_offset = place_part(&end, header->marks_bytes);
    header->objects_offset = place_part(&end, header->objects_bytes);
    header->segment_bytes = end;
    if (end > CL_SEGMENT_MOST) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "objects of %llu and classes of %llu bytes make a segment of %llu bytes; at most 64G (%llu) can be "
                       "addressed: ask for less",
                       (unsigned long long)objects_bytes, (unsigned long long)classes_bytes, (unsigned long long)end,
                       (unsigned long long)CL_SEGMENT_MOST);
    }
    return 1;
}

void *cl_segment_map(int memory, uint64_t bytes, cl_error *error) {
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory, 0);
    if (base == MAP_FAILED) {
        cl_fail(error, CL_ERR_SYSTEM, "cannot map a segment of %llu bytes: %s; is the address space limited (ulimit -v)?",
                (unsigned long long)bytes, strerror(errno));
        return NULL;
    }
    /* A dump of shared data is large and of little use; a forked child is not attached (attach.c). */
    madvise(base, bytes, MADV_DONTDUMP);
    madvise(base, bytes, MADV_DONTFORK);
    return base;
}

static int create_memory(uint64_t bytes, cl_error *error) {
    int memory = memfd_create("colors", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) {
        cl_fail(error, CL_ERR_SYSTEM, "memfd_create failed: %s", strerror(errno));
        return -1;
    }
    if (ftruncate(memory, (off_t)bytes) != 0 || fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        cl_fail(error, CL_ERR_SYSTEM, "cannot size and seal a segment of %llu bytes: %s", (unsigned long long)bytes, strerror(errno));
        close(memory);
        return -1;
    }
    return memory;
}

/* The tables that are written without a further commit: header, buckets, VMs, slots, chunk heads. */
static int commit_tables(const cl_header *header, cl_error *error) {
    if (fallocate(cl_self.memory, 0, 0, (off_t)header->chunk_entries_offset) != 0) {
        return cl_fail(error, CL_ERR_MEMORY, "the system has no memory for the segment's tables (%llu bytes): %s",
                       (unsigned long long)header->chunk_entries_offset, strerror(errno));
    }
    return 1;
}

static void fill_header(cl_header *header, const cl_header *geometry) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *header = *geometry;
    header->magic = CL_MAGIC;
    header->fingerprint = cl_layout_fingerprint();
    header->daemon_pid = (uint32_t)getpid();
    header->created_ns = (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
    cl_store_relaxed(&header->gc_word, 1); /* epoch 1, no reports outstanding */
    /* The first granule of the classes space stays empty: no shape has id 0. */
    cl_store_relaxed(&header->classes_top, header->classes_offset + CL_GRANULE);
    cl_store_relaxed(&header->classes_committed, header->classes_offset);
    cl_store_relaxed(&header->objects_top, header->objects_offset);
    cl_store_relaxed(&header->objects_committed, header->objects_offset);
}

int cl_segment_create(uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error) {
    cl_header geometry;
    memset(&geometry, 0, sizeof geometry);
    if (!cl_geometry(&geometry, objects_bytes, classes_bytes, error)) {
        return 0;
    }
    cl_self.memory = create_memory(geometry.segment_bytes, error);
    if (cl_self.memory < 0) {
        return 0;
    }
    cl_self.base = cl_segment_map(cl_self.memory, geometry.segment_bytes, error);
    if (cl_self.base == NULL || !commit_tables(&geometry, error)) {
        return 0;
    }
    cl_self.bytes = geometry.segment_bytes;
    cl_header *header = cl_header_of(cl_self.base);
    fill_header(header, &geometry);
    if (!cl_builtin_shapes_make(error)) {
        return 0;
    }
    cl_store_release(&header->version, CL_VERSION);
    return 1;
}
