/* SPDX-License-Identifier: Apache-2.0 */
/* A process that is attached read-only [layout.reader]: it reads all, keeps what it reads alive, and cannot write. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "area.h"
#include "census.h"
#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "opened.h"
#include "packet.h"
#include "raw.h"
#include "readers.h"
#include "roots.h"

typedef struct shared {
    _Atomic uint32_t ready;
    _Atomic uint32_t go;
    uint64_t object;
} shared;

static uint64_t attach_reader(const char *segment) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = segment,
                                 .language = "c",
                                 .program = "reader",
                                 .timeout_ms = PATIENCE_MS,
                                 .flags = CL_ATTACH_READONLY};
    REQUIRE(cl_attach(&options, &error) != NULL, &error);
    CHECK(cl_is_readonly() && !cl_ranges_use(1));
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    return slot;
}

/* A little of everything, made by a writer. */
static void fill(void *argument) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(argument);
    const cl_field_spec fields[] = {field("number", CL_TYPE_INTEGER)};
    uint64_t object = object_of(slot, "Thing", fields, 1);
    cl_store_at(slot, repository("thing"), object);
    cl_store_raw(object, find_field(object, "number")->slot, 42);
    cl_field_spec name = field("name", CL_TYPE_STRING);
    name.flags = CL_FIELD_NULLABLE;
    put(slot, object, name, string(slot, "a name"));
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
    REQUIRE(list != 0, &error);
    cl_store_at(slot, repository("list"), list);
    for (uint64_t i = 0; i < 100; i++) {
        cl_element element = {.kind = CL_SLOT_INT64, .bits = i * i};
        REQUIRE(cl_list_insert(slot, list, UINT32_MAX, &element, &error), &error);
    }
    uint64_t map = cl_map_make(slot, CL_KIND_MAP, 0, &error);
    REQUIRE(map != 0, &error);
    cl_store_at(slot, repository("map"), map);
    for (int64_t i = 0; i < 100; i++) {
        cl_found seen = {.head = cl_load_acquire(&((cl_container *)cl_at(here(), map))->head),
                         .generation = cl_load_acquire(&((cl_container *)cl_at(here(), map))->generation),
                         .entry = UINT32_MAX};
        cl_entry entry = {.key = integer(i), .value = string(slot, "value"), .hash = (uint32_t)i};
        REQUIRE(cl_map_append(slot, map, &seen, &entry, &error) == 1, &error);
    }
}

static bool is_seven(uint64_t key, void *unused) {
    (void)unused;
    return key == integer(7);
}

static uint64_t find(const char *name) {
    uint32_t entity = cl_entity_find(CL_KIND_REPOSITORY, name, strlen(name));
    CHECK(entity != 0);
    return cl_bytes(entity) + offsetof(cl_entity, value);
}

static void it_reads_all(void) {
    cl_error error = {0, ""};
    CHECK(check_join(check_fork(fill, "reads")));
    uint64_t slot = attach_reader("reads");
    uint64_t thing = cl_load_at(slot, find("thing"));
    CHECK(bits_of(thing, "number") == 42);
    uint64_t name = cl_load_tagged(slot, thing, find_field(thing, "name")->slot);
    CHECK(holds_text(name, "a name"));
    uint64_t list = cl_load_at(slot, find("list"));
    cl_element element = {0};
    CHECK(cl_list_count(list) == 100);
    for (uint32_t i = 0; i < 100; i++) {
        CHECK(cl_list_get(slot, list, i, &element, &error) == 1 && element.bits == (uint64_t)i * i);
    }
    uint64_t map = cl_load_at(slot, find("map"));
    uint32_t count = 0;
    cl_found found;
    cl_entry entry;
    CHECK_OK(cl_map_count(slot, map, &count, &error) && count == 100, &error);
    CHECK(cl_map_find(slot, map, 7, is_seven, NULL, &found));
    CHECK(cl_map_entry(slot, map, &found, &entry, &error) == 1 && holds_text(entry.value, "value"));
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error); /* it may ask for a cycle */
    CHECK_OK(cl_validate(cl_base(), 3, &error), &error);
    CHECK(cl_entity_intern(CL_KIND_NAME, "number", 6, &error) != 0); /* is there */
    const cl_vm *vm = cl_vm_at(here(), (uint32_t)cl_vm_index());
    CHECK((cl_load_acquire(&vm->flags) & CL_VM_READONLY) != 0 && strcmp(vm->program, "reader") == 0);
}

#define REFUSED(call, what)                                                                                            \
    do {                                                                                                               \
        error = (cl_error){0, ""};                                                                                     \
        CHECK(!(call));                                                                                                \
        check_error(&error, CL_ERR_READONLY, "is attached read-only and cannot " what);                                \
    } while (0)

static void it_is_refused_all_changes(void) {
    cl_error error = {0, ""};
    CHECK(check_join(check_fork(fill, "refused")));
    uint64_t slot = attach_reader("refused");
    uint64_t thing = cl_load_at(slot, find("thing"));
    uint64_t list = cl_load_at(slot, find("list"));
    uint64_t map = cl_load_at(slot, find("map"));
    uint32_t shape = cl_load_acquire(&cl_object_at(here(), cl_ref_of(thing))->shape);
    uint32_t thing_class = cl_entity_find(CL_KIND_CLASS, "Thing", 5);
    cl_field_spec number = {.name = cl_entity_find(CL_KIND_NAME, "number", 6), .type = CL_TYPE_FLOAT};
    cl_element element = {.kind = CL_SLOT_INT64, .bits = 1};
    cl_found seen = {0, 0, UINT32_MAX};
    cl_entry entry = {.key = integer(1000)};
    uint32_t count = 0;
    REFUSED(cl_allocate(slot, here()->header->builtin_shape[CL_KIND_BOX_INTEGER], &error), "make objects");
    REFUSED(cl_string(slot, "text", 4, &error), "make objects");
    REFUSED(cl_box_integer(slot, INT64_MAX, &error), "make objects");
    REFUSED(cl_block_large(slot, 65536, &error), "make objects");
    REFUSED(cl_buffer_refill(slot, 64, &error), "make objects");
    REFUSED(cl_list_make(slot, CL_SLOT_INT64, 4, &error), "make objects");
    REFUSED(cl_map_make(slot, CL_KIND_SET, 4, &error), "make objects");
    REFUSED(cl_entity_intern(CL_KIND_NAME, "another", 7, &error), "make a name");
    REFUSED(cl_entity_intern(CL_KIND_REPOSITORY, "another", 7, &error), "make a name");
    REFUSED(cl_shape_intern(thing_class, &number, 1, &error), "make a name, a class, a version");
    REFUSED(cl_evolve_put(slot, thing, &number, 0, &error), "change an object");
    REFUSED(cl_evolve_remove(slot, thing, number.name, &error), "change an object");
    REFUSED(cl_list_set(slot, list, 0, &element, NULL, &error), "change a container");
    REFUSED(cl_list_insert(slot, list, 0, &element, &error), "change a container");
    REFUSED(cl_list_remove(slot, list, 0, NULL, &error), "change a container");
    REFUSED(cl_list_clear(slot, list, &error), "change a container");
    REFUSED(cl_map_append(slot, map, &seen, &entry, &error), "change a container");
    REFUSED(cl_map_clear(slot, map, &error), "change a container");
    CHECK(cl_load_acquire(&cl_object_at(here(), cl_ref_of(thing))->shape) == shape && cl_list_count(list) == 100);
    CHECK(cl_map_count(slot, map, &count, &error) && count == 100);
    cl_attach_options writer = {.segment = "refused"};
    CHECK(cl_attach(&writer, &error) == NULL &&
          check_error(&error, CL_ERR_STATE, "is attached to the segment read-only"));
}

/* ---- the mapping ---- */

static sigjmp_buf back;

static void caught(int signal_number) {
    siglongjmp(back, signal_number);
}

/* Whether a store there is a SIGSEGV. */
static bool faults(void *place) {
    volatile char *byte = place;
    if (sigsetjmp(back, 1) == 0) {
        *byte = *byte;
        return false;
    }
    return true;
}

static void stores_fault(void) {
    CHECK(check_join(check_fork(fill, "stores")));
    uint64_t slot = attach_reader("stores");
    uint64_t thing = cl_load_at(slot, find("thing"));
    char *base = cl_base();
    const cl_header *header = here()->header;
    signal(SIGSEGV, caught);
    CHECK(faults(base));
    CHECK(faults(base + header->buckets_offset) && faults(base + header->vms_offset));
    CHECK(faults(base + header->regions_offset) && faults(base + header->classes_offset));
    CHECK(faults(base + header->marks_offset) && faults(base + header->objects_offset));
    CHECK(faults(cl_object_at(here(), cl_ref_of(thing))) &&
          faults((void *)(uintptr_t)cl_mark_at(here(), cl_ref_of(thing))));
    CHECK(faults((void *)(uintptr_t)word_at(find("thing"))));
    CHECK(!faults(cl_slot_at(here(), cl_slot_index(here(), cl_at(here(), slot))))); /* its own slot, */
    CHECK(faults(cl_slot_at(here(), 0)));                                           /* and no other's */
    CHECK(faults(cl_chunk_at(here(), 0)) && faults((void *)(uintptr_t)cl_chunk_entries(here(), 0)));
}

static void the_mapping_cannot_be_made_writable(void) {
    attach_reader("stores");
    const cl_header *header = here()->header;
    char *objects = (char *)cl_base() + header->objects_offset;
    int memory = opened_memory();
    CHECK(memory >= 0 && (fcntl(memory, F_GETFL) & O_ACCMODE) == O_RDONLY);
    CHECK(mprotect(objects, 4096, PROT_READ | PROT_WRITE) != 0 && errno == EACCES);
    CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0) == MAP_FAILED && errno == EACCES);
    CHECK(pwrite(memory, "x", 1, 0) < 0 && ftruncate(memory, 1) != 0);
    CHECK(fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) != 0);
}

/* ---- roots ---- */

static void hold(void *argument) {
    shared *s = argument;
    uint64_t slot = attach_reader("roots");
    s->object = cl_load_at(slot, find("held"));
    CHECK(holds_text(s->object, "held by a reader"));
    cl_store_release(&s->ready, 1);
    check_await(&s->go, 1);
    CHECK(holds_text(s->object, "held by a reader"));
    keep_only(slot, NULL, 0);
    cl_store_release(&s->ready, 2);
    check_await(&s->go, 2);
}

/* What a reader holds lives, though nobody else refers to it; when it lets go, or is killed, it is free. */
static void its_roots_count(void) {
    shared *s = check_share(sizeof *s);
    uint64_t slot = daemon_attach_slot("roots");
    for (int killed = 0; killed < 2; killed++) {
        *s = (shared){0};
        cl_store_at(slot, repository("held"), string(slot, "held by a reader"));
        pid_t reader = check_fork(hold, s);
        check_await(&s->ready, 1);
        cl_store_at(slot, repository("held"), 0);
        keep_only(slot, NULL, 0);
        collect();
        collect();
        CHECK(is_object(s->object));
        if (killed == 1) {
            kill(reader, SIGKILL);
            CHECK(check_killed(reader));
            daemon_wait_vms(1);
        } else {
            cl_store_release(&s->go, 1);
            check_await(&s->ready, 2);
        }
        collect();
        collect();
        CHECK(!is_object(s->object));
        if (killed == 0) {
            cl_store_release(&s->go, 2);
            CHECK(check_join(reader));
            daemon_wait_vms(1);
        }
        daemon_validate(3);
    }
}

static void read_on(void *argument) {
    shared *s = argument;
    uint64_t slot = attach_reader("churn");
    uint64_t place = find("head");
    while (cl_load_acquire(&s->go) == 0) {
        uint64_t node = cl_load_at(slot, place);
        for (int i = 0; i < 100 && is_reference(node); i++) {
            CHECK(is_object(node));
            node = cl_load_tagged(slot, node, 0);
        }
        keep_only(slot, NULL, 0);
        if (cl_load_acquire(&s->ready) == 0) {
            cl_store_release(&s->ready, 1);
        }
    }
}

/* Reads and drops what others change, while cycles run. */
static void it_reads_while_the_collector_runs(void) {
    shared *s = check_share(sizeof *s);
    uint64_t slot = daemon_attach_slot("churn");
    uint64_t head = repository("head");
    pid_t reader = check_fork(read_on, s);
    cl_field_spec fields[] = {field("next", CL_TYPE_ANY)};
    check_await(&s->ready, 1);
    uint32_t start = cl_load_acquire(&here()->header->cycles_finished);
    for (uint64_t i = 0; cl_load_acquire(&here()->header->cycles_finished) - start < 60; i++) {
        uint64_t node = object_of(slot, "Node", fields, 1);
        cl_store_tagged(slot, node, 0, i % 50 == 0 ? 0 : cl_load_at(slot, head));
        cl_store_at(slot, head, node);
        if (i % 500 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
    cl_store_release(&s->go, 1);
    CHECK(check_join(reader));
    daemon_wait_vms(1);
    daemon_validate(3);
}

static void hold_on(void *argument) {
    shared *s = argument;
    uint64_t slot = attach_reader("again");
    s->object = cl_load_at(slot, find("held"));
    cl_store_release(&s->ready, 1);
    check_await(&s->go, 1);
    daemon_await_served();
    CHECK(holds_text(s->object, "held by a reader"));
}

/* A reader of a daemon that died brings its area: its roots hold on. Cycles wait for it. */
static void it_comes_back_to_another_daemon(void) {
    shared *s = check_share(sizeof *s);
    daemon_start("again", NULL);
    uint64_t slot = daemon_attach_slot("again");
    cl_store_at(slot, repository("held"), string(slot, "held by a reader"));
    pid_t reader = check_fork(hold_on, s);
    check_await(&s->ready, 1);
    cl_store_at(slot, repository("held"), 0);
    keep_only(slot, NULL, 0);
    check_stop(reader);
    daemon_stop("again", SIGKILL);
    daemon_start("again", NULL);
    daemon_await_served();
    cl_error error = {0, ""};
    char text[64];
    snprintf(text, sizeof text, "process %d ", reader);
    CHECK(!cl_collect(500, &error)); /* the reader is stopped, and only it knows what it holds */
    check_await(&here()->header->waiting_slot, 1);
    CHECK(!cl_collect(500, &error));
    CHECK(check_error(&error, CL_ERR_MEMORY, text));
    CHECK(is_object(s->object));
    kill(reader, SIGCONT);
    collect();
    collect();
    CHECK(is_object(s->object));
    cl_store_release(&s->go, 1);
    CHECK(check_join(reader));
    daemon_wait_vms(1);
    collect();
    collect();
    CHECK(!is_object(s->object));
}

static void hang_up(void *argument) {
    shared *s = argument;
    setenv("COLORS_KEEPER", "off", 1); /* it comes back when it is told */
    uint64_t slot = attach_reader("hangs");
    s->object = cl_load_at(slot, find("held"));
    shutdown(opened_connection(), SHUT_RDWR);
    cl_store_release(&s->ready, 1);
    check_await(&s->go, 1);
    daemon_await_served();
    CHECK(holds_text(s->object, "held by a reader"));
    cl_store_release(&s->ready, 2);
    check_await(&s->go, 2);
}

/* A reader that gives its connection up is not dead: its roots hold on, and it comes back or ends. */
static void it_may_hang_up(void) {
    shared *s = check_share(sizeof *s);
    cl_error late = {0, "the daemon did not notice the end of the connection"};
    daemon_start("hangs", NULL);
    uint64_t slot = daemon_attach_slot("hangs");
    cl_store_at(slot, repository("held"), string(slot, "held by a reader"));
    pid_t reader = check_fork(hang_up, s);
    check_await(&s->ready, 1);
    _Atomic uint32_t *flags = &cl_vm_at(here(), 1)->flags;
    for (uint64_t start = check_now_ms(); (cl_load_acquire(flags) & CL_VM_ABSENT) == 0; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
    cl_store_at(slot, repository("held"), 0);
    keep_only(slot, NULL, 0);
    collect();
    collect();
    CHECK(is_object(s->object));
    cl_store_release(&s->go, 1);
    check_await(&s->ready, 2);
    CHECK((cl_load_acquire(flags) & CL_VM_ABSENT) == 0);
    cl_store_release(&s->go, 2);
    CHECK(check_join(reader));
    daemon_wait_vms(1);
    collect();
    collect();
    CHECK(!is_object(s->object));
    daemon_validate(3);
}

/* When only a reader is left, the segment is taken over from it. */
static void one_reader_is_enough(void) {
    daemon_start("last", NULL);
    CHECK(check_join(check_fork(fill, "last")));
    uint64_t slot = attach_reader("last");
    uint64_t thing = cl_load_at(slot, find("thing"));
    daemon_stop("last", SIGKILL);
    daemon_start("last", NULL);
    daemon_await_served();
    cl_error error = {0, ""};
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    CHECK(bits_of(thing, "number") == 42);
    CHECK(check_join(check_fork(fill, "last"))); /* others write */
    CHECK(cl_load_at(slot, find("thing")) != thing && bits_of(thing, "number") == 42);
}

/* A guard that nobody notices when it is misspelt is none. */
static void a_misspelt_wish_is_refused(void) {
    cl_error error = {0, ""};
    setenv("COLORS_READONLY", "yes", 1);
    cl_attach_options options = {.segment = "stores"};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_ARGUMENT, "COLORS_READONLY is 'yes'"));
    setenv("COLORS_READONLY", "false", 1);
    CHECK_OK(cl_attach(&options, &error) != NULL, &error);
}

/* ---- limits ---- */

static void its_slots_have_an_end(void) {
    cl_error error = {0, ""};
    attach_reader("stores");
    uint32_t claimed = 1;
    while (cl_slot_claim(&error) != 0) {
        claimed++;
    }
    CHECK(claimed == CL_AREA_SLOTS && check_error(&error, CL_ERR_MEMORY, "mutator slots of this process are in use"));
}

static void its_chunks_have_an_end(void) {
    cl_error error = {0, ""};
    uint64_t slot = attach_reader("stores");
    uint32_t claimed = 1;
    while (cl_chunk_next(slot, &error) != 0) {
        claimed++;
    }
    CHECK(claimed == CL_AREA_CHUNKS && check_error(&error, CL_ERR_MEMORY, "chunks of this process are in use"));
    free_old_chunks(slot);
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
}

/* Says hello as a reader, over a connection that stays. Returns whether it was let in. */
static bool be_a_reader(cl_reply *reply) {
    cl_hello hello = raw_hello();
    hello.flags = CL_HELLO_READONLY;
    int connection = raw_connect("many");
    raw_send(connection, &hello, sizeof hello);
    CHECK(raw_reply(connection, reply, PATIENCE_MS) == sizeof *reply);
    return reply->status == CL_OK;
}

static void be_some_readers(void *argument) {
    shared *s = argument;
    cl_reply reply;
    for (uint32_t i = 0; i < CL_READERS_OF_PROCESS; i++) {
        CHECK(be_a_reader(&reply));
    }
    CHECK(!be_a_reader(&reply) && reply.status == CL_ERR_QUOTA &&
          strstr(reply.text, "attached to read 4 times") != NULL);
    cl_store_release(&s->ready, cl_load_acquire(&s->ready) + 1);
    check_await(&s->go, 1);
}

static uint32_t count_free_chunks(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        count += cl_load_acquire(&cl_chunk_at(here(), i)->vm) == 0;
    }
    return count;
}

/* Readers take groups of places, half of all at most; all come back when they end. */
static void many_readers(void) {
    enum { PROCESSES = CL_READERS_MOST / CL_READERS_OF_PROCESS };
    pid_t readers[PROCESSES];
    shared *s = check_share(sizeof *s);
    cl_reply reply;
    for (uint32_t i = 0; i < PROCESSES; i++) {
        readers[i] = check_fork(be_some_readers, s);
        check_await(&s->ready, i + 1);
    }
    CHECK(!be_a_reader(&reply));
    CHECK(reply.status == CL_ERR_QUOTA && strstr(reply.text, "32 processes are attached to read") != NULL);
    uint64_t slot = daemon_attach_slot("many");
    CHECK(count_free_chunks() >= CL_CHUNK_MAX / 2 - 2);
    cl_store_release(&s->go, 1);
    for (uint32_t i = 0; i < PROCESSES; i++) {
        CHECK(check_join(readers[i]));
    }
    daemon_wait_vms(1);
    CHECK(string(slot, "room") != 0 && census_orphans() == 0);
}

static void close_all_and_come_back(void *unused) {
    cl_error error = {0, ""};
    (void)unused;
    uint64_t slot = attach_reader("stores");
    closefrom(3);
    daemon_await_served();
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    CHECK(cl_load_at(slot, find("thing")) != 0);
}

/* As programs do that become daemons. Its area is where it was. */
static void it_may_close_its_descriptors(void) {
    CHECK(check_join(check_fork(close_all_and_come_back, NULL)));
}

static void poll_nothing(void *unused) {
    cl_error error = {0, ""};
    struct rusage used;
    (void)unused;
    attach_reader("sandboxed");
    REQUIRE(setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0}) == 0, &error);
    kill((pid_t)here()->header->daemon_pid, SIGKILL);
    for (uint64_t end = check_now_ms() + PATIENCE_MS; cl_rejoin(&error) && check_now_ms() < end;) {
        check_sleep_us(1000);
    }
    CHECK(!cl_rejoin(&error)); /* it cannot connect either, but it knows that nobody serves it */
    check_sleep_us(500000);
    REQUIRE(getrusage(RUSAGE_SELF, &used) == 0, &error);
    CHECK(used.ru_utime.tv_sec + used.ru_stime.tv_sec < 1);
}

/* Where poll refuses each descriptor the daemon's death is seen all the same. */
static void it_may_have_no_descriptors(void) {
    daemon_start("sandboxed", NULL);
    CHECK(check_join(check_fork(poll_nothing, NULL)));
}

static bool reports_are_out(void) {
    return (cl_load_acquire(&here()->header->gc_word) & CL_GC_REPORT) != 0;
}

static void let_go_during_reports(void *argument) {
    shared *s = argument;
    uint64_t slot = attach_reader("reports");
    cl_error error = {0, ""};
    s->object = cl_load_at(slot, find("held"));
    cl_store_release(&s->ready, 1);
    check_await(&s->go, 1);
    keep_only(slot, NULL, 0); /* returns, though the reports are out */
    CHECK(reports_are_out());
    keep_only(slot, NULL, 0); /* once more: some are freed already */
    cl_store_release(&s->ready, 2);
    check_await(&s->go, 2);
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error); /* frees them */
    cl_store_release(&s->ready, 3);
    check_await(&s->go, 3);
}

static void await_reports(void) {
    cl_error late = {0, "no cycle began"};
    for (uint64_t start = check_now_ms(); !reports_are_out(); check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
    }
}

/* A cycle that does not come on waits with its reports out. A reader cannot shade what it drops then: the chunks stay
 * roots, and are free later. */
static void it_frees_no_chunk_during_reports(void) {
    shared *s = check_share(sizeof *s);
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("reports");
    cl_store_at(slot, repository("held"), string(slot, "held by a reader"));
    pid_t reader = check_fork(let_go_during_reports, s);
    check_await(&s->ready, 1);
    cl_store_at(slot, repository("held"), 0);
    keep_only(slot, NULL, 0);
    cl_enter(mutator_of(cl_at(here(), slot)));
    CHECK(!cl_collect(300, &error));
    await_reports();
    cl_store_release(&s->go, 1);
    check_await(&s->ready, 2);
    cl_leave(mutator_of(cl_at(here(), slot)));
    collect();
    collect();
    CHECK(is_object(s->object));
    cl_store_release(&s->go, 2);
    check_await(&s->ready, 3);
    collect();
    collect();
    CHECK(!is_object(s->object));
    cl_store_release(&s->go, 3);
    CHECK(check_join(reader));
    daemon_wait_vms(1);
    daemon_validate(3);
}

/* ---- a hostile reader ---- */

/* It may write what it likes to its own slots and chunks. */
static void spoil(void *argument) {
    uint64_t seed = 11;
    uint64_t slot = attach_reader(argument);
    uint32_t first = cl_slot_index(here(), cl_at(here(), slot));
    uint32_t chunk = ((cl_slot *)cl_at(here(), slot))->chunk - 1;
    uint64_t *words = (uint64_t *)cl_slot_at(here(), first - first % CL_AREA_SLOTS);
    for (uint32_t i = 0; i < CL_PAGE / 8; i++) {
        words[i] = check_random(&seed) & ~1ull;
    }
    uint32_t *heads = (uint32_t *)cl_chunk_at(here(), chunk - chunk % CL_AREA_CHUNKS);
    for (uint32_t i = 0; i < CL_PAGE / 4; i++) {
        heads[i] = (uint32_t)check_random(&seed);
    }
    uint32_t *entries = (uint32_t *)(uintptr_t)cl_chunk_entries(here(), chunk - chunk % CL_AREA_CHUNKS);
    for (uint32_t i = 0; i < 64 * CL_CHUNK_ENTRIES; i++) {
        entries[i] = (uint32_t)check_random(&seed);
    }
    for (int i = 0; i < 20; i++) {
        cl_error error = {0, ""};
        cl_collect(1000, &error); /* a word over the socket */
    }
}

static void others_do_not_suffer(void) {
    CHECK(check_join(check_fork(fill, "hostile")));
    uint64_t slot = daemon_attach_slot("hostile");
    CHECK(check_join(check_fork(spoil, "hostile")));
    daemon_wait_vms(1);
    collect();
    collect();
    CHECK(cl_load_acquire(&here()->header->phase) != CL_PHASE_CORRUPT);
    CHECK(census_orphans() == 0);
    CHECK(bits_of(cl_load_at(slot, repository("thing")), "number") == 42);
    daemon_validate(3);
}

static void hold_and_die(void *unused) {
    (void)unused;
    string(daemon_attach_slot("alive"), "held by a log");
    raise(SIGKILL);
}

/* It locks all that it can of the signs of life. */
static void it_keeps_no_dead_alive(void) {
    cl_hello hello = raw_hello();
    cl_reply reply;
    cl_descriptors along = {.count = 0};
    struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    daemon_attach("alive");
    int connection = raw_connect("alive");
    hello.flags = CL_HELLO_READONLY;
    raw_send(connection, &hello, sizeof hello);
    CHECK(cl_packet_receive(connection, &reply, sizeof reply, &along, 0) == sizeof reply && reply.status == CL_OK);
    CHECK(along.count == 3 && fcntl(along.at[1], F_OFD_SETLK, &all) == 0);
    CHECK(check_killed(check_fork(hold_and_die, NULL)));
    daemon_wait_vms(2);
    CHECK(census_orphans() == 0);
    cl_descriptors_close(&along);
    close(connection);
    daemon_wait_vms(1);
}

int main(void) {
    check_begin("readonly");
    signal(SIGPIPE, SIG_IGN);
    daemon_start("reads", NULL);
    RUN(it_reads_all);
    daemon_start("refused", NULL);
    RUN(it_is_refused_all_changes);
    daemon_start("stores", NULL);
    RUN(stores_fault);
    RUN(the_mapping_cannot_be_made_writable);
    daemon_start("roots", NULL);
    RUN(its_roots_count);
    daemon_start("churn", "--objects", "2M", "--gc-interval", "5", NULL);
    RUN(it_reads_while_the_collector_runs);
    RUN(it_comes_back_to_another_daemon);
    RUN(it_may_hang_up);
    RUN(one_reader_is_enough);
    RUN(a_misspelt_wish_is_refused);
    RUN(its_slots_have_an_end);
    RUN(its_chunks_have_an_end);
    daemon_start("many", NULL);
    RUN(many_readers);
    RUN(it_may_close_its_descriptors);
    RUN(it_may_have_no_descriptors);
    daemon_start("reports", NULL);
    RUN(it_frees_no_chunk_during_reports);
    daemon_start("hostile", NULL);
    RUN(others_do_not_suffer);
    daemon_start("alive", NULL);
    RUN(it_keeps_no_dead_alive);
    return check_end();
}
