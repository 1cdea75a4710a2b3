/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a process asks for: pages of the segment and blocks of the classes space, within its quota, and a cycle of the
 * collector when there are none.
 *
 * Uses: base segment link
 * Used by: classes rootlog heap sync client daemon/server
 */
#ifndef COLORS_MEMORY_H
#define COLORS_MEMORY_H

#include "collect.h"
#include "quota.h"
#include "commit.h"

#endif
