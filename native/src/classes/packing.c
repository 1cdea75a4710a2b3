/* SPDX-License-Identifier: Apache-2.0 */
#include "packing.h"

#include "object.h"

#define FULL 0xffu

bool cl_packing_take(cl_packing *packing, const cl_field *field) {
    uint32_t bytes = cl_slot_kind_bytes(field->slot_kind);
    if (bytes == 0 || field->slot >= CL_FIELDS_MAX || field->byte % bytes != 0 || field->byte + bytes > 8) {
        return false;
    }
    uint32_t bits = ((1u << bytes) - 1) << field->byte;
    if ((packing->used[field->slot] & bits) != 0) {
        return false;
    }
    packing->used[field->slot] |= (uint8_t)bits;
    packing->slots = field->slot < packing->slots ? packing->slots : field->slot + 1;
    return true;
}

bool cl_packing_add(cl_packing *packing, cl_field *field, uint32_t from) {
    uint32_t bytes = cl_slot_kind_bytes(field->slot_kind);
    for (field->slot = from; field->slot < CL_FIELDS_MAX; field->slot++) {
        if (packing->used[field->slot] == FULL) {
            continue;
        }
        for (field->byte = 0; field->byte < 8; field->byte = (uint8_t)(field->byte + bytes)) {
            if (cl_packing_take(packing, field)) {
                return true;
            }
        }
    }
    return false;
}
