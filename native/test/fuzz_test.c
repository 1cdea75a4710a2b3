/* SPDX-License-Identifier: Apache-2.0 */
/* Random messages at the daemon: FUZZ of them (100,000), from SEED. It stays up, and serves a real client afterwards.
 */
#include <signal.h>

#include "daemon.h"
#include "noise.h"
#include "words.h"

static void one_message(uint64_t *random, uint64_t *accepted) {
    char message[300];
    cl_reply reply;
    size_t bytes = noise_message(message, sizeof message, random);
    int connection = raw_connect("fuzz");
    CHECK(connection >= 0);
    raw_send(connection, message, bytes);
    if (check_random(random) % 8 == 0) { /* goes without waiting */
        close(connection);
        return;
    }
    shutdown(connection, SHUT_WR);
    ssize_t got = raw_reply(connection, &reply, PATIENCE_MS);
    CHECK(got == sizeof reply && reply.magic == CL_HELLO_MAGIC && reply.status <= CL_ERR_PROTOCOL);
    *accepted += reply.status == CL_OK;
    close(connection);
}

static void random_messages(void) {
    uint64_t seed = check_seed();
    uint64_t count = check_amount("FUZZ", 100000);
    uint64_t accepted = 0;
    pid_t daemon = daemon_pid("fuzz");
    for (uint64_t i = 0; i < count; i++) {
        one_message(&seed, &accepted);
    }
    printf("  %llu messages, %llu of them good\n", (unsigned long long)count, (unsigned long long)accepted);
    CHECK(daemon_pid("fuzz") == daemon && daemon > 0);
    uint64_t slot = daemon_attach_slot("fuzz");
    daemon_wait_vms(1);
    CHECK(string(slot, "still here") != 0);
    daemon_validate(3);
}

int main(void) {
    check_begin("fuzz");
    signal(SIGPIPE, SIG_IGN);
    daemon_start("fuzz", NULL);
    RUN(random_messages);
    return check_end();
}
