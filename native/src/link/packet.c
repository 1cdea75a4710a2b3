/* SPDX-License-Identifier: Apache-2.0 */
#include "packet.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(CL_PACKET_DESCRIPTORS * sizeof(int))];
} control;

bool cl_packet_send(int socket, const void *bytes, size_t count, const cl_descriptors *along) {
    control space;
    struct iovec part = {(void *)(uintptr_t)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (along != NULL && along->count > 0) {
        memset(&space, 0, sizeof space);
        message.msg_control = &space;
        message.msg_controllen = CMSG_SPACE(along->count * sizeof(int));
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(along->count * sizeof(int));
        memcpy(CMSG_DATA(rights), along->at, along->count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)count;
}

static void keep(cl_descriptors *along, int descriptor) {
    if (along->count < CL_PACKET_DESCRIPTORS) {
        along->at[along->count++] = descriptor;
    } else {
        close(descriptor);
    }
}

static void take_rights(const struct cmsghdr *part, cl_descriptors *along) {
    size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
        int descriptor;
        memcpy(&descriptor, CMSG_DATA(part) + i * sizeof descriptor, sizeof descriptor);
        keep(along, descriptor);
    }
}

ssize_t cl_packet_receive(int socket, void *bytes, size_t room, cl_descriptors *along, int flags) {
    control space;
    struct iovec part = {bytes, room};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &space, .msg_controllen = sizeof space};
    ssize_t got = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    for (struct cmsghdr *at = got < 0 ? NULL : CMSG_FIRSTHDR(&message); at != NULL; at = CMSG_NXTHDR(&message, at)) {
        if (at->cmsg_level == SOL_SOCKET && at->cmsg_type == SCM_RIGHTS) {
            take_rights(at, along);
        }
    }
    return got;
}

void cl_descriptors_close(cl_descriptors *along) {
    for (uint32_t i = 0; i < along->count; i++) {
        if (along->at[i] >= 0) {
            close(along->at[i]);
        }
    }
    along->count = 0;
}

int cl_descriptors_take(cl_descriptors *along, uint32_t index) {
    if (index >= along->count) {
        return -1;
    }
    int descriptor = along->at[index];
    along->at[index] = -1;
    return descriptor;
}
