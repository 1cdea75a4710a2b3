/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of services: answered, given up, lost, reported; who serves. */
#include <signal.h>

#include "services.h"

#define SEGMENT "call"
#define CALLS   2000

static cl_service open_as_server(uint64_t slot, const char *name) {
    cl_error error = {0, ""};
    cl_service service = service_open(slot, name, 0);
    REQUIRE(cl_service_join(service.servers, &error), &error);
    return service;
}

static void serve_doubles(void *name) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = open_as_server(slot, name);
    cl_patience patience = {0, 0, 0};
    cl_error error = {0, ""};
    uint64_t call;
    for (int i = 0; cl_call_take(slot, service.queue, FOREVER, &patience, &call, &error) == 1; i++) {
        answer(slot, call, 2 * argument_of(slot, call));
        if (i % 500 == 0) {
            keep_only(slot, &service.servers, 1);
        }
    }
    CHECK(error.code == CL_OK);
    cl_service_leave(service.servers);
}

static void await_servers(const cl_service *service, int32_t count) {
    cl_error error = {0, "no server comes or goes"};
    for (uint64_t start = check_now_ms(); cl_service_serves(service->servers) != count; check_sleep_us(200)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static void call_often(uint64_t slot, const cl_service *service) {
    cl_patience patience = {0, 0, 0};
    for (int64_t i = 0; i < CALLS; i++) {
        uint64_t call = send_call(slot, service, i);
        CHECK(cl_call_await(slot, call, service->servers, FOREVER, &patience) == CL_CALL_DONE);
        CHECK(result_of(slot, call) == 2 * i);
        if (i % 500 == 0) {
            keep_only(slot, &service->servers, 1);
        }
    }
}

static void calls_are_answered(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "doubles", 0);
    cl_error error = {0, ""};
    pid_t servers[] = {check_fork(serve_doubles, "doubles"), check_fork(serve_doubles, "doubles")};
    await_servers(&service, 2);
    uint64_t start = check_now_ms();
    call_often(slot, &service);
    printf("  %d calls in %llu ms\n", CALLS, (unsigned long long)(check_now_ms() - start));
    CHECK_OK(cl_channel_close(slot, service.queue, &error), &error);
    CHECK(check_join(servers[0]) && check_join(servers[1]));
    CHECK(cl_service_serves(service.servers) == 0);
    daemon_validate(3);
}

static void a_call_is_sent_once(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "once", 2);
    cl_error error = {0, ""};
    uint64_t call = send_call(slot, &service, 1);
    CHECK(cl_call_send(slot, service.queue, call, 0, &error) == 0 && error.code == CL_ERR_STATE);
    send_call(slot, &service, 2);
    uint64_t third = new_call(slot, 3);
    CHECK(cl_call_send(slot, service.queue, third, 0, &error) == CL_CHANNEL_TIMEOUT);
    CHECK(cl_call_look(third, service.servers) == 0 && cl_call_look(call, service.servers) == CL_CALL_UNSERVED);
    CHECK(take_call(slot, &service, 0) != 0);
    CHECK(cl_call_send(slot, service.queue, third, 0, &error) == 1);
    CHECK(cl_service_open(slot, "once", 4, 7, &service, &error) == 0 && error.code == CL_ERR_STATE);
    CHECK(cl_service_open(slot, "", 0, 7, &service, &error) == 0 && error.code == CL_ERR_ARGUMENT);
}

static void without_servers(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "nobody", 0);
    uint64_t call = send_call(slot, &service, 1);
    CHECK(cl_call_await(slot, call, 0, 20 * MS, NULL) == CL_CALL_SENT);
    CHECK(cl_call_await(slot, call, service.servers, FOREVER, NULL) == CL_CALL_UNSERVED);
    CHECK(cl_call_await(slot, call, 0, FOREVER, NULL) == CL_CALL_UNSERVED);
    uint64_t other = send_call(slot, &service, 2);
    CHECK(take_call(slot, &service, 0) == other);
    CHECK(take_call(slot, &service, 0) == 0);
}

static void given_up(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "given up", 0);
    uint64_t before = send_call(slot, &service, 1);
    uint64_t during = send_call(slot, &service, 2);
    uint64_t after = send_call(slot, &service, 3);
    CHECK(cl_call_cancel(before) == CL_CALL_CANCELLED);
    CHECK(take_call(slot, &service, 0) == during);
    CHECK(cl_call_await(slot, during, 0, 0, NULL) == CL_CALL_TAKEN);
    CHECK(cl_call_cancel(during) == CL_CALL_CANCELLED && answer(slot, during, 5) == 0);
    CHECK(take_call(slot, &service, 0) == after && answer(slot, after, 6) == 1);
    CHECK(cl_call_cancel(after) == CL_CALL_DONE && answer(slot, after, 7) == 0);
    CHECK(cl_call_end(slot, after, CL_CALL_FAILED) == 0 && cl_call_look(after, 0) == CL_CALL_DONE);
}

/* What is no call is nobody's. */
static void strange_messages(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "strange", 0);
    cl_error error = {0, ""};
    uint64_t words[] = {integer(7), CL_TAG_NULL, string(slot, "a long text that is no call"), new_call(slot, 9)};
    for (int i = 0; i < 4; i++) {
        CHECK(cl_channel_send(slot, service.queue, words[i], 0, 0, &error) == 1);
    }
    uint64_t call = send_call(slot, &service, 1);
    CHECK(take_call(slot, &service, 0) == call);
}

/* ---- deaths ---- */

static void take_and_stay(void *name) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = open_as_server(slot, name);
    CHECK(take_call(slot, &service, FOREVER) != 0);
    for (;;) {
        check_sleep_us(1000000);
    }
}

typedef struct victim {
    pid_t pid;
    uint64_t call;
} victim;

static void kill_soon(void *argument) {
    const victim *what = argument;
    check_sleep_us(20000);
    kill(what->pid, SIGKILL);
}

/* The client sleeps when its server dies. */
static void a_dead_server_loses_its_call(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "dies", 0);
    victim server = {check_fork(take_and_stay, "dies"), 0};
    await_servers(&service, 1);
    uint64_t call = send_call(slot, &service, 1);
    uint64_t waits = send_call(slot, &service, 2);
    while (cl_call_look(call, 0) == CL_CALL_SENT) {
        check_sleep_us(100);
    }
    pid_t killer = check_fork(kill_soon, &server);
    CHECK(cl_call_await(slot, call, service.servers, FOREVER, NULL) == CL_CALL_LOST);
    CHECK(cl_call_await(slot, waits, service.servers, FOREVER, NULL) == CL_CALL_UNSERVED);
    CHECK(check_killed(server.pid) && check_join(killer));
    CHECK(cl_service_serves(service.servers) == 0);
    uint64_t next = send_call(slot, &service, 3);
    CHECK(take_call(slot, &service, 0) == next && answer(slot, next, 4) == 1);
}

static void a_call_survives_the_daemon(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "survives", 0);
    cl_error error = {0, ""};
    pid_t server = check_fork(serve_doubles, "survives");
    await_servers(&service, 1);
    check_stop(server);
    uint64_t call = send_call(slot, &service, 21);
    daemon_replace(SEGMENT);
    kill(server, SIGCONT);
    CHECK(cl_call_await(slot, call, service.servers, FOREVER, NULL) == CL_CALL_DONE && result_of(slot, call) == 42);
    daemon_await_served();
    CHECK(cl_service_serves(service.servers) == 1);
    CHECK_OK(cl_channel_close(slot, service.queue, &error), &error);
    CHECK(check_join(server));
}

/* ---- reports ---- */

static uint64_t new_replies(uint64_t slot) {
    cl_error error = {0, ""};
    uint32_t shape = cl_replies_shape(&error);
    uint64_t replies = shape == 0 ? 0 : cl_allocate(slot, shape, &error);
    REQUIRE(replies != 0, &error);
    return replies;
}

static uint32_t note_reports(uint64_t slot, uint64_t reported, bool *seen) {
    uint32_t count = 0;
    for (uint64_t call = reported; call != CL_TAG_NULL; call = cl_load_tagged(slot, call, CL_CALL_NEXT)) {
        int64_t argument = argument_of(slot, call);
        CHECK(argument >= 0 && argument < CALLS && !seen[argument] && result_of(slot, call) == 2 * argument);
        seen[argument] = true;
        count++;
    }
    return count;
}

static void ends_are_reported(void) {
    static bool seen[CALLS];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_service service = service_open(slot, "reports", 64);
    cl_error error = {0, "the channel is full"};
    pid_t servers[] = {check_fork(serve_doubles, "reports"), check_fork(serve_doubles, "reports")};
    uint64_t replies = new_replies(slot);
    CHECK(cl_replies_take(slot, replies, 0, NULL) == CL_TAG_NULL);
    uint32_t reported = 0;
    for (int64_t i = 0; i < CALLS; i++) {
        uint64_t call = new_call(slot, i);
        cl_store_tagged(slot, call, CL_CALL_REPLIES, replies);
        REQUIRE(cl_call_send(slot, service.queue, call, FOREVER, &error) == 1, &error);
        reported += note_reports(slot, cl_replies_take(slot, replies, 0, NULL), seen);
    }
    for (uint64_t start = check_now_ms(); reported < CALLS && check_now_ms() - start < PATIENCE_MS;) {
        reported += note_reports(slot, cl_replies_take(slot, replies, FOREVER, NULL), seen);
    }
    CHECK(reported == CALLS);
    CHECK_OK(cl_channel_close(slot, service.queue, &error), &error);
    CHECK(check_join(servers[0]) && check_join(servers[1]));
    daemon_validate(3);
}

static void incarnations(void) {
    CHECK(cl_vm_incarnation() == 0);
    daemon_attach(SEGMENT);
    CHECK(cl_vm_is_alive(cl_vm_incarnation()));
    CHECK(!cl_vm_is_alive(0) && !cl_vm_is_alive(cl_vm_incarnation() + (1ull << 32)) && !cl_vm_is_alive(UINT64_MAX));
}

int main(void) {
    check_begin("call");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(calls_are_answered);
    RUN(a_call_is_sent_once);
    RUN(without_servers);
    RUN(given_up);
    RUN(strange_messages);
    RUN(a_dead_server_loses_its_call);
    RUN(a_call_survives_the_daemon);
    RUN(ends_are_reported);
    RUN(incarnations);
    return check_end();
}
