/* SPDX-License-Identifier: Apache-2.0 */
/* Starts and stops the mutators of a stress (graph.h) and judges the heap in between. */
#ifndef TEST_REFEREE_H
#define TEST_REFEREE_H

#include "census.h"

typedef struct referee {
    uint64_t slot;
    int64_t control;
    uint64_t mutators; /* a bit for each index that has to answer */
    uint32_t checks;
    census last;
} referee;

/* Of the attached segment. */
referee referee_open(uint64_t slot);
/* The mutators run. */
void referee_go(referee *r);
/* Waits until all are between operations. Ends the process when one does not answer. */
void referee_pause(referee *r);
/* While they pause: two cycles; then the heap is valid, nothing reachable is lost, nothing else is left, and nothing
 * belongs to the dead. */
void referee_check(referee *r);
/* They verify what they know and end. */
void referee_end(referee *r);
/* Lets `count` C mutators run and kills each at a random moment. */
void referee_kill(const char *segment, uint32_t count, uint64_t *seed);

#endif
