/* SPDX-License-Identifier: Apache-2.0 */
/* heap MODE: allocation, quotas and attaching as programs met them; each mode ends with 0 when the answer is right. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "colors.h"

static cl_error error;
static char text[16000];

static void require(int good, const char *what) {
    if (!good) {
        printf("not so: %s: %s\n", what, error.text);
        exit(1);
    }
}

static uint64_t attach(void) {
    cl_attach_options options = {.segment = getenv("COLORS_SEGMENT"), .language = "c", .program = "heap"};
    require(cl_attach(&options, &error) != NULL, "attach");
    uint64_t slot = cl_slot_claim(&error);
    require(slot != 0, "a slot");
    return slot;
}

static cl_header *header(void) {
    return cl_base();
}

static void pause_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* Lets go of all that was logged so far. */
static void drop(uint64_t slot_offset) {
    const cl_slot *slot = (const cl_slot *)((char *)cl_base() + slot_offset);
    uint64_t old = header()->chunk_entries_offset + (slot->chunk - 1ull) * CL_CHUNK_ENTRIES * 4;
    require(cl_chunk_next(slot_offset, &error) != 0, "a chunk");
    cl_chunk_free(slot_offset, old);
}

/* A forked child has its own quotas. */
static int quota(void) {
    attach();
    pid_t child = fork();
    if (child == 0) {
        attach();
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    puts(status == 0 ? "the child has a slot of its own" : "the child has none");
    return status != 0;
}

static volatile sig_atomic_t signals;

static void on_alarm(int signal) {
    (void)signal;
    signals++;
}

/* Signals every millisecond while 64 MiB get their memory. */
static int interrupted(void) {
    uint64_t slot = attach();
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    struct itimerval interval = {{0, 1000}, {0, 1000}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &interval, NULL);
    require(cl_block_large(slot, 64 << 20, &error) != 0, "a block of 64 MiB");
    while (signals == 0) {
    }
    printf("the block is there after %d signals\n", (int)signals);
    return 0;
}

static uint32_t small_ones(uint64_t slot) {
    uint32_t before = header()->cycles_finished;
    for (int i = 0; i < 200; i++) {
        require(cl_string(slot, text, 100, &error) != 0, "a small object");
    }
    return header()->cycles_finished - before;
}

/* Every other object of 2 KB is dead: there is no room for 15 KB, and there is for small ones. */
static int medium(void) {
    uint64_t slot = attach();
    uint64_t list = cl_list_make(slot, 0, 0, &error);
    uint32_t repository = cl_entity_intern(CL_KIND_REPOSITORY, "kept", 4, &error);
    cl_store_at(slot, 16ull * repository + offsetof(cl_entity, value), list);
    for (int i = 0; i < 3000; i++) {
        cl_element element = {.kind = CL_SLOT_TAGGED, .bits = cl_string(slot, text, 2000, &error)};
        require(element.bits != 0, "an object");
        if (i % 2 == 0) {
            require(cl_list_insert(slot, list, cl_list_count(list), &element, &error), "an element");
        }
        if (i % 300 == 299) {
            drop(slot);
        }
    }
    drop(slot);
    require(cl_collect(0, &error) && cl_collect(0, &error), "two cycles");
    while (cl_string(slot, text, 15000, &error) != 0) {
    }
    printf("no room for 15 KB: %.100s\n", error.text);
    uint32_t cycles = small_ones(slot);
    int refused = cl_string(slot, text, 15000, &error) == 0;
    cycles += small_ones(slot);
    printf("400 small objects took %u cycles\n", cycles);
    return !refused || cycles != 0;
}

static void make(uint64_t slot, int count) {
    for (int i = 0; i < count; i++) {
        require(cl_string(slot, text, 8000, &error) != 0, "an object beside another process's garbage");
    }
}

/* Another process holds half of the memory, is stopped for four seconds, and then lets go of it when it is asked to. */
static int holder(void) {
    int ready[2];
    char byte;
    require(pipe(ready) == 0, "a pipe");
    pid_t other = fork();
    if (other == 0) {
        uint64_t slot = attach();
        make(slot, 4 * 1024 * 1024 / 8000);
        uint32_t pressure = header()->pressure;
        require(write(ready[1], "x", 1) == 1, "a word");
        while (header()->pressure == pressure) {
            pause_ms(1);
        }
        drop(slot);
        pause();
    }
    require(read(ready[0], &byte, 1) == 1, "its word");
    pause_ms(100);
    kill(other, SIGSTOP);
    pid_t later = fork();
    if (later == 0) {
        pause_ms(4000);
        kill(other, SIGCONT);
        _exit(0);
    }
    make(attach(), 5 * 1024 * 1024 / 8000);
    puts("there was room when the other process had let go");
    kill(other, SIGKILL);
    waitpid(later, NULL, 0);
    waitpid(other, NULL, 0);
    return 0;
}

/* The daemon is stopped, and has as many connections as it can have before it accepts some. */
static int backlog(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int count = 0;
    require(cl_socket_path(getenv("COLORS_SEGMENT"), address.sun_path, sizeof address.sun_path, &error), "a path");
    while (connect(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), (struct sockaddr *)&address, sizeof address) == 0) {
        count++;
    }
    alarm(60);
    cl_attach_options options = {.segment = getenv("COLORS_SEGMENT"), .timeout_ms = 2000};
    int attached = cl_attach(&options, &error) != NULL;
    printf("behind %d connections: %s\n", count, attached ? "attached" : error.text);
    return attached || strstr(error.text, "did not accept a connection in time") == NULL;
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        int (*run)(void);
    } modes[] = {{"quota", quota},   {"interrupted", interrupted}, {"medium", medium},
                 {"holder", holder}, {"backlog", backlog}};
    memset(text, 'x', sizeof text);
    setvbuf(stdout, NULL, _IONBF, 0);
    for (size_t i = 0; count == 2 && i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(arguments[1], modes[i].name) == 0) {
            return modes[i].run();
        }
    }
    puts("usage: heap quota | interrupted | medium | holder | backlog");
    return 2;
}
