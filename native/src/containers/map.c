/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps and sets [layout.table]: entries in the order of insertion, and an index by hash. An entry is in the map when
 * its number is below the head's count and its key is not vacant. Keys are compared by who calls: here are only hashes.
 */
#include <string.h>

#include "base.h"
#include "containers.h"
#include "heap.h"
#include "object.h"
#include "rootlog.h"

typedef struct contents {
    cl_ref table; /* null: none */
    uint32_t count;
    uint32_t length;
} contents;

static contents view_of(const cl_space *space, uint64_t head) {
    contents v = {.table = cl_head_part(head), .count = cl_head_count(head)};
    v.length = cl_ref_is_null(v.table) ? 0 : cl_object_at(space, v.table)->length;
    return v;
}

/* In an operation, or by the owner of the lock. */
static contents look(const cl_space *space, cl_ref map) {
    return view_of(space, cl_load_acquire(&cl_container_at(space, map)->head));
}

static cl_place key_of(const cl_space *space, const contents *v, uint32_t entry) {
    return cl_place_at(space, v->table.offset + cl_table_key(entry));
}

static cl_place value_of(const cl_space *space, const contents *v, uint32_t entry) {
    return cl_place_at(space, v->table.offset + cl_table_value(entry));
}

static _Atomic uint32_t *hash_of(const cl_space *space, const contents *v, uint32_t entry) {
    return cl_at(space, v->table.offset + cl_table_hash(v->length, entry));
}

static _Atomic uint32_t *index_of(const cl_space *space, const contents *v, uint32_t place) {
    return cl_at(space, v->table.offset + cl_table_index(v->length, place));
}

static void put_index(const cl_space *space, const contents *v, uint32_t hash, uint32_t entry) {
    uint32_t place = cl_table_first(v->length, hash);
    while (cl_load_relaxed(index_of(space, v, place)) != 0) {
        place = (place + 1) & (2 * v->length - 1);
    }
    CL_ASSERT_PLACE(space, index_of(space, v, place), sizeof entry);
    cl_store_release(index_of(space, v, place), entry + 1);
}

static bool is_vacant(const cl_space *space, const contents *v, uint32_t entry) {
    return cl_place_load_relaxed(key_of(space, v, entry)).bits == CL_TAG_VACANT;
}

static uint32_t count_live(const cl_space *space, const contents *v) {
    uint32_t live = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        live += !is_vacant(space, v, i);
    }
    return live;
}

/* ---- changes, by the owner of the lock ---- */

/* Into a table that is no object yet. */
static void put_fresh(const cl_space *space, contents *v, const cl_entry *entry) {
    CL_ASSERT(v->count < v->length);
    CL_ASSERT_PLACE(space, key_of(space, v, v->count).address, 2 * sizeof(uint64_t));
    CL_ASSERT_PLACE(space, hash_of(space, v, v->count), sizeof entry->hash);
    cl_store_relaxed(key_of(space, v, v->count).address, entry->key);
    cl_store_relaxed(value_of(space, v, v->count).address, entry->value);
    cl_store_relaxed(hash_of(space, v, v->count), entry->hash);
    put_index(space, v, entry->hash, v->count++);
}

static int full(cl_error *error) {
    return cl_fail(error, CL_ERR_MEMORY, "a map or set cannot have more than %u entries", CL_TABLE_LENGTH_MOST);
}

static cl_ref begin_table(cl_mutator m, uint32_t length, cl_error *error) {
    cl_new wanted = {
        .shape = cl_builtin_shape(&m.client->space, CL_KIND_TABLE), .length = length, .bytes = cl_table_bytes(length)};
    return cl_block_begin(m, &wanted, error);
}

/* A power of two with room for a quarter more than `entries`. */
static uint32_t length_for(uint64_t entries) {
    uint64_t length = CL_TABLE_LENGTH_LEAST;
    while (length < entries + entries / 4) {
        length *= 2;
    }
    return length < CL_TABLE_LENGTH_MOST ? (uint32_t)length : CL_TABLE_LENGTH_MOST;
}

/* Moves the entries to a new table with room for more; so nothing is left of removed ones or of an owner's death. */
static int rebuild(cl_mutator m, cl_ref map, uint32_t more, cl_error *error) {
    const cl_space *space = &m.client->space;
    contents old = look(space, map);
    uint64_t live = count_live(space, &old);
    if (live + more > CL_TABLE_LENGTH_MOST) {
        return full(error);
    }
    contents new = {.length = length_for(live + more)};
    new.table = begin_table(m, new.length, error);
    if (cl_ref_is_null(new.table)) {
        return 0;
    }
    for (uint32_t i = 0; i < old.count; i++) {
        if (!is_vacant(space, &old, i)) {
            cl_entry entry = {.key = cl_place_load_relaxed(key_of(space, &old, i)).bits,
                              .value = cl_place_load_relaxed(value_of(space, &old, i)).bits,
                              .hash = cl_load_relaxed(hash_of(space, &old, i))};
            put_fresh(space, &new, &entry);
        }
    }
    cl_container_commit(m, map, (cl_part){new.table, true}, new.count);
    cl_store_release(&cl_container_at(space, map)->live, new.count);
    return 1;
}

/* Whether the table is still the one that the caller saw. */
static bool is_same(const cl_space *space, cl_ref map, const cl_found *seen) {
    const cl_container *container = cl_container_at(space, map);
    return cl_load_relaxed(&container->generation) == seen->generation &&
           cl_refs_are_same(cl_head_part(cl_load_relaxed(&container->head)), cl_head_part(seen->head));
}

/* Whether an equal key may have come after the caller looked: of that hash, or the same word, which programs that
 * disagree about a class's equality store by different hashes. */
static bool has_newer(const cl_space *space, cl_ref map, const contents *now, const cl_found *seen,
                      const cl_entry *entry) {
    bool found = !is_same(space, map, seen);
    for (uint32_t i = cl_head_count(seen->head); !found && i < now->count; i++) {
        uint64_t key = cl_place_load_relaxed(key_of(space, now, i)).bits;
        found = key == entry->key || (key != CL_TAG_VACANT && cl_load_relaxed(hash_of(space, now, i)) == entry->hash);
    }
    return found;
}

/* Whether the caller's entry is still where it saw it. */
static bool is_there(const cl_space *space, cl_ref map, const contents *now, const cl_found *seen) {
    return !cl_ref_is_null(now->table) && is_same(space, map, seen) && seen->entry < now->count &&
           !is_vacant(space, now, seen->entry);
}

/* The same, with the value that the caller expects, if it does. That value is a root of the caller: so the same word is
 * the same value, even when there were others in between. */
static bool is_there_with(const cl_space *space, cl_ref map, const contents *now, const cl_found *seen,
                          const uint64_t *expected) {
    return is_there(space, map, now, seen) &&
           (expected == NULL || cl_place_load_relaxed(value_of(space, now, seen->entry)).bits == *expected);
}

static int append(cl_mutator m, cl_ref map, const cl_found *seen, const cl_entry *entry, cl_error *error) {
    const cl_space *space = &m.client->space;
    contents v = look(space, map);
    if (is_there(space, map, &v, seen)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the key is there, in entry %u: replace its value", seen->entry);
    }
    if (has_newer(space, map, &v, seen, entry)) {
        return CL_STALE;
    }
    if (v.count == v.length) {
        if (!rebuild(m, map, 1, error)) {
            return 0;
        }
        v = look(space, map);
    }
    uint64_t gc = cl_enter(m);
    cl_store_barriered(m, key_of(space, &v, v.count), cl_word_of(entry->key), gc);
    cl_store_barriered(m, value_of(space, &v, v.count), cl_word_of(entry->value), gc);
    CL_ASSERT_PLACE(space, hash_of(space, &v, v.count), sizeof entry->hash);
    cl_store_relaxed(hash_of(space, &v, v.count), entry->hash);
    put_index(space, &v, entry->hash, v.count);
    cl_store_release(&cl_container_at(space, map)->head, cl_head_of(v.table, v.count + 1)); /* commits */
    cl_leave(m);
    cl_store_release(&cl_container_at(space, map)->live, cl_load_relaxed(&cl_container_at(space, map)->live) + 1);
    return 1;
}

/* Logs the value of an entry for the caller; the lock keeps it there. */
static int take(cl_mutator m, const contents *v, uint32_t entry, uint64_t *value, cl_error *error) {
    cl_word word = cl_place_load_relaxed(value_of(&m.client->space, v, entry));
    *value = word.bits;
    while (!cl_log_word(m, word)) {
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
    return 1;
}

/* Before an entry is changed: whether it is there as expected; *old is its value, the caller's from now on. */
static int begin_change(cl_mutator m, cl_ref map, const cl_found *seen, const uint64_t *expected, contents *now,
                        uint64_t *old, cl_error *error) {
    *now = look(&m.client->space, map);
    return is_there_with(&m.client->space, map, now, seen, expected) ? take(m, now, seen->entry, old, error) : CL_STALE;
}

static int replace(cl_mutator m, cl_ref map, const cl_found *seen, const uint64_t *expected, uint64_t value,
                   uint64_t *old, cl_error *error) {
    contents v;
    int result = begin_change(m, map, seen, expected, &v, old, error);
    if (result == 1) {
        uint64_t gc = cl_enter(m);
        cl_store_barriered(m, value_of(&m.client->space, &v, seen->entry), cl_word_of(value), gc); /* commits */
        cl_leave(m);
    }
    return result;
}

static int remove_entry(cl_mutator m, cl_ref map, const cl_found *seen, const uint64_t *expected, uint64_t *old,
                        cl_error *error) {
    const cl_space *space = &m.client->space;
    contents v;
    int result = begin_change(m, map, seen, expected, &v, old, error);
    if (result == 1) {
        _Atomic uint32_t *live = &cl_container_at(space, map)->live;
        uint64_t gc = cl_enter(m);
        cl_store_barriered(m, key_of(space, &v, seen->entry), CL_WORD_VACANT, gc); /* commits */
        cl_store_barriered(m, value_of(space, &v, seen->entry), CL_WORD_VACANT, gc);
        cl_leave(m);
        cl_store_release(live, cl_load_relaxed(live) - 1);
    }
    return result;
}

static int clear(cl_mutator m, cl_ref map) {
    cl_container_commit(m, map, (cl_part){CL_REF_NULL, false}, 0);
    cl_store_release(&cl_container_at(&m.client->space, map)->live, 0);
    return 1;
}

/* ---- the API ---- */

static bool is_map_or_set(const cl_space *space, cl_ref object) {
    uint32_t kind = cl_builtin_kind(space, object);
    return kind == CL_KIND_MAP || kind == CL_KIND_SET || kind == CL_KIND_FROZEN_SET;
}

/* After an owner's death the count of live entries may be wrong, and the index may name an entry that never was. */
static int lock(cl_mutator m, cl_ref map, cl_error *error) {
    switch (cl_container_lock(m, map, CL_KIND_MAP, CL_KIND_SET, error)) {
    case CL_TAKE_FAILED:
        return 0;
    case CL_TAKEN:
        return 1;
    default:
        if (rebuild(m, map, 0, error)) {
            return 1;
        }
        cl_lock_abandon(m, &cl_container_at(&m.client->space, map)->lock);
        return 0;
    }
}

uint64_t cl_map_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    if (kind != CL_KIND_MAP && kind != CL_KIND_SET) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT, "kind %u is neither that of a map nor of a set", kind);
    }
    cl_ref map = cl_container_make(m, kind, 0, error);
    if (cl_ref_is_null(map) || capacity == 0) {
        return map.offset;
    }
    int made = lock(m, map, error) && cl_container_unlock(m, map, rebuild(m, map, capacity, error));
    return made ? map.offset : 0;
}

static int fill(cl_mutator m, cl_ref set, const cl_entry *entries, uint32_t count, cl_error *error) {
    const cl_space *space = &m.client->space;
    contents v = {.length = length_for(count)};
    v.table = begin_table(m, v.length, error);
    if (cl_ref_is_null(v.table)) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        put_fresh(space, &v, &entries[i]);
    }
    cl_container_commit(m, set, (cl_part){v.table, true}, v.count);
    cl_store_release(&cl_container_at(space, set)->live, v.count);
    return 1;
}

/* Nobody else can reach it: the lock only names who commits. */
uint64_t cl_frozen_set_make(uint64_t slot, const cl_entry *entries, uint32_t count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t words[] = {entries[i].key, entries[i].value};
        if (!cl_are_values(words, 2, error)) {
            return 0;
        }
    }
    if (count > CL_TABLE_LENGTH_MOST) {
        return (uint64_t)full(error);
    }
    cl_ref set = cl_container_make(m, CL_KIND_FROZEN_SET, 0, error);
    if (cl_ref_is_null(set) || count == 0) {
        return set.offset;
    }
    if (cl_container_lock(m, set, CL_KIND_FROZEN_SET, CL_KIND_FROZEN_SET, error) == CL_TAKE_FAILED) {
        return 0;
    }
    return cl_container_unlock(m, set, fill(m, set, entries, count, error)) ? set.offset : 0;
}

/* For who cannot take the lock: what is there now, a change under way perhaps with it. */
static uint32_t count_entries(cl_mutator m, cl_ref map) {
    const cl_space *space = &m.client->space;
    cl_enter(m);
    contents v = look(space, map);
    uint32_t live = count_live(space, &v);
    cl_leave(m);
    return live;
}

/* A change that is under way is counted once it is complete: its owner has the lock until then. */
int32_t cl_map_count(uint64_t slot, uint64_t map, uint32_t *count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    cl_container *container = cl_container_at(space, cl_ref_of(map));
    if (!is_map_or_set(space, cl_ref_of(map))) {
        return cl_container_refuse(space, cl_ref_of(map), CL_KIND_MAP, error);
    }
    if (cl_load_acquire(&container->lock) == 0) {
        *count = cl_load_acquire(&container->live);
        return 1;
    }
    if (m.client->readonly) {
        *count = count_entries(m, cl_ref_of(map));
        return 1;
    }
    if (!lock(m, cl_ref_of(map), error)) {
        return 0;
    }
    *count = cl_load_relaxed(&container->live);
    return cl_container_unlock(m, cl_ref_of(map), 1);
}

int32_t cl_map_find(uint64_t slot, uint64_t map, uint32_t hash, cl_map_equal *equal, void *argument, cl_found *found) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    cl_enter(m);
    found->generation =
        cl_load_acquire(&cl_container_at(space, cl_ref_of(map))->generation); /* before the head: it is stored before */
    found->head = cl_load_acquire(&cl_container_at(space, cl_ref_of(map))->head);
    found->entry = UINT32_MAX;
    contents v = view_of(space, found->head);
    uint32_t place = v.length == 0 ? 0 : cl_table_first(v.length, hash);
    for (uint32_t number; v.length != 0 && found->entry == UINT32_MAX; place = (place + 1) & (2 * v.length - 1)) {
        number = cl_load_acquire(index_of(space, &v, place));
        if (number == 0) {
            break;
        }
        if (number - 1 < v.count && cl_load_relaxed(hash_of(space, &v, number - 1)) == hash) {
            uint64_t key = cl_place_load(key_of(space, &v, number - 1)).bits;
            found->entry = key != CL_TAG_VACANT && equal(key, argument) ? number - 1 : UINT32_MAX;
        }
    }
    cl_leave(m);
    return found->entry != UINT32_MAX;
}

int32_t cl_map_entry(uint64_t slot, uint64_t map, const cl_found *seen, cl_entry *entry, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (seen->entry >= cl_head_count(seen->head)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "there is no entry %u: the map had %u entries", seen->entry,
                       cl_head_count(seen->head));
    }
    for (;;) {
        cl_enter(m);
        if (!is_same(space, cl_ref_of(map), seen)) {
            cl_leave(m);
            return CL_STALE;
        }
        contents v = view_of(space, seen->head);
        entry->key = cl_place_load(key_of(space, &v, seen->entry)).bits;
        entry->value = cl_place_load(value_of(space, &v, seen->entry)).bits;
        entry->hash = cl_load_relaxed(hash_of(space, &v, seen->entry));
        entry->key = entry->value == CL_TAG_VACANT ? CL_TAG_VACANT : entry->key; /* removed between the two loads */
        bool logged = cl_log_word(m, cl_word_of(entry->key)) && cl_log_word(m, cl_word_of(entry->value));
        cl_leave(m);
        if (logged) {
            return 1;
        }
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
}

int32_t cl_map_append(uint64_t slot, uint64_t map, const cl_found *seen, const cl_entry *entry, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    uint64_t words[] = {entry->key, entry->value};
    return cl_are_values(words, 2, error) && lock(m, cl_ref_of(map), error)
               ? cl_container_unlock(m, cl_ref_of(map), append(m, cl_ref_of(map), seen, entry, error))
               : 0;
}

static int32_t change_value(cl_mutator m, cl_ref map, const cl_found *seen, const uint64_t *expected, uint64_t value,
                            uint64_t *old, cl_error *error) {
    return cl_are_values(&value, 1, error) && lock(m, map, error)
               ? cl_container_unlock(m, map, replace(m, map, seen, expected, value, old, error))
               : 0;
}

int32_t cl_map_replace(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t value, uint64_t *old,
                       cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return change_value(m, cl_ref_of(map), seen, NULL, value, old, error);
}

int32_t cl_map_replace_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t value,
                          uint64_t *old, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return change_value(m, cl_ref_of(map), seen, &expected, value, old, error);
}

static int32_t change_remove(cl_mutator m, cl_ref map, const cl_found *seen, const uint64_t *expected, uint64_t *old,
                             cl_error *error) {
    return lock(m, map, error) ? cl_container_unlock(m, map, remove_entry(m, map, seen, expected, old, error)) : 0;
}

int32_t cl_map_remove(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return change_remove(m, cl_ref_of(map), seen, NULL, old, error);
}

int32_t cl_map_remove_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t *old,
                         cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return change_remove(m, cl_ref_of(map), seen, &expected, old, error);
}

int32_t cl_map_remove_newest(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    if (!lock(m, cl_ref_of(map), error)) {
        return 0;
    }
    bool newest = cl_load_relaxed(&cl_container_at(&m.client->space, cl_ref_of(map))->head) == seen->head;
    return cl_container_unlock(m, cl_ref_of(map),
                               newest ? remove_entry(m, cl_ref_of(map), seen, NULL, old, error) : CL_STALE);
}

/* Nothing of what a dead owner left remains; so it needs no repair, for which there may be no memory. */
int32_t cl_map_clear(uint64_t slot, uint64_t map, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_container_lock(m, cl_ref_of(map), CL_KIND_MAP, CL_KIND_SET, error) != CL_TAKE_FAILED
               ? cl_container_unlock(m, cl_ref_of(map), clear(m, cl_ref_of(map)))
               : 0;
}
