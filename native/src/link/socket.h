/* SPDX-License-Identifier: Apache-2.0 */
/* Where a segment's socket, lock file and log are. */
#ifndef COLORS_SOCKET_H
#define COLORS_SOCKET_H

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "colors.h"

#define CL_PATH_BYTES sizeof(((struct sockaddr_un *)0)->sun_path)

/* Checks a segment's name: 1 to 64 of A-Z a-z 0-9 . _ -, not beginning with a dot. Returns 1, 0 on error. */
int cl_segment_name_check(const char *segment, cl_error *error);
/* Makes the folder of a socket path (mode 0700), or checks that nobody else can write to it. Returns 1, 0 on error. */
int cl_socket_folder_make(const char *socket_path, cl_error *error);
/* The socket's path with `.sock` replaced by another ending of at most 5 bytes, in `path` of CL_PATH_BYTES. */
void cl_socket_sibling(const char *socket_path, const char *ending, char *path);
/* The first folder on a socket's path that this user may not look into, in `folder` of CL_PATH_BYTES. False: none. */
bool cl_socket_find_barrier(const char *path, char *folder);
/* Fills the address. Returns 1, 0 when the path is too long. */
int cl_socket_address(const char *path, struct sockaddr_un *address, cl_error *error);

#endif
