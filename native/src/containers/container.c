/* SPDX-License-Identifier: Apache-2.0 */
#include "containers.h"

#include "base.h"
#include "heap.h"
#include "object.h"
#include "rootlog.h"

uint32_t cl_builtin_kind(const cl_space *space, cl_ref object) {
    uint32_t shape = cl_load_acquire(&cl_object_at(space, object)->shape);
    return cl_shape_at(space, shape)->kind;
}

cl_ref cl_container_make(cl_mutator m, uint32_t kind, uint64_t head, cl_error *error) {
    uint64_t content[2] = {head, 0}; /* lock and live */
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, kind),
                     .bytes = sizeof(cl_container),
                     .content = content,
                     .content_bytes = sizeof content};
    return cl_object_make(m, &wanted, error);
}

int cl_are_values(const uint64_t *words, uint64_t count, cl_error *error) {
    for (uint64_t i = 0; i < count; i++) {
        if (!cl_word_is_valid(cl_word_of(words[i]))) {
            return cl_fail(error, CL_ERR_ARGUMENT, "the tagged word %#llx is no value", (unsigned long long)words[i]);
        }
    }
    return 1;
}

int cl_container_refuse(const cl_space *space, cl_ref container, uint32_t kind, cl_error *error) {
    uint32_t found = cl_builtin_kind(space, container);
    bool list = kind == CL_KIND_LIST;
    return found == (list ? CL_KIND_TUPLE : CL_KIND_FROZEN_SET)
               ? cl_fail(error, CL_ERR_STATE,
                         "this shared %s was made from one that does not change, so it does not change either; copy "
                         "it to a new one",
                         list ? "list" : "set")
           : list && found == CL_KIND_FLAT
               ? cl_fail(error, CL_ERR_STATE,
                         "this shared list is a flat array, whose length never changes; its elements are stored where "
                         "they are (cl_flat_elements)")
               : cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no %s: its kind is %u", (unsigned long long)container.offset,
                         list ? "list" : "map or set", found);
}

enum cl_taken cl_container_lock(cl_mutator m, cl_ref container, uint32_t kind, uint32_t other, cl_error *error) {
    const cl_space *space = &m.client->space;
    if (error != NULL) {
        error->code = CL_OK;
    }
    uint32_t found = cl_builtin_kind(space, container);
    if (found != kind && found != other) {
        return (enum cl_taken)cl_container_refuse(space, container, kind, error);
    }
    return cl_lock_take(m, container, &cl_container_at(space, container)->lock, error);
}

int32_t cl_container_unlock(cl_mutator m, cl_ref container, int32_t result) {
    cl_lock_release(m, &cl_container_at(&m.client->space, container)->lock);
    return result;
}

/* M2 for the head, M4 for a fresh part, whose contents were reachable by the old one or are roots of the caller. */
void cl_container_commit(cl_mutator m, cl_ref container, cl_part part, uint32_t count) {
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *head = &cl_container_at(space, container)->head;
    uint64_t gc = cl_enter(m);
    cl_ref old = cl_head_part(cl_load_relaxed(head));
    bool same = cl_refs_are_same(old, part.ref);
    if (!same) {
        cl_store_release(&cl_container_at(space, container)->generation,
                         cl_load_relaxed(&cl_container_at(space, container)->generation) + 1);
    }
    if (part.fresh) {
        cl_mark_new(m, part.ref, gc);
    } else if (!same && (gc & CL_GC_REPORT) != 0) {
        cl_shade(space, part.ref, gc);
    }
    if (!same) {
        cl_shade(space, old, gc);
    }
    CL_ASSERT_PLACE(space, head, sizeof *head);
    CL_ASSERT((cl_load_relaxed(&cl_container_at(space, container)->lock) & CL_LOCK_OWNER_MASK) ==
              cl_slot_index(space, m.slot) + 1);
    cl_store_release(head, cl_head_of(part.ref, count));
    cl_leave(m);
}

int32_t cl_container_part(uint64_t slot, uint64_t container, uint64_t *head, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    for (;;) {
        cl_enter(m);
        *head = cl_load_acquire(&cl_container_at(space, cl_ref_of(container))->head);
        cl_ref part = cl_head_part(*head);
        bool logged = cl_ref_is_null(part) || cl_log(m, part);
        cl_leave(m);
        if (logged) {
            return 1;
        }
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
}
