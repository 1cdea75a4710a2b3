/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at random instructions while they change one object. Afterwards the heap is valid, nobody waits
 * for the dead, and each field is as before or as after an operation.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "trace.h"
#include "words.h"

#define VICTIMS 2
#define OBJECTS 3
#ifdef __SANITIZE_ADDRESS__
#define STRIDE 5 /* instructions between two kills; there are more of them, and slower */
#else
#define STRIDE 1
#endif

/* Puts a field, or leaves the object as it is when the class has all the versions that it may have. */
static void try_put(uint64_t slot, uint64_t object, cl_field_spec spec, uint64_t bits) {
    cl_error error = {0, ""};
    if (cl_evolve_put(slot, object, &spec, bits, &error) == 0) {
        REQUIRE(check_error(&error, CL_ERR_MEMORY, "1000 versions"), &error);
    }
}

/* Field f holds, as a raw integer or as a string, a value that tells its own field: a misread would show. */
static void change_at_random(uint64_t slot, uint64_t object, uint64_t *random) {
    cl_error error = {0, ""};
    uint32_t f = (uint32_t)check_random(random) % 12;
    char name[8];
    snprintf(name, sizeof name, "f%u", f);
    switch (check_random(random) % 4) {
    case 0:
        cl_evolve_remove(slot, object, named(CL_KIND_NAME, name), &error);
        break;
    case 1:
        try_put(slot, object, field(name, CL_TYPE_INTEGER), f);
        break;
    case 2:
        try_put(slot, object, field(name, CL_TYPE_STRING), string(slot, name));
        break;
    default:
        try_put(slot, object, field(name, CL_TYPE_ANY),
                check_random(random) % 2 == 0 ? integer(f) : string(slot, name));
    }
}

static void change_forever(void *seed) {
    uint64_t slot = daemon_attach_slot("kill");
    uint64_t random = *(uint64_t *)seed;
    uint64_t objects[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
        char name[8] = {'o', (char)('0' + i), 0};
        objects[i] = cl_load_at(slot, repository(name));
    }
    for (;;) {
        change_at_random(slot, objects[check_random(&random) % OBJECTS], &random);
    }
}

static bool is_string_of(uint64_t word, const char *text) {
    const cl_string_head *head = cl_at(here(), word);
    return shape_of(word)->kind == CL_KIND_STRING && head->header.length == strlen(text) &&
           memcmp(head + 1, text, strlen(text)) == 0;
}

static bool is_good_value(uint64_t object, uint32_t f) {
    char name[8];
    snprintf(name, sizeof name, "f%u", f);
    const cl_field *found = find_field(object, name);
    uint64_t bits = bits_of(object, name);
    if (found == NULL) {
        return true;
    }
    if (found->type == CL_TYPE_INTEGER) {
        return bits == f;
    }
    bool text = (bits & CL_TAG_REFERENCE_MASK) == 0 && bits != 0 && is_string_of(bits, name);
    return found->type == CL_TYPE_STRING ? text : text || bits == integer(f);
}

static void judge(uint64_t slot, const uint64_t *objects, uint64_t *random) {
    for (int i = 0; i < OBJECTS; i++) {
        change_at_random(slot, objects[i], random); /* waits for nobody */
        for (uint32_t f = 0; f < 12; f++) {
            CHECK(is_good_value(objects[i], f));
        }
        CHECK(cl_load_raw(objects[i], 0) == 4711);
    }
}

/* Each round has a class of its own, for a class has a limited number of versions. */
static void make_objects(uint64_t slot, uint64_t *objects, uint32_t round) {
    cl_field_spec fixed = field("fixed", CL_TYPE_INTEGER);
    char class[24];
    snprintf(class, sizeof class, "Victim%u", round);
    for (int i = 0; i < OBJECTS; i++) {
        char name[8] = {'o', (char)('0' + i), 0};
        objects[i] = object_of(slot, class, &fixed, 1);
        cl_store_raw(objects[i], 0, 4711);
        cl_store_at(slot, repository(name), objects[i]);
    }
}

static void killed_while_evolving(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("kill");
    uint64_t objects[OBJECTS];
    uint64_t end = check_now_ms() + check_amount("KILL_MS", 4000);
    uint32_t rounds = 0;
    for (; check_now_ms() < end; rounds++) {
        pid_t victims[VICTIMS];
        make_objects(slot, objects, rounds);
        for (int i = 0; i < VICTIMS; i++) {
            uint64_t own = check_random(&seed);
            victims[i] = check_fork(change_forever, &own);
        }
        check_sleep_us(3000 + check_random(&seed) % 20000);
        for (int i = 0; i < VICTIMS; i++) {
            kill(victims[i], SIGKILL);
            waitpid(victims[i], NULL, 0);
            change_at_random(slot, objects[0], &seed); /* while the other one lives */
        }
        daemon_wait_vms(1);
        judge(slot, objects, &seed);
        if (rounds % 8 == 0) {
            daemon_validate(3);
        }
    }
    daemon_validate(3);
    printf("  killed %u processes\n", rounds * VICTIMS);
    CHECK(rounds > 0);
}

/* ---- killed at each instruction of the part that holds the object, by single steps ---- */

typedef struct operation {
    const char *name;
    uint32_t first_type; /* of field "f" before, 0: it has none */
    uint32_t then_type;  /* after, 0: it is removed */
    uint32_t width;      /* other fields it has in extension blocks */
} operation;

typedef struct trial {
    const operation *what;
    uint64_t object, before, after; /* the words of "f" */
    uint64_t slot;                  /* of the victim, told to its killer */
} trial;

static uint64_t word_of(uint32_t type, int64_t number) {
    return type == 0 ? CL_TAG_NULL : type == CL_TYPE_INTEGER ? (uint64_t)number : integer(number);
}

static void prepare(trial *t, uint64_t slot, const operation *what) {
    cl_field_spec fixed = field("fixed", CL_TYPE_INTEGER);
    *t = (trial){.what = what, .object = object_of(slot, "Stepped", &fixed, 1)};
    cl_store_raw(t->object, 0, 4711);
    for (uint32_t i = 0; i < what->width; i++) {
        char name[8] = {'w', (char)('0' + i), 0};
        put(slot, t->object, field(name, CL_TYPE_INTEGER), i);
    }
    t->before = word_of(what->first_type, 1);
    t->after = word_of(what->then_type, 2);
    if (what->first_type != 0) {
        put(slot, t->object, field("f", what->first_type), t->before);
    }
}

/* The victim says where its slot is, stops, and changes the object under its killer's steps. */
static void be_stepped(void *argument) {
    trial *t = argument;
    uint64_t slot = daemon_attach_slot("kill");
    cl_field_spec spec = field("f", t->what->then_type == 0 ? CL_TYPE_ANY : t->what->then_type);
    cl_slot *record = cl_at(here(), slot);
    cl_store_release(word_at(repository("slot")), integer((int64_t)slot));
    cl_store_release(word_at(repository("watch")),
                     integer((int64_t)(uintptr_t)&record->evolving)); /* in its own mapping */
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    if (t->what->then_type == 0) {
        cl_evolve_remove(slot, t->object, spec.name, NULL);
    } else {
        cl_evolve_put(slot, t->object, &spec, t->after, NULL);
    }
    raise(SIGSTOP);
}

/* Runs the victim until it announced the object. False when it stopped by itself before. */
#ifdef __x86_64__
static bool run_to_announcement(pid_t victim, const _Atomic uint32_t *evolving) {
    int status;
    int64_t watch = cl_untag_integer(cl_load_acquire(word_at(repository("watch"))));
    uint64_t control = 1 | 1 << 16 | 3 << 18; /* breakpoint 0, on writes, of four bytes */
    bool set = ptrace(PTRACE_POKEUSER, victim, offsetof(struct user, u_debugreg[0]), watch) == 0 &&
               ptrace(PTRACE_POKEUSER, victim, offsetof(struct user, u_debugreg[7]), control) == 0;
    check_that(set, "a watch on the slot", __FILE__, __LINE__, NULL);
    return set && ptrace(PTRACE_CONT, victim, NULL, NULL) == 0 && waitpid(victim, &status, 0) == victim &&
           WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP && cl_load_acquire(evolving) != 0;
}
#else
static bool run_to_announcement(pid_t victim, const _Atomic uint32_t *evolving) {
    while (cl_load_acquire(evolving) == 0) {
        if (!trace_step(victim)) {
            return false;
        }
    }
    return true;
}
#endif

/* Kills the victim `steps` instructions after it announced the object. False when it was done before. */
static bool kill_after(pid_t victim, uint32_t steps) {
    int status;
    waitpid(victim, &status, 0);
    const cl_slot *slot = cl_at(here(), (uint64_t)cl_untag_integer(cl_load_acquire(word_at(repository("slot")))));
    bool inside = run_to_announcement(victim, &slot->evolving);
    for (uint32_t i = 0; inside && i < steps; i++) {
        inside = trace_step(victim) && cl_load_acquire(&slot->evolving) != 0;
    }
    kill(victim, SIGKILL);
    waitpid(victim, &status, 0);
    return inside;
}

static bool is_before_or_after(const trial *t) {
    const cl_field *found = find_field(t->object, "f");
    uint32_t type = found == NULL ? 0 : found->type;
    uint64_t word = bits_of(t->object, "f");
    bool before = type == t->what->first_type && word == t->before;
    bool widened = type == CL_TYPE_ANY && t->what->then_type == CL_TYPE_ANY && word == t->before; /* the type alone */
    return before || widened || (type == t->what->then_type && word == t->after);
}

static uint32_t kill_everywhere(uint64_t slot, const operation *what) {
    uint32_t steps = 0;
    for (bool inside = true; inside; steps += STRIDE) {
        trial t;
        prepare(&t, slot, what);
        inside = kill_after(check_fork(be_stepped, &t), steps);
        daemon_wait_vms(1);
        if (!check_that(is_before_or_after(&t), "before or after", __FILE__, __LINE__, what->name)) {
            printf("  after %u instructions\n", steps);
        }
        put(slot, t.object, field("later", CL_TYPE_INTEGER), 5); /* waits for nobody */
        CHECK(bits_of(t.object, "later") == 5 && cl_load_raw(t.object, 0) == 4711);
        for (uint32_t i = 0; i < what->width; i++) {
            char name[8] = {'w', (char)('0' + i), 0};
            CHECK(bits_of(t.object, name) == i);
        }
    }
    daemon_validate(3);
    return steps;
}

static void killed_at_every_instruction(void) {
    static const operation operations[] = {
        {"add, first block", 0, CL_TYPE_ANY, 0},
        {"add, next block", 0, CL_TYPE_INTEGER, 4},
        {"widen in place", CL_TYPE_STRING, CL_TYPE_ANY, 1},
        {"another slot kind", CL_TYPE_INTEGER, CL_TYPE_ANY, 1},
        {"narrow", CL_TYPE_ANY, CL_TYPE_STRING, 1},
        {"remove", CL_TYPE_ANY, 0, 1},
    };
    uint64_t slot = daemon_attach_slot("kill");
    uint32_t total = 0;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        uint32_t steps = kill_everywhere(slot, &operations[i]);
        CHECK(steps > 20); /* the object was held for some instructions */
        total += steps;
    }
    printf("  killed at %u instructions\n", total / STRIDE);
}

int main(void) {
    check_begin("kill");
    daemon_start("kill", "--objects", "4G", "--classes", "1G", NULL);
    RUN(killed_while_evolving);
    if (trace_is_permitted()) {
        RUN(killed_at_every_instruction);
    } else {
        check_skip("killed_at_every_instruction", "tracing is not permitted here");
    }
    return check_end();
}
