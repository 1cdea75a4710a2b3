/* SPDX-License-Identifier: Apache-2.0 */
/* The validator finds faults, names their place, and survives any bytes. */
#include <stdlib.h>
#include <sys/mman.h>

#include "daemon.h"
#include "place.h"
#include "here.h"
#include "words.h"

typedef struct heap {
    cl_header *header;
    uint64_t slot, object, text;
    uint32_t name, class;
} heap;

static heap build(void) {
    heap h = {.slot = daemon_attach_slot("validate")};
    cl_field_spec fields[] = {field("name", CL_TYPE_STRING), field("age", CL_TYPE_INTEGER)};
    h.header = here()->header;
    h.object = object_of(h.slot, "Person", fields, 2);
    h.text = string(h.slot, "Ada");
    cl_store_tagged(h.slot, h.object, 0, h.text);
    for (uint32_t i = 0; i < 6; i++) {
        char name[8] = {'x', (char)('0' + i), 0};
        put(h.slot, h.object, field(name, CL_TYPE_ANY), h.text);
    }
    h.name = fields[0].name;
    h.class = shape_of(h.object)->class_entity;
    cl_store_at(h.slot, repository("people"), h.object);
    daemon_validate(3);
    return h;
}

/* The fault is seen at this level and not below. */
static void finds(int level, const char *words) {
    cl_error error = {0, ""};
    CHECK(!cl_validate(cl_base(), level, &error) && check_error(&error, CL_ERR_STATE, "corrupt segment: "));
    CHECK(check_error(&error, CL_ERR_STATE, words));
    CHECK(level == 1 || cl_validate(cl_base(), level - 1, &error));
}

/* Breaks one place of the shared memory while the words are looked for, then mends it. Little endian. */
static void break_place(void *place, size_t bytes, uint64_t wrong, int level, const char *words) {
    uint64_t kept = 0;
    memcpy(&kept, place, bytes);
    memcpy(place, &wrong, bytes);
    finds(level, words);
    memcpy(place, &kept, bytes);
    daemon_validate(3);
}

#define BREAK(place, value, level, words) break_place((void *)&(place), sizeof(place), (uint64_t)(value), level, words)

static void header_faults(void) {
    heap h = build();
    BREAK(h.header->magic, 1, 1, "magic");
    BREAK(h.header->version, 2, 1, "version 2");
    BREAK(h.header->fingerprint, 1, 1, "layout fingerprint");
    BREAK(h.header->marks_offset, 4096, 1, "part marks");
    BREAK(h.header->classes_bytes, UINT64_MAX - 4096, 1, "part classes");
    BREAK(h.header->segment_bytes, UINT64_MAX, 1, "size");
    BREAK(h.header->region_top, UINT32_MAX, 1, "regions claimed up to");
    BREAK(h.header->regions_offset, 4096, 1, "part regions");
    BREAK(here()->regions[9], CL_REGION_STATES, 1, "region 9");
    BREAK(h.header->classes_top, 16, 1, "classes: top");
    BREAK(h.header->gc_word, 0, 1, "gc word");
    BREAK(cl_vm_at(here(), 9)->state, 7, 1, "vm 9");
    BREAK(cl_slot_at(here(), 9)->vm, 999, 1, "slot 9");
    BREAK(cl_chunk_at(here(), 9)->vm, 999, 1, "chunk 9");
}

static void class_faults(void) {
    heap h = build();
    cl_shape *shape = (cl_shape *)(uintptr_t)shape_of(h.object);
    cl_entity *name = cl_entity_at(here(), h.name);
    cl_entity *class = cl_entity_at(here(), h.class);
    _Atomic uint32_t *bucket =
        (_Atomic uint32_t *)cl_at(here(), h.header->buckets_offset) + cl_bucket_of(CL_KIND_NAME, name->hash);
    CHECK(cl_load_relaxed(bucket) == h.name);
    BREAK(name->hash, name->hash + (1u << CL_NAME_BUCKETS_LOG2), 2, "hash");
    BREAK(name->hash, name->hash + 1, 2, "another bucket");
    BREAK(name->next, h.name, 2, "no end");
    BREAK(name->next, h.class, 2, "another bucket");
    BREAK(bucket[0], h.class, 2, "another bucket");
    BREAK(bucket[0], h.name | CL_NAME_NODE, 2, "no entity or node");
    BREAK(bucket[0], UINT32_MAX, 2, "no entity or node");
    BREAK(name->header.length, 4000000000u, 2, "name ");
    BREAK(name->kind, CL_KIND_STRING, 2, "kind 2");
    BREAK(class->value, CL_SHAPE_ID_MASK, 2, "is no shape");
    BREAK(class->value, 1ull << 40, 2, "newest version");
    BREAK(shape->version, 70, 2, "has version");
    BREAK(shape->older, 3, 2, "is no shape");
    BREAK(shape->field_count, 5000, 2, "is no shape");
    BREAK(shape->inline_slots, 900, 2, "slots inline");
    BREAK(shape->removed_count, 1, 2, "removed fields");
    BREAK(shape->fields[0].slot, 1, 2, "in slot 1");
    BREAK(shape->fields[0].slot, 77, 2, "slot 77");
    BREAK(shape->fields[0].slot_kind, CL_SLOT_INT64, 2, "slot kind");
    BREAK(shape->fields[0].name, 5, 2, "name 5");
    BREAK(shape->fields[0].type, 0, 2, "type 0");
    BREAK(h.header->builtin_shape[CL_KIND_STRING], 0, 2, "builtin shape");
}

/* Two fields that share a byte, one that ends behind its slot or is not aligned, and a slot without any. */
static void packing_faults(void) {
    heap h = build();
    cl_field_spec fields[] = {field("n", CL_TYPE_INTEGER), field("c", CL_TYPE_INTEGER), field("b", CL_TYPE_BOOLEAN),
                              field("l", CL_TYPE_INTEGER)};
    fields[0].flags = CL_FIELD_DECLARED | CL_FIELD_INT32;
    fields[1].flags = CL_FIELD_DECLARED | CL_FIELD_CHAR;
    cl_shape *shape = (cl_shape *)(uintptr_t)shape_of(object_of(h.slot, "Packed", fields, 4));
    cl_field *n = &shape->fields[0], *c = &shape->fields[1], *b = &shape->fields[2], *l = &shape->fields[3];
    CHECK(n->byte == 0 && c->byte == 4 && b->byte == 6 && l->slot == 1 && shape->total_slots == 2);
    BREAK(b->byte, 5, 2, "in slot 0, byte 5");
    BREAK(b->byte, 3, 2, "in slot 0, byte 3");
    BREAK(c->byte, 2, 2, "has its name or its place from another");
    BREAK(c->byte, 5, 2, "is not aligned");
    BREAK(n->byte, 6, 2, "is not aligned");
    BREAK(b->byte, 8, 2, "in slot 0, byte 8");
    BREAK(l->byte, 1, 2, "in slot 1, byte 1");
    BREAK(l->slot, 0, 2, "in slot 0, byte 0");
    BREAK(b->slot_kind, CL_SLOT_INT8, 2, "slot kind 4");
    BREAK(b->slot_kind, CL_SLOT_KINDS, 2, "slot kind 10");
}

static void object_faults(void) {
    heap h = build();
    cl_object_header *object = cl_object_at(here(), cl_ref_of(h.object));
    cl_object_header *text = cl_object_at(here(), cl_ref_of(h.text));
    _Atomic uint64_t *slot = word_at(slot_place(h.object, 0));
    cl_object_header *block = cl_object_at(here(), cl_ref_of(cl_bytes(cl_load_relaxed(&object->extension))));
    _Atomic uint64_t *far = cl_slot_place(here(), cl_ref_of(h.object), 2, 7).address;
    cl_slot *record = cl_at(here(), h.slot);
    BREAK(record->alloc_limit, record->alloc_limit + CL_REGION_BYTES, 3, "buffer");
    BREAK(*cl_mark_at(here(), cl_ref_of(record->alloc_top)), CL_MARK_OBJECT | 1, 3, "shape word 0");
    BREAK(here()->regions[cl_region_of(here(), h.object)], CL_REGION_FREE, 3, "of state 2");
    BREAK(*slot, h.object + 16, 3, "which is no value");
    BREAK(*slot, CL_TAG_FAILED, 3, "which is no value");
    BREAK(*slot, 1ull << 50, 3, "which is no value");
    BREAK(*slot, cl_offset_of(here(), block), 3, "which is no value");
    BREAK(*far, 16, 3, "which is no value");
    BREAK(object->shape, 3, 3, "has shape word");
    BREAK(object->shape, object->shape | CL_SHAPE_EVOLVING, 3, "no slot is evolving it");
    BREAK(object->extension, 0, 3, "0 extension blocks, its shape needs 2");
    BREAK(object->extension, cl_granules(h.object), 3, "extension block 0");
    BREAK(block->extension, cl_granules(cl_offset_of(here(), block)), 3, "extension block 1");
    BREAK(block->length, 5, 3, "extension block 0");
    BREAK(text->length, 4000000000u, 3, "ends behind the top");
    BREAK(text->length, 64, 3, "lies inside another");
    BREAK(((cl_string_head *)text)->encoding, 9, 3, "encoding 9");
    BREAK(*cl_mark_at(here(), cl_ref_of(h.object)), 0x20, 3, "mark byte");
    BREAK(*cl_mark_at(here(), cl_ref_of(h.object)), CL_MARK_OBJECT, 3, "mark byte");
    BREAK(*cl_mark_at(here(), cl_ref_of(h.text)), 0, 3, "which is no value");
    BREAK(*word_at(repository("people")), h.object + 16, 3, "repository");
    uint32_t chunk = ((cl_slot *)cl_at(here(), h.slot))->chunk - 1;
    BREAK(cl_chunk_entries(here(), chunk)[0], 77, 3, "chunk");
}

/* Readers believe the head. */
static void container_faults(void) {
    heap h = build();
    cl_error error;
    uint64_t list = cl_list_make(h.slot, CL_SLOT_INT64, 4, &error);
    uint64_t map = cl_map_make(h.slot, CL_KIND_MAP, 0, &error);
    CHECK(list != 0 && map != 0);
    cl_container *integers = cl_at(here(), list);
    cl_container *entries = cl_at(here(), map);
    BREAK(integers->head, integers->head & ~CL_HEAD_INT64, 3, "its part has raw integers");
    BREAK(integers->head, integers->head | 5, 3, "is not its part with 5 elements");
    BREAK(entries->head, CL_HEAD_INT64, 3, "is not its part");
}

/* Random bytes anywhere in the used parts: a fault or none, never a crash. */
static void survives_noise(void) {
    heap h = build();
    uint64_t seed = check_seed();
    uint64_t count = check_amount("NOISE", 20000);
    uint64_t parts[][2] = {
        {0, sizeof(cl_header)},         {h.header->buckets_offset, CL_NAME_BUCKETS * sizeof(uint32_t)},
        {h.header->slots_offset, 1024}, {h.header->classes_offset, h.header->classes_top - h.header->classes_offset},
        {h.header->marks_offset, 64},   {h.header->objects_offset, 1024}};
    uint64_t found = 0;
    char *base = cl_base();
    for (uint64_t i = 0; i < count; i++) {
        uint64_t *part = parts[check_random(&seed) % 6];
        uint64_t at = part[0] + check_random(&seed) % part[1] / 4 * 4;
        uint32_t kept, wrong = (uint32_t)check_random(&seed);
        memcpy(&kept, base + at, 4);
        wrong = check_random(&seed) % 2 == 0 ? wrong : kept ^ 1u << wrong % 32;
        memcpy(base + at, &wrong, 4);
        cl_error error = {0, ""};
        found += !cl_validate(base, 3, &error);
        memcpy(base + at, &kept, 4);
    }
    daemon_validate(3);
    printf("  %llu of %llu changed words were faults\n", (unsigned long long)found, (unsigned long long)count);
    CHECK(found > count / 20);
}

static void arguments(void) {
    cl_error error = {0, ""};
    CHECK(!cl_validate(NULL, 1, &error) && check_error(&error, CL_ERR_ARGUMENT, "expected a segment"));
    daemon_attach("validate");
    CHECK(!cl_validate(cl_base(), 0, &error) && check_error(&error, CL_ERR_ARGUMENT, "1 to 3"));
    CHECK(!cl_validate(cl_base(), 4, NULL));
}

int main(void) {
    check_begin("validate");
    daemon_start("validate", NULL);
    RUN(header_faults);
    RUN(class_faults);
    RUN(packing_faults);
    RUN(object_faults);
    RUN(container_faults);
    RUN(survives_noise);
    RUN(arguments);
    return check_end();
}
