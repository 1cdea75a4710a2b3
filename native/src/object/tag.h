/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_TAG_H
#define COLORS_TAG_H

#include <stdbool.h>

#include "colors.h"

/* Whether a word is one of the forms that a tagged slot may hold; a reference is not followed. */
bool cl_tag_is_valid(uint64_t word);

#endif
