/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptors by which the daemon knows that this process lives, from the moment they are opened. A forked child closes
 * its copies: as long as it had them, its parent's death would not be seen. Programs that become daemons close all
 * descriptors, and their own files get the numbers: those are left alone.
 */
#ifndef COLORS_UNSHARED_H
#define COLORS_UNSHARED_H

#include "packet.h"

/* Before the first of them is opened: what a fork does. `in_child` is called in the child, which has closed them. */
void cl_unshared_open(void (*in_child)(void));
/* A new connection's socket, as socket() does. */
int cl_unshared_socket(int domain, int type);
/* As cl_packet_receive, for a socket that does not block. */
ssize_t cl_unshared_receive(int socket, void *bytes, size_t room, cl_descriptors *along);
void cl_unshared_close(int descriptor);
/* Whether the number was noted and is no more what it was. */
bool cl_unshared_is_lost(int descriptor);
/* What is at `descriptor` gives way to `other`, of which this is a copy; the number changes if it was lost. Returns the
 * number, -1 and errno. */
int cl_unshared_replace(int descriptor, int other);
void cl_unshared_close_all(cl_descriptors *along);

#endif
