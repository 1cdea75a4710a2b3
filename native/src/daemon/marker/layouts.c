/* SPDX-License-Identifier: Apache-2.0 */
#include "layouts.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base.h"

static _Atomic(cl_layout *) *table; /* by shape id */
static uint32_t table_count;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static uint64_t table_bytes(void) {
    return table_count * (uint64_t)sizeof *table;
}

int cl_layouts_open(const cl_space *space, cl_error *error) {
    table_count = (uint32_t)(space->geometry.classes_bytes / CL_GRANULE);
    void *memory =
        mmap(NULL, table_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return cl_fail(error, CL_ERR_SYSTEM, "no address space for %llu bytes of the collector's layouts: %s",
                       (unsigned long long)table_bytes(), strerror(errno));
    }
    table = memory;
    return 1;
}

void cl_layouts_close(void) {
    for (uint32_t i = 0; i < table_count; i++) {
        free(cl_load_relaxed(&table[i]));
    }
    munmap(table, table_bytes());
    table = NULL;
}

static bool take_copy(const cl_space *space, uint32_t id, cl_shape_copy *into) {
    uint64_t end = space->geometry.classes_offset + space->geometry.classes_bytes;
    return cl_copy_shape(space, id, end, into) &&
           into->shape.header.length == sizeof(cl_shape) + into->shape.field_count * sizeof(cl_field);
}

static bool is_good(const cl_shape_copy *c) {
    if (c->shape.kind == 0 || c->shape.kind >= CL_KIND_SHAPE || c->shape.total_slots > CL_FIELDS_MAX ||
        c->shape.inline_slots > c->shape.total_slots) {
        return false;
    }
    for (uint32_t i = 0; i < c->shape.field_count; i++) {
        if (c->shape.fields[i].slot >= c->shape.total_slots) {
            return false;
        }
    }
    return true;
}

static void add_tagged(cl_layout *layout, const cl_shape_copy *c, bool in_object) {
    for (uint32_t i = 0; i < c->shape.field_count; i++) {
        if (c->shape.fields[i].slot_kind == CL_SLOT_TAGGED &&
            (c->shape.fields[i].slot < c->shape.inline_slots) == in_object) {
            layout->tagged[layout->tagged_count++] = (uint16_t)c->shape.fields[i].slot;
        }
    }
}

static cl_layout *make(const cl_shape_copy *c) {
    cl_layout *layout = calloc(1, sizeof *layout + c->shape.field_count * sizeof layout->tagged[0]);
    if (layout != NULL) {
        layout->kind = (uint16_t)c->shape.kind;
        layout->inline_slots = (uint16_t)c->shape.inline_slots;
        layout->total_slots = (uint16_t)c->shape.total_slots;
        add_tagged(layout, c, true);
        layout->inline_tagged = layout->tagged_count;
        add_tagged(layout, c, false);
    }
    return layout;
}

static const cl_layout *find_or_make(const cl_space *space, uint32_t id) {
    static cl_shape_copy c; /* guarded by `making` */
    pthread_mutex_lock(&making);
    cl_layout *layout = cl_load_relaxed(&table[id]);
    if (layout == NULL && take_copy(space, id, &c) && is_good(&c)) {
        layout = make(&c);
        cl_store_release(&table[id], layout);
    }
    pthread_mutex_unlock(&making);
    return layout;
}

const cl_layout *cl_layouts_find(const cl_space *space, uint32_t id) {
    if (id >= table_count) {
        return NULL;
    }
    const cl_layout *layout = cl_load_acquire(&table[id]);
    return layout != NULL ? layout : find_or_make(space, id);
}
