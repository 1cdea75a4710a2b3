/* SPDX-License-Identifier: Apache-2.0 */
/* Huge pages for the objects, where the system has any for shared memory. */
#include <inttypes.h>

#include "daemon.h"
#include "here.h"
#include "roots.h"
#include "segment.h"

static void what_the_system_says(void) {
    CHECK(cl_pages_offered("always within_size [advise] never deny force\n"));
    CHECK(cl_pages_offered("[always] within_size advise never deny force\n"));
    CHECK(cl_pages_offered("always within_size advise never deny [force]\n"));
    CHECK(!cl_pages_offered("always within_size advise [never] deny force\n"));
    CHECK(!cl_pages_offered("always within_size advise never [deny] force\n"));
    CHECK(!cl_pages_offered(""));
}

static void objects_begin_with_a_page(void) {
    cl_error error = {0, ""};
    for (uint64_t bytes = CL_OBJECTS_LEAST; bytes <= CL_GIB; bytes = bytes * 3 + CL_REGION_BYTES) {
        cl_header header;
        memset(&header, 0, sizeof header);
        CHECK_OK(cl_geometry(&header, bytes, CL_CLASSES_DEFAULT, &error), &error);
        CHECK(header.objects_offset % CL_HUGE_PAGE == 0);
    }
}

/* Of the mapping that begins here, in KiB. */
static uint64_t mapped_huge(const void *start) {
    char line[512];
    uint64_t kib = 0;
    bool inside = false;
    FILE *maps = fopen("/proc/self/smaps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        uint64_t first, end;
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " ", &first, &end) == 2) {
            inside = (uintptr_t)start >= first && (uintptr_t)start < end;
        } else if (inside) {
            sscanf(line, "ShmemPmdMapped: %" SCNu64, &kib);
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return kib;
}

static void objects_are_in_them(void) {
    static const char text[4000];
    cl_error error = {0, ""};
    daemon_start("pages", NULL);
    uint64_t slot = daemon_attach_slot("pages");
    for (int i = 0; i < 4000; i++) {
        REQUIRE(cl_string(slot, text, sizeof text, &error) != 0, &error);
    }
    uint64_t kib = mapped_huge(cl_at(here(), here()->header->objects_offset));
    CHECK(kib >= CL_HUGE_PAGE / 1024);
    daemon_validate(2);
}

int main(void) {
    check_begin("pages");
    RUN(what_the_system_says);
    RUN(objects_begin_with_a_page);
    if (cl_pages_are_huge()) {
        RUN(objects_are_in_them);
    } else {
        check_skip("objects_are_in_them", "this system gives shared memory no huge pages (shmem_enabled)");
    }
    return check_end();
}
