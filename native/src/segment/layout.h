/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_LAYOUT_TABLE_H
#define COLORS_LAYOUT_TABLE_H

#include "colors.h"

/* FNV-1a 64 over names (with their terminating 0) and values (8 bytes, little endian). */
uint64_t cl_layout_fingerprint_of(const cl_layout_entry *entries, size_t count);

#endif
