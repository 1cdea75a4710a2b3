/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon: makes a segment, hands it to the processes of one user, takes back what dead processes held. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "client.h"
#include "collector.h"
#include "handshake.h"
#include "listener.h"
#include "options.h"
#include "segment.h"
#include "server.h"
#include "view.h"

#define EXIT_SERVED_ALREADY 3 /* another daemon has the segment */
#define LOG_BYTES_MAX       (1024 * 1024)
#define VERSION             "0.1.0"

static const char help[] =
    "colorsd: serves one segment of shared objects to the processes of one user.\n"
    "\n"
    "  colorsd [--segment NAME] [--objects SIZE] [--classes SIZE] [--foreground | --daemonize] [--socket PATH]\n"
    "          [--gc-threshold PERCENT] [--gc-threads N] [--gc-interval MS]\n"
    "\n"
    "  --segment NAME  1 to 64 of A-Z a-z 0-9 . _ - (default: default)\n"
    "  --objects SIZE  room for objects, 1M to nearly 64G (default: 256M)\n"
    "  --classes SIZE  room for classes and names, 64K to 4G (default: 64M)\n"
    "  --foreground    stay with the terminal (default)\n"
    "  --daemonize     return when the daemon listens; it then writes to NAME.log beside the socket\n"
    "  --socket PATH   listen there instead of at $XDG_RUNTIME_DIR/colors/NAME.sock\n"
    "  --gc-threshold PERCENT  of the objects in use, at which a cycle of the collector begins, 1 to 95 (default: 70)\n"
    "  --gc-threads N  threads that mark and sweep, 1 to 64 (default: half of the processors)\n"
    "  --gc-interval MS  a cycle at least so often, 1 to 3600000 (default: only when it is due)\n"
    "  --help, --version\n"
    "\n"
    "SIZE is a number of bytes, or with K, M or G behind it. Memory is taken from the system when it is used, not "
    "before.\n"
    "SIGTERM or SIGINT ends the daemon; the segment's memory goes when the last attached process ends.\n";

static int fail(const cl_error *error) {
    fprintf(stderr, "colorsd: %s\n", error->text);
    return error->code == CL_ERR_STATE ? EXIT_SERVED_ALREADY : EXIT_FAILURE;
}

/* Nothing inherited from whoever started us stays open. */
static void close_inherited(void) {
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0) {
        for (int i = 3; i < 1024; i++) {
            close(i);
        }
    }
}

/* The parent waits for the child's word and ends with it. Returns the descriptor to say it on, in the child. */
static int split(void) {
    int word[2];
    if (pipe2(word, O_CLOEXEC) != 0) {
        fprintf(stderr, "colorsd: cannot make a pipe: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    pid_t child = fork();
    if (child < 0) {
        fprintf(stderr, "colorsd: cannot fork: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    if (child == 0) {
        close(word[0]);
        setsid();
        return word[1];
    }
    close(word[1]);
    unsigned char status = EXIT_FAILURE;
    while (read(word[0], &status, 1) < 0 && errno == EINTR) {
    }
    _exit(status);
}

/* Output goes to the log from now on; errors so far went to whoever started us. */
static int leave_terminal(const char *socket_path, cl_error *error) {
    char path[CL_PATH_BYTES];
    cl_socket_sibling(socket_path, ".log", path);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (log < 0 || null < 0) {
        error->code = CL_ERR_SYSTEM;
        snprintf(error->text, sizeof error->text, "cannot open the log %s: %s", path, strerror(errno));
        return 0;
    }
    struct stat status;
    if (fstat(log, &status) == 0 && status.st_size > LOG_BYTES_MAX && ftruncate(log, 0) != 0) {
        /* it stays long */
    }
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    close(null);
    close(log);
    return chdir("/") == 0;
}

/* Blocks the signals that end the daemon. Returns the descriptor they are read from. */
static int take_signals(void) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int open_segment(const cl_options *options, int *listener, cl_error *error) {
    if (!cl_socket_folder_make(options->socket, error) || !cl_listener_lock(options->socket, error) ||
        !cl_segment_create(options->objects_bytes, options->classes_bytes, error)) {
        return 0;
    }
    cl_view_take(cl_self.base);
    if (!cl_collector_open(&options->collector, error)) {
        return 0;
    }
    *listener = cl_listener_open(options->socket, error);
    return *listener >= 0;
}

static void announce(const cl_options *options) {
    printf("colorsd %s: segment %s at %s, %lluM for objects, %lluM for classes, process %ld\n", VERSION,
           options->segment, options->socket, (unsigned long long)(options->objects_bytes >> 20),
           (unsigned long long)(options->classes_bytes >> 20), (long)getpid());
    fflush(stdout);
}

static int serve(const cl_options *options) {
    cl_error error = {0, ""};
    int word = -1;
    int listener;
    close_inherited();
    int signals = take_signals();
    if (options->daemonize) {
        signal(SIGHUP, SIG_IGN);
        word = split();
    }
    if (!open_segment(options, &listener, &error) || (options->daemonize && !leave_terminal(options->socket, &error))) {
        unsigned char status = (unsigned char)fail(&error);
        return word >= 0 && write(word, &status, 1) != 1 ? EXIT_FAILURE : status;
    }
    if (!cl_collector_start(&error)) {
        return fail(&error);
    }
    announce(options);
    unsigned char good = 0;
    if (word >= 0 && write(word, &good, 1) != 1) {
        /* nobody waits any more */
    }
    int signal_number = cl_server_run(listener, signals);
    cl_collector_stop();
    unlink(options->socket);
    printf("colorsd: ended by %s\n", strsignal(signal_number));
    return EXIT_SUCCESS;
}

int main(int count, char **arguments) {
    cl_error error = {0, ""};
    cl_options options;
    if (!cl_options_parse(&options, count, arguments, &error)) {
        return fail(&error);
    }
    if (options.help) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    if (options.version) {
        printf("colorsd %s, protocol %u, segment format %llu, layout %016llx\n", VERSION, CL_PROTOCOL, CL_VERSION,
               (unsigned long long)cl_layout_fingerprint());
        return EXIT_SUCCESS;
    }
    return serve(&options);
}
