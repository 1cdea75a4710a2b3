/* SPDX-License-Identifier: Apache-2.0 */
/* The client's half of the handshake. */
#ifndef COLORS_CONNECT_H
#define COLORS_CONNECT_H

#include "colors.h"
#include "handshake.h"
#include "packet.h"

/* Returns a connected socket, which does not block and is to be closed by cl_unshared_close; -1 and errno, which is
 * ETIMEDOUT when the daemon did not accept connections until the deadline. */
int cl_connect_once(const char *path, uint64_t deadline_ns);
/* Whether a failed cl_connect_once says that no daemon listens. */
bool cl_connect_is_absent(void);
/* Makes the error of a failed cl_connect_once. Returns 0. */
int cl_connect_failed(const char *path, cl_error *error);
/* Zeroed but for what every hello has; text is padded and cut. */
void cl_hello_fill(cl_hello *hello, uint32_t kind, uint64_t fingerprint, const char *language, const char *program);
/* Says the hello and waits for the reply. Returns 1; 0 and the error, which is what the daemon said if it refused. A
 * daemon that dies before its reply is CL_ERR_DAEMON. What was received is to be closed by cl_unshared_close_all. */
int cl_handshake(int connection, const cl_hello *hello, const cl_descriptors *along, cl_reply *reply,
                 cl_descriptors *received, uint64_t deadline_ns, cl_error *error);
/* Only this user's, root's, or the named user's daemon may hand us memory. Returns 1, 0 on error. */
int cl_connect_check_peer(int connection, const char *daemon_user, cl_error *error);

#endif
