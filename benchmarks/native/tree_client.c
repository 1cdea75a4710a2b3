/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tree_client SEGMENT: hands a 4-level binary tree to the service (class TreeService) through repository bench.request,
 * reads the tree that comes back in bench.reply, drops both and begins again, until it is killed.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "shared.h"

#define LEVELS   4u
#define SPINS    100u
#define PATIENCE 20000u /* who yields again and again is put off when others have work */
#define PAUSE_US 20

static uint64_t grow(unsigned levels) {
    uint64_t node = shared_make();
    cl_store_raw(node, SHARED_VALUE, levels);
    for (unsigned side = SHARED_LEFT; levels > 1 && side <= SHARED_RIGHT; side++) {
        cl_store_tagged(shared_slot, node, side, grow(levels - 1));
    }
    return node;
}

static uint64_t count(uint64_t node) {
    return node == CL_TAG_NULL ? 0
                               : 1 + count(cl_load_tagged(shared_slot, node, SHARED_LEFT)) +
                                     count(cl_load_tagged(shared_slot, node, SHARED_RIGHT));
}

static void rest(unsigned turn) {
    if (turn < PATIENCE) {
        sched_yield();
    } else {
        usleep(PAUSE_US);
    }
}

static uint64_t await(uint64_t place) {
    for (unsigned turn = 1;; turn++) {
        uint64_t found = cl_load_at(shared_slot, place);
        if (found != CL_TAG_NULL) {
            return found;
        }
        if (turn % SPINS == 0) {
            rest(turn);
        }
    }
}

int main(int arguments_count, char **arguments) {
    if (arguments_count != 2) {
        fprintf(stderr, "usage: %s SEGMENT\n", arguments[0]);
        return EXIT_FAILURE;
    }
    shared_attach(arguments[1], "tree_client");
    uint64_t request = shared_repository("bench.request");
    uint64_t reply = shared_repository("bench.reply");
    for (;;) {
        cl_store_at(shared_slot, request, grow(LEVELS));
        uint64_t tree = await(reply);
        if (count(tree) != (1u << LEVELS) - 1) {
            fprintf(stderr, "the tree that came back has %llu nodes\n", (unsigned long long)count(tree));
            return EXIT_FAILURE;
        }
        cl_store_at(shared_slot, reply, CL_TAG_NULL);
        shared_forget();
    }
}
