/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes change one graph (graph.h) in a heap so small that the collector always runs. Without arguments: mutators
 * in C alone, C mutators that are killed, and a daemon that is killed. STRESS_MS, KILLS and DAEMON_KILLS set the size,
 * SEED repeats the random choices.
 *
 * With arguments it is a part of ci/run-stress:
 *   stress mutate SEGMENT INDEX SEED    one mutator
 *   stress referee SEGMENT SEED         does what it reads: mutators BITS, go, pause, check, processes N, kill N, end
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon.h"
#include "graph.h"
#include "here.h"
#include "referee.h"
#include "roots.h"

#define ROUND_MS 300
#define PHASE_MS 50
#if defined(__SANITIZE_THREAD__)
#define HAS_KEEPERS 0
#else
#define HAS_KEEPERS 1
#endif

typedef struct job {
    const char *segment;
    uint32_t index;
    uint64_t seed;
} job;

static void mutate(void *argument) {
    const job *j = argument;
    uint64_t slot = daemon_attach_slot(j->segment);
    graph_counts counts = graph_mutate(slot, j->index, j->seed);
    printf("  mutator %u: %llu operations, %llu nodes, %llu lists sent, %llu taken, heap full %llu times\n", j->index,
           (unsigned long long)counts.operations, (unsigned long long)counts.nodes, (unsigned long long)counts.sent,
           (unsigned long long)counts.taken, (unsigned long long)counts.full);
    cl_slot_release(slot);
}

static void start(const char *segment, pid_t *pids, uint32_t count, uint64_t *seed) {
    for (uint32_t i = 0; i < count; i++) {
        job j = {segment, i, check_random(seed)};
        pids[i] = check_fork(mutate, &j);
    }
}

static void finish(referee *r, const pid_t *pids, uint32_t count) {
    referee_end(r);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(check_join(pids[i]));
    }
    printf("  %u cycles, %u times judged, last %llu objects\n", cl_load_acquire(&here()->header->cycles_finished),
           r->checks, (unsigned long long)r->last.objects);
}

static void mutators_agree(void) {
    pid_t pids[4];
    uint64_t seed = check_seed();
    referee r = referee_open(daemon_attach_slot("stress"));
    r.mutators = 15;
    start("stress", pids, 4, &seed);
    for (uint64_t end = check_now_ms() + check_amount("STRESS_MS", 2000); check_now_ms() < end;) {
        referee_pause(&r);
        referee_go(&r);
        check_sleep_us(1000 * ROUND_MS);
        referee_pause(&r);
        referee_check(&r);
    }
    finish(&r, pids, 4);
    daemon_wait_vms(1);
    referee_check(&r);
}

static void the_killed_leave_nothing(void) {
    pid_t pids[2];
    uint64_t seed = check_seed();
    uint64_t kills = check_amount("KILLS", 90);
    referee r = referee_open(daemon_attach_slot("kills"));
    r.mutators = 3;
    start("kills", pids, 2, &seed);
    for (uint64_t done = 0; done < kills; done += 30) {
        referee_pause(&r);
        referee_go(&r);
        referee_kill("kills", 30, &seed);
        referee_pause(&r);
        daemon_wait_vms(3);
        referee_check(&r);
    }
    finish(&r, pids, 2);
    daemon_wait_vms(1);
    referee_check(&r);
}

/* Kills the daemon, if it can in this phase of a cycle, and starts the next. */
static void replace_daemon(const char *segment, uint32_t phase, uint32_t *died_in) {
    const cl_header *header = here()->header;
    pid_t daemon = daemon_pid(segment);
    for (uint64_t start = check_now_ms();
         cl_load_relaxed(&header->phase) != phase && check_now_ms() - start < PHASE_MS;) {
    }
    kill(daemon, SIGKILL);
    daemon_stop(segment, 0);
    died_in[cl_load_relaxed(&header->phase)]++;
    daemon_start(segment, NULL); /* with the options of the first */
    daemon_await_served();
    CHECK(header->daemon_pid == (uint32_t)daemon_pid(segment) && daemon_pid(segment) != daemon);
}

/* In any phase of a cycle, and in the middle of taking a segment over: nothing is lost, and nothing else is left. */
static void the_daemon_is_killed(void) {
    pid_t pids[3];
    uint32_t died_in[CL_PHASE_CORRUPT + 1] = {0};
    uint64_t seed = check_seed();
    uint64_t kills = check_amount("DAEMON_KILLS", 40);
    referee r = referee_open(daemon_attach_slot("daemons"));
    r.mutators = 7;
    start("daemons", pids, 3, &seed);
    for (uint64_t done = 0; done < kills;) {
        referee_pause(&r);
        referee_go(&r);
        for (int i = 0; i < 10 && done < kills; i++, done++) {
            check_sleep_us(check_random(&seed) % 20000);
            replace_daemon("daemons", (uint32_t)done % CL_PHASE_CORRUPT, died_in);
        }
        referee_pause(&r);
        referee_check(&r);
    }
    printf("  killed while idle %u, grace %u, reports %u, marking %u, sweeping %u times\n", died_in[CL_PHASE_IDLE],
           died_in[CL_PHASE_GRACE], died_in[CL_PHASE_REPORT], died_in[CL_PHASE_MARK], died_in[CL_PHASE_SWEEP]);
    finish(&r, pids, 3);
    daemon_wait_vms(1);
    referee_check(&r);
}

/* ---- a part of ci/run-stress ---- */

static void say(const referee *r) {
    const cl_header *header = here()->header;
    printf("done cycles=%u checks=%u objects=%llu reachable=%llu bytes=%llu chunks=%llu\n",
           cl_load_acquire(&header->cycles_finished), r->checks, (unsigned long long)r->last.objects,
           (unsigned long long)r->last.reachable, (unsigned long long)r->last.bytes,
           (unsigned long long)r->last.chunks);
}

static void obey(const char *segment, uint64_t seed) {
    char line[64];
    referee r = referee_open(daemon_attach_slot(segment));
    while (fgets(line, sizeof line, stdin) != NULL) {
        char word[16] = "";
        unsigned number = 0;
        sscanf(line, "%15s %u", word, &number);
        if (strcmp(word, "mutators") == 0) {
            r.mutators = number;
        } else if (strcmp(word, "go") == 0) {
            referee_go(&r);
        } else if (strcmp(word, "pause") == 0) {
            referee_pause(&r);
        } else if (strcmp(word, "check") == 0) {
            referee_check(&r);
        } else if (strcmp(word, "processes") == 0) {
            daemon_wait_vms(number);
        } else if (strcmp(word, "kill") == 0) {
            referee_kill(segment, number, &seed);
        } else if (strcmp(word, "end") == 0) {
            referee_end(&r);
        }
        say(&r);
    }
}

static int run_part(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count == 5 && strcmp(arguments[1], "mutate") == 0) {
        job j = {arguments[2], (uint32_t)atoi(arguments[3]), strtoull(arguments[4], NULL, 0)};
        mutate(&j);
    } else if (count == 4 && strcmp(arguments[1], "referee") == 0) {
        obey(arguments[2], strtoull(arguments[3], NULL, 0));
    } else {
        fprintf(stderr, "usage: stress [mutate SEGMENT INDEX SEED | referee SEGMENT SEED]\n");
        return 2;
    }
    check_exit();
}

int main(int count, char **arguments) {
    if (count > 1) {
        return run_part(count, arguments);
    }
    check_begin("stress");
    daemon_start("stress", "--objects", "8M", "--gc-interval", "20", "--gc-threads", "3", NULL);
    daemon_start("kills", "--objects", "8M", "--gc-interval", "20", NULL);
    RUN(mutators_agree);
    RUN(the_killed_leave_nothing);
    daemon_start("daemons", "--objects", "8M", "--gc-interval", "5", "--gc-threads", "2", NULL);
    if (HAS_KEEPERS) {
        RUN(the_daemon_is_killed);
    } else {
        check_skip("the_daemon_is_killed", "without keepers (run.sh) nobody hands a segment over by itself");
    }
    return check_end();
}
