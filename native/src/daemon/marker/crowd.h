/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collector's threads yield to mutators [collector.yield]: while more threads want to run than there are
 * processors, each works a quarter of the time. No priority is changed: without privileges a thread that lowered its
 * own could not take it back when marking gets urgent.
 */
#ifndef COLORS_CROWD_H
#define COLORS_CROWD_H

#include <stdbool.h>

/* Before the other two: `may_yield` says, asked often and on any thread, whether there is time. NULL: never. */
void cl_crowd_set(bool (*may_yield)(void));
/* Whether the system says that a runnable thread waits for a processor. */
bool cl_crowd_is_here(void);
/* Called often by a thread of the collector, where it holds nothing up; now and then it sleeps in it. */
void cl_crowd_yield(void);

#endif
