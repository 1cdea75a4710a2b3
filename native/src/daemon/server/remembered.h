/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of the daemon that serves a segment, in the file NAME.options beside the socket: a daemon that takes its
 * segment over, and was given none of its own, goes on with them. So limits and permissions survive a daemon.
 */
#ifndef COLORS_REMEMBERED_H
#define COLORS_REMEMBERED_H

#include "options.h"

/* Writes what was given, but for the place and the way to run. Returns 1, 0 on error. */
int cl_remember(const char *socket_path, int count, char **arguments, cl_error *error);
/* Replaces collector and policy options by the remembered ones. Returns 1, 0 on error. */
int cl_recall(cl_options *options, cl_error *error);

#endif
