/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of colorsd. */
#ifndef COLORS_OPTIONS_H
#define COLORS_OPTIONS_H

#include <stdbool.h>

#include "collector.h"
#include "link.h"
#include "peers.h"

typedef struct cl_options {
    const char *segment;
    uint64_t objects_bytes;
    uint64_t classes_bytes;
    cl_collector_options collector;
    cl_policy policy;
    uint32_t adopt_ms; /* how long a process of an earlier daemon is waited for */
    bool daemonize;
    bool help;
    bool version;
    bool own; /* there are options that an earlier daemon's replace */
    char socket[CL_PATH_BYTES];
} cl_options;

/* Returns 1, 0 on error. */
int cl_options_parse(cl_options *options, int count, char **arguments, cl_error *error);
/* Whether it says how to start: the place and the sizes of the segment, which an earlier daemon's segment has already.
 */
bool cl_option_is_of_start(const char *name);
/* A size as "4096", "512K", "256M", "1G". Returns 1, 0 on error. */
int cl_size_parse(const char *option, const char *text, uint64_t *bytes, cl_error *error);

#endif
