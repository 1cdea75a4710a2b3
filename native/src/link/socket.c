/* SPDX-License-Identifier: Apache-2.0 */
#include "socket.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"

#define ENDING         ".sock"
#define NAME_BYTES_MAX 64

static int is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
}

int cl_segment_name_check(const char *segment, cl_error *error) {
    size_t bytes = strlen(segment);
    int good = bytes > 0 && bytes <= NAME_BYTES_MAX && segment[0] != '.';
    for (size_t i = 0; good && i < bytes; i++) {
        good = is_name_byte(segment[i]);
    }
    return good ? 1
                : cl_fail(error, CL_ERR_ARGUMENT,
                          "\"%.80s\" is no name for a segment; expected 1 to %d of A-Z a-z 0-9 . _ - that do not begin "
                          "with a dot",
                          segment, NAME_BYTES_MAX);
}

int32_t cl_socket_path(const char *segment, char *path, size_t bytes, cl_error *error) {
    segment = segment == NULL || segment[0] == 0 ? "default" : segment;
    if (!cl_segment_name_check(segment, error)) {
        return 0;
    }
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    const char *temporary = getenv("TMPDIR");
    char full[4096];
    int length;
    if (runtime != NULL && runtime[0] == '/') {
        length = snprintf(full, sizeof full, "%s/colors/%s" ENDING, runtime, segment);
    } else {
        temporary = temporary != NULL && temporary[0] == '/' ? temporary : "/tmp";
        length = snprintf(full, sizeof full, "%s/colors-%u/%s" ENDING, temporary, (unsigned)geteuid(), segment);
    }
    size_t most = bytes < CL_PATH_BYTES ? bytes : CL_PATH_BYTES;
    if ((size_t)length >= most) {
        return cl_fail(
            error, CL_ERR_ARGUMENT,
            "the socket's path %.300s has %d bytes, a socket can have %zu; set XDG_RUNTIME_DIR to a shorter folder",
            full, length, most - 1);
    }
    memcpy(path, full, (size_t)length + 1);
    return 1;
}

void cl_socket_sibling(const char *socket_path, const char *ending, char *path) {
    size_t bytes = strlen(socket_path);
    size_t tail = strlen(ENDING);
    size_t stem = bytes > tail && strcmp(socket_path + bytes - tail, ENDING) == 0 ? bytes - tail : bytes;
    snprintf(path, CL_PATH_BYTES, "%.*s%s", (int)stem, socket_path, ending);
}

/* One level; the runtime folder itself is the system's. */
static int make_folder(const char *folder, cl_error *error) {
    if (mkdir(folder, 0700) == 0 || errno == EEXIST) {
        return 1;
    }
    if (errno == ENOENT) {
        return cl_fail(error, CL_ERR_SYSTEM,
                       "the folder of %s does not exist; make it, or set XDG_RUNTIME_DIR to a folder of yours", folder);
    }
    return cl_fail(error, CL_ERR_SYSTEM, "cannot make the folder %s: %s; set XDG_RUNTIME_DIR to a folder of yours",
                   folder, strerror(errno));
}

int cl_socket_folder_make(const char *socket_path, cl_error *error) {
    char folder[CL_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", socket_path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        return 1; /* a relative path in the working folder */
    }
    *slash = 0;
    struct stat status;
    if (!make_folder(folder, error)) {
        return 0;
    }
    if (lstat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
        return cl_fail(error, CL_ERR_SYSTEM, "%s is no folder; remove it", folder);
    }
    if (status.st_uid != geteuid() || (status.st_mode & 022) != 0) {
        return cl_fail(error, CL_ERR_PERMISSION,
                       "the folder %s of the socket belongs to user %u with mode %o; it must be yours (user %u) and "
                       "writable by nobody "
                       "else: remove it, or set XDG_RUNTIME_DIR to a folder of yours",
                       folder, (unsigned)status.st_uid, (unsigned)(status.st_mode & 07777), (unsigned)geteuid());
    }
    return 1;
}

int cl_socket_address(const char *path, struct sockaddr_un *address, cl_error *error) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    size_t bytes = strlen(path);
    if (bytes == 0 || bytes >= sizeof address->sun_path) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the socket's path %.200s has %zu bytes; expected 1 to %zu", path, bytes,
                       sizeof address->sun_path - 1);
    }
    memcpy(address->sun_path, path, bytes);
    return 1;
}

bool cl_socket_find_barrier(const char *path, char *folder) {
    for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        char inside[CL_PATH_BYTES + 2];
        struct stat status;
        snprintf(inside, sizeof inside, "%.*s/.", (int)(slash - path), path);
        if (stat(inside, &status) != 0 && errno == EACCES) {
            snprintf(folder, CL_PATH_BYTES, "%.*s", (int)(slash - path), path);
            return true;
        }
    }
    return false;
}
