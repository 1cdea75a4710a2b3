/* SPDX-License-Identifier: Apache-2.0 */
/* A tagged word [layout.tag]: what a tagged slot holds. colors.h has the tags of numbers and strings. */
#ifndef COLORS_WORD_H
#define COLORS_WORD_H

#include "segment.h"

typedef struct cl_word {
    uint64_t bits;
} cl_word;

#define CL_WORD_NULL   ((cl_word){CL_TAG_NULL})
#define CL_WORD_VACANT ((cl_word){CL_TAG_VACANT})
#define CL_WORD_FAILED ((cl_word){CL_TAG_FAILED})

static inline cl_word cl_word_of(uint64_t bits) {
    return (cl_word){bits};
}

static inline bool cl_words_are_same(cl_word a, cl_word b) {
    return a.bits == b.bits;
}

static inline bool cl_word_is_reference(cl_word word) {
    return word.bits != CL_TAG_NULL && (word.bits & CL_TAG_REFERENCE_MASK) == 0;
}

/* Of a word that is one. */
static inline cl_ref cl_ref_of_word(cl_word word) {
    return cl_ref_of(word.bits);
}

static inline cl_word cl_word_of_ref(cl_ref ref) {
    return cl_word_of(ref.offset);
}

/* Whether it is one of the forms that a tagged slot may hold; a reference is not followed. */
bool cl_word_is_valid(cl_word word);

#endif
