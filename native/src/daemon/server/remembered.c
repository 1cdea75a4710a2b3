/* SPDX-License-Identifier: Apache-2.0 */
#include "remembered.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base.h"

#define BYTES_MOST     16384
#define ARGUMENTS_MOST 512

static int failed(const char *path, cl_error *error) {
    return cl_fail(error, CL_ERR_SYSTEM, "cannot keep the daemon's options in %s: %s", path, strerror(errno));
}

/* One argument a line; all options but the flags have a value. */
static size_t write_lines(char *text, int count, char **arguments) {
    size_t used = 0;
    for (int i = 1; i < count; i++) {
        bool value = i + 1 < count && strncmp(arguments[i + 1], "--", 2) != 0;
        if (value && !cl_option_is_of_start(arguments[i])) {
            used += (size_t)snprintf(text + used, used < BYTES_MOST ? BYTES_MOST - used : 0, "%s\n%s\n", arguments[i],
                                     arguments[i + 1]);
        }
        i += value;
    }
    return used;
}

int cl_remember(const char *socket_path, int count, char **arguments, cl_error *error) {
    char path[CL_PATH_BYTES];
    char text[BYTES_MOST];
    size_t bytes = write_lines(text, count, arguments);
    cl_socket_sibling(socket_path, ".options", path);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return failed(path, error);
    }
    errno = E2BIG;
    int done = bytes < sizeof text && write(file, text, bytes) == (ssize_t)bytes ? 1 : failed(path, error);
    close(file);
    return done;
}

static int parse(cl_options *options, char *text, cl_error *error) {
    static char program[] = "colorsd";
    char *arguments[ARGUMENTS_MOST] = {program};
    int count = 1;
    cl_options found;
    cl_error reason = {0, ""};
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && count < ARGUMENTS_MOST;
         line = strtok_r(NULL, "\n", &rest)) {
        arguments[count++] = line;
    }
    if (!cl_options_parse(&found, count, arguments, &reason)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "an option of the last daemon's, which this one goes on with: %.600s",
                       reason.text);
    }
    options->collector = found.collector;
    options->policy = found.policy;
    return 1;
}

int cl_recall(cl_options *options, cl_error *error) {
    char path[CL_PATH_BYTES];
    char text[BYTES_MOST + 1];
    cl_socket_sibling(options->socket, ".options", path);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        return errno == ENOENT ? 1 : failed(path, error);
    }
    ssize_t got = read(file, text, BYTES_MOST);
    close(file);
    text[got > 0 ? got : 0] = 0;
    return parse(options, text, error);
}
