/* SPDX-License-Identifier: Apache-2.0 */
/* What a test sees of the segment beside the API. */
#ifndef TEST_HERE_H
#define TEST_HERE_H

#include "object.h"

/* The space of the attached segment. */
const cl_space *here(void);
/* As the library has it. */
cl_mutator mutator_of(cl_slot *slot);

/* The place of slot i of an object, for cl_load_at and cl_store_at, and the word there. */
static inline uint64_t slot_place(uint64_t object, uint64_t i) {
    return object + sizeof(cl_object_header) + 8 * i;
}

static inline _Atomic uint64_t *word_at(uint64_t place) {
    return cl_place_at(here(), place).address;
}

static inline bool is_reference(uint64_t word) {
    return cl_word_is_reference(cl_word_of(word));
}

#endif
