/* SPDX-License-Identifier: Apache-2.0 */
/* The bump space of classes and the commitment of the segment's memory [layout.commit]. */
#ifndef COLORS_COMMIT_H
#define COLORS_COMMIT_H

#include "segment.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Makes sure the system has given memory to a range of the segment: a lack is an error here, not SIGBUS later. */
int cl_commit(cl_client *client, uint64_t offset, uint64_t bytes, const char *what, cl_error *error);
/* The same, and maps it in one go, if the system can. */
int cl_commit_mapped(cl_client *client, uint64_t offset, uint64_t bytes, const char *what, cl_error *error);
/* A zeroed immortal block in the classes &space-> Returns its offset, 0 on error. */
cl_ref cl_classes_take(cl_client *client, uint64_t bytes, cl_error *error);

#endif
