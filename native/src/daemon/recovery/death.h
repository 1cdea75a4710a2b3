/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which processes are dead [layout.death]. Only the sign of life says so (life.h): the end of a connection does not,
 * for a process gives up one whose daemon is slow to answer, and comes back by another. Until it does, it is absent: it
 * goes on in the heap, keeps its roots and places, and is looked at now and then. By the server's thread.
 */
#ifndef COLORS_DEATH_H
#define COLORS_DEATH_H

#include <stdbool.h>
#include <stdint.h>

/* VM `vm` has no connection and lives. `unknown`: it is a reader of an earlier daemon, whose roots only it can show. */
void cl_death_absent(uint32_t vm, bool unknown);
/* An absent VM is back. */
void cl_death_back(uint32_t vm);
/* The connection of VM `vm` ended: it is absent, or dead and reclaimed. */
void cl_death_judge(uint32_t vm);
/* Takes back all that VM `vm` has. */
void cl_death_end(uint32_t vm);
/* Reclaims absent VMs that died since. Returns whether any is still absent. */
bool cl_death_continue(void);

#endif
