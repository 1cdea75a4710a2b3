/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_SHAPE_H
#define COLORS_SHAPE_H

#include <stdbool.h>

#include "segment.h"

/* A shape that is looked for. */
typedef struct cl_shape_plan {
    uint32_t class_entity;
    uint32_t field_count;
    uint32_t inline_slots;
    uint32_t total_slots;
    uint32_t removed_count;
    uint32_t declarer; /* of a declaration, else 0 */
    bool any_order;    /* a compact shape is equal in any order of its fields */
    cl_field fields[CL_FIELDS_MAX];
} cl_shape_plan;

/* Whether an id given by a caller, or read from an object, lies in the classes &space-> */
bool cl_is_shape_id(const cl_space *space, uint32_t id);
/* The class's version that equals the plan, found or made. `newest` is the version up to which the plan is known to
 * keep what is pinned. Returns its id, 0 on error, CL_SHAPE_AGAIN when there are new pins since. */
uint32_t cl_shape_find_or_make(cl_client *client, const cl_shape_plan *plan, uint32_t newest, cl_error *error);
#define CL_SHAPE_AGAIN UINT32_MAX
/* The id of the newest version of a class, 0: none. */
uint32_t cl_shape_newest(const cl_space *space, uint32_t class_entity);
/* Checks a field specification of a caller. Returns 1, 0 on error. */
/* `more`: flags that may be asked for beside those of any field. */
int cl_field_spec_check(const cl_space *space, const cl_field_spec *spec, uint32_t more, cl_error *error);
/* The field entry of a specification, without a place. */
cl_field cl_field_of(const cl_field_spec *spec);

/* The shapes of builtin kinds; the daemon, before the segment is published. Returns 1, 0 on error. */
int cl_builtin_shapes_make(cl_client *client, cl_error *error);

/* Whether a class may get another version after `newest`, 0 for none. Fills the error when not (CL_ERR_MEMORY). */
bool cl_versions_have_room(const cl_space *space, uint32_t class_entity, uint32_t newest, cl_error *error);
/* Tells the user once when a class gets suspiciously many versions. For the process that published the shape. */
void cl_versions_warn(const cl_space *space, const cl_shape *shape);

#endif
