/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that others have the address of: views, and what DLPack and Arrow were given. A forked child does not inherit
 * the segment, but it inherits them: it gets a private mapping of their memory.
 */
#include "container.h"

static cn_export *exports;

void cn_export_begin(cn_export *export, const PyObject *owner, const void *memory, uint64_t bytes) {
    *export = (cn_export){.owner = owner, .offset = (uint64_t)((const char *)memory - cn_base), .bytes = bytes,
                          .process = cn_process};
    export->next = exports;
    if (exports != NULL) {
        exports->previous = export;
    }
    exports = export;
}

void cn_export_end(cn_export *export) {
    if (export->next != NULL) {
        export->next->previous = export->previous;
    }
    if (export->previous != NULL) {
        export->previous->next = export->next;
    } else {
        exports = export->next;
    }
}

int cn_is_exported(const PyObject *owner) {
    const cn_export *export = exports;
    while (export != NULL && export->owner != owner) {
        export = export->next;
    }
    return export != NULL;
}

void cn_exports_inherit(void) {
    for (const cn_export *export = exports; export != NULL; export = export->next) {
        if (export->process == cn_process) {
            cl_attach_inherit(export->offset, export->bytes);
        }
    }
}
