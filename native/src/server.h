/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_SERVER_H
#define COLORS_SERVER_H

/* Serves connections until a signal of the blocked set (SIGTERM, SIGINT) is pending. Returns that signal. */
int cl_server_run(int listener, int signals);

#endif
