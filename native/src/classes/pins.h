/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_PINS_H
#define COLORS_PINS_H

#include "shape.h"

/* The newest declaration among the versions from `newest` on, NULL when there is none. */
const cl_shape *cl_pins_of(const cl_space *space, uint32_t newest);
/* Fills a compact plan: the pinned fields at their slots, then the others in the order given. Returns 1, 0 on error
 * (CL_ERR_TYPE: a specification gives a pinned field another type). The specifications were checked. */
int cl_pins_lay_out(const cl_space *space, cl_shape_plan *plan, const cl_shape *pins, const cl_field_spec *specs,
                    uint32_t count, cl_error *error);
/* Whether an object may move from the version `old` to the plan: a pinned field that it has as declared stays so, and
 * one that changes becomes as declared. Fills the error when not (CL_ERR_TYPE). */
bool cl_pins_allow(const cl_space *space, const cl_shape *pins, const cl_shape *old, const cl_shape_plan *plan,
                   cl_error *error);
/* The error of a store to a field with CL_FIELD_FINAL. Returns 0. */
int cl_pins_refuse_final(const cl_space *space, uint32_t class_entity, const cl_field *field, cl_error *error);
/* Fills the plan of a declaration that follows `newest`: what is pinned already, then those fields of the
 * specifications that are not. Returns whether there are such; a class may be declared for the first time with none. */
bool cl_pins_declare(const cl_space *space, cl_shape_plan *plan, uint32_t newest, const cl_field_spec *specs,
                     uint32_t count);

#endif
