/* SPDX-License-Identifier: Apache-2.0 */
/* Root-log chunks: sets of what was loaded, kept until freed. */
#include "daemon.h"
#include "here.h"
#include "words.h"

#define NODES 5000

static _Atomic uint32_t *entries_of(uint64_t slot) {
    const cl_slot *record = cl_at(here(), slot);
    return cl_chunk_entries(here(), record->chunk - 1);
}

static uint32_t count(const _Atomic uint32_t *entries, uint64_t reference) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        found += cl_load_acquire(&entries[i]) == cl_granules(reference);
    }
    return found;
}

static void logs_each_reference_once(void) {
    uint64_t slot = daemon_attach_slot("chunk");
    cl_field_spec next = field("next", CL_TYPE_ANY);
    uint64_t object = object_of(slot, "Node", &next, 1);
    CHECK(count(entries_of(slot), object) == 1); /* allocation is a root */
    cl_store_tagged(slot, object, 0, object);
    for (int i = 0; i < 100; i++) {
        CHECK(cl_load_tagged(slot, object, 0) == object);
    }
    CHECK(count(entries_of(slot), object) == 1);
    uint64_t word = integer(0x12345678);
    cl_store_tagged(slot, object, 0, word);
    CHECK(cl_load_tagged(slot, object, 0) == word && count(entries_of(slot), word) == 0);
    daemon_validate(3);
}

/* Every loaded reference is in some chunk that was not freed. */
static void a_full_chunk_stays_a_root(void) {
    uint64_t slot = daemon_attach_slot("chunk");
    const cl_slot *record = cl_at(here(), slot);
    cl_field_spec next = field("next", CL_TYPE_ANY);
    uint32_t chunks[64];
    uint32_t used = 0;
    uint64_t objects[NODES];
    chunks[used++] = record->chunk;
    for (int i = 0; i < NODES; i++) {
        objects[i] = object_of(slot, "Node", &next, 1);
        if (record->chunk != chunks[used - 1] && used < 64) {
            chunks[used++] = record->chunk;
        }
    }
    CHECK(used > NODES / CL_CHUNK_ENTRIES && used < 4 * NODES / CL_CHUNK_ENTRIES);
    for (int i = 0; i < NODES; i++) {
        uint32_t found = 0;
        for (uint32_t j = 0; j < used; j++) {
            found += count(cl_chunk_entries(here(), chunks[j] - 1), objects[i]);
        }
        CHECK(found == 1);
    }
    const cl_vm *vm = cl_vm_at(here(), (uint32_t)cl_vm_index());
    CHECK(cl_load_relaxed(&vm->chunks) == used);
    daemon_validate(3);
}

static bool is_empty(const _Atomic uint32_t *entries) {
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        if (cl_load_acquire(&entries[i]) != 0) {
            return false;
        }
    }
    return true;
}

static void freed_chunks_are_empty_and_used_again(void) {
    uint64_t slot = daemon_attach_slot("chunk");
    cl_error error = {0, ""};
    cl_field_spec next = field("next", CL_TYPE_ANY);
    const cl_slot *record = cl_at(here(), slot);
    const cl_vm *vm = cl_vm_at(here(), (uint32_t)cl_vm_index());
    object_of(slot, "Node", &next, 1);
    for (uint32_t i = 0; i < 3 * CL_CHUNK_MAX / 2; i++) { /* more than there are */
        uint64_t old = cl_chunk_entries_offset(here(), record->chunk - 1);
        uint64_t fresh = cl_chunk_next(slot, &error);
        REQUIRE(fresh != 0 && fresh == cl_chunk_entries_offset(here(), record->chunk - 1), &error);
        cl_chunk_free(slot, old);
        if (i % 1024 == 0) {
            CHECK(is_empty(cl_at(here(), old)) && is_empty(cl_at(here(), fresh)));
        }
    }
    CHECK(cl_load_relaxed(&vm->chunks) == 1);
    cl_chunk_free(slot, 0); /* nonsense is not followed */
    cl_chunk_free(slot, cl_chunk_entries_offset(here(), CL_CHUNK_MAX - 1));
    CHECK(cl_load_relaxed(&vm->chunks) == 1);
}

static void all_chunks_in_use(void) {
    uint64_t slot = daemon_attach_slot("chunk");
    cl_error error = {0, ""};
    uint64_t first = cl_chunk_entries_offset(here(), ((const cl_slot *)cl_at(here(), slot))->chunk - 1);
    uint32_t held = 1;
    while (cl_chunk_next(slot, &error) != 0) {
        held++;
    }
    CHECK(held == CL_CHUNK_MAX);
    CHECK(check_error(&error, CL_ERR_MEMORY, "root-log chunks of the segment are in use"));
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_MEMORY, "root-log chunks"));
    cl_chunk_free(slot, first);
    CHECK(cl_chunk_next(slot, &error) == first);
}

typedef struct hoarder {
    _Atomic uint32_t ready;
    _Atomic uint32_t over;
} hoarder;

/* Takes all chunks that are left, and lets go of some when they are short, as every JVM does. */
static void hoard(void *shared) {
    hoarder *h = shared;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("chunks-short");
    const cl_header *header = here()->header;
    uint32_t pressure = cl_load_acquire(&header->pressure);
    uint64_t entries = 0;
    for (uint32_t i = 0; i < CL_CHUNK_MAX - 2; i++) {
        entries = cl_chunk_next(slot, &error);
        REQUIRE(entries != 0, &error);
    }
    cl_store_release(&h->ready, 1);
    while (cl_load_acquire(&h->over) == 0) {
        check_sleep_us(1000);
        if (cl_load_acquire(&header->pressure) != pressure && entries != 0) {
            cl_chunk_free(slot, header->chunk_entries_offset + 8 * CL_CHUNK_BYTES);
            entries = 0;
        }
    }
}

/* Other processes may hold chunks for dead wrappers: they are asked before it is said that there are none. */
static void all_chunks_are_another_processs(void) {
    cl_error error = {0, ""};
    hoarder *h = check_share(sizeof *h);
    uint64_t slot = daemon_attach_slot("chunks-short");
    pid_t child = check_fork(hoard, h);
    check_await(&h->ready, 1);
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
    cl_store_release(&h->over, 1);
    CHECK(check_join(child));
}

int main(void) {
    check_begin("chunk");
    daemon_start("chunk", NULL);
    RUN(logs_each_reference_once);
    RUN(a_full_chunk_stays_a_root);
    RUN(freed_chunks_are_empty_and_used_again);
    RUN(all_chunks_in_use);
    daemon_start("chunks-short", NULL);
    RUN(all_chunks_are_another_processs);
    return check_end();
}
