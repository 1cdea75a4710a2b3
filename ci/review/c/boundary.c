/* SPDX-License-Identifier: Apache-2.0 */
/* What a client could once do to the daemon, and to others by it: boundary MODE SEGMENT. Exits with 0 if it cannot. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "address.h"
#include "area.h"
#include "colors.h"

static cl_error error;

static _Noreturn void fail(const char *what) {
    printf("%s: %s\n", what, error.text);
    exit(1);
}

static const cl_space *attach(const char *segment, int flags) {
    static cl_space space;
    cl_attach_options options = {.segment = segment, .program = "boundary", .language = "c", .flags = flags};
    void *base = cl_attach(&options, &error);
    if (base == NULL) {
        fail("attach");
    }
    space = cl_space_of(base);
    return &space;
}

static uint64_t claim(void) {
    uint64_t slot = cl_slot_claim(&error);
    return slot != 0 ? slot : (fail("slot"), 0);
}

static void pause_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* The number of the reader's first slot. */
static uint32_t first_of(const cl_space *space, uint64_t slot) {
    uint32_t index = cl_slot_index(space, cl_at(space, slot));
    return index - index % CL_AREA_SLOTS;
}

static void await_byte(int file) {
    char byte;
    if (read(file, &byte, 1) != 1) {
        fail("the other process");
    }
}

/* A reader says in its own pages that a dead thread slept for the monitor of a place in a repository's value. */
static int deputy(const char *segment) {
    int said[2], heard[2];
    if (pipe(said) != 0 || pipe(heard) != 0) {
        fail("pipe");
    }
    pid_t reader = fork();
    if (reader == 0) {
        const cl_space *space = attach(segment, CL_ATTACH_READONLY);
        uint32_t first = first_of(space, claim()), entity;
        dprintf(said[1], "%6u", first);
        if (read(heard[0], &entity, sizeof entity) == sizeof entity) {
            cl_store_release(&cl_slot_at(space, first + CL_AREA_SLOTS - 1)->vm, CL_SLOT_DEAD);
            cl_store_release(&cl_slot_at(space, first)->waiting, entity + 2);
            dprintf(said[1], "x");
        }
        for (;;) {
            pause();
        }
    }
    char text[8] = "";
    attach(segment, 0);
    uint64_t slot = claim();
    uint32_t entity = cl_entity_intern(CL_KIND_REPOSITORY, "r", 1, &error);
    cl_entity_intern(CL_KIND_NAME, "so that the repository is not the last", 38, &error);
    uint64_t place = cl_bytes(entity) + offsetof(cl_entity, value);
    if (read(said[0], text, 6) != 6) {
        fail("reader");
    }
    uint64_t word = (strtoull(text, NULL, 10) + CL_AREA_SLOTS) << 32 | CL_TAG_INTEGER_BIT; /* an integer */
    cl_store_at(slot, place, word);
    if (write(heard[1], &entity, sizeof entity) != sizeof entity) {
        fail("write");
    }
    await_byte(said[0]);
    pid_t third = fork();
    if (third == 0) {
        attach(segment, CL_ATTACH_READONLY);
        _exit(0);
    }
    waitpid(third, NULL, 0);
    pause_ms(500);
    uint64_t after = cl_load_at(slot, place);
    kill(reader, SIGKILL);
    waitpid(reader, NULL, 0);
    printf("the repository's integer was %#llx and is %#llx\n", (unsigned long long)word, (unsigned long long)after);
    return after != word;
}

/* A reader moves the collector's sleep to a word of its own. */
static int requeue(const char *segment) {
    int said[2];
    attach(segment, 0);
    if (pipe(said) != 0 || !cl_collect(30000, &error)) {
        fail("a cycle before");
    }
    pid_t reader = fork();
    if (reader == 0) {
        const cl_space *space = attach(segment, CL_ATTACH_READONLY);
        cl_header *header = space->header;
        uint32_t first = first_of(space, claim());
        for (int i = 0; i < 200; i++) {
            syscall(SYS_futex, &header->gc_requests, FUTEX_CMP_REQUEUE, 0, INT_MAX, &cl_slot_at(space, first + 26)->wake,
                    cl_load_relaxed(&header->gc_requests));
            pause_ms(2);
        }
        dprintf(said[1], "x");
        for (;;) {
            pause();
        }
    }
    await_byte(said[0]);
    int good = cl_collect(30000, &error);
    kill(reader, SIGKILL);
    waitpid(reader, NULL, 0);
    printf("a cycle after a reader moved the collector's sleep: %s\n", good ? "done" : error.text);
    return !good;
}

/* As programs do that become daemons. */
static int closefrom_3(const char *segment) {
    const cl_space *space = attach(segment, 0);
    cl_slot *slot = cl_at(space, claim());
    uint32_t vm = cl_load_acquire(&slot->vm);
    syscall(SYS_close_range, 3u, ~0u, 0u);
    pause_ms(1500);
    uint32_t after = cl_load_acquire(&slot->vm);
    printf("the slot of a process that closed its descriptors was VM %u's and is VM %u's\n", vm, after);
    return vm != after;
}

/* It is served, and a cycle is run for it. */
static int served(const char *segment) {
    attach(segment, 0);
    return cl_collect(30000, &error) ? 0 : (fail("a cycle"), 1);
}

static const cl_space *space_of_all;
static _Atomic int stop;

static void *toggle(void *nothing) {
    volatile uint64_t *offset = &space_of_all->header->chunks_offset;
    for (uint64_t good = *offset; !cl_load_relaxed(&stop);) {
        *offset = 0x7fffffffffffull;
        *offset = good;
    }
    return nothing;
}

/* Offsets change between the check and the use. */
static int toctou(const char *segment) {
    pthread_t thread;
    space_of_all = attach(segment, 0);
    if (pthread_create(&thread, NULL, toggle, NULL) != 0) {
        fail("thread");
    }
    int valid = 0;
    for (int i = 0; i < 2000; i++) {
        valid += cl_validate(space_of_all->base, 2, &error);
    }
    cl_store_relaxed(&stop, 1);
    pthread_join(thread, NULL);
    printf("2000 checks of a segment that changes, %d found it valid\n", valid);
    return 0;
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IONBF, 0);
    if (count != 3) {
        return 2;
    }
    const char *mode = arguments[1];
    return strcmp(mode, "deputy") == 0      ? deputy(arguments[2])
           : strcmp(mode, "requeue") == 0   ? requeue(arguments[2])
           : strcmp(mode, "closefrom") == 0 ? closefrom_3(arguments[2])
           : strcmp(mode, "toctou") == 0    ? toctou(arguments[2])
           : strcmp(mode, "served") == 0    ? served(arguments[2])
                                            : 2;
}
