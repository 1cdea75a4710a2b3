/* SPDX-License-Identifier: Apache-2.0 */
#include "markstack.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"

int cl_markstack_open(cl_markstack *stack, uint32_t capacity) {
    memset(stack, 0, sizeof *stack);
    pthread_mutex_init(&stack->lock, NULL);
    stack->capacity = capacity;
    stack->entries = malloc(capacity * sizeof *stack->entries);
    bool good = stack->entries != NULL;
    for (uint32_t i = 0; i < CL_PACKETS; i++) {
        stack->ring[i].entries = malloc(capacity / 2 * sizeof *stack->entries);
        good = good && stack->ring[i].entries != NULL;
    }
    return good;
}

void cl_markstack_close(cl_markstack *stack) {
    for (uint32_t i = 0; i < CL_PACKETS; i++) {
        free(stack->ring[i].entries);
    }
    free(stack->entries);
    pthread_mutex_destroy(&stack->lock);
}

bool cl_markstack_shed(cl_markstack *stack) {
    pthread_mutex_lock(&stack->lock);
    uint32_t packets = cl_load_relaxed(&stack->packets);
    bool room = packets < CL_PACKETS;
    if (room) {
        cl_packet *packet = &stack->ring[(stack->oldest + packets) % CL_PACKETS];
        packet->count = stack->count > 1 ? stack->count / 2 : stack->count;
        memcpy(packet->entries, stack->entries, packet->count * sizeof *packet->entries);
        stack->count -= packet->count;
        memmove(stack->entries, stack->entries + packet->count, stack->count * sizeof *stack->entries);
        cl_store_relaxed(&stack->packets, packets + 1);
    }
    pthread_mutex_unlock(&stack->lock);
    return room;
}

bool cl_markstack_steal(cl_markstack *from, cl_markstack *to) {
    if (cl_load_relaxed(&from->packets) == 0) {
        return false;
    }
    pthread_mutex_lock(&from->lock);
    uint32_t packets = cl_load_relaxed(&from->packets);
    if (packets != 0) {
        const cl_packet *packet = &from->ring[from->oldest];
        memcpy(to->entries, packet->entries, packet->count * sizeof *to->entries);
        to->count = packet->count;
        from->oldest = (from->oldest + 1) % CL_PACKETS;
        cl_store_relaxed(&from->packets, packets - 1);
    }
    pthread_mutex_unlock(&from->lock);
    return packets != 0;
}
