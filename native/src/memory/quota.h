/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon's limits for one process [security.quotas], kept by the process itself. */
#ifndef COLORS_QUOTA_H
#define COLORS_QUOTA_H

#include "segment.h"

/* Before one more slot or chunk is claimed. Each returns 1, 0 and CL_ERR_QUOTA. A claim that fails is given back. */
int cl_quota_slot(cl_client *client, cl_error *error);
void cl_quota_slot_back(cl_client *client);
int cl_quota_chunk(cl_client *client, cl_error *error);
void cl_quota_chunk_back(cl_client *client);
/* Before memory is handed out: when this process has had its share since the last cycle of the collector, waits for the
 * next. Outside an operation. Returns 1, 0 and an error. */
int cl_quota_bytes(cl_client *client, uint64_t bytes, cl_error *error);
/* So many were handed out. */
void cl_quota_bytes_used(cl_client *client, uint64_t bytes);

#endif
