/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base.h"
#include "classes.h"
#include "peers.h"
#include "segment.h"

/* The tables that are written without a further commit: header, buckets, VMs, slots, chunk heads; regions, cycles. */
static int commit_tables(const cl_header *geometry, cl_error *error) {
    uint64_t first = geometry->chunk_entries_offset;
    uint64_t second = geometry->classes_offset - geometry->regions_offset;
    if (fallocate(cl_own()->memory, 0, 0, (off_t)first) != 0 ||
        fallocate(cl_own()->memory, 0, (off_t)geometry->regions_offset, (off_t)second) != 0) {
        return cl_fail(error, CL_ERR_MEMORY, "the system has no memory for the segment's tables (%llu bytes): %s",
                       (unsigned long long)(first + second), strerror(errno));
    }
    return 1;
}

static void fill_header(cl_header *header, const cl_header *geometry) {
    *header = *geometry;
    header->magic = CL_MAGIC;
    header->fingerprint = cl_layout_fingerprint();
    header->daemon_pid = (uint32_t)getpid();
    header->created_ns = cl_clock_ns(CLOCK_REALTIME);
    cl_store_relaxed(&header->gc_word, 1); /* epoch 1, no reports outstanding */
    /* The first granule of the classes space stays empty: no shape has id 0. */
    cl_store_relaxed(&header->classes_top, geometry->classes_offset + CL_GRANULE);
    cl_store_relaxed(&header->classes_committed, geometry->classes_offset);
    cl_store_relaxed(&header->swept_epoch, 1);
    cl_store_relaxed(&header->trigger, UINT64_MAX); /* until a collector sets it */
}

int cl_segment_create(uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error) {
    cl_header geometry;
    memset(&geometry, 0, sizeof geometry);
    if (!cl_geometry(&geometry, objects_bytes, classes_bytes, error)) {
        return 0;
    }
    cl_own()->memory = cl_memory_create("colors", geometry.segment_bytes, error);
    if (cl_own()->memory < 0) {
        return 0;
    }
    void *base = cl_segment_map(cl_own()->memory, geometry.segment_bytes, false, error);
    if (base == NULL || !commit_tables(&geometry, error)) {
        return 0;
    }
    cl_own()->bytes = geometry.segment_bytes;
    if (getrandom(geometry.id, sizeof geometry.id, 0) != (ssize_t)sizeof geometry.id) {
        return cl_fail(error, CL_ERR_SYSTEM, "the system gives no random number: %s", strerror(errno));
    }
    memcpy(cl_own()->id, geometry.id, sizeof cl_own()->id);
    cl_header *header = base;
    fill_header(header, &geometry);
    cl_own()->space = cl_space_of(base);
    cl_pages_advise(&cl_own()->space);
    if (!cl_builtin_shapes_make(cl_own(), error)) {
        return 0;
    }
    cl_own()->space = cl_space_of(base); /* with the shapes */
    cl_store_release(&header->version, CL_VERSION);
    return 1;
}
