/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The areas of readers, at the daemon [layout.reader]: mapped to read, in a place of their own and not over the
 * segment's pages. So whatever walks over slots and chunks sees nothing that a reader wrote, and only those who ask
 * here do: the grace periods (`seq`) and the reports (entries). By the server's thread; the collector looks at what is
 * mapped.
 */
#ifndef COLORS_READERS_H
#define COLORS_READERS_H

#include "colors.h"
#include "segment.h"

typedef struct cl_reader {
    int area; /* -1: none */
    cl_indexes slots;
    cl_indexes chunks;
} cl_reader;

/* Makes an area for VM `vm`, takes free slots and chunks for it, and maps it. Returns 1, 0 on error. */
int cl_reader_make(uint32_t vm, cl_reader *reader, cl_error *error);
/* Takes the area that a reader of an earlier daemon brought, or one that gave its connection up. Returns 1, 0 on error;
 * the descriptor stays the caller's.
 */
int cl_reader_take(uint32_t vm, int area, cl_error *error);
/* Before VM `vm` is reclaimed: what it wrote in its area is forgotten. */
void cl_reader_end(uint32_t vm);
/* An area is known by the group of chunks that it has. */
#define CL_READER_GROUPS (CL_CHUNK_MAX / CL_AREA_CHUNKS)
/* How many readers there may be: writers keep half of all chunks. Others' users leave one to the daemon's own. */
#define CL_READERS_MOST       (CL_READER_GROUPS / 2)
#define CL_READERS_OF_USER    (CL_READERS_MOST / 2)
#define CL_READERS_OF_PROCESS 4u /* a library attaches once; one whose attempt failed may try again */
/* Index + 1 of the VM whose area is mapped there, 0: none. */
uint32_t cl_reader_of(uint32_t group);
/* The number in the segment of the first of its CL_AREA_SLOTS slots. */
uint32_t cl_reader_first_slot(uint32_t group);
/* What the reader wrote, of a group that has or had a reader: readable, and zero when its reader has gone. */
const cl_slot *cl_reader_slots(uint32_t group);
const cl_chunk *cl_reader_chunks(uint32_t group);
const _Atomic uint32_t *cl_reader_entries(uint32_t group, uint32_t chunk);

/* A descriptor that the segment cannot be written through; -1 and errno. */
int cl_reader_memory(void);

#endif
