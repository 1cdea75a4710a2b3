/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Permanent named things [layout.names]. An entity, and a node that divides a list, are complete before the CAS that
 * publishes them. Entities are never unlinked, and a link of the trie that leads to a node does so for ever: a walk
 * needs no operation and no lock, and whoever dies on the way leaves a block that nothing leads to.
 */
#include <string.h>

#include "base.h"
#include "memory.h"
#include "names.h"
#include "segment.h"

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

/* A link of the trie, and how many bits of the hash led there. */
typedef struct position {
    _Atomic uint32_t *link;
    uint32_t bits;
} position;

static position bucket_of(const cl_space *space, const key *wanted) {
    _Atomic uint32_t *buckets = cl_at(space, space->geometry.buckets_offset);
    return (position){buckets + cl_bucket_of(wanted->kind, wanted->hash), CL_NAME_BUCKETS_LOG2};
}

static _Atomic uint32_t *child_of(const cl_space *space, uint32_t node, uint32_t hash, uint32_t bits) {
    cl_name_node *at = cl_at(space, cl_bytes(node & ~CL_NAME_NODE));
    return &at->children[(hash >> bits) % (1u << CL_NAME_NODE_LOG2)];
}

/* Down to the link that leads to no node. Returns what it holds: the first entity of a list, all of one hash, or 0. */
static uint32_t descend(const cl_space *space, position *at, uint32_t hash) {
    uint32_t word;
    while (((word = cl_load_acquire(at->link)) & CL_NAME_NODE) != 0) {
        at->link = child_of(space, word, hash, at->bits);
        at->bits += CL_NAME_NODE_LOG2;
    }
    return word;
}

static uint32_t find_in(const cl_space *space, uint32_t first, const key *wanted) {
    for (uint32_t at = first; at != 0; at = cl_entity_at(space, at)->next) {
        __builtin_prefetch(cl_entity_at(space, at)->name); /* often in the next cache line */
        if (is_equal(cl_entity_at(space, at), wanted)) {
            return at;
        }
    }
    return 0;
}

static cl_entity *make(cl_client *client, const key *wanted, cl_error *error) {
    const cl_space *space = &client->space;
    cl_ref block = cl_classes_take(client, sizeof(cl_entity) + wanted->bytes, error);
    if (cl_ref_is_null(block)) {
        return NULL;
    }
    cl_entity *entity = cl_at(space, block.offset);
    cl_store_relaxed(&entity->header.shape, space->geometry.builtin_shape[wanted->kind]);
    entity->header.length = (uint32_t)wanted->bytes;
    entity->hash = wanted->hash;
    entity->kind = wanted->kind;
    memcpy(entity->name, wanted->name, wanted->bytes);
    return entity;
}

/* Puts a node between the link and its list, which is of another hash: the two differ in a bit that is still to come.
 */
static int divide(cl_client *client, const position *at, uint32_t first, cl_error *error) {
    const cl_space *space = &client->space;
    cl_ref block = cl_classes_take(client, sizeof(cl_name_node), error);
    if (!cl_ref_is_null(block)) {
        uint32_t node = cl_ref_granules(block) | CL_NAME_NODE;
        cl_store_relaxed(child_of(space, node, cl_entity_at(space, first)->hash, at->bits), first);
        cl_cas_acq_rel(at->link, &first, node); /* or somebody else did something: ours is lost, a few bytes */
    }
    return !cl_ref_is_null(block);
}

static bool has_names(uint32_t kind) {
    return kind == CL_KIND_NAME || kind == CL_KIND_CLASS || kind == CL_KIND_REPOSITORY || kind == CL_KIND_CHANNEL;
}

uint32_t cl_names_find(const cl_space *space, uint32_t kind, const char *name, size_t bytes) {
    if (!has_names(kind)) {
        return 0;
    }
    key wanted = {kind, cl_entity_hash(kind, name, bytes), name, bytes};
    position at = bucket_of(space, &wanted);
    return find_in(space, descend(space, &at, wanted.hash), &wanted);
}

/* Of a name that is to be made: one that was found is valid. */
static int check_text(const key *wanted, cl_error *error) {
    for (size_t at = 0; at < wanted->bytes;) {
        uint32_t point;
        size_t step = cl_utf8_next(wanted->name + at, wanted->bytes - at, &point);
        if (step == 0) {
            return cl_fail(error, CL_ERR_ARGUMENT,
                           "the name is not valid UTF-8 at byte %zu of %zu; give the name's text in UTF-8", at,
                           wanted->bytes);
        }
        at += step;
    }
    return 1;
}

static int check(const cl_space *space, uint32_t kind, size_t bytes, cl_error *error) {
    if (space->base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    if (!has_names(kind)) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "kind %u has no names; expected a name, a class, a repository or a channel", kind);
    }
    if (bytes == 0 || bytes > CL_NAME_BYTES_MAX) {
        return cl_fail(error, CL_ERR_ARGUMENT, "a name of %zu bytes of UTF-8 was given; a name has 1 to %u", bytes,
                       CL_NAME_BYTES_MAX);
    }
    return 1;
}

uint32_t cl_names_intern(cl_client *client, uint32_t kind, const char *name, size_t bytes, cl_error *error) {
    const cl_space *space = &client->space;
    if (!check(space, kind, bytes, error)) {
        return 0;
    }
    key wanted = {kind, cl_entity_hash(kind, name, bytes), name, bytes};
    cl_entity *mine = NULL;
    for (position at = bucket_of(space, &wanted);;) {
        uint32_t first = descend(space, &at, wanted.hash);
        uint32_t found = find_in(space, first, &wanted);
        if (found != 0) {
            return found; /* if `mine` is made, it is lost, a few bytes */
        }
        if (mine == NULL && !check_text(&wanted, error)) {
            return 0;
        }
        if (first != 0 && cl_entity_at(space, first)->hash != wanted.hash) {
            if (!divide(client, &at, first, error)) {
                return 0;
            }
            continue;
        }
        mine = mine == NULL ? make(client, &wanted, error) : mine;
        if (mine == NULL) {
            return 0;
        }
        mine->next = first;
        uint32_t granules = cl_granules(cl_offset_of(space, mine));
        if (cl_cas_acq_rel(at.link, &first, granules)) {
            return granules;
        }
    }
}

/* ---- the API ---- */

uint32_t cl_entity_find(uint32_t kind, const char *name, size_t bytes) {
    const cl_space *space = &cl_self.space;
    return cl_names_find(space, kind, name, bytes);
}

uint32_t cl_entity_intern(uint32_t kind, const char *name, size_t bytes, cl_error *error) {
    cl_client *client = &cl_self;
    return cl_names_intern(client, kind, name, bytes, error);
}

typedef struct visitor {
    cl_entity_visit *visit;
    void *argument;
} visitor;

static bool visit_one(cl_names_walk *walk, uint32_t entity, uint32_t first) {
    const visitor *v = walk->argument;
    (void)first;
    return v->visit(entity, v->argument);
}

int32_t cl_entity_walk(uint32_t kind, cl_entity_visit *visit, void *argument) {
    const cl_space *space = &cl_self.space;
    visitor v = {visit, argument};
    cl_names_walk walk = {.space = space,
                          .classes_end = space->geometry.classes_offset + space->geometry.classes_bytes,
                          .steps = cl_names_steps(space->geometry.classes_bytes),
                          .visit = visit_one,
                          .argument = &v};
    if (space->base == NULL || !has_names(kind)) {
        return 0;
    }
    for (uint32_t i = 0; i < 1u << CL_NAME_BUCKETS_LOG2; i++) {
        if (!cl_names_walk_bucket(&walk, cl_first_bucket(kind) + i)) {
            return 0;
        }
    }
    return 1;
}
