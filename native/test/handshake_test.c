/* SPDX-License-Identifier: Apache-2.0 */
/* Clients that are wrong, slow, silent or many. */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "daemon.h"
#include "raw.h"
#include "words.h"

#define SEGMENT "handshake"

/* The daemon goes on serving. */
static void serves(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    CHECK(string(slot, "alive") != 0);
    daemon_validate(3);
}

static void refused(const void *message, size_t bytes, bool end, uint32_t status, const char *text) {
    cl_reply reply;
    int connection = raw_connect(SEGMENT);
    raw_send(connection, message, bytes);
    if (end) {
        shutdown(connection, SHUT_WR);
    }
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply);
    CHECK(reply.magic == CL_HELLO_MAGIC && reply.vm == -1 && reply.fingerprint == cl_layout_fingerprint());
    cl_error error = {(int32_t)reply.status, ""};
    memcpy(error.text, reply.text, sizeof reply.text);
    CHECK(check_error(&error, (int)status, text));
    CHECK(raw_is_closed(connection, PATIENCE_MS));
    close(connection);
}

static void malformed_hellos(void) {
    char message[sizeof(cl_hello) + 100];
    memset(message, 0xab, sizeof message);
    refused(message, sizeof message, false, CL_ERR_PROTOCOL, "no hello of a CoLoRS client");
    refused("GET / HTTP/1.1\r\n\r\n", 18, false, CL_ERR_PROTOCOL, "no hello of a CoLoRS client");
    cl_hello hello = raw_hello();
    refused(&hello, 0, true, CL_ERR_PROTOCOL, "ended after 0 of 120 bytes");
    refused(&hello, 40, true, CL_ERR_PROTOCOL, "ended after 40 of 120 bytes");
    memcpy(message, &hello, sizeof hello);
    refused(message, sizeof hello + 1, false, CL_ERR_PROTOCOL, "has not the 120 bytes");
    refused(message, sizeof message, false, CL_ERR_PROTOCOL, "has not the 120 bytes");
    hello.protocol = 3;
    refused(&hello, sizeof hello, false, CL_ERR_PROTOCOL, "you speak protocol 3, this daemon speaks 2");
    hello = raw_hello();
    hello.fingerprint ^= 1;
    refused(&hello, sizeof hello, false, CL_ERR_FINGERPRINT, "layout fingerprint");
    hello = raw_hello();
    hello.bytes = 4000000000u;
    refused(&hello, sizeof hello, false, CL_ERR_PROTOCOL, "has not the 120 bytes");
    CHECK(check_join(check_fork(serves, NULL)));
}

static void count_descriptors(unsigned *count) {
    DIR *entries = opendir("/proc/self/fd");
    for (*count = 0; readdir(entries) != NULL; ++*count) {
    }
    closedir(entries);
}

static void wrong_fingerprint(void) {
    cl_error error = {0, ""};
    unsigned before, after;
    char here[17], there[17];
    snprintf(there, sizeof there, "%016llx", (unsigned long long)cl_layout_fingerprint());
    snprintf(here, sizeof here, "%016llx", 0x123456789abcull);
    cl_attach_options options = {.segment = SEGMENT, .fingerprint = 0x123456789abcull};
    count_descriptors(&before);
    CHECK(cl_attach(&options, &error) == NULL);
    CHECK(check_error(&error, CL_ERR_FINGERPRINT, here) && check_error(&error, CL_ERR_FINGERPRINT, there));
    count_descriptors(&after);
    CHECK(before == after); /* nothing left open */
    options.fingerprint = 0;
    CHECK_OK(cl_attach(&options, &error) != NULL, &error); /* and the process can attach afterwards */
}

static void attaching_again(void) {
    cl_error error = {0, ""};
    char *base = daemon_attach(SEGMENT);
    CHECK(daemon_attach(SEGMENT) == base && cl_base() == base);
    cl_attach_options options = {.segment = "other"};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_STATE, "is attached to the segment at"));
    options.segment = "../escape";
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_ARGUMENT, "is no name for a segment"));
}

/* Again where the machine was so slow that the daemon has given up the client (see below). */
static int connect_piece_by_piece(const cl_hello *hello) {
    for (;;) {
        uint64_t start = check_now_ms();
        int connection = raw_connect(SEGMENT);
        for (size_t i = 0; i < sizeof *hello; i++) {
            raw_send(connection, (const char *)hello + i, 1);
            check_sleep_us(200);
        }
        if (check_now_ms() - start < 4900) {
            return connection;
        }
        close(connection);
    }
}

static void piece_by_piece(void) {
    cl_hello hello = raw_hello();
    cl_reply reply;
    int connection = connect_piece_by_piece(&hello);
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply && reply.status == CL_OK && reply.vm >= 0);
    raw_send(connection, &hello, sizeof hello); /* words after the handshake are dropped */
    CHECK(!raw_is_closed(connection, 200));
    close(connection);
    daemon_attach(SEGMENT);
    daemon_wait_vms(1);
}

/* A silent client is told so after five seconds, not before. */
static void slow_clients_time_out(void) {
    cl_hello hello = raw_hello();
    cl_reply reply;
    uint64_t start = check_now_ms(); /* before the daemon's own clock begins */
    int silent = raw_connect(SEGMENT);
    int half = raw_connect(SEGMENT);
    raw_send(half, &hello, sizeof hello / 2);
    CHECK(check_join(check_fork(serves, NULL)));
    CHECK(raw_reply(silent, &reply, PATIENCE_MS) == sizeof reply &&
          strstr(reply.text, "no complete hello within 5 s: 0 of 120") != NULL);
    CHECK(raw_reply(half, &reply, PATIENCE_MS) == sizeof reply &&
          strstr(reply.text, "no complete hello within 5 s: 60 of 120") != NULL);
    CHECK(check_now_ms() - start >= 4900);
    CHECK(raw_is_closed(silent, PATIENCE_MS) && raw_is_closed(half, PATIENCE_MS));
}

/* More silent connections than the daemon keeps: the oldest give way, a real client gets in, and waits for none of them
 * to time out: that would take the whole test's patience. */
static void many_silent_connections(void) {
    enum { MANY = 500 };
    int connections[MANY];
    cl_reply reply;
    for (int i = 0; i < MANY; i++) {
        connections[i] = raw_connect(SEGMENT);
        CHECK(connections[i] >= 0);
    }
    CHECK(check_join(check_fork(serves, NULL)));
    CHECK(raw_reply(connections[0], &reply, PATIENCE_MS) == sizeof reply &&
          strstr(reply.text, "yours is the oldest") != NULL);
    for (int i = 0; i < MANY; i++) {
        close(connections[i]);
    }
    CHECK(check_join(check_fork(serves, NULL)));
}

static void too_many_processes(void) {
    int connections[CL_VM_MAX + 1];
    cl_hello hello = raw_hello();
    cl_reply reply;
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        connections[i] = raw_connect(SEGMENT);
        raw_send(connections[i], &hello, sizeof hello);
        CHECK(raw_reply(connections[i], &reply, PATIENCE_MS) == sizeof reply && reply.status == CL_OK);
    }
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = SEGMENT};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_MEMORY, "256 processes are attached"));
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        close(connections[i]);
    }
    daemon_attach(SEGMENT);
    daemon_wait_vms(1);
}

/* A daemon that may open few files keeps serving when they run out and come back. */
static void few_descriptors(void) {
    enum { MANY = 60 };
    int connections[MANY];
    struct rlimit limit = {24, 24};
    pid_t starter = fork();
    if (starter == 0) {
        setrlimit(RLIMIT_NOFILE, &limit);
        daemon_start("few", NULL);
        check_exit();
    }
    CHECK(check_join(starter));
    for (int i = 0; i < MANY; i++) {
        connections[i] = raw_connect("few");
        CHECK(connections[i] >= 0);
    }
    check_sleep_us(300000);
    for (int i = 0; i < MANY; i++) {
        close(connections[i]);
    }
    daemon_attach_slot("few");
    daemon_validate(3);
}

static void no_daemon(void) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "nobody"};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_DAEMON, "no daemon listens at"));
}

/* Something that is no colorsd answers, or nothing does. */
static void impostors(void) {
    cl_error error = {0, ""};
    char path[CL_PATH_BYTES];
    struct sockaddr_un address;
    CHECK_OK(cl_socket_path("impostor", path, sizeof path, &error) && cl_socket_address(path, &address, &error),
             &error);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4) == 0);
    cl_attach_options options = {.segment = "impostor", .timeout_ms = 300};
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_DAEMON, "did not answer in time"));
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++) {
            int peer = accept(listener, NULL, NULL);
            cl_reply reply = {.magic = i == 1 ? 7 : CL_HELLO_MAGIC, .status = CL_OK, .segment_bytes = 4096};
            if (i > 0) { /* the first was given up on */
                raw_send(peer, &reply, sizeof reply);
            }
            shutdown(peer, SHUT_WR);
        }
        check_sleep_us(500000);
        _exit(0);
    }
    options.timeout_ms = PATIENCE_MS;
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_PROTOCOL, "is no colorsd"));
    CHECK(cl_attach(&options, &error) == NULL && check_error(&error, CL_ERR_PROTOCOL, "no sealed segment"));
    CHECK(check_join(child));
    close(listener);
}

static void the_socket_is_private(void) {
    char path[CL_PATH_BYTES];
    struct stat status;
    CHECK(cl_socket_path(SEGMENT, path, sizeof path, NULL) && stat(path, &status) == 0 &&
          (status.st_mode & 0777) == 0600);
    *strrchr(path, '/') = 0;
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0700);
}

int main(void) {
    check_begin("handshake");
    signal(SIGPIPE, SIG_IGN);
    daemon_start(SEGMENT, NULL);
    RUN(malformed_hellos);
    RUN(wrong_fingerprint);
    RUN(attaching_again);
    RUN(piece_by_piece);
    RUN(slow_clients_time_out);
    RUN(many_silent_connections);
    RUN(too_many_processes);
    RUN(few_descriptors);
    RUN(no_daemon);
    RUN(impostors);
    RUN(the_socket_is_private);
    return check_end();
}
