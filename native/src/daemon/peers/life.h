/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sign of life of a process that outlives the daemon [layout.adoption]: a lock on one byte of the file
 * NAME.attached beside the socket, taken by the daemon on an open file of its own and handed to the process with the
 * segment, which maps a page of it (attach.c). The kernel drops the lock with the last descriptor and the last mapping
 * of that open file: when the process ends, stopped or not, and when it starts another program. So a new daemon knows
 * exactly who still has the segment. The file also keeps the segment's id and, for messages, the processes' ids.
 *
 * Who has an open file can lock any byte of it, and would keep others' places from being taken back. Writers could do
 * worse; a reader's lock is on a file of its own, NAME.attached.VM.
 */
#ifndef COLORS_LIFE_H
#define COLORS_LIFE_H

#include <stdbool.h>

#include "colors.h"

/* Opens the file of the segment that is served at this socket. Returns 1, 0 on error. */
int cl_life_open(const char *socket_path, cl_error *error);
/* The descriptor that keeps VM `vm` alive, to be handed to process `pid` and closed here. -1 and errno. */
int cl_life_give(uint32_t vm, uint32_t pid, bool reader);
/* A VM that is not any more: a reader's file goes. */
void cl_life_forget(uint32_t vm);
bool cl_life_is_held(uint32_t vm);
/* At the daemon's end: the files of readers that ended before it go. Others tell the next daemon who lives. */
void cl_life_tidy(void);
/* Whether any process has a segment of an earlier daemon. */
bool cl_life_any(void);
/* Their process ids, for a message. */
void cl_life_describe(char *text, size_t bytes);
/* The id of the segment that was served last; zero when none was. */
void cl_life_segment(uint64_t id[2]);
/* Returns 1, 0 on error. */
int cl_life_set_segment(const uint64_t id[2], cl_error *error);

#endif
