/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLLECT_TIMEOUT_MS 600000

char *shared_base;
uint64_t shared_slot;
uint32_t shared_filled_chunk;
static uint32_t shape;

static void require(bool good, const cl_error *error) {
    if (!good) {
        fprintf(stderr, "%s\n", error->text);
        exit(EXIT_FAILURE);
    }
}

static uint32_t intern(uint32_t kind, const char *name) {
    cl_error error;
    uint32_t entity = cl_entity_intern(kind, name, strlen(name), &error);
    require(entity != 0, &error);
    return entity;
}

static uint32_t node_shape(void) {
    cl_error error;
    uint32_t class = intern(CL_KIND_CLASS, "bench.Node");
    cl_field_spec fields[SHARED_FIELDS] = {
        {.name = intern(CL_KIND_NAME, "value"), .type = CL_TYPE_INTEGER, .flags = CL_FIELD_DECLARED},
        {.name = intern(CL_KIND_NAME, "left"),
         .type = CL_TYPE_CLASS,
         .type_name = class,
         .flags = CL_FIELD_DECLARED | CL_FIELD_NULLABLE},
        {.name = intern(CL_KIND_NAME, "right"),
         .type = CL_TYPE_CLASS,
         .type_name = class,
         .flags = CL_FIELD_DECLARED | CL_FIELD_NULLABLE},
    };
    uint32_t id = cl_shape_intern(class, fields, SHARED_FIELDS, &error);
    require(id != 0, &error);
    return id;
}

static uint32_t chunk_now(void) {
    return ((cl_slot *)(shared_base + shared_slot))->chunk;
}

void shared_attach(const char *segment, const char *program) {
    cl_error error;
    cl_attach_options options = {.segment = segment, .language = "c", .program = program};
    shared_base = cl_attach(&options, &error);
    require(shared_base != NULL, &error);
    shape = node_shape();
    shared_slot = cl_slot_claim(&error);
    require(shared_slot != 0, &error);
    shared_filled_chunk = chunk_now();
}

static uint64_t entries_of(uint32_t chunk) {
    return shared_header()->chunk_entries_offset + (chunk - 1) * (uint64_t)CL_CHUNK_ENTRIES * sizeof(uint32_t);
}

void shared_free_chunk(void) {
    cl_chunk_free(shared_slot, entries_of(shared_filled_chunk));
    shared_filled_chunk = chunk_now();
}

uint64_t shared_make(void) {
    cl_error error;
    uint64_t node = cl_allocate(shared_slot, shape, &error);
    require(node != 0, &error);
    return node;
}

uint64_t shared_repository(const char *key) {
    return ((uint64_t)intern(CL_KIND_REPOSITORY, key) << CL_GRANULE_SHIFT) + offsetof(cl_entity, value);
}

void shared_collect(void) {
    cl_error error;
    require(cl_collect(COLLECT_TIMEOUT_MS, &error), &error);
}

const cl_header *shared_header(void) {
    return (const cl_header *)shared_base;
}

void shared_print_cycle(void) {
    uint64_t number = shared_header()->cycles_finished;
    const cl_cycle *c = (const cl_cycle *)(shared_base + shared_header()->cycles_offset) + number % CL_CYCLE_RECORDS;
    printf("cycle %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", c->grace_ns,
           c->report_ns, c->mark_ns, c->mark_cpu_ns, c->sweep_ns, c->marked_objects, c->marked_bytes);
}
