/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pingpong WAY ROUNDTRIPS: a word goes to another process and back, each process on a core of its own when there are
 * several. Ways: futex (both sleep), memory (both look again and again), socket, pipe. Prints the median and the 99th
 * percentile in nanoseconds.
 */
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "timing.h"

#define WARM_UP 1000u
#define LINE    64u

typedef struct way {
    const char *name;
    void (*send)(unsigned direction, uint32_t word);
    void (*receive)(unsigned direction, uint32_t word); /* waits for this one */
} way;

static _Atomic uint32_t *words; /* two, far apart */
static int files[2][2];         /* to read from, to write to, by direction */

static _Atomic uint32_t *word_of(unsigned direction) {
    return &words[direction * 4 * LINE];
}

static void send_futex(unsigned direction, uint32_t word) {
    __atomic_store_n((uint32_t *)word_of(direction), word, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word_of(direction), FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void receive_futex(unsigned direction, uint32_t word) {
    while (*word_of(direction) != word) {
        syscall(SYS_futex, word_of(direction), FUTEX_WAIT, word - 1, NULL, NULL, 0);
    }
}

static void send_memory(unsigned direction, uint32_t word) {
    *word_of(direction) = word;
}

static void receive_memory(unsigned direction, uint32_t word) {
    while (*word_of(direction) != word) {
    }
}

static void send_file(unsigned direction, uint32_t word) {
    if (write(files[direction][1], &word, sizeof word) != sizeof word) {
        exit(1);
    }
}

static void receive_file(unsigned direction, uint32_t word) {
    uint32_t got;
    if (read(files[direction][0], &got, sizeof got) != sizeof got || got != word) {
        exit(1);
    }
}

static const way ways[] = {{"futex", send_futex, receive_futex},
                           {"memory", send_memory, receive_memory},
                           {"socket", send_file, receive_file},
                           {"pipe", send_file, receive_file}};

static void pin(unsigned core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1) {
        sched_setaffinity(0, sizeof set, &set);
    }
}

static int open_files(const char *name) {
    int pair[2];
    if (strcmp(name, "pipe") == 0) {
        return pipe(files[0]) == 0 && pipe(files[1]) == 0;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        return 0;
    }
    files[0][1] = files[1][0] = pair[0];
    files[0][0] = files[1][1] = pair[1];
    return 1;
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **arguments) {
    const way *chosen = NULL;
    for (size_t i = 0; count == 3 && i < sizeof ways / sizeof ways[0]; i++) {
        chosen = strcmp(ways[i].name, arguments[1]) == 0 ? &ways[i] : chosen;
    }
    uint32_t rounds = chosen == NULL ? 0 : (uint32_t)strtoul(arguments[2], NULL, 10);
    uint64_t *times = calloc(rounds + 1ul, sizeof *times);
    words = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (rounds == 0 || times == NULL || words == MAP_FAILED || !open_files(chosen->name)) {
        fprintf(stderr, "usage: pingpong futex|memory|socket|pipe ROUNDTRIPS\n");
        return 2;
    }
    pid_t echo = fork();
    pin(echo == 0 ? 1 : 0);
    if (echo == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (uint32_t i = 1; i <= WARM_UP + rounds; i++) {
            chosen->receive(0, i);
            chosen->send(1, i);
        }
        return 0;
    }
    for (uint32_t i = 1; i <= WARM_UP + rounds; i++) {
        uint64_t began = timing_wall();
        chosen->send(0, i);
        chosen->receive(1, i);
        times[i <= WARM_UP ? 0 : i - WARM_UP - 1] = timing_wall() - began;
    }
    waitpid(echo, NULL, 0);
    qsort(times, rounds, sizeof *times, compare);
    printf("%llu %llu\n", (unsigned long long)times[rounds / 2],
           (unsigned long long)times[(uint64_t)rounds * 99 / 100]);
    return 0;
}
