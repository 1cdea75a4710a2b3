/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic accesses; the memory order is part of the name, so a search lists every ordering. */
#ifndef COLORS_ATOMICS_H
#define COLORS_ATOMICS_H

#include <stdatomic.h>

#define cl_load_relaxed(place)         atomic_load_explicit((place), memory_order_relaxed)
#define cl_load_acquire(place)         atomic_load_explicit((place), memory_order_acquire)
#define cl_store_relaxed(place, value) atomic_store_explicit((place), (value), memory_order_relaxed)
#define cl_store_release(place, value) atomic_store_explicit((place), (value), memory_order_release)
#define cl_add_relaxed(place, value)   atomic_fetch_add_explicit((place), (value), memory_order_relaxed)
#define cl_sub_relaxed(place, value)   atomic_fetch_sub_explicit((place), (value), memory_order_relaxed)
#define cl_add_acq_rel(place, value)   atomic_fetch_add_explicit((place), (value), memory_order_acq_rel)
#define cl_sub_acq_rel(place, value)   atomic_fetch_sub_explicit((place), (value), memory_order_acq_rel)
/* On failure *expected is the value found, read with acquire. */
#define cl_cas_acq_rel(place, expected, desired)                                                                       \
    atomic_compare_exchange_strong_explicit((place), (expected), (desired), memory_order_acq_rel, memory_order_acquire)
#define cl_or_acq_rel(place, bits)        atomic_fetch_or_explicit((place), (bits), memory_order_acq_rel)
#define cl_and_acq_rel(place, bits)       atomic_fetch_and_explicit((place), (bits), memory_order_acq_rel)
#define cl_exchange_acq_rel(place, value) atomic_exchange_explicit((place), (value), memory_order_acq_rel)
/* In a loop that waits for another thread. */
#if defined(__x86_64__)
#define cl_pause() __builtin_ia32_pause()
#else
#define cl_pause() cl_fence_compiler()
#endif
/* A plain field that another process may change at any time: read here, once, and not again by the compiler. */
#define CL_ONCE(place) (*(const volatile __typeof__(place) *)&(place))
/* Orders this thread's accesses for the compiler only; the daemon's membarrier does the rest. */
#define cl_fence_compiler() atomic_signal_fence(memory_order_seq_cst)

#endif
