/* SPDX-License-Identifier: Apache-2.0 */
/* Real daemons for tests, each in the test's own folder. */
#ifndef TEST_DAEMON_H
#define TEST_DAEMON_H

#include <sys/types.h>

#include "colors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The folder of this test program (its XDG_RUNTIME_DIR). Removed at check_end, after its daemons were ended. */
const char *daemon_folder(void);
/* The colorsd of this build. */
const char *daemon_binary(void);
/* Starts `colorsd --daemonize --segment NAME` with more options, NULL at the end. Ends the process when it fails. */
void daemon_start(const char *segment, ...) __attribute__((sentinel));
/* The process that holds the segment's lock, 0 when none does. */
pid_t daemon_pid(const char *segment);
/* Ends a daemon of this folder and waits until it is gone. */
void daemon_stop(const char *segment, int signal);
/* Kills a daemon of this folder; the next one takes the segment over from its processes, all of which are attached by
 * now. Returns 0 and does nothing where they do not come back by themselves (COLORS_KEEPER=off), else 1. */
uint32_t daemon_replace(const char *segment);
/* Attaches to a running daemon; ends the process when it fails. Returns the base. */
char *daemon_attach(const char *segment);
/* Attaches and claims a slot. */
uint64_t daemon_attach_slot(const char *segment);
/* Waits until a daemon serves this process. */
void daemon_await_served(void);
/* Waits until only `left` processes are attached. */
void daemon_wait_vms(uint32_t left);
/* Kills `count` processes that do `work`, each with a seed, after so long. */
void daemon_kill_at_work(void (*work)(void *seed), uint32_t count, uint64_t ms, uint64_t *seed);
/* Requires the attached segment to be valid at this level. */
void daemon_validate(int level);

#ifdef __cplusplus
}
#endif
#endif
