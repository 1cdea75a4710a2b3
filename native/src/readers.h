/* SPDX-License-Identifier: Apache-2.0 */
/* The areas of readers, at the daemon [layout.reader]. By the server's thread; the collector looks at what is mapped.
 */
#ifndef COLORS_READERS_H
#define COLORS_READERS_H

#include "client.h"
#include "colors.h"

typedef struct cl_reader {
    int area; /* -1: none */
    cl_range slots;
    cl_range chunks;
} cl_reader;

/* Makes an area for VM `vm`, takes free slots and chunks for it, and maps it. Returns 1, 0 on error. */
int cl_reader_make(uint32_t vm, cl_reader *reader, cl_error *error);
/* Takes the area that a reader of an earlier daemon brought, or one that gave its connection up. Returns 1, 0 on error;
 * the descriptor stays the caller's.
 */
int cl_reader_take(uint32_t vm, int area, cl_error *error);
/* Before VM `vm` is reclaimed: what it wrote in its area is forgotten. */
void cl_reader_end(uint32_t vm);
/* A descriptor that the segment cannot be written through; -1 and errno. */
int cl_reader_memory(void);

#endif
