/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No two names of one list are equal. A list has the names of one hash, and who chooses names can make it long: they
 * are sorted by another hash, whose key nobody knows.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "validate.h"

typedef struct named {
    uint64_t key;
    uint32_t granules;
} named;

static uint64_t secret; /* 0: none yet; of two threads either's will do */

static uint64_t get_secret(void) {
    uint64_t random = 0;
    if (secret == 0 && getrandom(&random, sizeof random, GRND_NONBLOCK) == (ssize_t)sizeof random) {
        secret = random;
    }
    return secret | 1;
}

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t multiplier) {
    hash = (hash ^ word) * multiplier;
    return hash ^ hash >> 32;
}

/* 0: it is none. The name may change meanwhile, then its place in the order is some other one. */
static uint64_t key_of(const cl_checked *v, uint32_t granules, uint64_t multiplier) {
    uint32_t bytes = CL_ONCE(entity_at(v, granules)->header.length);
    if (bytes > CL_NAME_BYTES_MAX || !is_class_block(v, cl_bytes(granules), sizeof(cl_entity) + bytes)) {
        return 0;
    }
    uint64_t hash = mix(multiplier, bytes, multiplier);
    for (uint32_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        memcpy(&word, entity_at(v, granules)->name + i, bytes - i < 8 ? bytes - i : 8);
        hash = mix(hash, word, multiplier);
    }
    return hash;
}

static int compare(const void *a, const void *b) {
    const named *one = a, *other = b;
    return one->key < other->key ? -1 : one->key > other->key;
}

static bool have_one_name(const cl_checked *v, uint32_t a, uint32_t b) {
    uint32_t bytes = CL_ONCE(entity_at(v, a)->header.length);
    return CL_ONCE(entity_at(v, b)->header.length) == bytes && bytes <= CL_NAME_BYTES_MAX &&
           is_class_block(v, cl_bytes(a), sizeof(cl_entity) + bytes) &&
           is_class_block(v, cl_bytes(b), sizeof(cl_entity) + bytes) &&
           memcmp(entity_at(v, a)->name, entity_at(v, b)->name, bytes) == 0;
}

static int check_sorted(cl_checked *v, const named *names, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (names[i - 1].key == names[i].key && have_one_name(v, names[i - 1].granules, names[i].granules)) {
            return FAULT("entities %u and %u have one name", names[i - 1].granules, names[i].granules);
        }
    }
    return 1;
}

/* Returns 0 when the list has no end. */
static int count_list(cl_checked *v, uint32_t first, uint32_t *count) {
    for (uint32_t at = first; at != 0; at = CL_ONCE(entity_at(v, at)->next)) {
        if (!is_class_block(v, cl_bytes(at), sizeof(cl_entity)) || v->steps-- == 0) {
            return FAULT("the list of entity %u leads to no entity (%u), or has no end", first, at);
        }
        ++*count;
    }
    return 1;
}

int cl_check_differing(cl_checked *v, uint32_t first) {
    uint32_t count = 0;
    if (!count_list(v, first, &count)) {
        return 0;
    }
    if (count < 2) {
        return 1;
    }
    named *names = malloc(count * sizeof *names);
    if (names == NULL) {
        return cl_fail(v->error, CL_ERR_MEMORY, "no memory to check a list of %u names", count);
    }
    uint64_t multiplier = get_secret();
    uint32_t filled = 0; /* the list may be another one by now */
    for (uint32_t at = first; at != 0 && filled < count && is_class_block(v, cl_bytes(at), sizeof(cl_entity));
         at = CL_ONCE(entity_at(v, at)->next)) {
        names[filled++] = (named){key_of(v, at, multiplier), at};
    }
    qsort(names, filled, sizeof *names, compare);
    int good = check_sorted(v, names, filled);
    free(names);
    return good;
}
