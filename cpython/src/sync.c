/* SPDX-License-Identifier: Apache-2.0 */
/* What waiting and naming add to the module. */
#include "call.h"

static PyMethodDef functions[] = {
    {"repositories", cn_repositories, METH_NOARGS, "The keys of all repositories, sorted."},
    {"remove_repository", cn_repository_remove, METH_O, "Clears a repository and lists it no more."},
    {"channels", cn_channels, METH_NOARGS, "The keys of all channels, sorted."},
    {"remove_channel", cn_channel_remove, METH_O, "Closes a channel and forgets it."},
    {NULL, NULL, 0, NULL},
};

int cn_sync_add(PyObject *module) {
    static const struct {
        const char *name;
        PyTypeObject *type;
    } types[] = {{"Repository", &cn_repository_type},
                 {"Channel", &cn_channel_type},
                 {"Monitor", &cn_monitor_type},
                 {"Watch", &cn_watch_type},
                 {"Service", &cn_service_type},
                 {"Call", &cn_call_type},
                 {"Replies", &cn_replies_type}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (PyType_Ready(types[i].type) < 0 ||
            PyModule_AddObjectRef(module, types[i].name, (PyObject *)types[i].type) < 0) {
            return -1;
        }
    }
    return PyModule_AddFunctions(module, functions) < 0 || PyModule_AddFunctions(module, cn_watch_functions) < 0 ||
                   PyModule_AddFunctions(module, cn_call_functions) < 0
               ? -1
               : 0;
}
