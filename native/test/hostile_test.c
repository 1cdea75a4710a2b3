/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hostile client: it changes random words of all that it can write to, calls futexes on words of the segment, and
 * talks nonsense to the daemon, while the daemon collects, reclaims the dead, is killed and taken over from, and honest
 * clients work. HOSTILE_MS for both parts together (20 s), SEED.
 *
 * A reader changes nothing for the others: they check all that they know (graph.h), count under monitors, send through
 * a channel, edit a list. A writer may spoil all that, but not the daemon: it neither ends nor stops answering, says
 * what it found, ends when it is told to, and the next segment is good.
 */
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "area.h"
#include "graph.h"
#include "here.h"
#include "monitors.h"
#include "noise.h"
#include "opened.h"
#include "referee.h"
#include "roots.h"

#define MS_DEFAULT   20000
#define HOSTILE_MOST 2u
#define LIST_LENGTH  20u

/* What the hostile and the honest did, of all processes. */
typedef struct totals {
    _Atomic uint64_t words, futexes, messages, cycles;
    uint64_t adoptions, refused, deaths, faults, ended, hung;
    _Atomic uint64_t added[GRAPH_MUTATORS], sent, received, edits;
} totals;

static totals *total;

static void print_totals(const char *who) {
    printf("  hostile %s: %llu words changed, %llu futex calls, %llu messages; %llu cycles, %llu adoptions (%llu "
           "refused), %llu deaths reclaimed, %llu faults reported, %llu crashes, %llu hangs\n",
           who, (unsigned long long)cl_load_relaxed(&total->words),
           (unsigned long long)cl_load_relaxed(&total->futexes), (unsigned long long)cl_load_relaxed(&total->messages),
           (unsigned long long)cl_load_relaxed(&total->cycles), (unsigned long long)total->adoptions,
           (unsigned long long)total->refused, (unsigned long long)total->deaths, (unsigned long long)total->faults,
           (unsigned long long)total->ended, (unsigned long long)total->hung);
    fflush(stdout);
}

/* ---- a daemon whose end is seen ---- */

typedef struct served {
    const char *segment;
    const char *adopt_ms; /* how long the next daemon waits for the segment */
    pid_t pid;
    off_t log_start;
} served;

enum outcome { SERVING, REFUSED, FAILED };

static int open_log(const char *segment, int flags) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s.out", daemon_folder(), segment);
    return open(path, flags | O_CLOEXEC, 0600);
}

static off_t log_size(const char *segment) {
    int log = open_log(segment, O_RDONLY | O_CREAT);
    off_t size = lseek(log, 0, SEEK_END);
    close(log);
    return size;
}

/* What it said since it started. */
static bool has_said(const served *d, const char *words, bool print) {
    static char text[65536];
    int log = open_log(d->segment, O_RDONLY);
    ssize_t got = pread(log, text, sizeof text - 1, d->log_start);
    close(log);
    text[got > 0 ? got : 0] = 0;
    if (print) {
        printf("%s\n", text);
    }
    return strstr(text, words) != NULL;
}

static void run_daemon(const char *segment, const char *adopt_ms) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* it is ended in the middle of things */
    int log = open_log(segment, O_WRONLY | O_CREAT | O_APPEND);
    dup2(log, 1);
    dup2(log, 2);
    execl(daemon_binary(), "colorsd", "--segment", segment, "--objects", "8M", "--classes", "4M", "--gc-interval", "10",
          "--gc-threads", "2", "--adopt-timeout", adopt_ms, NULL);
    _exit(127);
}

/* Counts an end that nobody wanted. */
static enum outcome judge_end(const served *d, int status) {
    if (WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_FAILURE || WEXITSTATUS(status) == 3) &&
        has_said(d, "the segment of the last daemon", false)) {
        total->refused++;
        return REFUSED;
    }
    total->ended++;
    printf("  the daemon ended with status %#x:\n", (unsigned)status);
    has_said(d, "", true);
    CHECK(!"the daemon ended");
    return FAILED;
}

static enum outcome hang(served *d, const char *when) {
    total->hung++;
    printf("  the daemon hangs: %s\n", when);
    has_said(d, "", true);
    CHECK(!"the daemon hangs");
    kill(d->pid, SIGABRT);
    waitpid(d->pid, NULL, 0);
    return FAILED;
}

static enum outcome serve(served *d) {
    int status;
    d->log_start = log_size(d->segment);
    fflush(stdout);
    d->pid = fork();
    if (d->pid == 0) {
        run_daemon(d->segment, d->adopt_ms);
    }
    for (uint64_t start = check_now_ms(); !has_said(d, "objects, ", false); check_sleep_us(1000)) {
        if (waitpid(d->pid, &status, WNOHANG) == d->pid) {
            return judge_end(d, status);
        }
        if (check_now_ms() - start > PATIENCE_MS) {
            return hang(d, "it does not start");
        }
    }
    return SERVING;
}

static enum outcome replace(served *d) {
    kill(d->pid, SIGKILL);
    waitpid(d->pid, NULL, 0);
    enum outcome how = serve(d);
    total->adoptions += how == SERVING && has_said(d, "taken over", false);
    return how;
}

/* It is there, and answers. */
static enum outcome look(served *d) {
    int status;
    cl_reply reply;
    cl_hello hello = raw_hello();
    hello.protocol = 0;
    int connection = raw_connect(d->segment);
    raw_send(connection, &hello, sizeof hello);
    bool answered = connection >= 0 && raw_reply(connection, &reply, PATIENCE_MS) > 0;
    close(connection);
    if (waitpid(d->pid, &status, WNOHANG) == d->pid) {
        return judge_end(d, status);
    }
    return answered ? SERVING : hang(d, "it does not answer");
}

static void stop(served *d) {
    int status = 0;
    kill(d->pid, SIGTERM);
    for (uint64_t start = check_now_ms(); waitpid(d->pid, &status, WNOHANG) != d->pid; check_sleep_us(1000)) {
        if (check_now_ms() - start > PATIENCE_MS) {
            hang(d, "SIGTERM does not end it");
            return;
        }
    }
    if (status != 0) {
        judge_end(d, status);
    }
}

/* ---- the hostile ---- */

typedef struct part {
    uint64_t offset, bytes;
} part;

typedef struct hostile {
    char *base;
    cl_header header; /* as it was */
    uint64_t random;
    part parts[16]; /* that it writes to */
    uint32_t part_count;
    uint64_t classes_used;
} hostile;

static void add_part(hostile *h, uint64_t offset, uint64_t bytes) {
    h->parts[h->part_count++] = (part){offset, bytes};
}

static void *place_in(hostile *h, const part *p, uint64_t align) {
    return h->base + p->offset + check_random(&h->random) % (p->bytes / align) * align;
}

static const part *any_part(hostile *h) {
    return &h->parts[check_random(&h->random) % h->part_count];
}

static uint64_t any_value(hostile *h, uint64_t found) {
    uint64_t noise = check_random(&h->random);
    switch (check_random(&h->random) % 6) {
    case 0:
        return noise;
    case 1:
        return found ^ 1ull << noise % 64;
    case 2:
        return noise % 16;
    case 3:
        return found + noise % 5 - 2;
    case 4:
        return 0;
    default: /* what is right somewhere else */
        return *(volatile uint64_t *)place_in(h, any_part(h), 8);
    }
}

/* A slot says that it is inside an operation: what it says is believed, for a while, and cycles wait. */
static bool is_odd_count(const hostile *h, uint64_t offset, uint64_t value) {
    return offset >= h->header.slots_offset && offset < h->header.chunks_offset &&
           (offset - h->header.slots_offset) % sizeof(cl_slot) == offsetof(cl_slot, seq) && value % 2 != 0;
}

/* Sometimes only for a moment. */
static void change_word(hostile *h) {
    volatile uint64_t *word = place_in(h, any_part(h), 8);
    uint64_t found = *word;
    uint64_t value = any_value(h, found);
    bool odd = is_odd_count(h, cl_offset_of(here(), (const void *)(uintptr_t)word), value);
    *word = odd && check_random(&h->random) % 16 != 0 ? value + 1 : value;
    if (check_random(&h->random) % 4 == 0) {
        *word = found;
    }
    cl_add_relaxed(&total->words, 1);
}

/* A word of the segment that somebody may sleep on. */
static uint32_t *futex_word(hostile *h) {
    const part names = {h->header.classes_offset, h->classes_used};
    const part slots = {h->header.slots_offset, 64 * sizeof(cl_slot)};
    const part objects = {h->header.objects_offset, 1 << 20};
    cl_header *live = here()->header;
    switch (check_random(&h->random) % 6) {
    case 0:
        return (uint32_t *)(uintptr_t)&live->gc_requests;
    case 1:
        return (uint32_t *)(uintptr_t)&live->cycles_finished;
    case 2:
        return place_in(h, &slots, 4);
    case 3:
        return place_in(h, &objects, 4);
    default:
        return place_in(h, &names, 4);
    }
}

static void call_futex(hostile *h) {
    static const int operations[] = {FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_OP, FUTEX_WAIT};
    uint32_t *word = futex_word(h);
    uint32_t *other = check_random(&h->random) % 2 == 0 ? futex_word(h) : place_in(h, any_part(h), 4);
    int operation = operations[check_random(&h->random) % 5];
    uint64_t count = check_random(&h->random) % 3 == 0 ? INT32_MAX : check_random(&h->random) % 2;
    struct timespec time = {0, (long)(check_random(&h->random) % 2000000)};
    uint32_t found = *(volatile uint32_t *)word;
    bool waits = operation == FUTEX_WAIT;
    bool wakes = operation == FUTEX_WAKE_OP;
    uint32_t last = wakes ? (uint32_t)FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_NE, 0) : found;
    void *fourth = waits ? (void *)&time : (void *)(uintptr_t)INT32_MAX;
    syscall(SYS_futex, word, operation, waits ? found : (uint32_t)count, fourth, other, last);
    cl_add_relaxed(&total->futexes, 1);
}

static void talk(hostile *h, const char *segment) {
    char message[300];
    size_t bytes = noise_message(message, sizeof message, &h->random);
    if (check_random(&h->random) % 2 == 0) { /* over the connection that it has */
        message[0] = CL_SAY_COLLECT;
        raw_send(opened_connection(), message, 1 + bytes % 8);
    } else {
        int connection = raw_connect(segment);
        raw_send(connection, message, bytes);
        close(connection);
    }
    cl_add_relaxed(&total->messages, 1);
}

static _Noreturn void rage(hostile *h, const char *segment) {
    uint64_t turn = 1ull << check_random(&h->random) % 9; /* words between two pauses */
    for (uint64_t i = 0;; i++) {
        change_word(h);
        if (check_random(&h->random) % 16 == 0) {
            call_futex(h);
        }
        if (check_random(&h->random) % 512 == 0) {
            talk(h, segment);
        }
        if (i % turn == 0) {
            check_sleep_us(check_random(&h->random) % 1000);
        }
    }
}

typedef struct job {
    const char *segment;
    uint64_t seed;
    uint32_t index;
} job;

static void quiet(void) {
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct rlimit none = {0, 0};
    dup2(null, 1);
    dup2(null, 2);
    setrlimit(RLIMIT_CORE, &none);
}

/* The daemon may be killed meanwhile. NULL when the next one does not let it in. */
static void *attach(const char *segment, int flags, cl_error *error) {
    cl_attach_options options = {
        .segment = segment, .language = "c", .program = "hostile", .timeout_ms = PATIENCE_MS, .flags = flags};
    void *base = NULL;
    error->code = CL_ERR_DAEMON;
    for (uint64_t begun = check_now_ms(); base == NULL && check_now_ms() - begun < PATIENCE_MS; check_sleep_us(2000)) {
        base = cl_attach(&options, error);
        if (error->code != CL_ERR_DAEMON) {
            break;
        }
    }
    return base;
}

static void be_hostile_reader(void *argument) {
    const job *j = argument;
    cl_error error = {0, ""};
    hostile h = {.base = attach(j->segment, CL_ATTACH_READONLY, &error), .random = j->seed};
    REQUIRE(h.base != NULL, &error);
    h.header = *here()->header;
    h.classes_used = cl_load_relaxed(&h.header.classes_top) - h.header.classes_offset;
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    uint32_t chunk = ((cl_slot *)cl_at(here(), slot))->chunk - 1;
    chunk -= chunk % CL_AREA_CHUNKS;
    slot -= (slot - h.header.slots_offset) % CL_PAGE;
    add_part(&h, slot, CL_PAGE);
    add_part(&h, slot, CL_PAGE);
    add_part(&h, cl_offset_of(here(), cl_chunk_at(here(), chunk)), CL_PAGE);
    add_part(&h, cl_chunk_entries_offset(here(), chunk), 32 * CL_CHUNK_BYTES);
    rage(&h, j->segment);
}

/* All parts or a few, so that not everything ends at the first look. `index`: only what the next daemon does not check
 * before it takes a segment over. */
static void choose_parts(hostile *h, uint32_t index) {
    const cl_header *g = &h->header;
    const part all[] = {{g->marks_offset, 64 * CL_REGION_GRANULES},
                        {g->objects_offset, 64 * CL_REGION_BYTES},
                        {g->chunk_entries_offset, 8 * CL_CHUNK_BYTES},
                        {g->chunk_ranges_offset, 8 * sizeof(cl_ranges)},
                        {g->cycles_offset, CL_CYCLE_RECORDS * sizeof(cl_cycle)},
                        {offsetof(cl_header, gc_requests), sizeof(uint32_t) * 2},
                        {0, sizeof(cl_header)},
                        {g->buckets_offset, CL_NAME_BUCKETS * sizeof(uint32_t)},
                        {g->vms_offset, 8 * sizeof(cl_vm)},
                        {g->slots_offset, 16 * sizeof(cl_slot)},
                        {g->slots_offset, CL_SLOT_MAX * sizeof(cl_slot)},
                        {g->chunks_offset, 64 * sizeof(cl_chunk)},
                        {g->regions_offset, 64 * sizeof(uint32_t)},
                        {g->classes_offset, h->classes_used}};
    uint32_t count = index == 0 ? sizeof all / sizeof all[0] : 6;
    uint32_t sure = (uint32_t)check_random(&h->random) % count;
    for (uint32_t i = 0; i < count; i++) {
        const part *p = &all[i];
        bool inside = p->offset < g->segment_bytes && p->bytes <= g->segment_bytes - p->offset;
        if (inside && (i == sure || check_random(&h->random) % 4 == 0)) {
            add_part(h, p->offset, p->bytes);
        }
    }
}

static void be_hostile_writer(void *argument) {
    const job *j = argument;
    cl_error error = {0, ""};
    quiet();
    hostile h = {.base = attach(j->segment, 0, &error), .random = j->seed};
    if (h.base == NULL) {
        check_exit();
    }
    h.header = *here()->header;
    uint64_t top = cl_load_relaxed(&h.header.classes_top), from = h.header.classes_offset;
    h.classes_used = top > from && top < h.header.marks_offset ? top - from : CL_PAGE;
    choose_parts(&h, j->index);
    if (h.part_count != 0 && h.header.slots_offset + (1 << 20) < h.header.segment_bytes) {
        rage(&h, j->segment);
    }
}

static pid_t start(void (*body)(void *), const char *segment, uint32_t index, uint64_t *seed) {
    job j = {segment, check_random(seed), index};
    return check_fork(body, &j);
}

/* However it ended. */
static void end_process(pid_t child) {
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    total->deaths++;
}

/* ---- the honest, beside mutators of the graph ---- */

typedef struct worker {
    uint64_t slot, pair, list, queue, random, ticket;
    uint32_t index;
} worker;

static void count_under_monitor(worker *w) {
    enter(w->slot, w->pair);
    uint64_t a = cl_load_raw(w->pair, 0), b = cl_load_raw(w->pair, 1);
    CHECK(a == b);
    cl_store_raw(w->pair, 0, a + 1);
    if (check_random(&w->random) % 64 == 0) {
        check_sleep_us(500); /* so that the other one sleeps */
    }
    cl_store_raw(w->pair, 1, b + 1);
    leave(w->slot, w->pair);
    cl_add_relaxed(&total->added[w->index], 1);
}

/* One sends numbers in turn, the other sees them all. */
static void use_channel(worker *w) {
    cl_error error = {0, ""};
    uint64_t word;
    if (w->index % 2 == 0) {
        int32_t result = cl_channel_send(w->slot, w->queue, integer((int64_t)w->ticket), 20 * MS, 0, &error);
        CHECK_OK(result != 0, &error);
        w->ticket += result == 1;
        cl_add_relaxed(&total->sent, result == 1);
    } else {
        int32_t result = cl_channel_receive(w->slot, w->queue, 20 * MS, 0, &word, &error);
        CHECK_OK(result != 0, &error);
        CHECK(result != 1 || word == integer((int64_t)w->ticket));
        w->ticket += result == 1;
        cl_add_relaxed(&total->received, result == 1);
    }
}

/* As long afterwards as before. */
static void edit_list(worker *w) {
    cl_error error = {0, ""};
    cl_element element = {.kind = CL_SLOT_INT64, .bits = w->index};
    if (cl_list_insert(w->slot, w->list, UINT32_MAX, &element, &error)) {
        while (!cl_list_remove(w->slot, w->list, 0, NULL, &error)) {
            REQUIRE(error.code == CL_ERR_MEMORY, &error);
        }
        cl_add_relaxed(&total->edits, 1);
    } else {
        CHECK_OK(error.code == CL_ERR_MEMORY, &error); /* the graph may fill the heap for a moment */
    }
}

static uint64_t common(uint64_t slot, const char *name) {
    uint64_t found = cl_load_at(slot, repository(name));
    CHECK(found != 0);
    return found;
}

static uint64_t open_queue(uint64_t slot) {
    cl_error error = {0, ""};
    cl_channel_spec spec = {.capacity = 4};
    uint64_t queue = cl_channel_open(slot, "numbers", 7, &spec, &error);
    REQUIRE(queue != 0, &error);
    return queue;
}

static void work(void *argument) {
    const job *j = argument;
    uint64_t slot = daemon_attach_slot(j->segment);
    worker w = {slot, common(slot, "pair"), common(slot, "list"), open_queue(slot), j->seed, 0, j->index};
    const uint64_t kept[] = {w.pair, w.list};
    uint64_t control = graph_repository("control", UINT32_MAX), ack = graph_repository("ack", j->index);
    for (uint64_t word; (word = cl_load_at(slot, control)) != integer(GRAPH_END);) {
        if (cl_untag_integer(word) % 2 == 0) {
            cl_store_at(slot, ack, word);
            check_sleep_us(500);
            continue;
        }
        for (int i = 0; i < 50; i++) {
            count_under_monitor(&w);
            use_channel(&w);
            edit_list(&w);
        }
        keep_only(slot, kept, 2);
    }
    cl_slot_release(slot);
}

static void make_common(uint64_t slot) {
    cl_error error = {0, ""};
    published_pair(slot, "pair");
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
    REQUIRE(list != 0, &error);
    cl_store_at(slot, repository("list"), list);
    cl_element element = {.kind = CL_SLOT_INT64, .bits = 0};
    for (uint32_t i = 0; i < LIST_LENGTH; i++) {
        REQUIRE(cl_list_insert(slot, list, UINT32_MAX, &element, &error), &error);
    }
    open_queue(slot);
}

static void check_common(uint64_t slot) {
    uint64_t pair = common(slot, "pair");
    uint64_t added = cl_load_relaxed(&total->added[2]) + cl_load_relaxed(&total->added[3]);
    CHECK(cl_load_raw(pair, 0) == added && cl_load_raw(pair, 1) == added && added > 0);
    CHECK(cl_list_count(common(slot, "list")) == LIST_LENGTH && cl_load_relaxed(&total->edits) > 0);
    CHECK(cl_load_relaxed(&total->sent) - cl_load_relaxed(&total->received) == cl_channel_size(open_queue(slot)));
}

/* ---- a hostile reader ---- */

static void mutate(void *argument) {
    const job *j = argument;
    uint64_t slot = daemon_attach_slot(j->segment);
    graph_mutate(slot, j->index, j->seed);
    cl_slot_release(slot);
}

/* One event while all run. */
static bool disturb(served *d, pid_t *readers, uint64_t *seed) {
    uint32_t which = (uint32_t)check_random(seed) % HOSTILE_MOST;
    check_sleep_us(check_random(seed) % 40000);
    switch (check_random(seed) % 4) {
    case 0:
        if (replace(d) != SERVING) {
            return false;
        }
        daemon_await_served();
        return true;
    case 1:
        end_process(readers[which]);
        readers[which] = start(be_hostile_reader, d->segment, 0, seed);
        return true;
    case 2:
        referee_kill(d->segment, 1, seed);
        total->deaths++;
        return true;
    default:
        return look(d) == SERVING;
    }
}

static void judge(referee *r, served *d, pid_t *readers, uint64_t *seed) {
    referee_pause(r);
    for (uint32_t i = 0; i < HOSTILE_MOST; i++) {
        end_process(readers[i]); /* what they name lives */
    }
    daemon_await_served();
    daemon_wait_vms(5);
    referee_check(r);
    check_common(r->slot);
    for (uint32_t i = 0; i < HOSTILE_MOST; i++) {
        readers[i] = start(be_hostile_reader, d->segment, 0, seed);
    }
    CHECK(cl_load_acquire(&here()->header->phase) != CL_PHASE_CORRUPT && !has_said(d, "corrupt", false));
}

static void a_reader_changes_nothing(void) {
    uint64_t seed = check_seed();
    served d = {.segment = "reader", .adopt_ms = "60000"};
    pid_t honest[4], readers[HOSTILE_MOST];
    REQUIRE(serve(&d) == SERVING, &(cl_error){.text = "no daemon"});
    referee r = referee_open(daemon_attach_slot(d.segment));
    make_common(r.slot);
    r.mutators = 15;
    for (uint32_t i = 0; i < 4; i++) {
        honest[i] = start(i < 2 ? mutate : work, d.segment, i, &seed);
    }
    for (uint32_t i = 0; i < HOSTILE_MOST; i++) {
        readers[i] = start(be_hostile_reader, d.segment, 0, &seed);
    }
    bool good = true;
    uint64_t end = check_now_ms() + check_amount("HOSTILE_MS", MS_DEFAULT) / 2;
    while (good && (check_now_ms() < end || total->adoptions == 0)) {
        referee_pause(&r);
        referee_go(&r);
        for (int i = 0; good && i < 12; i++) {
            good = disturb(&d, readers, &seed);
        }
        if (good) {
            judge(&r, &d, readers, &seed);
        }
    }
    for (uint32_t i = 0; i < HOSTILE_MOST; i++) {
        end_process(readers[i]);
    }
    referee_end(&r);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(check_join(honest[i]));
    }
    cl_store_relaxed(&total->cycles, cl_load_acquire(&here()->header->cycles_finished));
    check_common(r.slot);
    CHECK(good && total->ended == 0 && total->hung == 0 && total->adoptions > 0);
    stop(&d);
    print_totals("reader");
}

/* ---- a hostile writer ---- */

/* Works, and may come to harm. */
static void be_victim(void *argument) {
    const job *j = argument;
    cl_error error = {0, ""};
    uint64_t seed = j->seed;
    quiet();
    uint64_t slot = attach(j->segment, 0, &error) == NULL ? 0 : cl_slot_claim(&error);
    if (slot == 0) {
        check_exit();
    }
    const cl_field_spec fields[] = {field("next", CL_TYPE_ANY), field("number", CL_TYPE_INTEGER)};
    uint64_t place = repository("victim"), queue = open_queue(slot);
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
    for (uint64_t i = 1, word;; i++) {
        uint64_t node = object_of(slot, check_random(&seed) % 2 == 0 ? "Node" : "Other", fields, 2);
        cl_store_tagged(slot, node, 0, i % 50 == 0 ? 0 : cl_load_at(slot, place));
        cl_store_at(slot, place, node);
        cl_element element = {.kind = CL_SLOT_INT64, .bits = i};
        cl_list_insert(slot, list, UINT32_MAX, &element, &error);
        cl_channel_send(slot, queue, string(slot, "text"), 0, 0, &error);
        cl_channel_receive(slot, queue, 0, 0, &word, &error);
        if (cl_monitor_enter(slot, node, MS, &error) == 1 && check_random(&seed) % 4 != 0) {
            cl_monitor_exit(slot, node, &error);
        }
        if (i % 200 == 0) {
            put(slot, node, field("added", CL_TYPE_ANY), string(slot, "more"));
            list = cl_list_make(slot, CL_SLOT_INT64, 0, &error);
            keep_only(slot, &list, 1);
        }
        if (i % 100 == 0) {
            cl_add_relaxed(&total->cycles, cl_collect(1000, &error));
        }
    }
}

/* Whatever it says, it comes to an end. */
static void validate(void *argument) {
    const job *j = argument;
    cl_error error = {0, ""};
    const void *base = attach(j->segment, 0, &error);
    for (int i = 0; base != NULL && i < 10; i++) {
        cl_validate(base, 1 + (int32_t)(check_random(&((job *)argument)->seed) % 3), &error);
    }
}

static void be_good(void *argument) {
    const job *j = argument;
    uint64_t slot = daemon_attach_slot(j->segment);
    const cl_field_spec only = field("only", CL_TYPE_ANY);
    uint64_t object = object_of(slot, "Good", &only, 1);
    cl_store_at(slot, repository("good"), object);
    cl_store_tagged(slot, object, 0, string(slot, "as ever"));
    keep_only(slot, NULL, 0);
    collect();
    collect();
    CHECK(holds_text(cl_load_tagged(slot, object, 0), "as ever"));
    daemon_validate(3);
}

typedef struct crowd {
    pid_t pids[HOSTILE_MOST + 2];
    uint32_t mode; /* of the hostile ones */
} crowd;

static void start_one(crowd *c, uint32_t i, const served *d, uint64_t *seed) {
    c->pids[i] = start(i < HOSTILE_MOST ? be_hostile_writer : be_victim, d->segment, c->mode, seed);
}

static enum outcome trouble(served *d, crowd *c, uint64_t *seed) {
    uint32_t which = (uint32_t)check_random(seed) % (HOSTILE_MOST + 2);
    check_sleep_us(check_random(seed) % 60000);
    switch (check_random(seed) % 5) {
    case 0:
        return replace(d);
    case 1:
    case 2:
        end_process(c->pids[which]);
        start_one(c, which, d, seed);
        return look(d);
    case 3:
        CHECK(check_join(start(validate, d->segment, 0, seed)));
        return look(d);
    default:
        return look(d);
    }
}

/* Until the daemon is ended, or refuses to take the segment over. */
static bool one_segment(served *d, uint64_t *seed) {
    crowd c = {.mode = (uint32_t)check_random(seed) % 2};
    enum outcome how = serve(d);
    if (how != SERVING || !CHECK(check_join(start(be_good, d->segment, 0, seed)))) {
        return false;
    }
    for (uint32_t i = 0; i < HOSTILE_MOST + 2; i++) {
        start_one(&c, i, d, seed);
    }
    bool faulty = false;
    for (uint64_t left = 2 + check_random(seed) % 12; how == SERVING && left > 0; left--) {
        how = trouble(d, &c, seed);
        faulty = faulty || has_said(d, "corrupt heap", false);
    }
    total->faults += faulty || how == REFUSED;
    if (how == SERVING) {
        stop(d);
    }
    for (uint32_t i = 0; i < HOSTILE_MOST + 2; i++) {
        end_process(c.pids[i]);
    }
    return how != FAILED;
}

static void a_writer_does_not_end_the_daemon(void) {
    uint64_t seed = check_seed();
    uint64_t segments = 0;
    served d = {.segment = "writer", .adopt_ms = "3000"}; /* nobody may be left who can */
    for (uint64_t end = check_now_ms() + check_amount("HOSTILE_MS", MS_DEFAULT) / 2; check_now_ms() < end; segments++) {
        if (!one_segment(&d, &seed)) {
            break;
        }
    }
    printf("  %llu segments\n", (unsigned long long)segments);
    print_totals("writer");
    CHECK(total->ended == 0 && total->hung == 0 && total->deaths > 0 && (segments < 10 || total->faults > 0));
}

int main(void) {
    check_begin("hostile");
    signal(SIGPIPE, SIG_IGN);
    total = check_share(sizeof *total);
    RUN(a_reader_changes_nothing);
    memset(total, 0, sizeof *total);
    RUN(a_writer_does_not_end_the_daemon);
    return check_end();
}
