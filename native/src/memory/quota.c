/* SPDX-License-Identifier: Apache-2.0 */
#include "quota.h"

#include "base.h"
#include "collect.h"
#include "segment.h"

/* Adds one, unless that is too many. */
static bool take_one(_Atomic uint32_t *count, uint32_t most) {
    uint32_t seen = cl_load_relaxed(count);
    while (most == 0 || seen < most) {
        if (cl_cas_acq_rel(count, &seen, seen + 1)) {
            return true;
        }
    }
    return false;
}

int cl_quota_slot(cl_client *client, cl_error *error) {
    return take_one(&client->account.slots, client->quotas.slots)
               ? 1
               : cl_fail(error, CL_ERR_QUOTA,
                         "this process has %u mutator slots, one for each thread that touches shared objects, and the "
                         "daemon allows no more to one process (--quota-slots %u); end some threads, or start the "
                         "daemon with a larger quota",
                         client->quotas.slots, client->quotas.slots);
}

void cl_quota_slot_back(cl_client *client) {
    cl_sub_relaxed(&client->account.slots, 1);
}

int cl_quota_chunk(cl_client *client, cl_error *error) {
    return take_one(&client->account.chunks, client->quotas.chunks)
               ? 1
               : cl_fail(error, CL_ERR_QUOTA,
                         "this process has %u root-log chunks, and the daemon allows no more to one process "
                         "(--quota-chunks %u): it holds references to too many shared objects at once; let go of some, "
                         "let the garbage collector of the language run, or start the daemon with a larger quota",
                         client->quotas.chunks, client->quotas.chunks);
}

void cl_quota_chunk_back(cl_client *client) {
    cl_sub_relaxed(&client->account.chunks, 1);
}

static void notice_cycle(cl_client *client) {
    uint32_t finished = cl_load_acquire(&client->space.header->cycles_finished);
    if (cl_load_relaxed(&client->account.cycle) != finished) {
        cl_store_relaxed(&client->account.cycle, finished);
        cl_store_relaxed(&client->account.bytes, 0);
    }
}

int cl_quota_bytes(cl_client *client, uint64_t bytes, cl_error *error) {
    uint64_t most = client->quotas.bytes;
    if (most == 0) {
        return 1;
    }
    if (bytes > most) {
        return cl_fail(
            error, CL_ERR_QUOTA,
            "an object of %llu bytes was asked for, and the daemon allows one process %llu bytes between two "
            "cycles of the collector (--quota-bytes); make it smaller, or start the daemon with a larger "
            "quota",
            (unsigned long long)bytes, (unsigned long long)most);
    }
    notice_cycle(client);
    if (cl_load_relaxed(&client->account.bytes) + bytes <= most) {
        return 1;
    }
    cl_error reason = {0, ""};
    if (!cl_collect_await(client, 0, &reason)) {
        return cl_fail(error, (enum cl_code)reason.code,
                       "this process allocated the %llu bytes that the daemon allows it between two cycles of the "
                       "collector (--quota-bytes), and waited for one: %.700s",
                       (unsigned long long)most, reason.text);
    }
    notice_cycle(client);
    return 1;
}

void cl_quota_bytes_used(cl_client *client, uint64_t bytes) {
    if (client->quotas.bytes != 0) {
        cl_add_relaxed(&client->account.bytes, bytes);
    }
}
