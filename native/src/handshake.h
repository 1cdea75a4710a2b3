/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a client and the daemon say to each other: one hello, one reply. The reply carries the segment's memfd when its
 * status is CL_OK. Afterwards nothing is sent; the open connection is the client's sign of life.
 */
#ifndef COLORS_HANDSHAKE_H
#define COLORS_HANDSHAKE_H

#include "colors_layout.h"

#define CL_HELLO_MAGIC 0x314f4c4c45484c43ull /* "CLHELLO1" read as little endian */
#define CL_PROTOCOL    1u

typedef struct cl_hello {
    uint64_t magic;
    uint32_t protocol;
    uint32_t bytes; /* of this message */
    uint64_t fingerprint;
    char language[16]; /* zero padded */
    char program[48];  /* zero padded */
} cl_hello;
static_assert(sizeof(cl_hello) == 88, "hello");

typedef struct cl_reply {
    uint64_t magic;
    uint32_t protocol;
    uint32_t status; /* enum cl_code */
    uint64_t fingerprint;
    uint64_t segment_bytes;
    int32_t vm;
    uint32_t reserved;
    char text[472]; /* why it was refused, terminated */
} cl_reply;
static_assert(sizeof(cl_reply) == 512, "reply");

#endif
