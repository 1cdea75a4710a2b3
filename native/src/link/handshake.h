/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a client and the daemon say to each other: one hello, one reply. Afterwards a reader may ask for a cycle of the
 * collector by a byte; nothing else is sent, and the open connection is the client's sign of life.
 *
 * Descriptors that travel along: with the hello of a process that comes back (CL_HELLO_REJOIN) the segment's memfd and,
 * of a reader, its area; with a reply of status CL_OK to CL_HELLO_ATTACH the memfd, the sign of life that outlives the
 * daemon (life.h), and a reader's area.
 */
#ifndef COLORS_HANDSHAKE_H
#define COLORS_HANDSHAKE_H

#include "colors_layout.h"
#include "segment.h"

#define CL_HELLO_MAGIC 0x314f4c4c45484c43ull /* "CLHELLO1" read as little endian */
#define CL_PROTOCOL    2u

enum cl_hello_kind { CL_HELLO_ATTACH = 1, CL_HELLO_REJOIN = 2 };

#define CL_HELLO_READONLY 1u /* flag: the process wants to read only */

#define CL_SAY_COLLECT 'C' /* from a reader, which cannot write to the header */

typedef struct cl_hello {
    uint64_t magic;
    uint32_t protocol;
    uint32_t bytes; /* of this message */
    uint64_t fingerprint;
    uint32_t kind;  /* enum cl_hello_kind */
    uint32_t flags; /* CL_HELLO_* */
    int32_t vm;     /* CL_HELLO_REJOIN: the index that the process has */
    uint32_t reserved;
    uint64_t id[2];    /* CL_HELLO_REJOIN: of the segment */
    char language[16]; /* zero padded */
    char program[48];  /* zero padded */
} cl_hello;
static_assert(sizeof(cl_hello) == 120, "hello");

typedef struct cl_reply {
    uint64_t magic;
    uint32_t protocol;
    uint32_t status; /* enum cl_code */
    uint64_t fingerprint;
    uint64_t segment_bytes;
    int32_t vm;
    uint32_t flags; /* CL_HELLO_READONLY */
    uint64_t id[2];
    cl_indexes slots;
    cl_indexes chunks;
    uint32_t quota_slots; /* 0: none, as below */
    uint32_t quota_chunks;
    uint64_t quota_bytes;
    char text[424]; /* why it was refused, terminated */
} cl_reply;
static_assert(sizeof(cl_reply) == 512, "reply");

#endif
