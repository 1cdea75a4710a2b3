/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon: makes a segment, hands it to the processes of one user, takes back what dead processes held. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base.h"
#include "collector.h"
#include "link.h"
#include "listener.h"
#include "options.h"
#include "peers.h"
#include "recovery.h"
#include "remembered.h"
#include "segment.h"
#include "server.h"

#define EXIT_SERVED_ALREADY 3 /* another daemon has the segment */
#define LOG_BYTES_MAX       (1024 * 1024)
#define VERSION             "0.1.0"

static const char help[] =
    "colorsd: serves one segment of shared objects to the processes of one user.\n"
    "\n"
    "  colorsd [--segment NAME] [--objects SIZE] [--classes SIZE] [--foreground | --daemonize] [--socket PATH]\n"
    "          [--gc-growth PERCENT] [--gc-floor SIZE] [--gc-threshold PERCENT] [--gc-threads N] [--gc-interval MS]\n"
    "          [--adopt-timeout MS]\n"
    "          [--allow-user NAME] [--allow-group NAME] [--read-only-user NAME] [--read-only-group NAME]\n"
    "          [--max-vms N] [--quota-slots N] [--quota-chunks N] [--quota-bytes SIZE]\n"
    "\n"
    "  --segment NAME  1 to 64 of A-Z a-z 0-9 . _ - (default: default)\n"
    "  --objects SIZE  room for objects, 1M to nearly 64G (default: 256M)\n"
    "  --classes SIZE  room for classes and names, 64K to 4G (default: 64M)\n"
    "  --foreground    stay with the terminal (default)\n"
    "  --daemonize     return when the daemon listens; it then writes to NAME.log beside the socket\n"
    "  --socket PATH   listen there instead of at $XDG_RUNTIME_DIR/colors/NAME.sock\n"
    "  --gc-growth PERCENT  of the bytes that the last cycle of the collector found live may be allocated before the "
    "next\n"
    "                  is over, 1 to 10000 (default: 100)\n"
    "  --gc-floor SIZE  may be allocated between two cycles in any case, 1M or more (default: 32M)\n"
    "  --gc-threshold PERCENT  of the objects in use, at which a cycle begins in any case, 1 to 95 (default: 70)\n"
    "  --gc-threads N  threads that mark and sweep, 1 to 64 (default: half of the processors)\n"
    "  --gc-interval MS  a cycle at least so often, 1 to 3600000 (default: only when it is due)\n"
    "  --adopt-timeout MS  how long processes that have the segment of a daemon that died are waited for (default: "
    "10000)\n"
    "  --allow-user NAME, --allow-group NAME  lets other users attach and write; a name or a number, as often as "
    "needed\n"
    "  --read-only-user NAME, --read-only-group NAME  lets other users attach to read\n"
    "  --max-vms N     processes that may be attached, 1 to 256 (default: 256)\n"
    "  --quota-slots N   threads that one process may have in the heap\n"
    "  --quota-chunks N  root-log chunks, of 2048 references, that one process may hold\n"
    "  --quota-bytes SIZE  what one process may allocate between two cycles of the collector\n"
    "  --help, --version\n"
    "\n"
    "SIZE is a number of bytes, or with K, M or G behind it. Memory is taken from the system when it is used, not "
    "before.\n"
    "SIGTERM or SIGINT ends the daemon; the segment's memory goes when the last attached process ends. Until then a "
    "new "
    "daemon of the same name takes the segment over, with the options of the last one if it is given none but sizes.\n";

typedef struct command {
    int count;
    char **arguments;
} command;

typedef struct opened {
    int listener;
    bool adopted;
} opened;

static int fail(const cl_error *error) {
    fprintf(stderr, "colorsd: %s\n", error->text);
    return error->code == CL_ERR_STATE ? EXIT_SERVED_ALREADY : EXIT_FAILURE;
}

/* A descriptor that we open must not get one of these numbers: standard streams are redirected later. */
static void open_standard_streams(void) {
    int file;
    do {
        file = open("/dev/null", O_RDWR);
    } while (file >= 0 && file <= 2);
    if (file > 2) {
        close(file);
    }
}

/* A file that may not grow is an error that we can report, and no signal. What may be raised is raised. */
static void raise_file_limit(void) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
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

static int listen_at(const cl_options *options, int *listener, cl_error *error) {
    cl_policy_set(&options->policy);
    if (*listener < 0) {
        *listener = cl_listener_open(options->socket, cl_policy_admits_others(&options->policy), error);
    }
    return *listener >= 0;
}

static int not_handed_over(enum cl_served how, const cl_options *options, cl_error *error) {
    char pids[256];
    cl_life_describe(pids, sizeof pids);
    if (how == CL_SERVED_FAILED) {
        return cl_fail(error, CL_ERR_PROTOCOL,
                       "the segment of the last daemon, which is held by process %s, cannot be taken over: %.500s; its "
                       "data can still be read there; end these processes, or use another segment name",
                       pids, cl_adoption_fault());
    }
    if (how == CL_SERVED_SIGNAL) {
        return cl_fail(error, CL_ERR_PROTOCOL, "ended by a signal while it waited for process %s", pids);
    }
    const char *refused = cl_adoption_refused();
    return cl_fail(error, CL_ERR_PROTOCOL,
                   "the segment of the last daemon is held by process %s, and was not handed over in %u ms%s%.300s; "
                   "continue (kill -CONT) or end these processes, or use another segment name",
                   pids, options->adopt_ms, refused[0] != 0 ? "; the last that was offered: " : "", refused);
}

/* From the processes that have it. Returns 1, 0 on error; *adopted: they still had it. */
static int adopt_segment(cl_options *options, int signals, int *listener, bool *adopted, cl_error *error) {
    cl_options given = *options;
    if ((!options->own && !cl_recall(options, error)) || !listen_at(options, listener, error)) {
        return 0;
    }
    enum cl_served how = cl_server_adopt(*listener, signals, cl_now_ns() + options->adopt_ms * 1000000ull);
    if (how == CL_SERVED_ALONE) {
        *options = given;
    } else if (how != CL_SERVED_ADOPTED) {
        unlink(options->socket);
        return not_handed_over(how, options, error);
    }
    *adopted = how == CL_SERVED_ADOPTED;
    return 1;
}

static int make_segment(const cl_options *options, cl_error *error) {
    return cl_segment_create(options->objects_bytes, options->classes_bytes, error) &&
           cl_life_set_segment(cl_own()->id, error);
}

static int open_segment(cl_options *options, const command *line, int signals, opened *o, cl_error *error) {
    o->listener = -1;
    o->adopted = false;
    if (!cl_socket_folder_make(options->socket, error) || !cl_listener_lock(options->socket, error) ||
        !cl_life_open(options->socket, error) ||
        (cl_life_any() && !adopt_segment(options, signals, &o->listener, &o->adopted, error)) ||
        (!o->adopted && !make_segment(options, error)) || !cl_collector_open(&options->collector, error)) {
        return 0;
    }
    if ((!o->adopted || options->own) && !cl_remember(options->socket, line->count, line->arguments, error)) {
        return 0;
    }
    return listen_at(options, &o->listener, error);
}

static void announce(const cl_options *options, bool adopted) {
    const cl_header *geometry = &cl_space_get()->geometry;
    printf("colorsd %s: segment %s at %s%s, %lluM for objects, %lluM for classes, process %ld\n", VERSION,
           options->segment, options->socket, adopted ? ", taken over from the processes that have it" : "",
           (unsigned long long)(geometry->objects_bytes >> 20), (unsigned long long)(geometry->classes_bytes >> 20),
           (long)getpid());
    fflush(stdout);
}

/* So that no process starts another daemon by itself. */
static void end(const cl_options *options) {
    cl_store_release(&cl_space_get()->header->ended, 1);
    unlink(options->socket);
    cl_life_tidy();
}

static int serve(cl_options *options, const command *line) {
    cl_error error = {0, ""};
    int word = -1;
    opened o;
    open_standard_streams();
    cl_crash_tell();
    close_inherited();
    raise_file_limit();
    int signals = take_signals();
    if (options->daemonize) {
        signal(SIGHUP, SIG_IGN);
        word = split();
    }
    if (!open_segment(options, line, signals, &o, &error) ||
        (options->daemonize && !leave_terminal(options->socket, &error))) {
        unsigned char status = (unsigned char)fail(&error);
        return word >= 0 && write(word, &status, 1) != 1 ? EXIT_FAILURE : status;
    }
    if (!cl_collector_start(o.adopted, &error)) {
        return fail(&error);
    }
    announce(options, o.adopted);
    unsigned char good = 0;
    if (word >= 0 && write(word, &good, 1) != 1) {
        /* nobody waits any more */
    }
    int signal_number = cl_server_run(o.listener, signals);
    cl_collector_stop();
    end(options);
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
    return serve(&options, &(command){count, arguments});
}
