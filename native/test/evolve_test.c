/* SPDX-License-Identifier: Apache-2.0 */
/* One object to other versions of its class: add, remove, change of type, long chains, many at once. */
#include <stdlib.h>

#include "daemon.h"
#include "place.h"
#include "here.h"
#include "words.h"

#define MANY   200
#define ADDERS 4
/* An evolution that lost a race made a version for nothing: four times 100 could come to the limit. */
#define ADDED 60

static uint64_t employee_of(uint64_t slot, const char *class) {
    cl_field_spec fields[] = {field("name", CL_TYPE_STRING), field("salary", CL_TYPE_INTEGER)};
    uint64_t object = object_of(slot, class, fields, 2);
    cl_store_tagged(slot, object, 0, integer(1));
    cl_store_raw(object, 1, 1000);
    return object;
}

static uint64_t employee(uint64_t slot) {
    return employee_of(slot, "Employee");
}

static void adds_fields(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee(slot);
    uint64_t other = employee(slot);
    uint32_t first = cl_shape_id(here(), shape_of(object));
    uint64_t text = string(slot, "NY");
    uint32_t second = put(slot, object, field("state", CL_TYPE_STRING), text);
    CHECK(second != first && cl_shape_id(here(), shape_of(object)) == second);
    CHECK(bits_of(object, "state") == text && bits_of(object, "salary") == 1000 &&
          bits_of(object, "name") == integer(1));
    CHECK(cl_shape_id(here(), shape_of(other)) == first && find_field(other, "state") == NULL);
    CHECK(put(slot, other, field("state", CL_TYPE_STRING), text) == second); /* the version is found again */
    CHECK(put(slot, object, field("rate", CL_TYPE_FLOAT), 77) != second && bits_of(object, "rate") == 77);
    CHECK(shape_of(object)->inline_slots == 2 && shape_of(object)->total_slots == 4);
    daemon_validate(3);
}

static void removes_fields(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    cl_error error = {0, ""};
    uint64_t object = employee(slot);
    uint32_t name = named(CL_KIND_NAME, "name");
    uint32_t place = find_field(object, "name")->slot;
    CHECK_OK(cl_evolve_remove(slot, object, name, &error) != 0, &error);
    CHECK(find_field(object, "name") == NULL && bits_of(object, "salary") == 1000);
    CHECK(cl_load_raw(object, place) == CL_TAG_NULL); /* nothing is kept alive */
    CHECK(cl_evolve_remove(slot, object, name, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "no field of that name"));
    uint32_t again = put(slot, object, field("name", CL_TYPE_STRING), integer(2));
    CHECK(find_field(object, "name")->slot == place && bits_of(object, "name") == integer(2));
    CHECK_OK(cl_evolve_remove(slot, object, name, &error) != 0, &error);
    CHECK(put(slot, object, field("name", CL_TYPE_STRING), integer(3)) == again);
    daemon_validate(3);
}

/* A number that has no room in the declared width is refused, raw and tagged. */
static void keeps_widths(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee(slot);
    cl_error error = {0, ""};
    cl_field_spec narrow = field("n", CL_TYPE_INTEGER);
    narrow.flags = CL_FIELD_DECLARED | CL_FIELD_INT8;
    CHECK(put(slot, object, narrow, (uint64_t)-128) != 0 && bits_of(object, "n") == (uint64_t)-128);
    CHECK(cl_evolve_put(slot, object, &narrow, 128, &error) == 0 &&
          check_error(&error, CL_ERR_TYPE, "does not fit the width"));
    narrow.flags |= CL_FIELD_NULLABLE;
    CHECK(put(slot, object, narrow, integer(127)) != 0);
    CHECK(cl_evolve_put(slot, object, &narrow, integer(-129), &error) == 0);
    cl_field_spec half = field("f", CL_TYPE_FLOAT);
    half.flags = CL_FIELD_DECLARED | CL_FIELD_FLOAT32;
    CHECK(put(slot, object, half, 0x3fe0000000000000) != 0);                    /* 0.5 */
    CHECK(cl_evolve_put(slot, object, &half, 0x3fb999999999999a, &error) == 0); /* 0.1 is no float */
    half.flags = CL_FIELD_FLOAT32;
    CHECK(cl_evolve_put(slot, object, &half, 0, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "do not go with type"));
    daemon_validate(3);
}

/* A wider type keeps the slot; another one takes a fresh slot, and the old one is used when the type comes back. */
static void changes_types(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee(slot);
    uint32_t raw = find_field(object, "salary")->slot;
    uint32_t name = find_field(object, "name")->slot;
    put(slot, object, field("salary", CL_TYPE_ANY), integer(5));
    uint32_t tagged = find_field(object, "salary")->slot;
    CHECK(tagged != raw && bits_of(object, "salary") == integer(5) && cl_load_raw(object, raw) == 1000);
    put(slot, object, field("salary", CL_TYPE_INTEGER), 6);
    CHECK(find_field(object, "salary")->slot == raw && bits_of(object, "salary") == 6 &&
          cl_load_raw(object, tagged) == CL_TAG_NULL);
    put(slot, object, field("salary", CL_TYPE_FLOAT), 7);
    CHECK(find_field(object, "salary")->slot != raw && bits_of(object, "salary") == 7);
    put(slot, object, field("name", CL_TYPE_ANY), integer(8));
    CHECK(find_field(object, "name")->slot == name && bits_of(object, "name") == integer(8));
    put(slot, object, field("name", CL_TYPE_STRING), CL_TAG_NULL);
    CHECK(find_field(object, "name")->slot != name);
    daemon_validate(3);
}

/* Going back and forth ends in versions that exist already. */
static void versions_are_bounded(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    cl_error error = {0, ""};
    uint64_t object = employee(slot);
    uint64_t seed = 5;
    uint32_t class = shape_of(object)->class_entity;
    uint32_t name = named(CL_KIND_NAME, "wild");
    for (int i = 0; i < 3000; i++) {
        uint32_t pick = (uint32_t)check_random(&seed) % 5;
        if (pick == 4) {
            cl_evolve_remove(slot, object, name, &error);
        } else {
            put(slot, object, field("wild", pick == 3 ? CL_TYPE_STRING : CL_TYPE_ANY + pick), pick == 3 ? 0 : 1);
        }
    }
    const cl_shape *newest = cl_shape_at(here(), (uint32_t)cl_load_acquire(&cl_entity_at(here(), class)->value));
    CHECK(newest->version < 200 && shape_of(object)->total_slots < 10);
    daemon_validate(3);
}

static void long_chains(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee(slot);
    for (uint32_t i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "extra%u", i);
        put(slot, object, field(name, i % 2 == 0 ? CL_TYPE_INTEGER : CL_TYPE_ANY), i % 2 == 0 ? i : integer(i));
    }
    uint32_t blocks = 0;
    for (uint64_t at = object; cl_load_acquire(&cl_object_at(here(), cl_ref_of(at))->extension) != 0; blocks++) {
        at = cl_bytes(cl_load_acquire(&cl_object_at(here(), cl_ref_of(at))->extension));
        CHECK(cl_object_at(here(), cl_ref_of(at))->length == CL_EXTENSION_SLOTS << blocks);
    }
    CHECK(blocks == 6); /* 4 + 8 + 16 + 32 + 64 + 128 slots hold 200 */
    for (uint32_t i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "extra%u", i);
        CHECK(bits_of(object, name) == (i % 2 == 0 ? i : integer(i)));
    }
    CHECK(bits_of(object, "salary") == 1000);
    daemon_validate(3);
}

static void block_arithmetic(void) {
    uint32_t block = 0, index = 0;
    for (uint32_t e = 0; e < 5000; e++) {
        CHECK(cl_extension_block(e) == block && cl_extension_index(e) == index);
        if (++index == cl_extension_block_slots(block)) {
            block++;
            index = 0;
        }
    }
}

static void too_many_fields(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    cl_error error = {0, ""};
    static cl_field_spec fields[CL_FIELDS_MAX];
    for (uint32_t i = 0; i < CL_FIELDS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "w%u", i);
        fields[i] = field(name, CL_TYPE_INTEGER);
    }
    uint64_t object = object_of(slot, "Wide", fields, CL_FIELDS_MAX);
    cl_field_spec more = field("more", CL_TYPE_INTEGER);
    CHECK(cl_evolve_put(slot, object, &more, 1, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "1024 fields"));
}

static void refusals(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    cl_field_spec spec = field("state", CL_TYPE_ANY);
    uint64_t object = employee(slot);
    const uint64_t wrong[] = {0, 8, object + 8, 1ull << 40, here()->header->objects_offset - 16};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cl_error error = {0, ""};
        CHECK(cl_evolve_put(slot, wrong[i], &spec, 1, &error) == 0 &&
              check_error(&error, CL_ERR_ARGUMENT, "is no reference to a shared object"));
    }
    cl_error error = {0, ""};
    CHECK(cl_evolve_put(slot, string(slot, "s"), &spec, 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "no named fields"));
    CHECK(cl_evolve_put(slot, object, &spec, CL_TAG_FAILED, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "no tagged word"));
    spec.name = 0;
    CHECK(cl_evolve_put(slot, object, &spec, 1, &error) == 0 &&
          check_error(&error, CL_ERR_ARGUMENT, "is no name entity"));
}

static int32_t exchange(uint64_t slot, uint64_t object, const cl_field *of, uint64_t seen, uint64_t bits) {
    cl_error error = {0, ""};
    const cl_shape *shape = shape_of(object);
    cl_place place = cl_slot_place(here(), cl_ref_of(object), shape->inline_slots, of->slot);
    cl_exchange wanted = {
        .place = cl_offset_of(here(), place.address) + of->byte,
        .seen = seen,
        .bits = bits,
        .slot_kind = of->slot_kind,
    };
    return cl_field_exchange(slot, object, cl_shape_id(here(), shape), &wanted, &error);
}

static void exchanges_fields(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee(slot);
    cl_field name = *find_field(object, "name");
    uint32_t first = cl_shape_id(here(), shape_of(object));
    uint64_t text = string(slot, "a text of some length");
    CHECK(exchange(slot, object, &name, integer(1), text) == 1 && bits_of(object, "name") == text);
    CHECK(exchange(slot, object, &name, integer(1), 0) == CL_STALE && bits_of(object, "name") == text);
    CHECK(exchange(slot, object, find_field(object, "salary"), 1000, 1001) == 1);
    cl_field_spec narrow = field("n", CL_TYPE_INTEGER);
    narrow.flags = CL_FIELD_DECLARED | CL_FIELD_INT8;
    CHECK(put(slot, object, narrow, 5) != 0);
    narrow.name = named(CL_KIND_NAME, "m");
    CHECK(put(slot, object, narrow, 6) != 0);
    CHECK(exchange(slot, object, find_field(object, "n"), 5, (uint64_t)-1) == 1);
    CHECK(bits_of(object, "n") == (uint64_t)-1 && bits_of(object, "m") == 6 && bits_of(object, "salary") == 1001);
    /* A place that lost its field is null, and that is nobody's. */
    cl_error error = {0, ""};
    put(slot, object, field("name", CL_TYPE_INTEGER), 7);
    cl_exchange wanted = {.place = slot_place(object, name.slot), .bits = text, .slot_kind = CL_SLOT_TAGGED};
    CHECK(cl_field_exchange(slot, object, first, &wanted, &error) == CL_STALE);
    CHECK(cl_load_raw(object, name.slot) == CL_TAG_NULL && bits_of(object, "name") == 7);
    daemon_validate(3);
}

static void add_own_fields(void *number) {
    uint64_t slot = daemon_attach_slot("evolve");
    cl_error error = {0, ""};
    uint64_t object = cl_load_at(slot, repository("shared"));
    uint64_t me = *(uint64_t *)number;
    for (uint64_t i = 0; i < ADDED; i++) {
        char name[32];
        snprintf(name, sizeof name, "p%llu_%llu", (unsigned long long)me, (unsigned long long)i);
        put(slot, object, field(name, CL_TYPE_INTEGER), me * ADDED + i);
        put(slot, object, field("common", i % 3 == 0 ? CL_TYPE_INTEGER : i % 3 == 1 ? CL_TYPE_ANY : CL_TYPE_FLOAT), 1);
        if (i % 5 == 4) {
            cl_evolve_remove(slot, object, named(CL_KIND_NAME, "common"), &error);
        }
    }
}

static void many_processes_add_different_fields(void) {
    uint64_t slot = daemon_attach_slot("evolve");
    uint64_t object = employee_of(slot, "Common"); /* up to 880 versions of its own */
    cl_store_at(slot, repository("shared"), object);
    pid_t children[ADDERS];
    for (uint64_t i = 0; i < ADDERS; i++) {
        children[i] = check_fork(add_own_fields, &i);
    }
    for (int i = 0; i < ADDERS; i++) {
        CHECK(check_join(children[i]));
    }
    for (uint64_t me = 0; me < ADDERS; me++) {
        for (uint64_t i = 0; i < ADDED; i++) {
            char name[32];
            snprintf(name, sizeof name, "p%llu_%llu", (unsigned long long)me, (unsigned long long)i);
            CHECK(find_field(object, name) != NULL && bits_of(object, name) == me * ADDED + i);
        }
    }
    CHECK(bits_of(object, "salary") == 1000 && bits_of(object, "name") == integer(1));
    daemon_wait_vms(1);
    daemon_validate(3);
}

int main(void) {
    check_begin("evolve");
    daemon_start("evolve", NULL);
    RUN(adds_fields);
    RUN(removes_fields);
    RUN(keeps_widths);
    RUN(changes_types);
    RUN(versions_are_bounded);
    RUN(long_chains);
    RUN(block_arithmetic);
    RUN(too_many_fields);
    RUN(refusals);
    RUN(exchanges_fields);
    RUN(many_processes_add_different_fields);
    return check_end();
}
