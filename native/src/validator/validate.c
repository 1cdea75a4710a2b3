/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a whole segment: its header and tables here. */
#include "validate.h"

#include "object.h"
#include "segment.h"
#include "validator.h"

typedef struct part {
    const char *name;
    uint64_t offset;
    uint64_t bytes;
} part;

static int check_parts(cl_checked *v) {
    const cl_header *h = &v->space.geometry;
    const part parts[] = {
        {"header", 0, sizeof(cl_header)},
        {"buckets", h->buckets_offset, CL_NAME_BUCKETS * sizeof(uint32_t)},
        {"vms", h->vms_offset, CL_VM_MAX * sizeof(cl_vm)},
        {"slots", h->slots_offset, CL_SLOT_MAX * sizeof(cl_slot)},
        {"chunks", h->chunks_offset, CL_CHUNK_MAX * sizeof(cl_chunk)},
        {"chunk entries", h->chunk_entries_offset, CL_CHUNK_MAX * CL_CHUNK_BYTES},
        {"chunk ranges", h->chunk_ranges_offset, CL_CHUNK_MAX * sizeof(cl_ranges)},
        {"regions", h->regions_offset, (h->objects_bytes >> CL_REGION_SHIFT) * sizeof(uint32_t)},
        {"cycles", h->cycles_offset, CL_CYCLE_RECORDS * sizeof(cl_cycle)},
        {"classes", h->classes_offset, h->classes_bytes},
        {"marks", h->marks_offset, h->marks_bytes},
        {"objects", h->objects_offset, h->objects_bytes},
    };
    uint64_t end = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const part *p = &parts[i];
        if (p->offset < end || p->offset % CL_PAGE != 0 || p->offset > h->segment_bytes ||
            p->bytes > h->segment_bytes - p->offset) {
            return FAULT("part %s of %llu bytes at %#llx does not fit behind %#llx in %llu bytes", p->name,
                         ULL(p->bytes), ULL(p->offset), ULL(end), ULL(h->segment_bytes));
        }
        end = p->offset + p->bytes;
    }
    return h->marks_bytes >= h->objects_bytes >> CL_GRANULE_SHIFT
               ? 1
               : FAULT("%llu mark bytes for %llu bytes of objects", ULL(h->marks_bytes), ULL(h->objects_bytes));
}

static int check_top(cl_checked *v, const char *name, uint64_t top, uint64_t committed, uint64_t offset,
                     uint64_t bytes) {
    if (top < offset || top > offset + bytes || top % CL_GRANULE != 0 || committed < offset ||
        committed > offset + bytes || top > committed) {
        return FAULT("%s: top %#llx and committed %#llx in a space from %#llx to %#llx", name, ULL(top), ULL(committed),
                     ULL(offset), ULL(offset + bytes));
    }
    return 1;
}

static int check_header(cl_checked *v) {
    const cl_header *h = &v->space.geometry;
    if (h->magic != CL_MAGIC || cl_load_relaxed(&h->version) != CL_VERSION) {
        return FAULT("magic %016llx and version %llu at 0, expected %016llx and %llu", ULL(h->magic),
                     ULL(cl_load_relaxed(&h->version)), ULL(CL_MAGIC), ULL(CL_VERSION));
    }
    if (h->fingerprint != cl_layout_fingerprint()) {
        return FAULT("layout fingerprint %016llx, expected %016llx", ULL(h->fingerprint), ULL(cl_layout_fingerprint()));
    }
    if (h->segment_bytes > CL_REFERENCE_END || !check_parts(v)) {
        return h->segment_bytes > CL_REFERENCE_END
                   ? FAULT("size %llu is above %llu", ULL(h->segment_bytes), ULL(CL_REFERENCE_END))
                   : 0;
    }
    uint64_t gc = cl_load_relaxed(&h->gc_word);
    if ((gc & CL_GC_EPOCH_MASK) == 0 || (gc & ~(CL_GC_EPOCH_MASK | CL_GC_REPORT)) != 0) {
        return FAULT("gc word %#llx", ULL(gc));
    }
    if (h->objects_bytes % CL_REGION_BYTES != 0 || v->objects_top > h->objects_offset + h->objects_bytes) {
        return FAULT("%llu bytes of objects, regions claimed up to %#llx", ULL(h->objects_bytes), ULL(v->objects_top));
    }
    return check_top(v, "classes", v->classes_top, cl_load_acquire(&v->space.header->classes_committed),
                     h->classes_offset, h->classes_bytes);
}

/* Slots and chunks may be of a VM that is being reclaimed: its number is checked, not its state. */
static int check_slot(cl_checked *v, uint32_t index) {
    const cl_slot *slot = cl_slot_at(&v->space, index);
    uint32_t vm = cl_load_acquire(&slot->vm);
    uint32_t chunk = CL_ONCE(slot->chunk);
    uint64_t top = CL_ONCE(slot->alloc_top);
    uint64_t limit = CL_ONCE(slot->alloc_limit);
    if ((vm > CL_VM_MAX && vm != CL_SLOT_DEAD) || chunk > CL_CHUNK_MAX) {
        return FAULT("slot %u: vm %u, chunk %u", index, vm, chunk);
    }
    /* Its owner may be at work: top and limit are read one after the other and compared only when they are of one
     * buffer. */
    uint64_t start = v->space.geometry.objects_offset;
    if (top != 0 && (top < start || top > v->space.objects_end)) {
        return FAULT("slot %u: buffer top %#llx", index, ULL(top));
    }
    if (limit != 0 && (limit < start || limit > v->space.objects_end)) {
        return FAULT("slot %u: buffer limit %#llx", index, ULL(limit));
    }
    return 1;
}

static int check_tables(cl_checked *v) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        uint32_t state = cl_load_acquire(&cl_vm_at(&v->space, i)->state);
        if (state > 1) {
            return FAULT("vm %u has state %u", i, state);
        }
    }
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (!check_slot(v, i)) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < v->space.region_count; i++) {
        uint32_t word = cl_load_acquire(&v->space.regions[i]);
        uint32_t state = cl_region_state_of(word);
        if (state >= CL_REGION_STATES || (state != CL_REGION_BARE && cl_region_owner_of(word) > CL_SLOT_MAX)) {
            return FAULT("region %u has the word %#x", i, word);
        }
    }
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        uint32_t vm = cl_load_acquire(&cl_chunk_at(&v->space, i)->vm);
        if (vm > CL_VM_MAX) {
            return FAULT("chunk %u belongs to vm %u", i, vm);
        }
    }
    return 1;
}

int cl_validate_space(const cl_space *space, int32_t level, cl_error *error) {
    cl_checked v = {.space = *space, .error = error};
    /* The tops are read after the copy and never shrink: what is below them stays checked. */
    v.classes_top = cl_load_acquire(&v.space.header->classes_top);
    v.objects_top =
        v.space.geometry.objects_offset + ((uint64_t)cl_load_acquire(&v.space.header->region_top) << CL_REGION_SHIFT);
    return check_header(&v) && check_tables(&v) && (level < 2 || cl_check_classes(&v)) &&
           (level < 3 || (cl_check_objects(&v) && cl_check_roots(&v)));
}

int32_t cl_validate(const void *base, int32_t level, cl_error *error) {
    if (base == NULL || level < 1 || level > 3) {
        return cl_fail(error, CL_ERR_ARGUMENT, "validate: base %p, level %d; expected a segment and 1 to 3", base,
                       level);
    }
    const cl_client *client = &cl_self;
    cl_space space = cl_space_of(base);
    if (base == client->space.base && space.geometry.segment_bytes != client->bytes) {
        return cl_fail(error, CL_ERR_STATE, "corrupt segment: the size in its header is %llu, it has %llu bytes",
                       ULL(space.geometry.segment_bytes), ULL(client->bytes));
    }
    return cl_validate_space(&space, level, error);
}
