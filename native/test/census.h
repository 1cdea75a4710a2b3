/* SPDX-License-Identifier: Apache-2.0 */
/* What is in the heap and what is reachable, counted by a simple walk while all mutators are between operations. */
#ifndef TEST_CENSUS_H
#define TEST_CENSUS_H

#include "check.h"

typedef struct census {
    uint64_t objects;   /* with a mark byte */
    uint64_t reachable; /* from repositories, channels and the entries and ranges of all root-log chunks */
    uint64_t lost;      /* references to what is no object */
    uint64_t chunks;    /* in use */
    uint64_t bytes;     /* of the reachable ones */
} census;

/* Prints what is lost. */
census census_take(void);
/* Changes when a root does. */
uint64_t census_roots(void);
/* The number of slots, chunks and regions that belong to nobody who is attached. Prints each. */
uint32_t census_orphans(void);
/* Requires, when nobody is at work, that a cycle leaves nothing but what is reachable, and that the segment is valid.
 */
void census_check(void);

#endif
