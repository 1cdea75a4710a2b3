/* SPDX-License-Identifier: Apache-2.0 */
/* Who waits to be notified [layout.wait]. */
#ifndef COLORS_WAITING_H
#define COLORS_WAITING_H

#include <stdbool.h>

#include "colors_layout.h"

/* Notifies the one of `count` slots that waits longest for the object; false when none does. *others, if that is not
 * NULL: whether one waits for another object of the same bucket. By who has the monitor, or for a notified one that
 * died. */
bool cl_waiting_notify(cl_slot *slots, uint32_t count, uint32_t object, bool *others);
/* Of `count` slots, the thread of `slot` ended or died: a notification that it did not come to use is another's. */
void cl_waiting_end(cl_slot *slots, uint32_t count, cl_slot *slot);

#endif
