/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_LOCK_H
#define COLORS_LOCK_H

#include "object.h"

enum cl_taken {
    CL_TAKE_FAILED = 0,
    CL_TAKEN,
    CL_TAKEN_ABANDONED /* its last owner died inside: what it was doing has to be ended or undone */
};

/* Takes the lock of a container for a slot's thread; sleeps while another one has it. Outside an operation, and not
 * while it has another one. Fails after 15 s: the owner is stopped, or died and no daemon is there to notice. */
enum cl_taken cl_lock_take(cl_mutator m, cl_ref container, _Atomic uint32_t *lock, cl_error *error);
/* Takes it when it is free and nobody sleeps on it; never waits. An abandoned one is left to the other. */
bool cl_lock_try(cl_mutator m, cl_ref container, _Atomic uint32_t *lock);
void cl_lock_release(cl_mutator m, _Atomic uint32_t *lock);
/* Releases it as if the owner had died: the repair is the next one's. */
void cl_lock_abandon(cl_mutator m, _Atomic uint32_t *lock);

#endif
