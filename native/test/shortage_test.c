/* SPDX-License-Identifier: Apache-2.0 */
/* What an allocation does before it says that there is no room; and that what it hands out has memory [layout.commit].
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "opened.h"
#include "region.h"
#include "roots.h"

#define TEXT_BYTES 8000u

static bool system_is_full;
static void (*at_commit)(off_t offset, off_t bytes); /* runs once, after memory was given */
static void (*before_commit)(off_t offset, off_t bytes);

/* Stands before libc's for this program and the libcolors.so it loaded. */
__attribute__((visibility("default"))) int fallocate(int file, int mode, off_t offset, off_t bytes) {
    if (system_is_full) {
        errno = ENOSPC;
        return -1;
    }
    void (*before)(off_t, off_t) = before_commit;
    before_commit = NULL;
    if (before != NULL) {
        before(offset, bytes);
    }
    int result = (int)syscall(SYS_fallocate, file, mode, offset, bytes);
    void (*after)(off_t, off_t) = at_commit;
    at_commit = NULL;
    if (after != NULL) {
        after(offset, bytes);
    }
    return result;
}

/* Makes texts until there are so many bytes of them. Returns how many were made before one failed. */
static uint32_t make_texts(uint64_t slot, uint64_t bytes, cl_error *error) {
    static char text[TEXT_BYTES];
    uint32_t made = 0;
    memset(text, 'x', sizeof text);
    while (made < bytes / TEXT_BYTES && cl_string(slot, text, TEXT_BYTES, error) != 0) {
        made++;
    }
    return made;
}

static uint64_t make_large(uint64_t slot, uint64_t bytes, cl_error *error) {
    char *text = calloc(1, bytes);
    memset(text, 'x', bytes);
    uint64_t made = cl_string(slot, text, bytes, error);
    free(text);
    return made;
}

/* ---- memory of the system ---- */

static void garbage_when_the_system_is_full(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("starved");
    CHECK_OK(make_texts(slot, 6 << 20, &error) == (6 << 20) / TEXT_BYTES, &error);
    keep_only(slot, NULL, 0);
    system_is_full = true;
    CHECK_OK(make_texts(slot, 5 << 20, &error) == (5 << 20) / TEXT_BYTES, &error);
    daemon_validate(3);
}

static void large_garbage_when_the_system_is_full(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("starved-large");
    for (int i = 0; i < 4; i++) {
        CHECK_OK(make_large(slot, 1 << 20, &error) != 0, &error);
    }
    keep_only(slot, NULL, 0);
    system_is_full = true;
    CHECK_OK(make_large(slot, 3 << 20, &error) != 0, &error);
    CHECK(make_large(slot, 16 << 20, &error) == 0 &&
          check_error(&error, CL_ERR_MEMORY, "more bytes of the objects space"));
    daemon_validate(3);
}

/* A limit for files does not hold for the segment: its size is given. So SIGXFSZ needs no care in a client. */
static void a_limit_for_the_size_of_files(void) {
    cl_error error = {0, ""};
    struct rlimit limit = {4096, 4096};
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    uint64_t slot = daemon_attach_slot("limited");
    CHECK_OK(make_texts(slot, 2 << 20, &error) == (2 << 20) / TEXT_BYTES, &error);
    CHECK_OK(make_large(slot, 3 << 20, &error) != 0 && cl_chunk_next(slot, &error) != 0, &error);
    CHECK_OK(named(CL_KIND_NAME, "limited") != 0, &error);
}

/* ---- what other processes hold ---- */

typedef struct crowd {
    _Atomic uint32_t ready;
    _Atomic uint32_t over;
} crowd;

/* Holds half of the objects, and lets go of them when some process is short of memory, as every JVM does. */
static void hold_half(void *shared) {
    crowd *c = shared;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("crowded");
    const cl_header *header = here()->header;
    CHECK_OK(make_texts(slot, 4 << 20, &error) == (4 << 20) / TEXT_BYTES, &error);
    CHECK(cl_chunk_next(slot, &error) != 0); /* it has two */
    uint32_t pressure = cl_load_acquire(&header->pressure);
    cl_store_release(&c->ready, 1);
    while (cl_load_acquire(&c->over) == 0) {
        check_sleep_us(1000);
        if (cl_load_acquire(&header->pressure) != pressure) {
            pressure = cl_load_acquire(&header->pressure);
            keep_only(slot, NULL, 0);
        }
    }
}

static pid_t stopped_holder(crowd *c) {
    pid_t holder = check_fork(hold_half, c);
    check_await(&c->ready, 1);
    check_sleep_us(50000); /* so that it sleeps, outside an operation */
    check_stop(holder);
    return holder;
}

/* Continues it when this process asked more often than it would before it gave up on its own garbage. */
static void *continue_later(void *holder) {
    const cl_header *header = here()->header;
    uint32_t before = cl_load_acquire(&header->pressure);
    for (uint64_t start = check_now_ms();
         cl_load_acquire(&header->pressure) - before < 5 && check_now_ms() - start < PATIENCE_MS;) {
        check_sleep_us(1000);
    }
    kill(*(pid_t *)holder, SIGCONT);
    return NULL;
}

static void held_by_a_stopped_process(void) {
    cl_error error = {0, ""};
    crowd *c = check_share(sizeof *c);
    uint64_t slot = daemon_attach_slot("crowded");
    pthread_t thread;
    pid_t holder = stopped_holder(c);
    pthread_create(&thread, NULL, continue_later, &holder);
    CHECK_OK(make_texts(slot, 5 << 20, &error) == (5 << 20) / TEXT_BYTES, &error);
    pthread_join(thread, NULL);
    cl_store_release(&c->over, 1);
    CHECK(check_join(holder));
}

static void the_holder_is_named(void) {
    cl_error error = {0, ""};
    char name[40];
    crowd *c = check_share(sizeof *c);
    uint64_t slot = daemon_attach_slot("crowded");
    pid_t holder = stopped_holder(c);
    snprintf(name, sizeof name, "are held by process %d ", (int)holder);
    CHECK(make_texts(slot, 5 << 20, &error) < (5 << 20) / TEXT_BYTES);
    CHECK(check_error(&error, CL_ERR_MEMORY, "the objects space of the shared segment is full"));
    CHECK(check_error(&error, CL_ERR_MEMORY, name) && check_error(&error, CL_ERR_MEMORY, "kill -CONT"));
    kill(holder, SIGKILL);
    CHECK(check_killed(holder));
}

/* Nobody else has roots: it is said after a few cycles. */
static void alone_in_a_full_heap(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("alone");
    const cl_header *header = here()->header;
    CHECK(make_texts(slot, 3 << 20, &error) < (3 << 20) / TEXT_BYTES);
    CHECK(check_error(&error, CL_ERR_MEMORY, "most references are held by this process"));
    CHECK(cl_load_acquire(&header->pressure) == 3);
}

/* ---- objects of different sizes ---- */

#define HALVES 1000u

/* Every other object dies: holes of 2 KB. */
static void fragment(uint64_t slot) {
    cl_error error = {0, ""};
    static char text[2000];
    static uint64_t kept[HALVES];
    memset(text, 'x', sizeof text);
    for (uint32_t i = 0; i < HALVES; i++) {
        kept[i] = cl_string(slot, text, sizeof text, &error);
        REQUIRE(kept[i] != 0 && cl_string(slot, text, sizeof text, &error) != 0, &error);
    }
    keep_only(slot, kept, HALVES);
    collect();
    collect();
}

static uint32_t small_ones(uint64_t slot, uint32_t bytes, uint32_t count) {
    cl_error error = {0, ""};
    char text[2000] = "";
    uint32_t before = cl_load_acquire(&here()->header->cycles_finished);
    memset(text, 'x', bytes);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_OK(cl_string(slot, text, bytes, &error) != 0, &error);
    }
    return cl_load_acquire(&here()->header->cycles_finished) - before;
}

/* What found no hole for something larger has holes for the others still. */
static void small_objects_after_a_medium_one(void) {
    cl_error error = {0, ""};
    static char text[15000];
    uint64_t slot = daemon_attach_slot("holes");
    memset(text, 'x', sizeof text);
    fragment(slot);
    while (cl_string(slot, text, sizeof text, &error) != 0) { /* the empty regions */
    }
    CHECK(error.code == CL_ERR_MEMORY);
    CHECK(small_ones(slot, 100, 1000) == 0);
    CHECK(small_ones(slot, 1000, 100) == 0);
    CHECK(cl_string(slot, text, sizeof text, &error) == 0 && error.code == CL_ERR_MEMORY);
    CHECK(small_ones(slot, 20, 1000) == 0 && small_ones(slot, 1900, 100) == 0);
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
    daemon_validate(3);
}

/* ---- [layout.commit] ---- */

static uint64_t blocks(void) {
    struct stat status;
    CHECK(fstat(opened_memory(), &status) == 0);
    return (uint64_t)status.st_blocks * 512;
}

/* Whether the system has given memory to all of a range. What is not written yet shows only when it is taken away. */
static bool had_memory(uint64_t offset, uint64_t bytes) {
    uint64_t before = blocks();
    CHECK(syscall(SYS_fallocate, opened_memory(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, bytes) == 0);
    return before - blocks() == bytes;
}

static uint32_t state_of(uint32_t region) {
    return cl_region_state_of(cl_load_acquire(&here()->regions[region]));
}

/* As the daemon does after a cycle, in a heap where it has less to keep. */
static void give_back_what_nobody_owns(void) {
    for (uint32_t i = 0; i < here()->region_count; i++) {
        const _Atomic uint32_t *place = &here()->regions[i];
        uint32_t taken = cl_region_word(CL_REGION_SWEEPING, 0, 0);
        uint32_t word = cl_load_acquire(place);
        uint32_t state = cl_region_state_of(word);
        if ((state == CL_REGION_CLEAN || state == CL_REGION_FREE) &&
            cl_region_move(place, &word, taken, CL_REGION_BY_DAEMON)) {
            CHECK(syscall(SYS_fallocate, opened_memory(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                          cl_region_start(here(), i), (off_t)CL_REGION_BYTES) == 0);
            cl_region_put(place, taken, cl_region_bare(), CL_REGION_BY_DAEMON);
        }
    }
}

static void give_back(off_t offset, off_t bytes) {
    (void)offset, (void)bytes;
    give_back_what_nobody_owns();
}

/* A run of regions some of which had memory, which the daemon takes while the others get theirs. */
static void a_large_block_has_memory(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("large");
    uint64_t small = string(slot, "x"); /* its stretch has memory */
    uint32_t first = cl_region_of(here(), small) + 1;
    CHECK(state_of(first) == CL_REGION_CLEAN && state_of(first + 63) == CL_REGION_BARE);
    at_commit = give_back;
    uint64_t block = cl_block_large(slot, 2 << 20, &error);
    CHECK_OK(block == cl_region_start(here(), first), &error);
    CHECK(had_memory(block, 2 << 20));
}

/* Another process gives memory to the same bare regions, and the daemon takes it back, before the first one goes on. */
static void commit_and_give_back(off_t offset, off_t bytes) {
    uint32_t first = cl_region_of(here(), (uint64_t)offset);
    for (uint32_t i = first; i < first + (uint32_t)(bytes >> CL_REGION_SHIFT); i++) {
        uint32_t word = cl_load_acquire(&here()->regions[i]);
        if (cl_region_state_of(word) == CL_REGION_BARE) {
            cl_region_move(&here()->regions[i], &word, cl_region_word(CL_REGION_CLEAN, 0, 0), CL_REGION_BY_ALLOCATOR);
        }
    }
    give_back_what_nobody_owns();
}

static void a_clean_region_has_memory(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("clean");
    at_commit = commit_and_give_back;
    CHECK_OK(cl_string(slot, "x", 1, &error) != 0, &error);
    uint32_t without = 0;
    for (uint32_t i = 0; i < here()->region_count; i++) {
        without += state_of(i) != CL_REGION_BARE && !had_memory(cl_region_start(here(), i), CL_REGION_BYTES);
    }
    CHECK(without == 0);
}

static uint64_t claimed; /* entries of the chunk */

/* The collector reads all root logs while the memory of one is still to come. */
static void collect_first(off_t offset, off_t bytes) {
    (void)bytes;
    claimed = (uint64_t)offset;
    collect();
    off_t data = lseek(opened_memory(), offset, SEEK_DATA);
    CHECK(data < 0 || data >= offset + bytes); /* it took none by reading */
}

static void a_root_log_has_memory_before_it_is_read(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("clean");
    before_commit = collect_first;
    uint64_t entries = cl_chunk_next(slot, &error);
    CHECK_OK(entries != 0 && entries == claimed && had_memory(entries, CL_CHUNK_BYTES), &error);
}

/* ---- locks ---- */

#define ANSWER_MS 17000 /* longer than others wait for a process that is stopped */

/* This process's own collector, which is late. */
static void *answer(void *done) {
    check_sleep_us(ANSWER_MS * 1000);
    while (!atomic_load((atomic_bool *)done)) {
        cl_collect_answered(cl_load_acquire(&here()->header->pressure));
        check_sleep_us(20000);
    }
    return NULL;
}

static void insert_one(void *argument) {
    (void)argument;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("patient");
    cl_element element = {.kind = CL_SLOT_INT64, .bits = 1};
    int32_t inserted = cl_list_insert(slot, cl_load_at(slot, repository("list")), UINT32_MAX, &element, &error);
    CHECK_OK(inserted != 0 || error.code == CL_ERR_MEMORY, &error);
}

/* A list whose owner waits for memory is not taken for that of a stopped process. */
static void who_waits_for_memory_has_its_lock(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("patient"), numbers[20000] = {0};
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
    cl_store_at(slot, repository("list"), list);
    while (cl_string(slot, "some text that is kept", 22, &error) != 0) {
    }
    CHECK(error.code == CL_ERR_MEMORY);
    cl_collect_answered(cl_load_acquire(&here()->header->pressure));
    atomic_bool done = false;
    pthread_t collector;
    CHECK(pthread_create(&collector, NULL, answer, &done) == 0);
    pid_t other = check_fork(insert_one, NULL);
    cl_elements many = {.kind = CL_SLOT_INT64, .count = 20000, .bits = numbers};
    CHECK(cl_list_replace(slot, list, UINT32_MAX, 0, &many, &error) == 0 && error.code == CL_ERR_MEMORY);
    atomic_store(&done, true);
    CHECK(pthread_join(collector, NULL) == 0 && check_join(other));
}

static _Atomic uint32_t *stage; /* 1: the other process has what it needs; 2: the owner has the lock */

/* In the pause before the owner waits for a cycle: who waits for its lock has just seen that it is short of memory. */
static void *stop_daemon(void *nothing) {
    check_sleep_us(300000);
    atomic_store(stage, 2);
    check_sleep_us(1500000);
    uint32_t seen = cl_load_acquire(&here()->header->pressure);
    while (cl_load_acquire(&here()->header->pressure) == seen) {
        check_sleep_us(1000);
    }
    CHECK(kill(daemon_pid("slow"), SIGSTOP) == 0);
    return nothing;
}

static void insert_later(void *argument) {
    (void)argument;
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("slow"), list = cl_load_at(slot, repository("list"));
    cl_element element = {.kind = CL_SLOT_INT64, .bits = 1};
    atomic_store(stage, 1);
    check_await(stage, 2);
    int32_t inserted = cl_list_insert(slot, list, UINT32_MAX, &element, &error);
    CHECK_OK(inserted != 0 || error.code == CL_ERR_MEMORY, &error);
}

/* Nor one whose owner waits for a cycle that does not come. */
static void who_waits_for_a_slow_cycle_has_its_lock(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("slow"), numbers[20000] = {0};
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
    cl_store_at(slot, repository("list"), list);
    while (cl_string(slot, "some text that is kept", 22, &error) != 0) {
    }
    CHECK(error.code == CL_ERR_MEMORY);
    stage = check_share(sizeof *stage);
    pid_t other = check_fork(insert_later, NULL);
    check_await(stage, 1);
    pthread_t stops;
    CHECK(pthread_create(&stops, NULL, stop_daemon, NULL) == 0);
    cl_elements many = {.kind = CL_SLOT_INT64, .count = 20000, .bits = numbers};
    CHECK(cl_list_replace(slot, list, UINT32_MAX, 0, &many, &error) == 0);
    CHECK(check_error(&error, CL_ERR_MEMORY, "no cycle"));
    CHECK(pthread_join(stops, NULL) == 0 && kill(daemon_pid("slow"), SIGCONT) == 0 && check_join(other));
}

int main(void) {
    check_begin("shortage");
    daemon_start("slow", "--objects", "2M", NULL);
    daemon_start("patient", "--objects", "2M", NULL);
    daemon_start("starved", "--objects", "64M", NULL);
    daemon_start("starved-large", "--objects", "64M", NULL);
    daemon_start("limited", "--objects", "64M", NULL);
    daemon_start("crowded", "--objects", "8M", NULL);
    daemon_start("alone", "--objects", "2M", NULL);
    daemon_start("holes", "--objects", "4M", NULL);
    daemon_start("large", "--objects", "64M", NULL);
    daemon_start("clean", "--objects", "64M", NULL);
    RUN(garbage_when_the_system_is_full);
    RUN(large_garbage_when_the_system_is_full);
    RUN(a_limit_for_the_size_of_files);
    RUN(held_by_a_stopped_process);
    RUN(the_holder_is_named);
    RUN(alone_in_a_full_heap);
    RUN(small_objects_after_a_medium_one);
    RUN(who_waits_for_memory_has_its_lock);
    RUN(who_waits_for_a_slow_cycle_has_its_lock);
    RUN(a_large_block_has_memory);
    RUN(a_clean_region_has_memory);
    RUN(a_root_log_has_memory_before_it_is_read);
    return check_end();
}
