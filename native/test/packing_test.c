/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of all widths: where they are, that each holds what its width takes, and that a store touches no neighbour. */
#include <stdlib.h>

#include "daemon.h"
#include "words.h"

#define LISTS      400
#define MOST       40 /* fields of a random list */
#define NEIGHBOURS 6
#define STORES     300000

typedef struct width {
    const char *name;
    uint32_t type, flags, kind, bytes;
    uint64_t values[4];
} width;

#define INTEGER(NAME, BYTES, LOW, HIGH)                                                                                \
    {                                                                                                                  \
#NAME, CL_TYPE_INTEGER, CL_FIELD_DECLARED | CL_FIELD_##NAME, CL_SLOT_##NAME, BYTES, {                          \
            (uint64_t)(LOW), HIGH, 0, 1                                                                                \
        }                                                                                                              \
    }

static const width WIDTHS[] = {
    INTEGER(INT8, 1, INT8_MIN, INT8_MAX),
    INTEGER(INT16, 2, INT16_MIN, INT16_MAX),
    INTEGER(INT32, 4, INT32_MIN, INT32_MAX),
    INTEGER(CHAR, 2, 0x8000, UINT16_MAX),
    {"BOOLEAN", CL_TYPE_BOOLEAN, CL_FIELD_DECLARED, CL_SLOT_BOOLEAN, 1, {0, 1, 0, 1}},
    {"FLOAT32",
     CL_TYPE_FLOAT,
     CL_FIELD_DECLARED | CL_FIELD_FLOAT32,
     CL_SLOT_FLOAT32,
     4,
     {0x3ff8000000000000, 0xc7efffffe0000000, 0x36a0000000000000, 0x8000000000000000}}, /* 1.5, -max, min, -0.0 */
    {"INT64", CL_TYPE_INTEGER, CL_FIELD_DECLARED, CL_SLOT_INT64, 8, {1ull << 63, INT64_MAX, 0, 1}},
    {"FLOAT64", CL_TYPE_FLOAT, CL_FIELD_DECLARED, CL_SLOT_FLOAT64, 8, {0x3fb999999999999a, 0, 1, 1ull << 63}},
    {"STRING", CL_TYPE_STRING, CL_FIELD_DECLARED, CL_SLOT_TAGGED, 8, {CL_TAG_NULL, 3, 5, 7}},
};
#define WIDTH_COUNT (sizeof WIDTHS / sizeof WIDTHS[0])

static cl_field_spec spec_of(const width *w, uint32_t number) {
    char name[16];
    snprintf(name, sizeof name, "f%u", number);
    cl_field_spec spec = field(name, w->type);
    spec.flags = w->flags;
    return spec;
}

static const width *width_of(const cl_field *field) {
    for (uint32_t i = 0; i < WIDTH_COUNT; i++) {
        if (WIDTHS[i].kind == field->slot_kind) {
            return &WIDTHS[i];
        }
    }
    return NULL;
}

static void store(uint64_t slot, uint64_t object, const cl_field *field, uint64_t bits) {
    if (field->slot_kind == CL_SLOT_TAGGED) {
        cl_store_tagged(slot, object, field->slot, bits);
    } else {
        cl_store_number(object, field, bits);
    }
}

static void known_places(void) {
    uint64_t slot = daemon_attach_slot("packing");
    static const uint32_t order[] = {0, 6, 2, 3,
                                     4, 1, 5, 0}; /* int8, int64, int32, char, boolean, int16, float32, int8 */
    static const uint32_t slots[] = {0, 1, 0, 0, 0, 2, 2, 2}, bytes[] = {0, 0, 4, 2, 1, 0, 4, 2};
    cl_field_spec fields[8];
    for (uint32_t i = 0; i < 8; i++) {
        fields[i] = spec_of(&WIDTHS[order[i]], i);
    }
    const cl_shape *shape = shape_of(object_of(slot, "Known", fields, 8));
    CHECK(shape->inline_slots == 3 && shape->total_slots == 3 && shape->field_count == 8);
    for (uint32_t i = 0; i < 8; i++) {
        CHECK(shape->fields[i].slot == slots[i] && shape->fields[i].byte == bytes[i] &&
              shape->fields[i].slot_kind == WIDTHS[order[i]].kind);
    }
    daemon_validate(3);
}

/* Every field is at a multiple of its size, beside all others, and fewer than 8 bytes are left over. */
static void check_places(const cl_shape *shape) {
    static bool used[8 * MOST];
    uint32_t sum = 0;
    memset(used, 0, sizeof used);
    for (uint32_t i = 0; i < shape->field_count; i++) {
        const cl_field *field = &shape->fields[i];
        const width *w = width_of(field);
        CHECK(field->byte % w->bytes == 0 && field->byte + w->bytes <= 8 && field->slot < shape->inline_slots);
        for (uint32_t at = 8 * field->slot + field->byte, end = at + w->bytes; at < end; at++) {
            CHECK(!used[at]);
            used[at] = true;
        }
        sum += w->bytes;
    }
    CHECK(shape->inline_slots == (sum + 7) / 8);
}

/* Stores to one field change no other: an object as the copy in `expected` says, whatever the order. */
static void check_values(uint64_t slot, uint64_t object, uint64_t *random) {
    const cl_shape *shape = shape_of(object);
    uint64_t expected[MOST] = {0};
    for (uint32_t i = 0; i < 4 * shape->field_count; i++) {
        uint32_t pick = (uint32_t)check_random(random) % shape->field_count;
        expected[pick] = width_of(&shape->fields[pick])->values[check_random(random) % 4];
        store(slot, object, &shape->fields[pick], expected[pick]);
        for (uint32_t j = 0; j < shape->field_count; j++) {
            CHECK(cl_load_number(object, &shape->fields[j]) == expected[j]);
        }
    }
}

static void random_lists(void) {
    uint64_t slot = daemon_attach_slot("packing");
    uint64_t random = check_seed();
    for (uint64_t list = 0; list < check_amount("PACKING_LISTS", LISTS); list++) {
        char name[32];
        snprintf(name, sizeof name, "List%u", (unsigned)list);
        cl_field_spec fields[MOST];
        uint32_t count = 1 + (uint32_t)check_random(&random) % MOST;
        for (uint32_t i = 0; i < count; i++) {
            fields[i] = spec_of(&WIDTHS[check_random(&random) % WIDTH_COUNT], i);
        }
        uint64_t object = object_of(slot, name, fields, count);
        check_places(shape_of(object));
        check_values(slot, object, &random);
    }
    daemon_validate(3);
}

/* A field that an object gets later takes the first free bytes of its extension, and another's when that was removed
 * only if it is of its name and width. */
static void extensions_are_packed(void) {
    uint64_t slot = daemon_attach_slot("packing");
    cl_error error = {0, ""};
    cl_field_spec first = spec_of(&WIDTHS[0], 0);
    uint64_t object = object_of(slot, "Extended", &first, 1);
    for (uint32_t i = 1; i <= 8; i++) {
        put(slot, object, spec_of(&WIDTHS[1], i), i);
    }
    CHECK(shape_of(object)->inline_slots == 1 && shape_of(object)->total_slots == 3); /* 8 times 2 bytes */
    cl_field was = *find_field(object, "f3");
    CHECK_OK(cl_evolve_remove(slot, object, was.name, &error) != 0, &error);
    put(slot, object, spec_of(&WIDTHS[3], 3), 33); /* a char: other bytes */
    const cl_field *now = find_field(object, "f3");
    CHECK(now->slot == 3 && now->byte == 0 && cl_load_number(object, &was) == 3 && bits_of(object, "f3") == 33);
    put(slot, object, spec_of(&WIDTHS[1], 3), 333); /* as it was: its old bytes */
    now = find_field(object, "f3");
    CHECK(now->slot == was.slot && now->byte == was.byte && bits_of(object, "f3") == 333);
    for (uint32_t i = 1; i <= 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        CHECK(bits_of(object, name) == (i == 3 ? 333 : i));
    }
    daemon_validate(3);
}

/* Wider, narrower and back: another place each, and the value and the neighbours are right at every step. */
static void widths_change(void) {
    uint64_t slot = daemon_attach_slot("packing");
    cl_field_spec fields[] = {spec_of(&WIDTHS[2], 0), spec_of(&WIDTHS[2], 1)};
    uint64_t object = object_of(slot, "Changed", fields, 2);
    const cl_field before = *find_field(object, "f0"), other = *find_field(object, "f1");
    cl_store_number(object, &before, (uint64_t)-7);
    cl_store_number(object, &other, (uint64_t)INT32_MIN);
    put(slot, object, spec_of(&WIDTHS[6], 0), 1ull << 40);
    CHECK(bits_of(object, "f0") == 1ull << 40 && find_field(object, "f0")->slot == 1);
    CHECK(cl_load_number(object, &before) == (uint64_t)-7 && bits_of(object, "f1") == (uint64_t)INT32_MIN);
    put(slot, object, spec_of(&WIDTHS[2], 0), 8);
    CHECK(bits_of(object, "f0") == 8 && find_field(object, "f0")->slot == before.slot &&
          find_field(object, "f0")->byte == before.byte);
    CHECK(bits_of(object, "f1") == (uint64_t)INT32_MIN && shape_of(object)->total_slots == 2);
    put(slot, object, spec_of(&WIDTHS[0], 0), (uint64_t)-128);
    put(slot, object, spec_of(&WIDTHS[4], 1), 1);
    CHECK(bits_of(object, "f0") == (uint64_t)-128 && bits_of(object, "f1") == 1 && shape_of(object)->total_slots == 3);
    daemon_validate(3);
}

/* ---- neighbours in one slot, each of another process ---- */

static const uint32_t OWNED[NEIGHBOURS] = {0, 4, 3, 0, 0, 1}; /* int8, boolean, char, two int8, int16: 8 bytes */

static void store_own(void *number) {
    uint64_t slot = daemon_attach_slot("packing");
    uint32_t me = *(uint32_t *)number;
    uint64_t random = me + 1;
    uint64_t object = cl_load_at(slot, repository("neighbours"));
    const cl_field *field = &shape_of(object)->fields[me];
    const uint64_t *values = width_of(field)->values;
    for (uint64_t i = check_amount("PACKING_STORES", STORES); i > 0; i--) {
        uint64_t bits = values[check_random(&random) % 4];
        cl_store_number(object, field, bits);
        REQUIRE(cl_load_number(object, field) == bits, &(cl_error){.text = "another process stored over it"});
    }
}

/* The object moves on while others store by the version that they know. */
static void evolve_beside(void *nothing) {
    (void)nothing;
    uint64_t slot = daemon_attach_slot("packing");
    cl_error error = {0, ""};
    uint64_t object = cl_load_at(slot, repository("neighbours"));
    for (uint32_t i = 0; i < 2000; i++) {
        const width *w = &WIDTHS[i % 6];
        cl_field_spec spec = spec_of(w, 100 + i % 3);
        put(slot, object, spec, w->values[1]);
        CHECK(cl_load_number(object, find_field(object, i % 3 == 0   ? "f100"
                                                        : i % 3 == 1 ? "f101"
                                                                     : "f102")) == w->values[1]);
        CHECK_OK(cl_evolve_remove(slot, object, spec.name, &error) != 0, &error);
    }
}

static void neighbours_do_not_disturb(void) {
    uint64_t slot = daemon_attach_slot("packing");
    cl_field_spec fields[NEIGHBOURS];
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        fields[i] = spec_of(&WIDTHS[OWNED[i]], i);
    }
    uint64_t object = object_of(slot, "Neighbours", fields, NEIGHBOURS);
    CHECK(shape_of(object)->total_slots == 1);
    cl_store_at(slot, repository("neighbours"), object);
    pid_t children[NEIGHBOURS + 1];
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        children[i] = check_fork(store_own, &i);
    }
    children[NEIGHBOURS] = check_fork(evolve_beside, NULL);
    for (uint32_t i = 0; i <= NEIGHBOURS; i++) {
        CHECK(check_join(children[i]));
    }
    daemon_wait_vms(1);
    daemon_validate(3);
}

int main(void) {
    check_begin("packing");
    daemon_start("packing", NULL);
    RUN(known_places);
    RUN(random_lists);
    RUN(extensions_are_packed);
    RUN(widths_change);
    RUN(neighbours_do_not_disturb);
    return check_end();
}
