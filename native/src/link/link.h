/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a process to its daemon: paths, messages, the handshake, starting a daemon, coming back to another one. The
 * daemon takes paths, messages and names of users from here, too.
 *
 * Uses: base segment
 * Used by: memory rootlog client daemon/peers daemon/recovery daemon/server
 */
#ifndef COLORS_LINK_H
#define COLORS_LINK_H

#include "colors.h"
#include "connect.h"
#include "handshake.h"
#include "keeper.h"
#include "packet.h"
#include "socket.h"
#include "unshared.h"

/* Starts the daemon of a segment detached from this process and waits until it listens, found another one listening, or
 * failed; calls `meanwhile` with its argument, if not NULL, again and again. Returns 1, 0 on error with the daemon's
 * own words. */
int cl_daemon_start(const char *segment, const char *wanted_binary, const char *socket_path, uint64_t deadline_ns,
                    void (*meanwhile)(void *), void *argument, cl_error *error);

/* Users and groups by name or number. Each returns 1, 0 on error. */
int cl_user_find(const char *text, uint32_t *uid, cl_error *error);
int cl_group_find(const char *text, uint32_t *gid, cl_error *error);

#endif
