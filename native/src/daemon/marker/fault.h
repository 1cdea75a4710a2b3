/* SPDX-License-Identifier: Apache-2.0 */
/* The first thing that the collector found corrupt. After it nothing is freed any more [collector.trust]. */
#ifndef COLORS_FAULT_H
#define COLORS_FAULT_H

#include "view.h"

/* Keeps the first one, for the log and for header.fault. Returns false. Thread-safe. */
bool cl_fault(const cl_view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool cl_fault_found(void);
/* For tests that go on with another segment. */
void cl_fault_forget(void);

#endif
