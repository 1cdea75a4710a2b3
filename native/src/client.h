/* SPDX-License-Identifier: Apache-2.0 */
/* This process's attachment. */
#ifndef COLORS_CLIENT_H
#define COLORS_CLIENT_H

#include <stdint.h>

typedef struct cl_client {
    void *base;     /* NULL while not attached; written once, under attach.c's lock */
    uint64_t bytes; /* mapped */
    int memory;     /* the memfd */
    int socket;     /* open as long as the process lives: the daemon's sign of life */
    int32_t vm;     /* index in the VM table */
} cl_client;

extern cl_client cl_self;

#endif
