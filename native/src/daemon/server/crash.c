/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#ifdef __SANITIZE_ADDRESS__ /* which tells more */

void cl_crash_tell(void) {
}

#else

#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 64, STACK_BYTES = 64 * 1024 };

/* Calls only what a signal handler may: backtrace was called once before, so it loads nothing any more. */
static void tell(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    void *frames[FRAMES];
    char line[128];
    int length =
        snprintf(line, sizeof line, "colorsd: signal %d at address %p; please report this with the lines below\n",
                 signal_number, info->si_addr);
    if (length > 0 && write(STDERR_FILENO, line, (size_t)length) != length) {
        /* then nobody reads the rest either */
    }
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES), STDERR_FILENO);
    raise(signal_number); /* SA_RESETHAND: this ends the process, as the signal would have */
}

void cl_crash_tell(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
    static char stack[STACK_BYTES]; /* for the main thread, whose own may be full */
    void *frames[1];
    struct sigaction action;
    backtrace(frames, 1);
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = tell;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | (int)SA_RESETHAND;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

#endif
