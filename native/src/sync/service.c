/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Services by name [layout.service]: the channel of their calls, the processes that serve, and the classes of calls and
 * replies, which are made when a process asks for them first.
 */
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "classes.h"
#include "heap.h"
#include "segment.h"
#include "sync.h"

/* ---- classes ---- */

typedef struct class_spec {
    const char *name;
    uint32_t count;
    const char *fields[CL_CALL_SLOTS];
    uint32_t integers; /* the first fields; the others have any type */
} class_spec;

static const class_spec call_spec = {
    CL_CALL_CLASS,
    CL_CALL_SLOTS,
    {"status", "deadline", "method", "caller", "count", "argument0", "argument1", "argument2", "argument3", "more",
     "result", "replies", "next", "context"},
    CL_CALL_ARGUMENTS};
static const class_spec replies_spec = {CL_REPLIES_CLASS, CL_REPLIES_SLOTS, {"count", "first"}, CL_REPLIES_FIRST};

static uint32_t intern(uint32_t kind, const char *name, cl_error *error) {
    return cl_entity_intern(kind, name, strlen(name), error);
}

static uint32_t declare(const class_spec *spec, cl_error *error) {
    cl_field_spec fields[CL_CALL_SLOTS];
    uint32_t class_entity = intern(CL_KIND_CLASS, spec->name, error);
    uint32_t declarer = class_entity == 0 ? 0 : intern(CL_KIND_NAME, "libcolors", error);
    if (declarer == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < spec->count; i++) {
        bool integer = i < spec->integers;
        uint32_t name = intern(CL_KIND_NAME, spec->fields[i], error);
        if (name == 0) {
            return 0;
        }
        fields[i] = (cl_field_spec){.name = name,
                                    .type = integer ? CL_TYPE_INTEGER : CL_TYPE_ANY,
                                    .flags = CL_FIELD_DECLARED | (integer ? 0 : CL_FIELD_NULLABLE)};
    }
    return cl_shape_declare(class_entity, fields, spec->count, declarer, error);
}

/* The shape has the fields of the specification at the slots of their index. */
static bool is_laid_out(const cl_shape *shape, const class_spec *spec) {
    bool good = shape->field_count >= spec->count;
    for (uint32_t i = 0; good && i < spec->count; i++) {
        uint32_t kind = i < spec->integers ? CL_SLOT_INT64 : CL_SLOT_TAGGED;
        good = shape->fields[i].slot == i && shape->fields[i].slot_kind == kind && i < shape->inline_slots;
    }
    return good;
}

static uint32_t shape_of(const cl_space *space, const class_spec *spec, cl_error *error) {
    uint32_t id = declare(spec, error);
    if (id != 0 && !is_laid_out(cl_shape_at(space, id), spec)) {
        cl_fail(error, CL_ERR_TYPE,
                "class %s was declared by a program with other fields; it is this library's: take another name for "
                "that program's class, and restart the daemon",
                spec->name);
        return 0;
    }
    return id;
}

/* Of any version: which class a shape is of never changes. */
static bool is_of(const cl_space *space, cl_ref object, const class_spec *spec) {
    uint32_t id = cl_load_acquire(&cl_object_at(space, object)->shape) & CL_SHAPE_ID_MASK;
    const cl_shape *shape = cl_shape_at(space, id);
    if (shape->kind != CL_KIND_OBJECT || shape->inline_slots < spec->count) {
        return false;
    }
    const cl_entity *entity = cl_entity_at(space, shape->class_entity);
    size_t bytes = strlen(spec->name);
    return entity->header.length == bytes && memcmp(entity->name, spec->name, bytes) == 0;
}

bool cl_call_is(const cl_space *space, cl_ref object) {
    return is_of(space, object, &call_spec);
}

bool cl_replies_is(const cl_space *space, cl_ref object) {
    return is_of(space, object, &replies_spec);
}

uint32_t cl_call_shape(cl_error *error) {
    return shape_of(&cl_self.space, &call_spec, error);
}

uint32_t cl_replies_shape(cl_error *error) {
    return shape_of(&cl_self.space, &replies_spec, error);
}

/* ---- servers ---- */

static uint64_t servers_at(cl_mutator m, uint64_t slot, uint64_t place, cl_error *error) {
    cl_word found = cl_heap_load(m, cl_place_at(&m.client->space, place));
    while (found.bits == CL_TAG_NULL) {
        uint64_t made = cl_flat_make(slot, CL_SLOT_INT64, CL_SERVERS, error);
        if (made == 0) {
            return 0;
        }
        cl_repository_exchange(slot, place, CL_TAG_NULL, made);
        found = cl_heap_load(m, cl_place_at(&m.client->space, place));
    }
    uint32_t kind = 0, count = 0;
    if (!cl_word_is_reference(found) || !cl_flat_info(found.bits, &kind, &count, NULL) || kind != CL_SLOT_INT64 ||
        count != CL_SERVERS) {
        return (uint64_t)cl_fail(error, CL_ERR_TYPE,
                                 "a repository whose name begins with " CL_SERVICE_PREFIX
                                 " holds something else than the servers of a service; such names are this library's: "
                                 "remove the repository");
    }
    return found.bits;
}

int32_t cl_service_open(uint64_t slot, const char *name, size_t bytes, uint32_t capacity, cl_service *service,
                        cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    char key[CL_NAME_BYTES_MAX + 1];
    if (bytes == 0 || bytes + strlen(CL_SERVICE_PREFIX) > CL_NAME_BYTES_MAX) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the name of a service has 1 to %zu bytes, not %zu",
                       CL_NAME_BYTES_MAX - strlen(CL_SERVICE_PREFIX), bytes);
    }
    size_t length = (size_t)snprintf(key, sizeof key, CL_SERVICE_PREFIX "%.*s", (int)bytes, name);
    cl_channel_spec spec = {.capacity = capacity,
                            .type = CL_TYPE_CLASS,
                            .type_name = cl_entity_intern(CL_KIND_CLASS, CL_CALL_CLASS, strlen(CL_CALL_CLASS), error)};
    if (!cl_writable(m.client, "use a service", error) || spec.type_name == 0) {
        return 0;
    }
    uint32_t repository = cl_entity_intern(CL_KIND_REPOSITORY, key, length, error);
    service->queue = repository == 0 ? 0 : cl_channel_open(slot, key, length, &spec, error);
    service->servers = service->queue == 0 ? 0
                                           : servers_at(m, slot,
                                                        cl_bytes(repository) + offsetof(cl_entity, value), error);
    return service->servers != 0;
}

int32_t cl_service_join(uint64_t servers, cl_error *error) {
    const cl_space *space = &cl_self.space;
    uint64_t mine = cl_vm_incarnation();
    for (uint64_t i = 0; i < CL_SERVERS; i++) {
        _Atomic uint64_t *place = cl_inline_place(space, cl_ref_of(servers), i).address;
        uint64_t seen = cl_load_acquire(place);
        if (seen == mine || ((seen == 0 || !cl_vm_is_alive(seen)) && cl_cas_acq_rel(place, &seen, mine))) {
            return 1;
        }
    }
    return cl_fail(error, CL_ERR_MEMORY, "%u processes serve this service already, which is the limit", CL_SERVERS);
}

void cl_service_leave(uint64_t servers) {
    uint64_t mine = cl_vm_incarnation();
    for (uint64_t i = 0; i < CL_SERVERS; i++) {
        uint64_t seen = mine;
        cl_cas_acq_rel(cl_inline_place(&cl_self.space, cl_ref_of(servers), i).address, &seen, 0);
    }
}

int32_t cl_service_serves(uint64_t servers) {
    int32_t count = 0;
    for (uint64_t i = 0; i < CL_SERVERS; i++) {
        uint64_t seen = cl_load_acquire(cl_inline_place(&cl_self.space, cl_ref_of(servers), i).address);
        count += seen != 0 && cl_vm_is_alive(seen);
    }
    return count;
}
