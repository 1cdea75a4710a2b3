/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Servers and clients are killed at random moments in calls, and now and then the daemon. Each call has a number; a
 * server notes that it executes it, a client how it ended. No call is executed twice; what is done was executed, with
 * the right result; a call is lost only when a server was killed; no client hangs; nothing is retained. KILLS sets the
 * size; DAEMON_EVERY after how many kills the daemon dies too (50), 0: never.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "services.h"

#define SEGMENT "call_kill"
#define SERVICE "killed"
#define CAPACITY 4u
#define SERVERS 2u
#define CLIENTS 2u
#define PEERS (SERVERS + CLIENTS)
#define NUMBERS (1u << 26)
#define HELD 500u
#define SLOW_EACH 8 /* calls, so that many die in one */
#define LEFT (PEERS + 10u) /* objects: the servers of the service, and what the referee made */

typedef struct notes { /* in memory that only the test's processes share */
    _Atomic uint32_t calls;
    _Atomic uint32_t ended;
    _Atomic uint32_t stop;
    _Atomic uint32_t kinds[CL_CALL_UNSERVED + 1];
    _Atomic uint32_t attached[PEERS];
    _Atomic uint8_t executed[NUMBERS];
    _Atomic uint8_t outcome[NUMBERS];
} notes;

static notes *noted;

static void note_end(uint64_t slot, uint64_t call, int64_t number, uint32_t state) {
    CHECK(state > CL_CALL_TAKEN);
    CHECK(state != CL_CALL_DONE || result_of(slot, call) == number + 1);
    atomic_store(&noted->outcome[number], (uint8_t)state);
    atomic_fetch_add(&noted->kinds[state], 1);
    atomic_fetch_add(&noted->ended, 1);
}

/* Some wait for a server to come, some give up soon. */
static void call_until_stopped(void *place) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, SERVICE, CAPACITY);
    cl_patience patience = {0, 0, 0};
    atomic_store(&noted->attached[*(uint32_t *)place], 1);
    for (uint32_t i = 0; atomic_load(&noted->stop) == 0; i++) {
        int64_t number = atomic_fetch_add(&noted->calls, 1);
        uint64_t call = send_call(slot, &service, number);
        uint64_t timeout = i % 7 == 0 ? 20000 : FOREVER;
        uint64_t servers = i % 3 == 0 ? service.servers : 0;
        uint32_t state = (uint32_t)cl_call_await(slot, call, servers, timeout, i % 2 == 0 ? &patience : NULL);
        if (state <= CL_CALL_TAKEN) {
            state = (uint32_t)cl_call_cancel(call);
        }
        note_end(slot, call, number, state);
        if (i % HELD == 0) {
            keep_only(slot, &service.servers, 1);
        }
    }
}

static void serve_until_closed(void *place) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_error error = {0, ""};
    cl_service service = service_open(slot, SERVICE, CAPACITY);
    REQUIRE(cl_service_join(service.servers, &error), &error);
    atomic_store(&noted->attached[*(uint32_t *)place], 1);
    cl_patience patience = {0, 0, 0};
    uint64_t call;
    for (uint32_t i = 0; cl_call_take(slot, service.queue, FOREVER, &patience, &call, &error) == 1; i++) {
        int64_t number = argument_of(slot, call);
        CHECK(atomic_fetch_add(&noted->executed[number], 1) == 0);
        if (number % SLOW_EACH == 0) {
            check_sleep_us(50);
        }
        answer(slot, call, number + 1);
        if (i % HELD == 0) {
            keep_only(slot, &service.servers, 1);
        }
    }
    CHECK_OK(error.code == CL_OK, &error);
    cl_service_leave(service.servers);
}

static pid_t start(uint32_t *place) {
    atomic_store(&noted->attached[*place], 0);
    return check_fork(*place < SERVERS ? serve_until_closed : call_until_stopped, place);
}

static bool makes_progress(void) {
    uint32_t before = atomic_load(&noted->ended);
    for (uint64_t start_ms = check_now_ms(); check_now_ms() - start_ms < PATIENCE_MS; check_sleep_us(200)) {
        if (atomic_load(&noted->ended) > before + 5) {
            return true;
        }
    }
    return false;
}

static uint32_t kill_peers(pid_t *processes, uint32_t *places, uint64_t kills, uint64_t *seed) {
    uint64_t daemon_every = check_number("DAEMON_EVERY", 50);
    uint32_t dead_servers = 0;
    cl_error error = {0, "no call ends: a process is stuck"};
    for (uint64_t i = 0; i < kills; i++) {
        if (daemon_every != 0 && (i + 1) % daemon_every == 0) {
            for (uint32_t place = 0; place < PEERS; place++) {
                check_await(&noted->attached[place], 1);
            }
            daemon_replace(SEGMENT);
        }
        check_sleep_us(check_random(seed) % 3000);
        uint32_t victim = (uint32_t)(check_random(seed) % PEERS);
        kill(processes[victim], SIGKILL);
        CHECK(check_killed(processes[victim]));
        dead_servers += victim < SERVERS;
        processes[victim] = start(&places[victim]);
        REQUIRE(makes_progress(), &error);
    }
    return dead_servers;
}

static void judge(uint32_t dead_servers) {
    uint32_t calls = atomic_load(&noted->calls);
    uint32_t twice = 0, not_executed = 0;
    for (uint32_t i = 0; i < calls; i++) {
        uint8_t executed = atomic_load(&noted->executed[i]);
        twice += executed > 1;
        not_executed += executed == 0 && atomic_load(&noted->outcome[i]) == CL_CALL_DONE;
    }
    uint32_t lost = atomic_load(&noted->kinds[CL_CALL_LOST]);
    CHECK(calls <= NUMBERS && twice == 0 && not_executed == 0);
    CHECK(lost <= dead_servers);
    printf("  %u calls: %u done, %u lost with %u servers, %u given up, %u without a server, %u with their clients\n",
           calls, atomic_load(&noted->kinds[CL_CALL_DONE]), lost, dead_servers,
           atomic_load(&noted->kinds[CL_CALL_CANCELLED]), atomic_load(&noted->kinds[CL_CALL_UNSERVED]),
           calls - atomic_load(&noted->ended));
}

static void killed_in_calls(void) {
    uint64_t kills = check_amount("KILLS", 300);
    uint64_t seed = check_seed();
    cl_error error = {0, ""};
    noted = check_share(sizeof *noted);
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, SERVICE, CAPACITY);
    uint32_t places[PEERS];
    pid_t processes[PEERS];
    for (uint32_t i = 0; i < PEERS; i++) {
        places[i] = i;
        processes[i] = start(&places[i]);
    }
    uint32_t dead_servers = kill_peers(processes, places, kills, &seed);
    atomic_store(&noted->stop, 1);
    for (uint32_t i = SERVERS; i < PEERS; i++) {
        CHECK(check_join(processes[i]));
    }
    CHECK_OK(cl_channel_close(slot, service.queue, &error), &error);
    for (uint32_t i = 0; i < SERVERS; i++) {
        CHECK(check_join(processes[i]));
    }
    judge(dead_servers);
    daemon_wait_vms(1);
    keep_only(slot, &service.servers, 1);
    collect();
    collect();
    CHECK(count_objects() <= LEFT);
    daemon_validate(3);
}

int main(void) {
    check_begin("call_kill");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(killed_in_calls);
    return check_end();
}
