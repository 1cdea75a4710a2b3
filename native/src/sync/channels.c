/* SPDX-License-Identifier: Apache-2.0 */
/* Channels by name: an entity, whose value leads to a queue [layout.channel]. */
#include <string.h>

#include "base.h"
#include "classes.h"
#include "containers.h"
#include "heap.h"
#include "memory.h"
#include "object.h"
#include "sync.h"

static const char *const type_text[] = {"?",      "any",  "integer", "float", "boolean", "string",
                                        "binary", "list", "set",     "map",   "class"};

typedef struct type_name {
    const char *text;
    uint32_t bytes;
} type_name;

static type_name name_of(const cl_space *space, uint32_t type, uint32_t class_entity) {
    if (type == CL_TYPE_CLASS) {
        const cl_entity *class = cl_entity_at(space, class_entity);
        return (type_name){class->name, class->header.length};
    }
    return (type_name){type_text[type], (uint32_t)strlen(type_text[type])};
}

/* Returns whether an existing queue is what was asked for. */
static int fits(const cl_space *space, cl_ref queue, const cl_channel_spec *spec, cl_error *error) {
    const cl_queue *q = cl_queue_at(space, queue);
    const cl_entity *entity = cl_entity_at(space, q->channel);
    if (spec->capacity != 0 && spec->capacity != q->capacity) {
        return cl_fail(error, CL_ERR_STATE,
                       "channel '%.*s' has a capacity of %u messages, not %u; a channel keeps the one it was made "
                       "with: ask for that, or for none, or remove the channel first",
                       (int)entity->header.length, entity->name, q->capacity, spec->capacity);
    }
    if (spec->type != 0 && (spec->type != q->type || spec->type_name != q->type_name)) {
        type_name has = name_of(space, q->type, q->type_name);
        type_name asked = name_of(space, spec->type, spec->type_name);
        return cl_fail(error, CL_ERR_TYPE,
                       "channel '%.*s' has messages of type %.*s, not %.*s; a channel keeps the type it was made with: "
                       "ask for that, or for none, or remove the channel first",
                       (int)entity->header.length, entity->name, (int)has.bytes, has.text, (int)asked.bytes,
                       asked.text);
    }
    return 1;
}

static uint32_t mask_of(uint32_t capacity) {
    uint32_t length = 1;
    while (length < capacity) {
        length *= 2;
    }
    return length - 1;
}

/* A queue that nobody knows yet; its array is a root of the caller until then. */
static cl_ref make(cl_mutator m, uint32_t entity, const cl_channel_spec *spec, cl_error *error) {
    const cl_space *space = &m.client->space;
    uint32_t capacity = spec->capacity == 0 ? CL_CHANNEL_CAPACITY : spec->capacity;
    uint32_t mask = mask_of(capacity);
    cl_new wanted = {.shape = cl_builtin_shape(space, CL_KIND_ARRAY),
                     .length = mask + 1,
                     .bytes = cl_object_bytes((uint64_t)mask + 1)};
    cl_ref ring = cl_object_make(m, &wanted, error);
    uint64_t room = sizeof(cl_queue) + 2 * CL_CACHE_LINE - CL_GRANULE;
    cl_ref block = cl_ref_is_null(ring) ? ring : cl_classes_take(m.client, room, error);
    if (cl_ref_is_null(block)) {
        return block;
    }
    cl_ref queue = cl_ref_of(cl_round_up(block.offset, 2 * CL_CACHE_LINE));
    cl_queue *q = cl_queue_at(space, queue);
    cl_store_relaxed(&q->header.shape, cl_builtin_shape(space, CL_KIND_QUEUE));
    q->header.length = sizeof(cl_queue);
    q->channel = entity;
    q->capacity = capacity;
    q->mask = mask;
    q->type = spec->type == 0 ? CL_TYPE_ANY : spec->type;
    q->type_name = spec->type_name;
    uint64_t gc = cl_enter(m);
    cl_store_initial(m, cl_place_of(&q->ring), cl_word_of_ref(ring), gc);
    cl_leave(m);
    return queue;
}

static int check(const cl_channel_spec *spec, cl_error *error) {
    if (spec->capacity > CL_CHANNEL_CAPACITY_MAX) {
        return cl_fail(error, CL_ERR_ARGUMENT, "a channel for %u messages was asked for; it has room for 1 to %u",
                       spec->capacity, CL_CHANNEL_CAPACITY_MAX);
    }
    if (spec->type > CL_TYPE_CLASS || (spec->type == CL_TYPE_CLASS) != (spec->type_name != 0)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "type %u with class %u is no type of messages", spec->type,
                       spec->type_name);
    }
    return 1;
}

uint64_t cl_channel_open(uint64_t slot, const char *name, size_t bytes, const cl_channel_spec *spec, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    uint32_t granules = check(spec, error) ? cl_names_intern(m.client, CL_KIND_CHANNEL, name, bytes, error) : 0;
    if (granules == 0) {
        return 0;
    }
    _Atomic uint64_t *value = &cl_entity_at(space, granules)->value;
    uint64_t found = cl_load_acquire(value);
    if (found == 0) {
        cl_ref made = make(m, granules, spec, error);
        if (cl_ref_is_null(made) || cl_cas_acq_rel(value, &found, cl_ref_granules(made))) {
            return made.offset;
        }
    }
    cl_ref queue = cl_ref_of_granules((uint32_t)found);
    return fits(space, queue, spec, error) ? queue.offset : 0;
}

int32_t cl_channel_remove(uint64_t slot, const char *name, size_t bytes, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (error != NULL) {
        error->code = CL_OK;
    }
    uint32_t granules = cl_names_find(space, CL_KIND_CHANNEL, name, bytes);
    _Atomic uint64_t *value = granules == 0 ? NULL : &cl_entity_at(space, granules)->value;
    uint64_t found = value == NULL ? 0 : cl_load_acquire(value);
    return found != 0 && cl_channel_drop(m, cl_ref_of_granules((uint32_t)found), error) &&
           cl_cas_acq_rel(value, &found, 0);
}
