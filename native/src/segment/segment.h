/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A segment as a whole: its geometry, its mapping, the space that it is mapped to (space.h) and addresses in it
 * (address.h), what may be followed there (checked.h), and what this process has of it (self.h).
 *
 * Uses: base
 * Used by: all others
 */
#ifndef COLORS_SEGMENT_H
#define COLORS_SEGMENT_H

#include "address.h"
#include "area.h"
#include "checked.h"
#include "colors.h"
#include "pages.h"
#include "ref.h"
#include "self.h"
#include "space.h"
#include "writable.h"

#define CL_MIB             (1024ull * 1024)
#define CL_GIB             (1024 * CL_MIB)
#define CL_OBJECTS_DEFAULT (256 * CL_MIB)
#define CL_CLASSES_DEFAULT (64 * CL_MIB)
#define CL_OBJECTS_LEAST   CL_MIB
#define CL_CLASSES_LEAST   (64 * 1024ull)
#define CL_CLASSES_MOST    (4 * CL_GIB) /* a shape id counts granules in 28 bits */
#define CL_SEGMENT_MOST    CL_REFERENCE_END

/* Fills in the offsets and sizes for the wanted sizes (rounded up to pages). Returns 1, 0 on error. */
int cl_geometry(cl_header *geometry, uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error);
/* A sealed memfd of this user alone, -1 on error. */
int cl_memory_create(const char *name, uint64_t bytes, cl_error *error);
/* Maps a segment's memfd. Returns the base, NULL on error. */
void *cl_segment_map(int memory, uint64_t bytes, bool readonly, cl_error *error);

/* FNV-1a 64 over names (with their terminating 0) and values (8 bytes, little endian). */
uint64_t cl_layout_fingerprint_of(const cl_layout_entry *entries, size_t count);

#endif
