/* SPDX-License-Identifier: Apache-2.0 */
/* Huge pages for the objects, on a system that gives shared memory any [layout.commit]. */
#ifndef COLORS_PAGES_H
#define COLORS_PAGES_H

#include <stdbool.h>

#include "space.h"

#define CL_HUGE_PAGE (2ull << 20)

/* Whether the system gives them to who asks; it is asked once in a process. */
bool cl_pages_are_huge(void);
/* The same of a text of shmem_enabled, "always within_size [advise] never deny force". */
bool cl_pages_offered(const char *policy);
/* Asks for them for the objects of a segment that was mapped and whose header was checked. */
void cl_pages_advise(const cl_space *space);

#endif
