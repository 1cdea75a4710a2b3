/* SPDX-License-Identifier: Apache-2.0 */
#include "pointer_maps.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base.h"

static _Atomic(cl_pointer_map *) *maps; /* by shape id */
static uint32_t map_count;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static uint64_t maps_bytes(void) {
    return map_count * (uint64_t)sizeof *maps;
}

int cl_pointer_maps_open(const cl_space *space, cl_error *error) {
    map_count = (uint32_t)(space->geometry.classes_bytes / CL_GRANULE);
    void *memory = mmap(NULL, maps_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return cl_fail(error, CL_ERR_SYSTEM, "no address space for %llu bytes of the collector's pointer maps: %s",
                       (unsigned long long)maps_bytes(), strerror(errno));
    }
    maps = memory;
    return 1;
}

void cl_pointer_maps_close(void) {
    for (uint32_t i = 0; i < map_count; i++) {
        free(cl_load_relaxed(&maps[i]));
    }
    munmap(maps, maps_bytes());
    maps = NULL;
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

static void add_tagged(cl_pointer_map *map, const cl_shape_copy *c, bool in_object) {
    for (uint32_t i = 0; i < c->shape.field_count; i++) {
        if (c->shape.fields[i].slot_kind == CL_SLOT_TAGGED &&
            (c->shape.fields[i].slot < c->shape.inline_slots) == in_object) {
            map->tagged[map->tagged_count++] = (uint16_t)c->shape.fields[i].slot;
        }
    }
}

static cl_pointer_map *make(const cl_shape_copy *c) {
    cl_pointer_map *map = calloc(1, sizeof *map + c->shape.field_count * sizeof map->tagged[0]);
    if (map != NULL) {
        map->kind = (uint16_t)c->shape.kind;
        map->inline_slots = (uint16_t)c->shape.inline_slots;
        map->total_slots = (uint16_t)c->shape.total_slots;
        add_tagged(map, c, true);
        map->inline_tagged = map->tagged_count;
        add_tagged(map, c, false);
    }
    return map;
}

static const cl_pointer_map *find_or_make(const cl_space *space, uint32_t id) {
    static cl_shape_copy c; /* guarded by `making` */
    pthread_mutex_lock(&making);
    cl_pointer_map *map = cl_load_relaxed(&maps[id]);
    if (map == NULL && take_copy(space, id, &c) && is_good(&c)) {
        map = make(&c);
        cl_store_release(&maps[id], map);
    }
    pthread_mutex_unlock(&making);
    return map;
}

const cl_pointer_map *cl_pointer_maps_find(const cl_space *space, uint32_t id) {
    if (id >= map_count) {
        return NULL;
    }
    const cl_pointer_map *map = cl_load_acquire(&maps[id]);
    return map != NULL ? map : find_or_make(space, id);
}
