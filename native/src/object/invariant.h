/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What must be so, checked by how CL_CHECK is defined: 0, nothing, in what is installed; 1, what costs a load or two;
 * 2, also each store into the objects space, which has to fall inside a block. What is not so ends the process. Of what
 * this process did wrong only: what others may have written is checked always, and refused with an error.
 */
#ifndef COLORS_INVARIANT_H
#define COLORS_INVARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "segment.h"

#ifndef CL_CHECK
#define CL_CHECK 0
#endif

_Noreturn void cl_invariant_broken(const char *what, const char *file, int line);

#define CL_CHECKED(condition, text) ((condition) ? (void)0 : cl_invariant_broken(text, __FILE__, __LINE__))

#if CL_CHECK >= 1
#define CL_ASSERT(condition) CL_CHECKED(condition, #condition)
#else
#define CL_ASSERT(condition) ((void)0)
#endif

/* Whether a store of so many bytes at an address in the segment falls inside one object, inside what its owner took for
 * one that is being made, or inside the used part of the classes &space-> The caller holds what it stores to. */
bool cl_is_inside_block(const cl_space *space, const volatile void *address, uint64_t bytes);

#if CL_CHECK >= 2
#define CL_ASSERT_PLACE(space, address, bytes)                                                                         \
    CL_CHECKED(cl_is_inside_block((space), (address), (bytes)),                                                        \
               "a store of " #bytes " to " #address " falls inside a block")
#else
#define CL_ASSERT_PLACE(space, address, bytes) ((void)(space))
#endif

#endif
