/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting without the GIL, in slices: between them signals are answered. */
#include <math.h>
#include <time.h>

#include "sync.h"

#define SLICE_NS 100000000ll

int64_t cn_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int cn_duration(PyObject *value, double unit_ns, int64_t *duration_ns) {
    if (value == NULL || value == Py_None) {
        *duration_ns = CN_FOREVER;
        return 1;
    }
    double number = PyFloat_AsDouble(value);
    if ((number == -1 && PyErr_Occurred()) || isnan(number)) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "a time was expected, a number or None, not %R", value);
        return 0;
    }
    double ns = number * unit_ns;
    *duration_ns = ns <= 0 ? 0 : ns < 0x1p62 ? (int64_t)ns : INT64_C(1) << 62;
    return 1;
}

int cn_await(cn_thread *thread, int64_t duration_ns, cn_step *step, void *argument) {
    uint32_t process = cn_process;
    int64_t end = duration_ns < 0 ? 0 : cn_now_ns() + duration_ns;
    for (;;) {
        int64_t left = duration_ns < 0 ? SLICE_NS : end - cn_now_ns();
        left = left < 0 ? 0 : left;
        PyThreadState *state = cn_wait_begin(thread);
        int arrived = step(argument, left < SLICE_NS ? left : SLICE_NS);
        cn_wait_end(thread, state);
        if (arrived) {
            return 1;
        }
        if (PyErr_CheckSignals() < 0 || !cn_is_still(process)) {
            return -1;
        }
        if (left == 0) {
            return 0;
        }
        cn_tidy_all(thread); /* it may wait for long, and had nothing else to do */
    }
}
