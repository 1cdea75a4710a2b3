/* SPDX-License-Identifier: Apache-2.0 */
/* What a tagged place holds, seen and kept a root while code of the program compares it; and exchanged by that. */
#include "sync.h"

int cn_see(cn_thread *thread, uint64_t place, cn_seen *seen) {
    seen->word = cl_load_at(thread->slot, place);
    seen->chunk = cn_chunk_look(thread);
    seen->value = NULL;
    if (seen->word == CL_TAG_FAILED || cn_pin_word(seen->word)) {
        seen->value = cn_take_word(thread, seen->word, seen->chunk);
        if (seen->value == NULL) {
            cn_seen_end(thread, seen);
        }
    }
    return seen->value != NULL;
}

void cn_seen_end(cn_thread *thread, cn_seen *seen) {
    if (cn_is_reference(seen->word)) {
        cn_unpin_word(seen->word); /* first: the wrapper, if it goes now, has perhaps another entry */
        cn_forget(thread, seen->word, seen->chunk);
    }
    Py_CLEAR(seen->value);
}

/* Stores a word if the value is still the one seen, and the one expected, where one is. 1, 0: it is not, CL_STALE,
 * -1: exception. */
static int exchange_once(cn_thread *thread, uint64_t place, PyObject *expected, uint64_t word, PyObject **old) {
    cn_seen seen;
    if (!cn_see(thread, place, &seen)) {
        return -1;
    }
    int same = expected == NULL ? 1 : cn_is_expected(seen.value, expected);
    if (same == 1) {
        same = cl_repository_exchange(thread->slot, place, seen.word, word) ? 1 : CL_STALE;
    }
    if (same == 1) {
        *old = Py_NewRef(seen.value);
    }
    cn_seen_end(thread, &seen);
    return same;
}

PyObject *cn_exchange_word(cn_thread *thread, uint64_t place, PyObject *expected, const cn_value *value) {
    PyObject *old = NULL;
    uint64_t word = cn_word_of(thread, value);
    uint32_t chunk = cn_chunk_look(thread);
    if (word == CL_TAG_FAILED || !cn_pin_word(word)) { /* code of the program compares meanwhile */
        return NULL;
    }
    while (exchange_once(thread, place, expected, word, &old) == CL_STALE) {
    }
    cn_unpin_word(word);
    if (cn_is_reference(word)) {
        cn_forget(thread, word, chunk);
    }
    return old;
}
