/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names and shapes: permanent names, versions of classes, where fields lie, which of them stay there, how wide they
 * are.
 *
 * Uses: base segment object memory
 * Used by: heap sync validator daemon/marker daemon/server
 */
#ifndef COLORS_CLASSES_H
#define COLORS_CLASSES_H

#include "names.h"
#include "packing.h"
#include "pins.h"
#include "shape.h"
#include "width.h"

#endif
