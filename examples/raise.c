/* SPDX-License-Identifier: Apache-2.0 */
#include <colors.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_error error;

/* Ends the program where a function of the library failed, which is where it gave 0. */
static uint64_t good(uint64_t result) {
    if (result == 0) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return result;
}

static uint32_t named(uint32_t kind, const char *name) {
    return (uint32_t)good(cl_entity_intern(kind, name, strlen(name), &error));
}

/* Where the object's version has the field; what another program wrote may have it elsewhere, or not at all. */
static const cl_field *field_of(uint64_t object, const char *name) {
    const char *base = cl_base();
    const cl_header *header = cl_base();
    const cl_object_header *head = (const void *)(base + object);
    uint32_t id = atomic_load(&head->shape) & CL_SHAPE_ID_MASK;
    const cl_shape *shape = (const void *)(base + header->classes_offset + (uint64_t)id * CL_GRANULE);
    uint32_t entity = named(CL_KIND_NAME, name);
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].name == entity && (shape->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &shape->fields[i];
        }
    }
    fprintf(stderr, "the object has no field %s\n", name);
    exit(1);
}

int main(void) {
    cl_attach_options options = {.segment = getenv("COLORS_SEGMENT"), .language = "c", .program = "raise", .autostart = 1};
    good(cl_attach(&options, &error) != NULL);
    uint64_t slot = good(cl_slot_claim(&error)); /* one for each thread */

    uint64_t newest = (uint64_t)named(CL_KIND_REPOSITORY, "newest") * CL_GRANULE + offsetof(cl_entity, value);
    uint64_t smith = cl_load_at(slot, newest); /* a tagged word: here a reference, and a root until cl_chunk_free */
    if (smith == CL_TAG_NULL) {
        fprintf(stderr, "nobody was hired\n");
        return 1;
    }

    const cl_field *salary = field_of(smith, "salary");
    double amount;
    uint64_t bits = cl_load_number(smith, salary);
    memcpy(&amount, &bits, sizeof amount);
    amount += 10;
    memcpy(&bits, &amount, sizeof bits);
    cl_store_number(smith, salary, bits);

    char name[14]; /* a short string is in the word itself */
    size_t bytes = cl_untag_string(cl_load_tagged(slot, smith, field_of(smith, "name")->slot), name);
    printf("%.*s %.1f\n", (int)bytes, name, amount);
    cl_slot_release(slot);
    return 0;
}
