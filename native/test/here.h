/* SPDX-License-Identifier: Apache-2.0 */
/* What a test sees of the segment beside the API. */
#ifndef TEST_HERE_H
#define TEST_HERE_H

#include "object.h"

/* The space of the attached segment. */
const cl_space *here(void);
/* As the library has it. */
cl_mutator mutator_of(cl_slot *slot);

#endif
