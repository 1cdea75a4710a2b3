/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process attaches, and its threads claim slots. What it offers is in colors.h alone: nothing of the library is above
 * it.
 *
 * Uses: base segment object link memory rootlog heap sync validator
 * Used by: nothing
 */
#ifndef COLORS_CLIENT_H
#define COLORS_CLIENT_H

#endif
