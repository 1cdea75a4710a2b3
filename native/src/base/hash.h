/* SPDX-License-Identifier: Apache-2.0 */
/* FNV-1a. */
#ifndef COLORS_HASH_H
#define COLORS_HASH_H

#include <stddef.h>
#include <stdint.h>

#define CL_FNV64_START 0xcbf29ce484222325ull
#define CL_FNV32_START 0x811c9dc5u

static inline uint64_t cl_fnv64_byte(uint64_t hash, uint8_t byte) {
    return (hash ^ byte) * 0x100000001b3ull;
}

static inline uint32_t cl_fnv32_byte(uint32_t hash, uint8_t byte) {
    return (hash ^ byte) * 0x01000193u;
}

/* The hash of an entity: of its kind, then its name's bytes. */
static inline uint32_t cl_entity_hash(uint32_t kind, const char *name, size_t bytes) {
    uint32_t hash = cl_fnv32_byte(CL_FNV32_START, (uint8_t)kind);
    for (size_t i = 0; i < bytes; i++) {
        hash = cl_fnv32_byte(hash, (uint8_t)name[i]);
    }
    return hash;
}

#endif
