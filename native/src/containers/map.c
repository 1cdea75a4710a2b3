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

typedef struct view {
    uint64_t table; /* reference; 0: none */
    uint32_t count;
    uint32_t length;
} view;

static view view_of(uint64_t head) {
    view v = {.table = cl_head_part(head), .count = cl_head_count(head)};
    v.length = v.table == 0 ? 0 : cl_object_at(&cl_self.space, v.table)->length;
    return v;
}

/* In an operation, or by the owner of the lock. */
static view look(uint64_t map) {
    return view_of(cl_load_acquire(&cl_container_at(map)->head));
}

static _Atomic uint64_t *key_of(const view *v, uint32_t entry) {
    return cl_word_at(&cl_self.space, v->table + cl_table_key(entry));
}

static _Atomic uint64_t *value_of(const view *v, uint32_t entry) {
    return cl_word_at(&cl_self.space, v->table + cl_table_value(entry));
}

static _Atomic uint32_t *hash_of(const view *v, uint32_t entry) {
    return cl_at(&cl_self.space, v->table + cl_table_hash(v->length, entry));
}

static _Atomic uint32_t *index_of(const view *v, uint32_t place) {
    return cl_at(&cl_self.space, v->table + cl_table_index(v->length, place));
}

static void put_index(const view *v, uint32_t hash, uint32_t entry) {
    uint32_t place = cl_table_first(v->length, hash);
    while (cl_load_relaxed(index_of(v, place)) != 0) {
        place = (place + 1) & (2 * v->length - 1);
    }
    CL_ASSERT_PLACE(cl_self.space.base, index_of(v, place), sizeof entry);
    cl_store_release(index_of(v, place), entry + 1);
}

static bool is_vacant(const view *v, uint32_t entry) {
    return cl_load_relaxed(key_of(v, entry)) == CL_TAG_VACANT;
}

static uint32_t count_live(const view *v) {
    uint32_t live = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        live += !is_vacant(v, i);
    }
    return live;
}

/* ---- changes, by the owner of the lock ---- */

static int full(cl_error *error) {
    return cl_fail(error, CL_ERR_MEMORY, "a map or set cannot have more than %u entries", CL_TABLE_LENGTH_MOST);
}

static uint64_t begin_table(uint64_t slot, uint32_t length, cl_error *error) {
    cl_new wanted = {
        .shape = cl_builtin_shape(&cl_self.space, CL_KIND_TABLE), .length = length, .bytes = cl_table_bytes(length)};
    return cl_block_begin(slot, &wanted, error);
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
static int rebuild(uint64_t slot, uint64_t map, uint32_t more, cl_error *error) {
    view old = look(map);
    uint64_t live = count_live(&old);
    if (live + more > CL_TABLE_LENGTH_MOST) {
        return full(error);
    }
    view new = {.length = length_for(live + more)};
    new.table = begin_table(slot, new.length, error);
    if (new.table == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < old.count; i++) {
        if (!is_vacant(&old, i)) {
            uint32_t hash = cl_load_relaxed(hash_of(&old, i));
            CL_ASSERT(new.count < new.length);
            CL_ASSERT_PLACE(cl_self.space.base, key_of(&new, new.count), 2 * sizeof(uint64_t));
            CL_ASSERT_PLACE(cl_self.space.base, hash_of(&new, new.count), sizeof hash);
            cl_store_relaxed(key_of(&new, new.count), cl_load_relaxed(key_of(&old, i)));
            cl_store_relaxed(value_of(&new, new.count), cl_load_relaxed(value_of(&old, i)));
            cl_store_relaxed(hash_of(&new, new.count), hash);
            put_index(&new, hash, new.count++);
        }
    }
    cl_container_commit(slot, map, (cl_part){new.table, true}, new.count);
    cl_store_release(&cl_container_at(map)->live, new.count);
    return 1;
}

/* Whether the table is still the one that the caller saw. */
static bool is_same(uint64_t map, const cl_found *seen) {
    const cl_container *container = cl_container_at(map);
    return cl_load_relaxed(&container->generation) == seen->generation &&
           cl_head_part(cl_load_relaxed(&container->head)) == cl_head_part(seen->head);
}

/* Whether an equal key may have come after the caller looked: of that hash, or the same word, which programs that
 * disagree about a class's equality store by different hashes. */
static bool has_newer(uint64_t map, const view *now, const cl_found *seen, const cl_entry *entry) {
    bool found = !is_same(map, seen);
    for (uint32_t i = cl_head_count(seen->head); !found && i < now->count; i++) {
        uint64_t key = cl_load_relaxed(key_of(now, i));
        found = key == entry->key || (key != CL_TAG_VACANT && cl_load_relaxed(hash_of(now, i)) == entry->hash);
    }
    return found;
}

/* Whether the caller's entry is still where it saw it. */
static bool is_there(uint64_t map, const view *now, const cl_found *seen) {
    return now->table != 0 && is_same(map, seen) && seen->entry < now->count && !is_vacant(now, seen->entry);
}

/* The same, with the value that the caller expects, if it does. That value is a root of the caller: so the same word is
 * the same value, even when there were others in between. */
static bool is_there_with(uint64_t map, const view *now, const cl_found *seen, const uint64_t *expected) {
    return is_there(map, now, seen) && (expected == NULL || cl_load_relaxed(value_of(now, seen->entry)) == *expected);
}

static int append(uint64_t slot_offset, uint64_t map, const cl_found *seen, const cl_entry *entry, cl_error *error) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    view v = look(map);
    if (is_there(map, &v, seen)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the key is there, in entry %u: replace its value", seen->entry);
    }
    if (has_newer(map, &v, seen, entry)) {
        return CL_STALE;
    }
    if (v.count == v.length) {
        if (!rebuild(slot_offset, map, 1, error)) {
            return 0;
        }
        v = look(map);
    }
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_store_barriered(&cl_self.space, key_of(&v, v.count), entry->key, gc);
    cl_store_barriered(&cl_self.space, value_of(&v, v.count), entry->value, gc);
    CL_ASSERT_PLACE(cl_self.space.base, hash_of(&v, v.count), sizeof entry->hash);
    cl_store_relaxed(hash_of(&v, v.count), entry->hash);
    put_index(&v, entry->hash, v.count);
    cl_store_release(&cl_container_at(map)->head, cl_head_of(v.table, v.count + 1)); /* commits */
    cl_leave(slot);
    cl_store_release(&cl_container_at(map)->live, cl_load_relaxed(&cl_container_at(map)->live) + 1);
    return 1;
}

/* Logs the value of an entry for the caller; the lock keeps it there. */
static int take(uint64_t slot_offset, const view *v, uint32_t entry, uint64_t *value, cl_error *error) {
    *value = cl_load_relaxed(value_of(v, entry));
    while (cl_is_reference(*value) && !cl_log(&cl_self.space, cl_at(&cl_self.space, slot_offset), *value)) {
        if (cl_chunk_next(slot_offset, error) == 0) {
            return 0;
        }
    }
    return 1;
}

static int replace(uint64_t slot_offset, uint64_t map, const cl_found *seen, const uint64_t *expected, uint64_t value,
                   uint64_t *old, cl_error *error) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    view v = look(map);
    if (!is_there_with(map, &v, seen, expected)) {
        return CL_STALE;
    }
    if (!take(slot_offset, &v, seen->entry, old, error)) {
        return 0;
    }
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_store_barriered(&cl_self.space, value_of(&v, seen->entry), value, gc); /* commits */
    cl_leave(slot);
    return 1;
}

static int remove_entry(uint64_t slot_offset, uint64_t map, const cl_found *seen, const uint64_t *expected,
                        uint64_t *old, cl_error *error) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    view v = look(map);
    if (!is_there_with(map, &v, seen, expected)) {
        return CL_STALE;
    }
    if (!take(slot_offset, &v, seen->entry, old, error)) {
        return 0;
    }
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_store_barriered(&cl_self.space, key_of(&v, seen->entry), CL_TAG_VACANT, gc); /* commits */
    cl_store_barriered(&cl_self.space, value_of(&v, seen->entry), CL_TAG_VACANT, gc);
    cl_leave(slot);
    cl_store_release(&cl_container_at(map)->live, cl_load_relaxed(&cl_container_at(map)->live) - 1);
    return 1;
}

static int clear(uint64_t slot, uint64_t map) {
    cl_container_commit(slot, map, (cl_part){0, false}, 0);
    cl_store_release(&cl_container_at(map)->live, 0);
    return 1;
}

/* ---- the API ---- */

static bool is_map_or_set(uint64_t object) {
    uint32_t kind = cl_builtin_kind(object);
    return kind == CL_KIND_MAP || kind == CL_KIND_SET || kind == CL_KIND_FROZEN_SET;
}

/* After an owner's death the count of live entries may be wrong, and the index may name an entry that never was. */
static int lock(uint64_t slot, uint64_t map, cl_error *error) {
    switch (cl_container_lock(slot, map, CL_KIND_MAP, CL_KIND_SET, error)) {
    case CL_TAKE_FAILED:
        return 0;
    case CL_TAKEN:
        return 1;
    default:
        if (rebuild(slot, map, 0, error)) {
            return 1;
        }
        cl_lock_abandon(cl_at(&cl_self.space, slot), &cl_container_at(map)->lock);
        return 0;
    }
}

uint64_t cl_map_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error) {
    if (kind != CL_KIND_MAP && kind != CL_KIND_SET) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT, "kind %u is neither that of a map nor of a set", kind);
    }
    uint64_t map = cl_container_make(slot, kind, 0, error);
    if (map == 0 || capacity == 0) {
        return map;
    }
    int made = lock(slot, map, error) && cl_container_unlock(slot, map, rebuild(slot, map, capacity, error));
    return made ? map : 0;
}

/* For who cannot take the lock: what is there now, a change under way perhaps with it. */
static uint32_t count_entries(uint64_t slot_offset, uint64_t map) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    cl_enter(&cl_self.space, slot);
    view v = look(map);
    uint32_t live = count_live(&v);
    cl_leave(slot);
    return live;
}

/* A change that is under way is counted once it is complete: its owner has the lock until then. */
int32_t cl_map_count(uint64_t slot, uint64_t map, uint32_t *count, cl_error *error) {
    cl_container *container = cl_container_at(map);
    if (!is_map_or_set(map)) {
        return cl_container_refuse(map, CL_KIND_MAP, error);
    }
    if (cl_load_acquire(&container->lock) == 0) {
        *count = cl_load_acquire(&container->live);
        return 1;
    }
    if (cl_self.readonly) {
        *count = count_entries(slot, map);
        return 1;
    }
    if (!lock(slot, map, error)) {
        return 0;
    }
    *count = cl_load_relaxed(&container->live);
    return cl_container_unlock(slot, map, 1);
}

int32_t cl_map_find(uint64_t slot_offset, uint64_t map, uint32_t hash, cl_map_equal *equal, void *argument,
                    cl_found *found) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    cl_enter(&cl_self.space, slot);
    found->generation = cl_load_acquire(&cl_container_at(map)->generation); /* before the head: it is stored before */
    found->head = cl_load_acquire(&cl_container_at(map)->head);
    found->entry = UINT32_MAX;
    view v = view_of(found->head);
    uint32_t place = v.length == 0 ? 0 : cl_table_first(v.length, hash);
    for (uint32_t number; v.length != 0 && found->entry == UINT32_MAX; place = (place + 1) & (2 * v.length - 1)) {
        number = cl_load_acquire(index_of(&v, place));
        if (number == 0) {
            break;
        }
        if (number - 1 < v.count && cl_load_relaxed(hash_of(&v, number - 1)) == hash) {
            uint64_t key = cl_load_acquire(key_of(&v, number - 1));
            found->entry = key != CL_TAG_VACANT && equal(key, argument) ? number - 1 : UINT32_MAX;
        }
    }
    cl_leave(slot);
    return found->entry != UINT32_MAX;
}

int32_t cl_map_entry(uint64_t slot_offset, uint64_t map, const cl_found *seen, cl_entry *entry, cl_error *error) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    if (seen->entry >= cl_head_count(seen->head)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "there is no entry %u: the map had %u entries", seen->entry,
                       cl_head_count(seen->head));
    }
    for (;;) {
        cl_enter(&cl_self.space, slot);
        if (!is_same(map, seen)) {
            cl_leave(slot);
            return CL_STALE;
        }
        view v = view_of(seen->head);
        entry->key = cl_load_acquire(key_of(&v, seen->entry));
        entry->value = cl_load_acquire(value_of(&v, seen->entry));
        entry->hash = cl_load_relaxed(hash_of(&v, seen->entry));
        entry->key = entry->value == CL_TAG_VACANT ? CL_TAG_VACANT : entry->key; /* removed between the two loads */
        bool logged = (!cl_is_reference(entry->key) || cl_log(&cl_self.space, slot, entry->key)) &&
                      (!cl_is_reference(entry->value) || cl_log(&cl_self.space, slot, entry->value)); /* M3 */
        cl_leave(slot);
        if (logged) {
            return 1;
        }
        if (cl_chunk_next(slot_offset, error) == 0) {
            return 0;
        }
    }
}

int32_t cl_map_append(uint64_t slot, uint64_t map, const cl_found *seen, const cl_entry *entry, cl_error *error) {
    uint64_t words[] = {entry->key, entry->value};
    return cl_are_values(words, 2, error) && lock(slot, map, error)
               ? cl_container_unlock(slot, map, append(slot, map, seen, entry, error))
               : 0;
}

static int32_t change_value(uint64_t slot, uint64_t map, const cl_found *seen, const uint64_t *expected, uint64_t value,
                            uint64_t *old, cl_error *error) {
    return cl_are_values(&value, 1, error) && lock(slot, map, error)
               ? cl_container_unlock(slot, map, replace(slot, map, seen, expected, value, old, error))
               : 0;
}

int32_t cl_map_replace(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t value, uint64_t *old,
                       cl_error *error) {
    return change_value(slot, map, seen, NULL, value, old, error);
}

int32_t cl_map_replace_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t value,
                          uint64_t *old, cl_error *error) {
    return change_value(slot, map, seen, &expected, value, old, error);
}

static int32_t change_remove(uint64_t slot, uint64_t map, const cl_found *seen, const uint64_t *expected, uint64_t *old,
                             cl_error *error) {
    return lock(slot, map, error) ? cl_container_unlock(slot, map, remove_entry(slot, map, seen, expected, old, error))
                                  : 0;
}

int32_t cl_map_remove(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error) {
    return change_remove(slot, map, seen, NULL, old, error);
}

int32_t cl_map_remove_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t *old,
                         cl_error *error) {
    return change_remove(slot, map, seen, &expected, old, error);
}

int32_t cl_map_remove_newest(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error) {
    if (!lock(slot, map, error)) {
        return 0;
    }
    bool newest = cl_load_relaxed(&cl_container_at(map)->head) == seen->head;
    return cl_container_unlock(slot, map, newest ? remove_entry(slot, map, seen, NULL, old, error) : CL_STALE);
}

/* Nothing of what a dead owner left remains; so it needs no repair, for which there may be no memory. */
int32_t cl_map_clear(uint64_t slot, uint64_t map, cl_error *error) {
    return cl_container_lock(slot, map, CL_KIND_MAP, CL_KIND_SET, error) != CL_TAKE_FAILED
               ? cl_container_unlock(slot, map, clear(slot, map))
               : 0;
}
