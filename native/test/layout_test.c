/* SPDX-License-Identifier: Apache-2.0 */
/* The layout table and its fingerprint. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "segment.h"

static int64_t find(const char *name) {
    size_t count;
    const cl_layout_entry *table = cl_layout_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].value;
        }
    }
    return INT64_MIN;
}

static void agrees_with_the_declarations(void) {
    CHECK(find("object.extension") == 12);
    CHECK(find("sizeof.object_header") == (int64_t)sizeof(cl_object_header));
    CHECK(find("header.gc_word") == (int64_t)offsetof(cl_header, gc_word));
    CHECK(find("header.version") == (int64_t)offsetof(cl_header, version));
    CHECK(find("header.builtin_shape") == (int64_t)offsetof(cl_header, builtin_shape));
    CHECK(find("shape.fields") == (int64_t)offsetof(cl_shape, fields));
    CHECK(find("field.slot_kind") == (int64_t)offsetof(cl_field, slot_kind));
    CHECK(find("entity.value") == (int64_t)offsetof(cl_entity, value));
    CHECK(find("slot.evolving") == (int64_t)offsetof(cl_slot, evolving));
    CHECK(find("vm.program") == (int64_t)offsetof(cl_vm, program));
    CHECK(find("chunk.slot") == (int64_t)offsetof(cl_chunk, slot));
    CHECK(find("string.encoding") == 20);
    CHECK(find("CL_SHAPE_EVOLVING") == 0x80000000ll);
    CHECK(find("CL_MAGIC") == (int64_t)CL_MAGIC);
    CHECK(find("CL_KIND_REPOSITORY") == CL_KIND_REPOSITORY);
    CHECK(find("no such name") == INT64_MIN);
}

static void has_each_name_once(void) {
    size_t count;
    const cl_layout_entry *table = cl_layout_table(&count);
    CHECK(count > 100);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            CHECK(strcmp(table[i].name, table[j].name) != 0);
        }
    }
}

static void fingerprint_changes_with_the_table(void) {
    size_t count;
    const cl_layout_entry *table = cl_layout_table(&count);
    cl_layout_entry *copy = malloc(count * sizeof *copy);
    memcpy(copy, table, count * sizeof *copy);
    uint64_t original = cl_layout_fingerprint_of(copy, count);
    CHECK(original == cl_layout_fingerprint() && original != 0);
    CHECK(cl_layout_fingerprint_of(copy, count - 1) != original);
    for (size_t i = 0; i < count; i++) {
        copy[i].value++;
        CHECK(cl_layout_fingerprint_of(copy, count) != original);
        copy[i] = table[i];
        copy[i].name = "renamed";
        CHECK(cl_layout_fingerprint_of(copy, count) != original);
        copy[i] = table[i];
    }
    copy[0] = table[1];
    copy[1] = table[0];
    CHECK(cl_layout_fingerprint_of(copy, count) != original);
    free(copy);
}

int main(void) {
    check_begin("layout");
    RUN(agrees_with_the_declarations);
    RUN(has_each_name_once);
    RUN(fingerprint_changes_with_the_table);
    return check_end();
}
