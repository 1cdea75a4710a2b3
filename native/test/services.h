/* SPDX-License-Identifier: Apache-2.0 */
/* A service for tests: it answers an integer with another one. */
#ifndef TEST_SERVICES_H
#define TEST_SERVICES_H

#include "daemon.h"
#include "here.h"
#include "roots.h"

#define MS      1000000ull
#define FOREVER UINT64_MAX

static inline cl_service service_open(uint64_t slot, const char *name, uint32_t capacity) {
    cl_error error = {0, ""};
    cl_service service;
    REQUIRE(cl_service_open(slot, name, strlen(name), capacity, &service, &error), &error);
    return service;
}

static inline uint64_t new_call(uint64_t slot, int64_t argument) {
    cl_error error = {0, ""};
    uint32_t shape = cl_call_shape(&error);
    uint64_t call = shape == 0 ? 0 : cl_allocate(slot, shape, &error);
    REQUIRE(call != 0, &error);
    cl_store_raw(call, CL_CALL_COUNT, 1);
    cl_store_raw(call, CL_CALL_CALLER, cl_vm_incarnation());
    cl_store_tagged(slot, call, CL_CALL_ARGUMENTS, integer(argument));
    return call;
}

static inline uint64_t send_call(uint64_t slot, const cl_service *service, int64_t argument) {
    cl_error error = {0, "the channel is full"};
    uint64_t call = new_call(slot, argument);
    REQUIRE(cl_call_send(slot, service->queue, call, FOREVER, &error) == 1, &error);
    return call;
}

static inline int64_t argument_of(uint64_t slot, uint64_t call) {
    return cl_untag_integer(cl_load_tagged(slot, call, CL_CALL_ARGUMENTS));
}

static inline int64_t result_of(uint64_t slot, uint64_t call) {
    return cl_untag_integer(cl_load_tagged(slot, call, CL_CALL_RESULT));
}

/* 0 when there was none in time, or the service is closed. */
static inline uint64_t take_call(uint64_t slot, const cl_service *service, uint64_t timeout_ns) {
    cl_error error = {0, ""};
    uint64_t call = 0;
    int32_t result = cl_call_take(slot, service->queue, timeout_ns, NULL, &call, &error);
    REQUIRE(result != 0, &error);
    return result == 1 ? call : 0;
}

/* Whether the client took it. */
static inline int32_t answer(uint64_t slot, uint64_t call, int64_t result) {
    cl_store_tagged(slot, call, CL_CALL_RESULT, integer(result));
    return cl_call_end(slot, call, CL_CALL_DONE);
}

#endif
