/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#define CHILDREN  (1u << CL_NAME_NODE_LOG2)
#define HASH_BITS 32u

/* What a link of the trie holds, and the low bits of the hash that led there. */
typedef struct position {
    uint32_t word;
    uint32_t path;
    uint32_t bits;
} position;

static bool is_bad(cl_names_walk *walk, uint32_t word) {
    walk->bad = word;
    return false;
}

static const cl_entity *entity_at(const cl_names_walk *walk, uint32_t granules) {
    return cl_names_block(walk, granules, sizeof(cl_entity));
}

static bool walk_list(cl_names_walk *walk, position from) {
    const cl_entity *first = entity_at(walk, from.word);
    uint32_t hash = first == NULL ? 0 : CL_ONCE(first->hash);
    if (first == NULL || (hash ^ from.path) << (HASH_BITS - from.bits) != 0) {
        return is_bad(walk, from.word);
    }
    for (uint32_t at = from.word; at != 0;) {
        const cl_entity *entity = entity_at(walk, at);
        if (entity == NULL || CL_ONCE(entity->hash) != hash || walk->steps-- == 0) {
            return is_bad(walk, at);
        }
        uint32_t next = CL_ONCE(entity->next);
        if (!walk->visit(walk, at, from.word)) {
            return false;
        }
        at = next;
    }
    return true;
}

/* Copies the children, and has the memory that each leads to on its way before the first is looked at. */
static void take_children(const cl_names_walk *walk, const cl_name_node *node, uint32_t *children) {
    for (uint32_t i = 0; i < CHILDREN; i++) {
        children[i] = cl_load_acquire(&node->children[i]);
        if (children[i] != 0) {
            const char *next = cl_at(walk->space, cl_bytes(children[i] & ~CL_NAME_NODE));
            __builtin_prefetch(next);
            __builtin_prefetch(next + sizeof(cl_entity));
        }
    }
}

/* As deep as the hash has bits. */
static bool walk_from(cl_names_walk *walk, position from) {
    if ((from.word & CL_NAME_NODE) == 0) {
        return from.word == 0 || walk_list(walk, from);
    }
    const cl_name_node *node = cl_names_block(walk, from.word & ~CL_NAME_NODE, sizeof *node);
    if (node == NULL || from.bits == HASH_BITS || walk->steps-- == 0) {
        return is_bad(walk, from.word);
    }
    uint32_t children[CHILDREN];
    take_children(walk, node, children);
    for (uint32_t i = 0; i < CHILDREN; i++) {
        position below = {children[i], from.path | i << from.bits, from.bits + CL_NAME_NODE_LOG2};
        if (!walk_from(walk, below)) {
            return false;
        }
    }
    return true;
}

bool cl_names_walk_bucket(cl_names_walk *walk, uint32_t bucket) {
    const _Atomic uint32_t *buckets = cl_at(walk->space, walk->space->geometry.buckets_offset);
    position from = {cl_load_acquire(&buckets[bucket]), bucket % (1u << CL_NAME_BUCKETS_LOG2), CL_NAME_BUCKETS_LOG2};
    walk->bucket = bucket;
    walk->bad = 0;
    return walk_from(walk, from);
}
