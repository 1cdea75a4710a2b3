/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "link.h"
#include "marker.h"
#include "segment.h"

#define ADOPT_MS_DEFAULT 10000

static int suffix_shift(const char *suffix) {
    static const char units[] = "KMG";
    if (suffix[0] == 0) {
        return 0;
    }
    const char *unit = strchr(units, suffix[0] & ~0x20);
    return unit != NULL && *unit != 0 && suffix[1] == 0 ? 10 * (int)(unit - units + 1) : -1;
}

int cl_size_parse(const char *option, const char *text, uint64_t *bytes, cl_error *error) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) { /* stays too large once it is */
        value = value > CL_REFERENCE_END ? value : value * 10 + (uint64_t)(*at - '0');
    }
    int shift = suffix_shift(at);
    if (at == text || shift < 0) {
        return cl_fail(
            error, CL_ERR_ARGUMENT,
            "%s: \"%.60s\" is no size; expected a number of bytes, or with K, M or G behind it, such as 256M", option,
            text);
    }
    if (value > CL_REFERENCE_END >> shift) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%s: %.60s is more than the 64G that a segment can have", option, text);
    }
    *bytes = value << shift;
    return 1;
}

/* Made absolute: a daemon leaves its working folder. */
static int set_socket(cl_options *options, const char *path, cl_error *error) {
    struct sockaddr_un address;
    char absolute[2 * PATH_MAX];
    char folder[PATH_MAX];
    bool relative = path[0] != '/' && path[0] != 0;
    if (relative && getcwd(folder, sizeof folder) == NULL) {
        return cl_fail(error, CL_ERR_SYSTEM, "--socket: the working folder is gone; give an absolute path");
    }
    snprintf(absolute, sizeof absolute, "%s%s%s", relative ? folder : "", relative ? "/" : "", path);
    if (!cl_socket_address(absolute, &address, error)) {
        return 0;
    }
    memcpy(options->socket, address.sun_path, sizeof options->socket);
    return 1;
}

static int take_number(const char *option, const char *text, uint32_t least, uint32_t most, uint32_t *number,
                       cl_error *error) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) { /* stays too large once it is */
        value = value > UINT32_MAX ? value : value * 10 + (uint64_t)(*at - '0');
    }
    if (at == text || *at != 0 || value < least || value > most) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%s: \"%.60s\" is no number from %u to %u", option, text, least, most);
    }
    *number = (uint32_t)value;
    return 1;
}

static int add_name(const char *option, const char *text, bool group, cl_names *names, cl_error *error) {
    cl_error reason = {0, ""};
    uint32_t number = 0;
    if (names->count == CL_POLICY_NAMES) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%s was given more than %u times; name a group instead", option,
                       CL_POLICY_NAMES);
    }
    if (!(group ? cl_group_find(text, &number, &reason) : cl_user_find(text, &number, &reason))) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%s: %.300s", option, reason.text);
    }
    names->at[names->count++] = number;
    return 1;
}

static int take_policy(cl_policy *policy, const char *name, const char *value, cl_error *error) {
    if (strcmp(name, "--allow-user") == 0) {
        return add_name(name, value, false, &policy->users, error);
    }
    if (strcmp(name, "--allow-group") == 0) {
        return add_name(name, value, true, &policy->groups, error);
    }
    if (strcmp(name, "--read-only-user") == 0) {
        return add_name(name, value, false, &policy->reader_users, error);
    }
    if (strcmp(name, "--read-only-group") == 0) {
        return add_name(name, value, true, &policy->reader_groups, error);
    }
    if (strcmp(name, "--max-vms") == 0) {
        return take_number(name, value, 1, CL_VM_MAX, &policy->max_vms, error);
    }
    if (strcmp(name, "--quota-slots") == 0) {
        return take_number(name, value, 1, CL_SLOT_MAX, &policy->quotas.slots, error);
    }
    if (strcmp(name, "--quota-chunks") == 0) {
        return take_number(name, value, 1, CL_CHUNK_MAX, &policy->quotas.chunks, error);
    }
    if (!cl_size_parse(name, value, &policy->quotas.bytes, error)) { /* --quota-bytes */
        return 0;
    }
    return policy->quotas.bytes >= CL_REGION_BYTES
               ? 1
               : cl_fail(error, CL_ERR_ARGUMENT, "%s: %.60s is less than the %u bytes that are handed out at once",
                         name, value, CL_REGION_BYTES);
}

static int take_floor(const char *option, const char *text, uint64_t *bytes, cl_error *error) {
    if (!cl_size_parse(option, text, bytes, error)) {
        return 0;
    }
    return *bytes >= CL_MIB
               ? 1
               : cl_fail(error, CL_ERR_ARGUMENT,
                         "%s: %.60s is less than 1M, and cycles would run all the time; give 1M or more", option, text);
}

static int take_value(cl_options *options, const char *name, const char *value, cl_error *error) {
    if (strcmp(name, "--segment") == 0) {
        options->segment = value;
        return cl_segment_name_check(value, error);
    }
    if (strcmp(name, "--objects") == 0) {
        return cl_size_parse(name, value, &options->objects_bytes, error);
    }
    if (strcmp(name, "--classes") == 0) {
        return cl_size_parse(name, value, &options->classes_bytes, error);
    }
    if (strcmp(name, "--gc-threshold") == 0) {
        return take_number(name, value, 1, 95, &options->collector.threshold_percent, error);
    }
    if (strcmp(name, "--gc-growth") == 0) {
        return take_number(name, value, 1, 10000, &options->collector.growth_percent, error);
    }
    if (strcmp(name, "--gc-floor") == 0) {
        return take_floor(name, value, &options->collector.floor_bytes, error);
    }
    if (strcmp(name, "--gc-threads") == 0) {
        return take_number(name, value, 1, CL_WORKERS_MAX, &options->collector.workers, error);
    }
    if (strcmp(name, "--gc-interval") == 0) {
        return take_number(name, value, 1, 3600000, &options->collector.interval_ms, error);
    }
    if (strcmp(name, "--adopt-timeout") == 0) {
        return take_number(name, value, 1, 3600000, &options->adopt_ms, error);
    }
    return strcmp(name, "--socket") == 0 ? set_socket(options, value, error)
                                         : take_policy(&options->policy, name, value, error);
}

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool cl_option_is_of_start(const char *name) {
    static const char *const names[] = {"--segment", "--socket", "--objects", "--classes", "--adopt-timeout"};
    return is_one_of(name, names, sizeof names / sizeof names[0]);
}

static bool takes_value(const char *name) {
    static const char *const names[] = {"--gc-threshold",    "--gc-growth",  "--gc-floor",    "--gc-threads",
                                        "--gc-interval",     "--allow-user", "--allow-group", "--read-only-user",
                                        "--read-only-group", "--max-vms",    "--quota-slots", "--quota-chunks",
                                        "--quota-bytes"};
    return cl_option_is_of_start(name) || is_one_of(name, names, sizeof names / sizeof names[0]);
}

static bool take_flag(cl_options *options, const char *name) {
    if (strcmp(name, "--daemonize") == 0) {
        options->daemonize = true;
    } else if (strcmp(name, "--foreground") == 0) {
        options->daemonize = false;
    } else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        options->help = true;
    } else if (strcmp(name, "--version") == 0) {
        options->version = true;
    } else {
        return false;
    }
    return true;
}

int cl_options_parse(cl_options *options, int count, char **arguments, cl_error *error) {
    *options = (cl_options){.segment = "default",
                            .objects_bytes = CL_OBJECTS_DEFAULT,
                            .classes_bytes = CL_CLASSES_DEFAULT,
                            .adopt_ms = ADOPT_MS_DEFAULT};
    for (int i = 1; i < count; i++) {
        if (take_flag(options, arguments[i])) {
            continue;
        }
        if (!takes_value(arguments[i])) {
            return cl_fail(error, CL_ERR_ARGUMENT, "unknown option \"%.80s\"; colorsd --help lists the known ones",
                           arguments[i]);
        }
        if (i + 1 == count) {
            return cl_fail(error, CL_ERR_ARGUMENT, "%s needs a value; see colorsd --help", arguments[i]);
        }
        if (!take_value(options, arguments[i], arguments[i + 1], error)) {
            return 0;
        }
        options->own = options->own || !cl_option_is_of_start(arguments[i]);
        i++;
    }
    return options->socket[0] != 0 ? 1
                                   : cl_socket_path(options->segment, options->socket, sizeof options->socket, error);
}
