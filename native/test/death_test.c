/* SPDX-License-Identifier: Apache-2.0 */
/* What the daemon takes back from dead processes. */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "region.h"
#include "roots.h"
#include "words.h"

static uint32_t count_slots(void) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        used += cl_load_acquire(&cl_slot_at(here(), i)->vm) != 0;
    }
    return used;
}

static uint32_t count_chunks(void) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        used += cl_load_acquire(&cl_chunk_at(here(), i)->vm) != 0;
    }
    return used;
}

static void hold_much(void *unused) {
    (void)unused;
    cl_error error = {0, ""};
    daemon_attach("death");
    for (int i = 0; i < 100; i++) {
        uint64_t slot = cl_slot_claim(&error);
        REQUIRE(slot != 0 && cl_chunk_next(slot, &error) != 0, &error);
        string(slot, "kept by a log");
        cl_slot *record = cl_at(here(), slot);
        cl_store_release(&record->seq, cl_load_relaxed(&record->seq) + 1); /* dies inside an operation */
    }
    raise(SIGKILL);
}

static void slots_and_chunks(void) {
    daemon_attach_slot("death");
    CHECK(count_slots() == 1 && count_chunks() == 1);
    CHECK(check_killed(check_fork(hold_much, NULL)));
    daemon_wait_vms(1);
    CHECK(count_slots() == 1 && count_chunks() == 1);
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(here(), i);
        CHECK(cl_load_relaxed(&slot->seq) % 2 == 0);
        CHECK(cl_load_acquire(&slot->vm) != 0 || (slot->alloc_top == 0 && slot->alloc_limit == 0 && slot->chunk == 0));
    }
    daemon_validate(3);
    cl_error error = {0, ""};
    for (uint32_t i = 0; i < 300; i++) { /* a reclaimed chunk is empty */
        uint64_t entries = cl_chunk_next(cl_slot_claim(&error), &error);
        REQUIRE(entries != 0, &error);
        const uint32_t *entry = cl_at(here(), entries);
        for (uint32_t j = 0; j < CL_CHUNK_ENTRIES; j++) {
            CHECK(entry[j] == 0);
        }
    }
}

static void attach_and_go(void *unused) {
    (void)unused;
    daemon_attach_slot("death");
}

/* Entries are used again; a normal end counts as a death. */
static void many_processes_in_turn(void) {
    daemon_attach("death");
    for (uint32_t i = 0; i < CL_VM_MAX + 40; i++) {
        CHECK(check_join(check_fork(attach_and_go, NULL)));
    }
    daemon_wait_vms(1);
    CHECK(count_slots() == 0);
    const cl_vm *vm = cl_vm_at(here(), (uint32_t)cl_vm_index());
    CHECK(vm->pid == (uint32_t)getpid() && vm->uid == geteuid() && strcmp(vm->language, "c") == 0 &&
          strcmp(vm->program, "death") == 0);
}

typedef struct claim {
    uint64_t object;
    bool holds; /* CL_SHAPE_EVOLVING, not only the announcement */
} claim;

static void die_evolving(void *argument) {
    const claim *c = argument;
    uint64_t offset = daemon_attach_slot("death");
    cl_slot *slot = cl_at(here(), offset);
    cl_store_release(&slot->evolving, cl_granules(c->object));
    if (c->holds) {
        cl_store_release(&cl_object_at(here(), cl_ref_of(c->object))->shape,
                         cl_load_relaxed(&cl_object_at(here(), cl_ref_of(c->object))->shape) | CL_SHAPE_EVOLVING);
    }
    raise(SIGKILL);
}

static uint32_t shape_word(uint64_t object) {
    return cl_load_acquire(&cl_object_at(here(), cl_ref_of(object))->shape);
}

static void a_dead_evolver_is_ended(void) {
    uint64_t slot = daemon_attach_slot("death");
    cl_field_spec spec = field("a", CL_TYPE_INTEGER);
    claim c = {object_of(slot, "Held", &spec, 1), true};
    uint32_t before = shape_word(c.object);
    CHECK(check_killed(check_fork(die_evolving, &c)));
    put(slot, c.object, field("b", CL_TYPE_INTEGER), 5); /* waits for the daemon */
    CHECK(bits_of(c.object, "b") == 5);
    daemon_wait_vms(1);
    CHECK((shape_word(c.object) & ~CL_SHAPE_ID_MASK) == 0 && shape_word(c.object) != before);
    daemon_validate(3);
}

/* A process that only was about to evolve dies; the live holder keeps its bit until its own store. */
static void a_live_evolver_is_left_alone(void) {
    uint64_t slot = daemon_attach_slot("death");
    cl_slot *record = cl_at(here(), slot);
    cl_field_spec spec = field("a", CL_TYPE_INTEGER);
    claim c = {object_of(slot, "Held", &spec, 1), false};
    uint32_t before = shape_word(c.object);
    cl_store_release(&record->evolving, cl_granules(c.object));
    cl_store_release(&cl_object_at(here(), cl_ref_of(c.object))->shape, before | CL_SHAPE_EVOLVING);
    CHECK(check_killed(check_fork(die_evolving, &c)));
    daemon_wait_vms(1);
    check_sleep_us(50000);
    CHECK((shape_word(c.object) & CL_SHAPE_EVOLVING) != 0);
    cl_store_release(&cl_object_at(here(), cl_ref_of(c.object))->shape, before);
    cl_store_release(&record->evolving, 0);
    check_sleep_us(50000);
    CHECK(shape_word(c.object) == before);
    put(slot, c.object, field("b", CL_TYPE_INTEGER), 5);
    daemon_validate(3);
}

/* An object that waits for its recovery dies; its memory is another's when the daemon tries again. */
static void a_freed_object_is_not_recovered(void) {
    uint64_t slot = daemon_attach_slot("death");
    cl_slot *record = cl_at(here(), slot);
    cl_field_spec spec = field("a", CL_TYPE_INTEGER);
    claim c = {object_of(slot, "Held", &spec, 1), true};
    _Atomic uint32_t *word = &cl_object_at(here(), cl_ref_of(c.object))->shape;
    uint32_t text = CL_SHAPE_EVOLVING | 4711;
    cl_store_release(&record->evolving, cl_granules(c.object)); /* for the daemon, this one may be the holder */
    CHECK(check_killed(check_fork(die_evolving, &c)));
    daemon_wait_vms(1);
    cl_store_release(cl_mark_at(here(), cl_ref_of(c.object)), 0);
    cl_store_release(word, text);
    cl_store_release(&record->evolving, 0);
    for (int i = 0; i < 3; i++) { /* the daemon tries again after each */
        CHECK(check_join(check_fork(attach_and_go, NULL)));
        daemon_wait_vms(1);
    }
    CHECK(cl_load_acquire(word) == text);
}

static void die_naming_nonsense(void *granules) {
    uint64_t offset = daemon_attach_slot("death");
    cl_slot *slot = cl_at(here(), offset);
    cl_store_release(&slot->evolving, *(uint32_t *)granules);
    cl_store_release(&slot->seq, UINT64_MAX);
    slot->alloc_top = UINT64_MAX;
    raise(SIGKILL);
}

/* The daemon does not follow what a broken process left. */
static void nonsense_is_not_followed(void) {
    daemon_attach_slot("death");
    uint32_t wrong[] = {1, UINT32_MAX, cl_granules(here()->header->objects_offset) + 12345,
                        cl_granules(here()->header->segment_bytes)};
    for (int i = 0; i < 4; i++) {
        CHECK(check_killed(check_fork(die_naming_nonsense, &wrong[i])));
        daemon_wait_vms(1);
    }
    daemon_validate(3);
    CHECK(daemon_pid("death") > 0);
}

static void be_child_of_attached(void *unused) {
    (void)unused;
    cl_error error = {0, ""};
    CHECK(cl_base() == NULL && cl_vm_index() == -1);
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_STATE, "not attached"));
    daemon_attach_slot("death");
    CHECK(cl_vm_index() >= 0);
}

/* A forked child is not attached and does not keep its parent's entry alive. */
static void fork_while_attached(void) {
    daemon_attach_slot("death");
    CHECK(check_join(check_fork(be_child_of_attached, NULL)));
    daemon_wait_vms(1);
    daemon_validate(3);
}

/* ---- the sign of life ---- */

typedef struct life {
    _Atomic uint32_t ready;
    _Atomic uint32_t go;
    uint32_t vm;
    uint32_t slot;
    pid_t child;
    uint64_t object;
} life;

static uint32_t owner_of(const life *l) {
    return cl_load_acquire(&cl_slot_at(here(), l->slot)->vm);
}

static void await_flag(const life *l, uint32_t flag) {
    cl_error late = {0, "the daemon did not notice the end of the connection"};
    const cl_vm *vm = cl_vm_at(here(), l->vm);
    for (uint64_t start = check_now_ms(); (cl_load_acquire(&vm->flags) & flag) == 0; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
}

static void await_free(const life *l) {
    cl_error late = {0, "a dead process kept its slot"};
    for (uint64_t start = check_now_ms(); owner_of(l) != 0; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
}

static void hold_without_descriptors(void *argument) {
    life *l = argument;
    setenv("COLORS_KEEPER", "off", 1); /* it does not come back */
    uint64_t slot = daemon_attach_slot("closed");
    l->vm = (uint32_t)cl_vm_index();
    l->slot = cl_slot_index(here(), cl_at(here(), slot));
    l->object = string(slot, "held by a log");
    CHECK(syscall(SYS_close_range, 3u, ~0u, 0u) == 0);
    cl_store_release(&l->ready, 1);
    check_await(&l->go, 1);
    CHECK(holds_text(l->object, "held by a log"));
    if (cl_load_acquire(&l->go) == 2) { /* another program is not attached */
        cl_store_release(&l->ready, 2);
        execl("/bin/sleep", "sleep", "60", NULL);
    }
    pid_t child = fork(); /* nor is a child */
    if (child == 0) {
        pause();
    }
    l->child = child;
    cl_store_release(&l->ready, 2);
}

/* As programs do that become daemons: it lives on with all that it has, until it ends or is another program. */
static void who_closes_all_descriptors_lives(void) {
    life *l = check_share(sizeof *l);
    daemon_attach_slot("closed");
    for (uint32_t end = 1; end <= 2; end++) {
        *l = (life){0};
        pid_t child = check_fork(hold_without_descriptors, l);
        check_await(&l->ready, 1);
        await_flag(l, CL_VM_ABSENT);
        check_sleep_us(300000); /* the daemon looks at it again and again */
        collect();
        collect();
        CHECK(owner_of(l) == l->vm + 1 && holds_text(l->object, "held by a log"));
        cl_store_release(&l->go, end);
        check_await(&l->ready, 2);
        await_free(l);
        if (end == 1) {
            CHECK(check_join(child));
            CHECK(l->child > 0 && kill(l->child, SIGKILL) == 0);
        } else {
            kill(child, SIGKILL);
            CHECK(check_killed(child));
        }
    }
    daemon_validate(3);
}

static void too_many_slots(void) {
    cl_error error = {0, ""};
    daemon_attach("death");
    daemon_wait_vms(1); /* those of the case before have given up their slots */
    uint32_t claimed = 0;
    while (cl_slot_claim(&error) != 0) {
        claimed++;
    }
    CHECK(claimed == CL_SLOT_MAX && check_error(&error, CL_ERR_MEMORY, "all 16384 mutator slots"));
}

static void die_naming(void *granules) {
    uint64_t claimed = daemon_attach_slot("swept");
    cl_slot *slot = cl_at(here(), claimed);
    cl_store_release(&slot->evolving, *(uint32_t *)granules);
    raise(SIGKILL);
}

static bool is_any_abandoned(void) {
    bool any = false;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        any = any || cl_load_acquire(&cl_slot_at(here(), i)->abandoned) != 0;
    }
    return any;
}

/* Its evolver died, and it is garbage: the next moment an allocator may have its memory, so nobody may change a word of
 * it any more. Here it is a place inside a block, where no sweep looks. */
static void a_dead_object_is_not_recovered(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("swept");
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    uint64_t place = cl_block_large(slot, 2 * CL_REGION_BYTES, &error) + CL_PAGE;
    uint32_t granules = cl_granules(place);
    uint32_t epoch = cl_load_acquire(&here()->header->swept_epoch);
    cl_store_release(&cl_object_at(here(), cl_ref_of(place))->shape, CL_SHAPE_EVOLVING | 7);
    cl_store_release(cl_mark_at(here(), cl_ref_of(place)), (uint8_t)(CL_MARK_OBJECT | cl_epoch_before(epoch)));
    CHECK(check_killed(check_fork(die_naming, &granules)));
    daemon_wait_vms(1);
    for (uint64_t start = check_now_ms(); is_any_abandoned() && check_now_ms() - start < PATIENCE_MS;) {
        check_sleep_us(1000);
    }
    CHECK(!is_any_abandoned());
    CHECK(cl_load_acquire(&cl_object_at(here(), cl_ref_of(place))->shape) == (CL_SHAPE_EVOLVING | 7));
    cl_store_release(cl_mark_at(here(), cl_ref_of(place)), 0);
}

int main(void) {
    check_begin("death");
    daemon_start("death", NULL);
    RUN(slots_and_chunks);
    RUN(many_processes_in_turn);
    RUN(a_dead_evolver_is_ended);
    RUN(a_live_evolver_is_left_alone);
    RUN(a_freed_object_is_not_recovered);
    RUN(nonsense_is_not_followed);
    RUN(fork_while_attached);
    daemon_start("closed", NULL);
    RUN(who_closes_all_descriptors_lives);
    RUN(too_many_slots);
    daemon_start("swept", NULL);
    RUN(a_dead_object_is_not_recovered);
    return check_end();
}
