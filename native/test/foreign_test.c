/* SPDX-License-Identifier: Apache-2.0 */
/* A client of another user. Needs root to become one. */
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon.h"
#include "raw.h"

#define NOBODY 65534

static bool become_nobody(void) {
    return setresgid(NOBODY, NOBODY, NOBODY) == 0 && setresuid(NOBODY, NOBODY, NOBODY) == 0;
}

/* Opens the test's own folder and socket to everyone, as no installation is. */
static void open_to_all(void) {
    char path[128];
    chmod(daemon_folder(), 0755);
    snprintf(path, sizeof path, "%s/colors", daemon_folder());
    chmod(path, 0755);
    snprintf(path, sizeof path, "%s/colors/foreign.sock", daemon_folder());
    CHECK(chmod(path, 0777) == 0);
}

static void cannot_reach_the_socket(void) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "foreign"};
    CHECK(become_nobody());
    CHECK(cl_attach(&options, &error) == NULL &&
          check_error(&error, CL_ERR_PERMISSION, "user 65534 may not look into the folder"));
}

static void is_refused_by_the_daemon(void) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = "foreign"};
    open_to_all();
    CHECK(become_nobody());
    CHECK(cl_attach(&options, &error) == NULL);
    CHECK(check_error(&error, CL_ERR_PERMISSION, "this segment belongs to user 0 and you are user 65534"));
}

static void is_refused_before_it_speaks(void) {
    cl_reply reply;
    open_to_all();
    CHECK(become_nobody());
    int connection = raw_connect("foreign");
    CHECK(raw_reply(connection, &reply, PATIENCE_MS) == sizeof reply && reply.status == CL_ERR_PERMISSION &&
          reply.vm == -1);
    CHECK(raw_is_closed(connection, PATIENCE_MS));
}

static void others_are_served_meanwhile(void) {
    daemon_attach_slot("foreign");
    daemon_validate(3);
}

/* A folder that others can write to would let them put a socket of theirs there. */
static void refuses_an_open_folder(void) {
    char folder[64] = "/tmp/colors-nobody-XXXXXX";
    char path[CL_PATH_BYTES];
    cl_error error = {0, ""};
    CHECK(become_nobody() && mkdtemp(folder) != NULL);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    CHECK_OK(cl_socket_path("x", path, sizeof path, &error) && cl_socket_folder_make(path, &error), &error);
    *strrchr(path, '/') = 0;
    CHECK(chmod(path, 0777) == 0);
    strcat(path, "/x.sock");
    CHECK(!cl_socket_folder_make(path, &error) && check_error(&error, CL_ERR_PERMISSION, "writable by nobody else"));
    *strrchr(path, '/') = 0;
    rmdir(path);
    rmdir(folder);
}

/* An attach as root, when the socket is a daemon's of user nobody. */
static void refuses_a_foreign_daemon(void) {
    cl_error error = {0, ""};
    char path[CL_PATH_BYTES];
    struct sockaddr_un address;
    CHECK_OK(cl_socket_path("theirs", path, sizeof path, &error) && cl_socket_address(path, &address, &error), &error);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    int memory = memfd_create("theirs", MFD_ALLOW_SEALING);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && ftruncate(memory, 4096) == 0);
    pid_t child = fork();
    if (child == 0) {
        cl_reply reply = {
            .magic = CL_HELLO_MAGIC, .status = CL_OK, .segment_bytes = 4096, .fingerprint = cl_layout_fingerprint()};
        CHECK(become_nobody() && listen(listener, 1) == 0); /* the peer's credentials are those at listen */
        int peer = accept(listener, NULL, NULL);
        raw_send(peer, &reply, sizeof reply);
        check_sleep_us(300000);
        check_exit();
    }
    cl_attach_options options = {.segment = "theirs"};
    error.code = CL_ERR_DAEMON;
    for (uint64_t end = check_now_ms() + PATIENCE_MS; error.code == CL_ERR_DAEMON && check_now_ms() < end;) {
        CHECK(cl_attach(&options, &error) == NULL); /* until it listens */
        check_sleep_us(2000);
    }
    CHECK(check_error(&error, CL_ERR_PERMISSION, "the daemon runs as user 65534, this process as user 0"));
    CHECK(check_join(child));
}

int main(void) {
    check_begin("foreign");
    if (geteuid() != 0) {
        check_skip("foreign", "only root can become another user");
        return check_end();
    }
    daemon_start("foreign", NULL);
    RUN(cannot_reach_the_socket);
    RUN(is_refused_by_the_daemon);
    RUN(is_refused_before_it_speaks);
    RUN(others_are_served_meanwhile);
    RUN(refuses_an_open_folder);
    RUN(refuses_a_foreign_daemon);
    return check_end();
}
