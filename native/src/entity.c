/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Permanent named things [layout.publication]. A bucket's head is pushed by CAS after the entity is complete; a lost
 * CAS rescans only what was pushed since. Entities are never unlinked, so a walk needs no operation and no lock.
 */
#include <string.h>

#include "address.h"
#include "client.h"
#include "error.h"
#include "hash.h"
#include "space.h"

typedef struct key {
    uint32_t kind;
    uint32_t hash;
    const char *name;
    size_t bytes;
} key;

static bool is_equal(const cl_entity *entity, const key *wanted) {
    return entity->hash == wanted->hash && entity->kind == wanted->kind && entity->header.length == wanted->bytes &&
           memcmp(entity->name, wanted->name, wanted->bytes) == 0;
}

/* Walks from `head` up to `end`, not including it. */
static uint32_t find_between(uint32_t head, uint32_t end, const key *wanted) {
    for (uint32_t at = head; at != end && at != 0; at = cl_entity_at(cl_self.base, at)->next) {
        if (is_equal(cl_entity_at(cl_self.base, at), wanted)) {
            return at;
        }
    }
    return 0;
}

static cl_entity *make(const key *wanted, cl_error *error) {
    uint64_t place = cl_classes_take(sizeof(cl_entity) + wanted->bytes, error);
    if (place == 0) {
        return NULL;
    }
    cl_entity *entity = cl_at(cl_self.base, place);
    cl_store_relaxed(&entity->header.shape, cl_header_of(cl_self.base)->builtin_shape[wanted->kind]);
    entity->header.length = (uint32_t)wanted->bytes;
    entity->hash = wanted->hash;
    entity->kind = wanted->kind;
    memcpy(entity->name, wanted->name, wanted->bytes);
    return entity;
}

static uint32_t push(cl_entity *entity, uint32_t head, const key *wanted) {
    _Atomic uint32_t *bucket = cl_bucket_at(cl_self.base, wanted->hash);
    uint32_t granules = cl_granules(cl_offset_of(cl_self.base, entity));
    for (;;) {
        entity->next = head;
        uint32_t seen = head;
        if (cl_cas_acq_rel(bucket, &seen, granules)) {
            return granules;
        }
        uint32_t other = find_between(seen, head, wanted);
        if (other != 0) {
            return other; /* ours is lost, a few bytes */
        }
        head = seen;
    }
}

uint32_t cl_entity_find(uint32_t kind, const char *name, size_t bytes) {
    key wanted = {kind, cl_entity_hash(kind, name, bytes), name, bytes};
    return find_between(cl_load_acquire(cl_bucket_at(cl_self.base, wanted.hash)), 0, &wanted);
}

static int check(uint32_t kind, size_t bytes, cl_error *error) {
    if (cl_self.base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    if (kind != CL_KIND_NAME && kind != CL_KIND_CLASS && kind != CL_KIND_REPOSITORY && kind != CL_KIND_CHANNEL) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "kind %u has no names; expected a name, a class, a repository or a channel", kind);
    }
    if (bytes == 0 || bytes > CL_NAME_BYTES_MAX) {
        return cl_fail(error, CL_ERR_ARGUMENT, "a name of %zu bytes of UTF-8 was given; a name has 1 to %u", bytes,
                       CL_NAME_BYTES_MAX);
    }
    return 1;
}

uint32_t cl_entity_intern(uint32_t kind, const char *name, size_t bytes, cl_error *error) {
    if (!check(kind, bytes, error)) {
        return 0;
    }
    key wanted = {kind, cl_entity_hash(kind, name, bytes), name, bytes};
    uint32_t head = cl_load_acquire(cl_bucket_at(cl_self.base, wanted.hash));
    uint32_t found = find_between(head, 0, &wanted);
    if (found != 0) {
        return found;
    }
    cl_entity *entity = make(&wanted, error);
    return entity == NULL ? 0 : push(entity, head, &wanted);
}
