/* SPDX-License-Identifier: Apache-2.0 */
/* Who waits to be notified [layout.wait]. */
#ifndef COLORS_WAITING_H
#define COLORS_WAITING_H

#include "colors_layout.h"

/* Notifies the one of `count` slots that waits longest for the object, for a notified one that died. Gives up when those
 * that it finds change again and again, as slots of honest threads do not. */
void cl_waiting_pass_on(cl_slot *slots, uint32_t count, uint32_t object);
/* Of `count` slots, the thread of `slot` ended or died: a notification that it did not come to use is another's. */
void cl_waiting_end(cl_slot *slots, uint32_t count, cl_slot *slot);

#endif
