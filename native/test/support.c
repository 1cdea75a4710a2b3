/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "address.h"
#include "check.h"
#include "daemon.h"
#include "here.h"

static const char *subject;
static const char *current = "";
static unsigned passed, failed, skipped; /* cases */
static _Atomic unsigned failures;        /* checks of this process */
static char folder[64];
static char binary[4096];
static pid_t owner;

/* ---- cases ---- */

bool check_that(bool good, const char *what, const char *file, int line, const char *more) {
    if (!good) {
        const char *name = strrchr(file, '/');
        printf("  %s:%d: %s: not so: %s%s%s\n", name == NULL ? file : name + 1, line, current, what,
               more != NULL ? ": " : "", more != NULL ? more : "");
        fflush(stdout);
        failures++;
    }
    return good;
}

void check_exit(void) {
    fflush(stdout);
    _exit(failures > 0);
}

bool check_error(const cl_error *error, int code, const char *text) {
    bool good = error->code == code && strstr(error->text, text) != NULL;
    if (!good) {
        printf("  %s: expected code %d and \"%s\", got code %d: %s\n", current, code, text, error->code, error->text);
        failures++;
    }
    return good;
}

void *check_share(size_t bytes) {
    cl_error error = {0, "no memory"};
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(memory != MAP_FAILED, &error);
    return memory;
}

void check_await(const _Atomic uint32_t *word, uint32_t value) {
    cl_error error = {0, "the other process did not come so far"};
    for (uint64_t start = check_now_ms(); cl_load_acquire(word) < value; check_sleep_us(500)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static size_t read_file(const char *path, char *text, size_t bytes) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, text, bytes - 1);
    if (file >= 0) {
        close(file);
    }
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (size_t)got : 0;
}

/* Whether a process's threads but one, 0 for none, are in that state. */
static bool threads_are(char wanted, pid_t pid, pid_t but) {
    char path[300], text[256];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    bool are = true;
    for (struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;) {
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == but) {
            continue;
        }
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", pid, entry->d_name);
        const char *state = read_file(path, text, sizeof text) > 0 ? strrchr(text, ')') : NULL;
        are = are && (state == NULL || state[2] == wanted);
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return are;
}

/* A forked child has the locks as they were. AddressSanitizer's allocator does not let go of its own as the C library's
 * does: when the library's keeper was allocating, the child would wait for it for ever. */
static void await_sleeping_threads(void) {
    for (uint64_t start = check_now_ms(); check_now_ms() - start < 2000; check_sleep_us(100)) {
        if (threads_are('S', getpid(), (pid_t)syscall(SYS_gettid))) {
            return;
        }
    }
}

pid_t check_fork(void (*body)(void *), void *argument) {
    fflush(stdout);
    await_sleeping_threads();
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is ended takes its processes with it */
        if (getppid() != parent) {
            _exit(1);
        }
        failures = 0;
        body(argument);
        check_exit();
    }
    check_that(child > 0, "fork", __FILE__, __LINE__, strerror(errno));
    return child;
}

static int wait_status(pid_t child) {
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

bool check_join(pid_t child) {
    int status = wait_status(child);
    if (WIFSIGNALED(status)) {
        printf("  %s: process ended by signal %d\n", current, WTERMSIG(status));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool check_killed(pid_t child) {
    int status = wait_status(child);
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (!killed) {
        printf("  %s: process %d ended before it was killed: status %#x\n", current, (int)child, (unsigned)status);
    }
    return killed;
}

void check_stop(pid_t process) {
    cl_error error = {0, "the process does not stop"};
    REQUIRE(kill(process, SIGSTOP) == 0, &error);
    for (uint64_t start = check_now_ms(); !threads_are('T', process, 0); check_sleep_us(500)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static void run_body(void *test) {
    void (*body)(void);
    memcpy(&body, test, sizeof body);
    body();
}

void check_run(const char *name, void (*test)(void)) {
    current = name;
    bool good = check_join(check_fork(run_body, &test));
    if (!good) {
        printf("  %s: FAILED\n", name);
    }
    good ? passed++ : failed++;
}

void check_skip(const char *name, const char *why) {
    printf("  %s: skipped: %s\n", name, why);
    skipped++;
}

/* ---- numbers and time ---- */

uint64_t check_number(const char *variable, uint64_t otherwise) {
    const char *text = getenv(variable);
    return text != NULL && text[0] != 0 ? strtoull(text, NULL, 0) : otherwise;
}

uint64_t check_effort(void) {
    uint64_t percent = check_number("EFFORT", 100);
    return percent > 0 ? percent : 1;
}

uint64_t check_amount(const char *variable, uint64_t otherwise) {
    uint64_t part = otherwise * check_effort() / 100;
    return check_number(variable, part > 0 ? part : 1);
}

uint64_t check_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void check_sleep_us(uint64_t us) {
    nanosleep(&(struct timespec){(time_t)(us / 1000000), (long)(us % 1000000) * 1000}, NULL);
}

uint64_t check_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = check_number("SEED", (uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec);
    printf("  %s: SEED=%llu\n", current, (unsigned long long)seed);
    return seed;
}

uint64_t check_random(uint64_t *state) { /* splitmix64 */
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* ---- daemons ---- */

const char *daemon_folder(void) {
    return folder;
}

const char *daemon_binary(void) {
    return binary;
}

static void lock_path(const char *segment, char *path, size_t bytes) {
    snprintf(path, bytes, "%s/colors/%s.lock", folder, segment);
}

static bool is_locked(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0;
    if (file >= 0) {
        close(file);
    }
    return locked;
}

/* The number may be that of the last daemon, and another process's by now: this test's daemons have its folder. */
static bool is_our_daemon(pid_t pid) {
    char path[64], text[16384], wanted[96];
    snprintf(path, sizeof path, "/proc/%d/comm", pid);
    if (read_file(path, text, sizeof text) == 0 || strcmp(text, "colorsd\n") != 0) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    snprintf(wanted, sizeof wanted, "XDG_RUNTIME_DIR=%s", folder);
    return memmem(text, read_file(path, text, sizeof text), wanted, strlen(wanted)) != NULL;
}

pid_t daemon_pid(const char *segment) {
    char path[256], text[32];
    lock_path(segment, path, sizeof path);
    pid_t pid = read_file(path, text, sizeof text) > 0 ? (pid_t)strtol(text, NULL, 10) : 0;
    return pid > 0 && is_our_daemon(pid) ? pid : 0;
}

void daemon_stop(const char *segment, int signal_number) {
    char path[256];
    pid_t stopped = 0;
    lock_path(segment, path, sizeof path);
    for (uint64_t start = check_now_ms(); is_locked(path); check_sleep_us(2000)) {
        pid_t pid = daemon_pid(segment);
        if (pid != 0 && pid != stopped) { /* one that has just begun writes its number after it has the lock */
            kill(pid, signal_number);
            stopped = pid;
        }
        if (check_now_ms() - start > PATIENCE_MS) {
            check_that(false, "the daemon ends", __FILE__, __LINE__, segment);
            return;
        }
    }
}

void daemon_start(const char *segment, ...) {
    char *arguments[24] = {binary, "--daemonize", "--segment", (char *)(uintptr_t)segment};
    va_list more;
    int count = 4;
    va_start(more, segment);
    for (const char *next; count < 23 && (next = va_arg(more, const char *)) != NULL;) {
        arguments[count++] = (char *)(uintptr_t)next;
    }
    va_end(more);
    pid_t child = fork();
    if (child == 0) {
        execv(binary, arguments);
        _exit(127);
    }
    cl_error error = {0, "colorsd --daemonize did not end with 0"};
    REQUIRE(check_join(child), &error);
}

uint32_t daemon_replace(const char *segment) {
    const char *keeper = getenv("COLORS_KEEPER");
    if (keeper != NULL && strcmp(keeper, "off") == 0) {
        return 0;
    }
    daemon_stop(segment, SIGKILL);
    daemon_start(segment, NULL);
    return 1;
}

char *daemon_attach(const char *segment) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = segment, .language = "c", .program = subject, .timeout_ms = PATIENCE_MS};
    void *base = cl_attach(&options, &error);
    REQUIRE(base != NULL, &error);
    return base;
}

static cl_client *client(void) {
    static __thread cl_client here;
    if (here.space.base != cl_base()) {
        here.space = cl_space_of(cl_base());
    }
    return &here;
}

const cl_space *here(void) {
    return &client()->space;
}

cl_mutator mutator_of(cl_slot *slot) {
    return (cl_mutator){client(), slot};
}

uint64_t daemon_attach_slot(const char *segment) {
    cl_error error = {0, ""};
    daemon_attach(segment);
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    return slot;
}

void daemon_await_served(void) {
    cl_error error = {0, "no daemon came"};
    for (uint64_t start = check_now_ms(); !cl_rejoin(&error); check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

static uint32_t count_vms(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        count += cl_load_acquire(&cl_vm_at(here(), i)->state) != 0;
    }
    return count;
}

void daemon_wait_vms(uint32_t left) {
    cl_error error = {0, "the daemon did not notice the death of a process"};
    for (uint64_t start = check_now_ms(); count_vms() > left; check_sleep_us(1000)) {
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &error);
    }
}

/* A fault that was found while the collector swept says nothing: dead objects may refer to what is gone already. */
void daemon_kill_at_work(void (*work)(void *seed), uint32_t count, uint64_t ms, uint64_t *seed) {
    pid_t *workers = calloc(count, sizeof *workers);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t own = check_random(seed);
        workers[i] = check_fork(work, &own);
    }
    check_sleep_us(1000 * ms);
    for (uint32_t i = 0; i < count; i++) {
        kill(workers[i], SIGKILL);
        CHECK(check_killed(workers[i]));
    }
    free(workers);
    daemon_wait_vms(1);
}

void daemon_validate(int level) {
    cl_error error = {0, ""};
    const cl_header *header = here()->header;
    for (;;) {
        uint32_t finished = cl_load_acquire(&header->cycles_finished);
        uint32_t started = cl_load_acquire(&header->cycles_started);
        int valid = cl_validate(cl_base(), level, &error);
        if (valid || (started == finished && cl_load_acquire(&header->cycles_started) == started)) {
            REQUIRE(valid, &error);
            return;
        }
    }
}

/* ---- begin and end ---- */

static void stop_all(const char *colors) {
    DIR *entries = opendir(colors);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char *ending = strstr(entry->d_name, ".lock");
        if (ending != NULL) {
            *ending = 0;
            daemon_stop(entry->d_name, SIGKILL);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

static void remove_tree(const char *path) {
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char inner[4096];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (unlink(inner) != 0) {
            remove_tree(inner);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    rmdir(path);
}

static void find_binary(void) {
    ssize_t bytes = readlink("/proc/self/exe", binary, sizeof binary - 32);
    binary[bytes > 0 ? bytes : 0] = 0;
    for (int levels = 0; levels < 2; levels++) {
        char *slash = strrchr(binary, '/');
        if (slash != NULL) {
            *slash = 0;
        }
    }
    strcat(binary, "/colorsd");
}

void check_begin(const char *name) {
    subject = name;
    owner = getpid();
    snprintf(folder, sizeof folder, "/tmp/colors-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        exit(1);
    }
    setenv("XDG_RUNTIME_DIR", folder, 1);
    unsetenv("COLORS_OBJECTS");
    unsetenv("COLORS_CLASSES");
    unsetenv("COLORS_SOCKET");
    unsetenv("COLORS_READONLY");
    unsetenv("COLORS_DAEMON_USER");
    setvbuf(stdout, NULL, _IOLBF, 0);
    find_binary();
}

int check_end(void) {
    char colors[80];
    snprintf(colors, sizeof colors, "%s/colors", folder);
    stop_all(colors);
    remove_tree(folder);
    printf("%s: %u passed, %u failed", subject, passed, failed);
    if (skipped > 0) {
        printf(", %u skipped", skipped);
    }
    printf("\n");
    return failed > 0;
}
