/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of colorsd and the limits of a segment. */
#include <stdlib.h>
#include <sys/wait.h>

#include "address.h"
#include "daemon.h"
#include "here.h"
#include "options.h"
#include "segment.h"
#include "words.h"

static void sizes(void) {
    cl_error error = {0, ""};
    uint64_t bytes = 0;
    CHECK(cl_size_parse("--x", "4096", &bytes, &error) && bytes == 4096);
    CHECK(cl_size_parse("--x", "64K", &bytes, &error) && bytes == 64 << 10);
    CHECK(cl_size_parse("--x", "3m", &bytes, &error) && bytes == 3 << 20);
    CHECK(cl_size_parse("--x", "64G", &bytes, &error) && bytes == 64ull << 30);
    const char *bad[] = {"", "M", "-1", "12Q", "1MB", " 1", "0x10", "1 M", "1.5G"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(!cl_size_parse("--x", bad[i], &bytes, &error) &&
              check_error(&error, CL_ERR_ARGUMENT, "is no size; expected"));
    }
    const char *large[] = {"65G", "99999999999999999999999999", "68719476737", "67108865K"};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        CHECK(!cl_size_parse("--x", large[i], &bytes, &error) &&
              check_error(&error, CL_ERR_ARGUMENT, "more than the 64G"));
    }
}

static void geometry(void) {
    cl_error error = {0, ""};
    cl_header header;
    memset(&header, 0, sizeof header);
    CHECK_OK(cl_geometry(&header, CL_OBJECTS_DEFAULT, CL_CLASSES_DEFAULT, &error), &error);
    CHECK(header.objects_offset + header.objects_bytes == header.segment_bytes && header.objects_offset % CL_PAGE == 0);
    CHECK_OK(cl_geometry(&header, 59 * CL_GIB, 64 * 1024, &error) && header.segment_bytes <= CL_SEGMENT_MOST, &error);
    CHECK(!cl_geometry(&header, 1000, CL_CLASSES_DEFAULT, &error) && check_error(&error, CL_ERR_ARGUMENT, "1M to 64G"));
    CHECK(!cl_geometry(&header, CL_MIB, 1, &error) && check_error(&error, CL_ERR_ARGUMENT, "64K to 4G"));
    CHECK(!cl_geometry(&header, CL_MIB, 5 * CL_GIB, &error) && check_error(&error, CL_ERR_ARGUMENT, "64K to 4G"));
    CHECK(!cl_geometry(&header, 64 * CL_GIB, CL_CLASSES_DEFAULT, &error) &&
          check_error(&error, CL_ERR_ARGUMENT, "at most 64G"));
}

/* Runs colorsd; returns its exit status, its output in `text`. */
static int run(const char *arguments, char *text, size_t bytes) {
    char command[5000];
    snprintf(command, sizeof command, "timeout 20 '%s' %s 2>&1", daemon_binary(), arguments);
    FILE *output = popen(command, "r");
    size_t got = fread(text, 1, bytes - 1, output);
    text[got] = 0;
    int status = pclose(output);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void fails_with(const char *arguments, const char *words) {
    char text[2000];
    CHECK(run(arguments, text, sizeof text) == 1);
    if (!check_that(strstr(text, words) != NULL, words, __FILE__, __LINE__, text)) {
        printf("  colorsd %s\n", arguments);
    }
}

static void command_line(void) {
    char text[4000];
    fails_with("--wrong", "unknown option \"--wrong\"; colorsd --help");
    fails_with("extra", "unknown option \"extra\"");
    fails_with("--segment", "--segment needs a value");
    fails_with("--segment a/b", "\"a/b\" is no name for a segment");
    fails_with("--segment ''", "is no name for a segment");
    fails_with("--segment .hidden", "is no name for a segment");
    fails_with("--objects 12Z", "--objects: \"12Z\" is no size");
    fails_with("--objects 4K", "out of range: 1M to 64G");
    fails_with("--daemonize --objects 4K", "out of range: 1M to 64G");
    fails_with("--classes 8G", "out of range: 64K to 4G");
    fails_with("--gc-growth", "--gc-growth needs a value");
    fails_with("--gc-growth 0", "--gc-growth: \"0\" is no number from 1 to 10000");
    fails_with("--gc-growth 10001", "is no number from 1 to 10000");
    fails_with("--gc-growth 50%", "\"50%\" is no number from 1 to 10000");
    fails_with("--gc-floor", "--gc-floor needs a value");
    fails_with("--gc-floor much", "--gc-floor: \"much\" is no size");
    fails_with("--gc-floor -1M", "--gc-floor: \"-1M\" is no size");
    fails_with("--gc-floor 65G", "more than the 64G");
    fails_with("--gc-floor 0", "--gc-floor: 0 is less than 1M");
    fails_with("--gc-floor 1023K", "--gc-floor: 1023K is less than 1M");
    fails_with("--objects 63G --classes 4G", "at most 64G");
    fails_with("--socket /nowhere/at/all/x.sock", "does not exist");
    fails_with(
        "--socket "
        "/tmp/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz/"
        "x.sock",
        "expected 1 to 107");
    CHECK(run("--help", text, sizeof text) == 0 && strstr(text, "--objects SIZE") != NULL);
    CHECK(run("--version", text, sizeof text) == 0 && strstr(text, "layout ") != NULL);
}

static void long_runtime_folder(void) {
    cl_error error = {0, ""};
    char folder[300];
    char path[CL_PATH_BYTES];
    memset(folder, 'x', sizeof folder);
    folder[0] = '/';
    folder[sizeof folder - 1] = 0;
    setenv("XDG_RUNTIME_DIR", folder, 1);
    CHECK(!cl_socket_path("default", path, sizeof path, &error) &&
          check_error(&error, CL_ERR_ARGUMENT, "set XDG_RUNTIME_DIR to a shorter"));
    unsetenv("XDG_RUNTIME_DIR");
    setenv("TMPDIR", "/var/tmp", 1);
    CHECK(cl_socket_path(NULL, path, sizeof path, &error) && strncmp(path, "/var/tmp/colors-", 16) == 0);
    CHECK(strcmp(strrchr(path, '/'), "/default.sock") == 0);
    CHECK(!cl_socket_path("default", path, 10, &error));
}

/* As large as can be: only what is used takes memory. */
static void large_segment(void) {
    cl_error error = {0, ""};
    daemon_start("large", "--objects", "55G", "--classes", "4G", NULL);
    uint64_t slot = daemon_attach_slot("large");
    cl_header *header = here()->header;
    CHECK_OK(cl_string(slot, "near", 4, &error) != 0, &error);
    /* Objects at the far end have references of all 32 bits. */
    cl_store_release(&header->region_cursor, here()->region_count - 1);
    cl_field_spec spec = field("next", CL_TYPE_ANY);
    CHECK_OK(cl_buffer_refill(slot, CL_REGION_BYTES, &error), &error);
    uint64_t far = object_of(slot, "Far", &spec, 1);
    CHECK(far > 55 * CL_GIB);
    cl_store_tagged(slot, far, 0, far);
    put(slot, far, field("more", CL_TYPE_ANY), far);
    CHECK(cl_load_tagged(slot, far, 0) == far && bits_of(far, "more") == far);
    uint64_t near = string(slot, "near");
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    CHECK(cl_load_tagged(slot, far, 0) == far && near < far + CL_MIB);
    daemon_validate(2);
}

int main(void) {
    check_begin("options");
    RUN(sizes);
    RUN(geometry);
    RUN(command_line);
    RUN(long_runtime_folder);
    RUN(large_segment);
    return check_end();
}
