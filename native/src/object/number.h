/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw fields: integers, booleans and floats at their places. Bits are those of an int64 or of a double. Each access is
 * of the field's own bytes, so what is beside a narrow one in its slot is not disturbed.
 */
#ifndef COLORS_NUMBER_H
#define COLORS_NUMBER_H

#include <string.h>

#include "base.h"
#include "invariant.h"
#include "segment.h"

/* Bytes of a slot kind; 0: it is none. */
static inline uint32_t cl_slot_kind_bytes(uint32_t slot_kind) {
    switch (slot_kind) {
    case CL_SLOT_TAGGED:
    case CL_SLOT_INT64:
    case CL_SLOT_FLOAT64:
        return 8;
    case CL_SLOT_INT32:
    case CL_SLOT_FLOAT32:
        return 4;
    case CL_SLOT_INT16:
    case CL_SLOT_CHAR:
        return 2;
    case CL_SLOT_INT8:
    case CL_SLOT_BOOLEAN:
        return 1;
    default:
        return 0;
    }
}

static inline uint64_t cl_bits_of_float(uint32_t word) {
    float narrow;
    memcpy(&narrow, &word, sizeof narrow);
    double value = (double)narrow;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t cl_float_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    float narrow = (float)value;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    return word;
}

static inline uint64_t cl_number_load(const void *address, uint32_t slot_kind) {
    void *at = (void *)(uintptr_t)address;
    switch (slot_kind) {
    case CL_SLOT_INT8:
        return (uint64_t)(int64_t)(int8_t)cl_load_acquire((_Atomic uint8_t *)at);
    case CL_SLOT_BOOLEAN:
        return cl_load_acquire((_Atomic uint8_t *)at);
    case CL_SLOT_INT16:
        return (uint64_t)(int64_t)(int16_t)cl_load_acquire((_Atomic uint16_t *)at);
    case CL_SLOT_CHAR:
        return cl_load_acquire((_Atomic uint16_t *)at);
    case CL_SLOT_INT32:
        return (uint64_t)(int64_t)(int32_t)cl_load_acquire((_Atomic uint32_t *)at);
    case CL_SLOT_FLOAT32:
        return cl_bits_of_float(cl_load_acquire((_Atomic uint32_t *)at));
    default:
        return cl_load_acquire((_Atomic uint64_t *)at);
    }
}

#define CL_NUMBER_STORE(TYPE, VALUE)                                                                                   \
    do {                                                                                                               \
        CL_ASSERT_PLACE(space, at, sizeof(TYPE));                                                                      \
        cl_store_release((_Atomic TYPE *)at, (TYPE)(VALUE));                                                           \
    } while (0)

static inline void cl_number_store(const cl_space *space, void *at, uint32_t slot_kind, uint64_t bits) {
    (void)space;
    switch (slot_kind) {
    case CL_SLOT_BOOLEAN: /* a C program may take any bits for true */
        CL_NUMBER_STORE(uint8_t, bits != 0);
        break;
    case CL_SLOT_INT8:
        CL_NUMBER_STORE(uint8_t, bits);
        break;
    case CL_SLOT_INT16:
    case CL_SLOT_CHAR:
        CL_NUMBER_STORE(uint16_t, bits);
        break;
    case CL_SLOT_INT32:
        CL_NUMBER_STORE(uint32_t, bits);
        break;
    case CL_SLOT_FLOAT32:
        CL_NUMBER_STORE(uint32_t, cl_float_of_bits(bits));
        break;
    default:
        CL_NUMBER_STORE(uint64_t, bits);
    }
}

#endif
