/* SPDX-License-Identifier: Apache-2.0 */
/* The types and functions of monitors, channels and repositories. */
#include "container.h"
#include "sync.h"

static PyMethodDef functions[] = {
    {"repositories", cn_repositories, METH_NOARGS, "The keys of the repositories that are listed, sorted."},
    {"remove_repository", cn_repository_remove, METH_O, "Clears a repository and lists it no more."},
    {"channels", cn_channels, METH_NOARGS, "The keys of all channels, sorted."},
    {"remove_channel", cn_channel_remove, METH_O, "Closes a channel, drops its messages and forgets it."},
    {NULL, NULL, 0, NULL},
};

int cn_sync_add(PyObject *module) {
    return cn_add_type(module, &cn_repository_type, "Repository") < 0 ||
                   cn_add_type(module, &cn_channel_type, "Channel") < 0 ||
                   cn_add_type(module, &cn_monitor_type, "Monitor") < 0 ||
                   PyModule_AddFunctions(module, functions) < 0
               ? -1
               : 0;
}
