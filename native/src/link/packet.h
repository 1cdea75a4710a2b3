/* SPDX-License-Identifier: Apache-2.0 */
/* Messages with descriptors over a Unix socket. */
#ifndef COLORS_PACKET_H
#define COLORS_PACKET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define CL_PACKET_DESCRIPTORS 3u

typedef struct cl_descriptors { /* received ones are close-on-exec */
    int at[CL_PACKET_DESCRIPTORS];
    uint32_t count;
} cl_descriptors;

/* Whether all bytes went out, without waiting. */
bool cl_packet_send(int socket, const void *bytes, size_t count, const cl_descriptors *along);
/* As recv does; descriptors that come are added, those without room are closed. */
ssize_t cl_packet_receive(int socket, void *bytes, size_t room, cl_descriptors *along, int flags);
void cl_descriptors_close(cl_descriptors *along);
/* Takes one out of the list; -1 when there is none. */
int cl_descriptors_take(cl_descriptors *along, uint32_t index);

#endif
