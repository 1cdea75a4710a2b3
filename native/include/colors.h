/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libcolors: the client core of CoLoRS. One segment per process.
 *
 * Errors: functions that can fail take a cl_error; it may be NULL. They return 0 (or a null value, as each says) and
 * fill the error. Thread-safety: a cl_slot (mutator slot) is used by one thread at a time; everything else may be
 * called from any thread. Offsets and references are in bytes from the segment's start unless "granules" is said.
 */
#ifndef COLORS_H
#define COLORS_H

#include <stdbool.h>

#include "colors_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CL_API __attribute__((visibility("default")))

enum cl_code {
    CL_OK = 0,
    CL_ERR_DAEMON = 1,      /* no daemon, cannot start one, or it refused */
    CL_ERR_FINGERPRINT = 2, /* the daemon's segment has another layout */
    CL_ERR_PERMISSION = 3,  /* foreign user id */
    CL_ERR_MEMORY = 4,      /* heap, classes space, slots or chunks are full */
    CL_ERR_TYPE = 5,        /* value does not fit the static type of the field */
    CL_ERR_ARGUMENT = 6,    /* what the caller passed makes no sense */
    CL_ERR_STATE = 7,       /* not attached, attached already to another segment */
    CL_ERR_SYSTEM = 8,      /* a system call failed */
    CL_ERR_PROTOCOL = 9,    /* handshake message malformed */
    CL_ERR_READONLY = 10,   /* this process is attached read-only and was asked to write */
    CL_ERR_QUOTA = 11,      /* the daemon's limit for one process is reached */
    CL_ERR_ABANDONED = 12   /* the owner of a monitor died; it is free again */
};

typedef struct cl_error {
    int32_t code; /* enum cl_code */
    char text[1020]; /* UTF-8, terminated: what was wrong, what was expected, what to do */
} cl_error;

/* ---- layout.c ------------------------------------------------------------------------------- */

typedef struct cl_layout_entry {
    const char *name; /* e.g. "header.gc_word", "CL_GRANULE", "slot.seq", "sizeof.slot" */
    int64_t value;
} cl_layout_entry;

/* The table, its length in *count. Static data. */
CL_API const cl_layout_entry *cl_layout_table(size_t *count);
CL_API uint64_t cl_layout_fingerprint(void);

/* ---- attach.c ------------------------------------------------------------------------------- */

typedef struct cl_attach_options {
    const char *segment;  /* name of the segment; NULL or "": "default" */
    const char *daemon;   /* path of colorsd; NULL: beside libcolors, then PATH */
    const char *language; /* shown by `colors stat`, at most 15 bytes */
    const char *program;  /* shown by `colors stat`, at most 47 bytes */
    uint64_t fingerprint; /* expected layout; 0: cl_layout_fingerprint() */
    int32_t autostart;    /* start the daemon if none runs; $COLORS_AUTOSTART=false forbids it */
    int32_t timeout_ms;   /* for start and handshake; 0: 10000 */
    const char *socket;   /* path of the daemon's socket; NULL: $COLORS_SOCKET, else that of the segment's name */
    const char *daemon_user; /* name or number of the user, besides this one and root, whose daemon is trusted; NULL:
                                $COLORS_DAEMON_USER */
    int32_t flags;        /* CL_ATTACH_*; $COLORS_READONLY=true adds CL_ATTACH_READONLY */
    int32_t reserved;
} cl_attach_options;

#define CL_ATTACH_READONLY 1 /* the segment is mapped so that nothing in it can be written */

/* Attaches this process, at most once; attaching again to the same segment returns the same base.
 * Returns the address the segment is mapped at, NULL on error. */
CL_API void *cl_attach(const cl_attach_options *options, cl_error *error);
CL_API void *cl_base(void);     /* NULL while not attached */
CL_API int32_t cl_vm_index(void); /* of this process in the VM table, -1 while not attached */
CL_API int32_t cl_is_readonly(void);
/* For a forked child, in a handler of pthread_atfork that was registered before cl_attach was called: the bytes from an
 * offset on are mapped where its parent has them, and privately. It reads what is there; what it writes is its own.
 * Returns 1, 0 when that is not possible: then whoever uses these addresses ends. */
CL_API int32_t cl_attach_inherit(uint64_t offset, uint64_t bytes);
/* A daemon that dies is replaced by another one that takes the segment over from the processes that have it; until then
 * all but the collector works. A thread of the library sees to that, unless COLORS_KEEPER=off is set; then the program
 * calls this now and then. Returns 1 when a daemon serves this process, 0 and the reason when none does yet. */
CL_API int32_t cl_rejoin(cl_error *error);
/* The path of the socket of a segment; honours XDG_RUNTIME_DIR. Returns 1, 0 when it does not fit. */
CL_API int32_t cl_socket_path(const char *segment, char *path, size_t bytes, cl_error *error);

/* ---- slot.c, chunk.c: mutator slots, root-log chunks ------------------------------------------ */

/* Claims a mutator slot and its first chunk (cl_slot.chunk - 1). Returns its offset, 0 on error. */
CL_API uint64_t cl_slot_claim(cl_error *error);
/* Outside an operation. All chunks that the slot filled, the current one too, stay roots until cl_chunk_free. */
CL_API void cl_slot_release(uint64_t slot);
/* The slot is the calling thread's from now on. Who had it does not use it any more: it is outside an operation and has
 * nothing to do with a monitor, and what it did happened before this. */
CL_API void cl_slot_pass(uint64_t slot);
/* Gives the slot an empty chunk; the old one stays a root until cl_chunk_free. Returns the offset of the new chunk's
 * entries, 0 on error (CL_ERR_MEMORY: all chunks in use). */
CL_API uint64_t cl_chunk_next(uint64_t slot, cl_error *error);
/* Makes a retired chunk of this process, by the offset of its entries, the slot's current one again; the one that was
 * it stays a root until cl_chunk_free. Outside an operation. Returns 1, 0 on error (CL_ERR_ARGUMENT: no chunk of this
 * process). */
CL_API int32_t cl_chunk_resume(uint64_t slot, uint64_t entries, cl_error *error);
/* Frees a retired chunk by the offset of its entries; `slot` is the calling thread's own. Shades while reports are out
 * (M5). */
CL_API void cl_chunk_free(uint64_t slot, uint64_t entries);
/* From now on what this process allocates in a slot's buffer is a root by a range of the slot's chunk, logged or not
 * [layout.range], when `uses` is 1. For a client that publishes objects by itself, without log entries. Call after
 * cl_attach. Returns 1, 0 when this process is attached to read and allocates nothing. Of the type of cl_slot_claim, as
 * cl_collect_answered: each type of which Java calls a function takes 5 ms of its start. */
CL_API uint64_t cl_ranges_use(uint64_t uses);
/* Adds a reference that the caller holds by another chunk to the slot's current one, so that the other can be freed.
 * Returns 1, 0 on error. */
CL_API int32_t cl_keep(uint64_t slot, uint64_t reference, cl_error *error);

/* ---- buffer.c, large.c: room for new objects -------------------------------------------------- */

/* Makes sure that slot.alloc_top to slot.alloc_limit is zeroed and has room for `bytes`, at most CL_REGION_BYTES. Waits
 * for the collector when the heap is full. Call outside an operation (M6). Returns 1, 0 on error. */
CL_API int32_t cl_buffer_refill(uint64_t slot, uint64_t bytes, cl_error *error);
/* A zeroed block of `bytes` (a multiple of CL_GRANULE) on its own, not an object until its mark byte is stored.
 * Returns its offset, 0 on error. Call outside an operation; the caller publishes it. */
CL_API uint64_t cl_block_large(uint64_t slot, uint64_t bytes, cl_error *error);
/* Whether there was room for such a block, so that one most likely waits for no collector: 1, else 0. For what is worth
 * no wait, and no want of memory that other processes are told of. */
CL_API uint64_t cl_large_is_free(uint64_t bytes);

/* ---- collect.c --------------------------------------------------------------------------------- */

/* Runs a cycle of the collector: what nobody referred to before the call is free afterwards. timeout_ms 0: 10000; it
 * is for heap operations that a stopped process does not end, while marking and sweeping may take longer. Returns 1,
 * 0 on error (CL_ERR_MEMORY: no cycle came to an end in time). Call outside an operation. */
CL_API int32_t cl_collect(int32_t timeout_ms, cl_error *error);
/* For a process whose own collector finds out which roots it has no more use for: header.pressure grows when memory is
 * short. Says that this collector ran since it had that value, and that the chunks that were found dead are freed. Who
 * has said so once is waited for, some seconds, before memory is said to be used up. Returns 1, 0 when this process is
 * attached to read, and says nothing. */
CL_API uint64_t cl_collect_answered(uint64_t pressure);
/* Says that chunks were freed: a cycle may be due, for what their ranges held counts from now on [collector.pace]. */
CL_API void cl_collect_consider(void);

/* ---- tag.c: the twin of colors.memory.Tag ---------------------------------------------------- */

/* Puts a value in a tagged word. Returns 1; 0 when it does not fit and has to be boxed. */
CL_API int32_t cl_tag_integer(int64_t value, uint64_t *word);
CL_API int32_t cl_tag_float(double value, uint64_t *word);
CL_API int64_t cl_untag_integer(uint64_t word);
CL_API double cl_untag_float(uint64_t word);
/* The same for a string of at most 7 Latin-1 characters; what does not fit, or is no valid UTF-8, is for cl_string. */
CL_API int32_t cl_tag_string(const char *utf8, size_t bytes, uint64_t *word);
/* A text in private memory, as cl_string_units takes it. */
typedef struct cl_text {
    const void *units;
    uint64_t count;
    uint32_t encoding; /* enum cl_encoding */
} cl_text;

CL_API int32_t cl_tag_text(const cl_text *text, uint64_t *word);
CL_API int32_t cl_is_tagged_string(uint64_t word);
/* Copies the string of such a word, without a NUL behind it. Returns its bytes. */
CL_API size_t cl_untag_string(uint64_t word, char utf8[14]);

/* ---- heap.c: the reference protocol (gc-protocol M1-M5), the C twin of colors.heap.Heap ---- */

/* Allocates an instance of a shape (kind OBJECT or a box), zeroed, logged as a root. Returns its reference, 0 on
 * error. */
CL_API uint64_t cl_allocate(uint64_t slot, uint32_t shape, cl_error *error);
CL_API uint64_t cl_box_integer(uint64_t slot, int64_t value, cl_error *error);
CL_API uint64_t cl_box_float(uint64_t slot, double value, cl_error *error);
/* string.c: a string of valid UTF-8 as an object, in Latin-1 when it fits, else in UTF-16. */
CL_API uint64_t cl_string(uint64_t slot, const char *utf8, size_t bytes, cl_error *error);
/* The same of `count` units of an encoding (enum cl_encoding), in this machine's order: UTF-16 only where some unit is
 * beyond 255. */
CL_API uint64_t cl_string_units(uint64_t slot, uint32_t encoding, const void *units, uint64_t count, cl_error *error);
/* A new string with that text in a tagged place of an object that the caller keeps alive, as cl_store_at has it: in one
 * operation, and without a log entry. Returns 1, 0 on error. */
CL_API int32_t cl_string_at(uint64_t slot, uint64_t place, const cl_text *text, cl_error *error);
/* Raw words of a field slot of an object, by slot index of its current shape (inline or extension). */
CL_API uint64_t cl_load_raw(uint64_t object, uint32_t slot_index);
CL_API void cl_store_raw(uint64_t object, uint32_t slot_index, uint64_t bits);
/* A raw field of any width, of a shape that the object has or had: the bits of an int64 (a boolean: 0 or 1) or of a
 * double. A store takes what fits the width; beside the field it changes nothing. */
CL_API uint64_t cl_load_number(uint64_t object, const cl_field *field);
CL_API void cl_store_number(uint64_t object, const cl_field *field, uint64_t bits);
/* Tagged slots: the load logs a reference, the store runs the barrier. A load that cannot log because all chunks are in
 * use returns CL_TAG_FAILED. */
CL_API uint64_t cl_load_tagged(uint64_t slot, uint64_t object, uint32_t slot_index);
CL_API void cl_store_tagged(uint64_t slot, uint64_t object, uint32_t slot_index, uint64_t word);
/* The tagged slot of a repository or another fixed place, by offset. */
CL_API uint64_t cl_load_at(uint64_t slot, uint64_t place);
CL_API void cl_store_at(uint64_t slot, uint64_t place, uint64_t word);

/* ---- list.c: lists ----------------------------------------------------------------------------- */

/* An element: a raw integer or float, or a tagged word. */
typedef struct cl_element {
    uint32_t kind; /* enum cl_slot_kind */
    uint32_t reserved;
    uint64_t bits;
} cl_element;

typedef struct cl_elements { /* of one kind */
    uint32_t kind;
    uint32_t count;
    const uint64_t *bits;
} cl_elements;

/* A kind of elements besides: the bits are the address of a cl_text, of which a new string is made in its place. */
#define CL_ELEMENT_TEXT 0x100u

/* Makes an empty list, a root as a new object is. Room for `capacity` elements of a kind is made at once; it may be 0.
 * Returns its reference, 0 on error. */
CL_API uint64_t cl_list_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error);
CL_API uint32_t cl_list_count(uint64_t list);
/* The functions below are atomic: other threads, also of other processes, see the list as before or as after, and so
 * does everybody when the caller is killed. Those that change it wait for each other. They return 1; 0 when there is no
 * such index, which is no error of theirs (error.code is CL_OK); 0 and an error. References that they are given are
 * roots of the caller; those that they return become such. Outside an operation. */
/* Reads an element without waiting for anybody; also of a tuple or flat array. */
CL_API int32_t cl_list_get(uint64_t slot, uint64_t list, uint32_t index, cl_element *element, cl_error *error);
/* *old, if that is not NULL, is what was there. An index from 2^31 on counts from the end: UINT32_MAX is the last. */
CL_API int32_t cl_list_set(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_element *old,
                           cl_error *error);
/* The same, if the element there is still `seen`, bit by bit, which is a root of the caller if it is a reference; else
 * nothing, and CL_STALE. */
CL_API int32_t cl_list_set_if(uint64_t slot, uint64_t list, uint32_t index, const cl_element *seen,
                              const cl_element *element, cl_error *error);
/* Behind the last, if that needs neither waiting nor memory: so it may be called where the caller must not block. Else
 * 0, and nothing happened. */
CL_API int32_t cl_list_append_at_once(uint64_t slot, uint64_t list, uint32_t kind, uint64_t bits);
/* Removes `removed` elements from the index `from` on, and puts others there. UINT32_MAX: behind the last. */
CL_API int32_t cl_list_replace(uint64_t slot, uint64_t list, uint32_t from, uint32_t removed,
                               const cl_elements *elements, cl_error *error);
/* Before the element `index`, or behind the last one when it is the count or UINT32_MAX. */
CL_API int32_t cl_list_insert(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_error *error);
/* The same, if nothing was changed by these functions since the list's `generation` was read; else nothing, and
 * CL_STALE. */
CL_API int32_t cl_list_replace_if(uint64_t slot, uint64_t list, uint32_t generation, uint32_t from, uint32_t removed,
                                  const cl_elements *elements, cl_error *error);
/* *old, if that is not NULL, is what was removed. An index from 2^31 on counts from the end: UINT32_MAX is the last. */
CL_API int32_t cl_list_remove(uint64_t slot, uint64_t list, uint32_t index, cl_element *old, cl_error *error);
CL_API int32_t cl_list_clear(uint64_t slot, uint64_t list, cl_error *error);

/* Makes a tuple of these elements, which never changes, a root as a new object is. References are roots of the caller.
 * Returns its reference, 0 on error. */
CL_API uint64_t cl_tuple_make(uint64_t slot, const cl_elements *elements, cl_error *error);

/* ---- binary.c: bytes ---------------------------------------------------------------------------- */

/* Makes a binary with a copy of `count` bytes, or of zeros when `bytes` is NULL; `frozen`: one that never changes. A
 * root, as a new object is. Returns its reference, 0 on error. */
CL_API uint64_t cl_binary_make(uint64_t slot, int32_t frozen, const void *bytes, uint64_t count, cl_error *error);
/* The bytes themselves and their number, as long as the caller keeps the binary alive. */
CL_API void *cl_binary_bytes(uint64_t binary, uint32_t *count);

/* ---- flat.c: flat arrays ------------------------------------------------------------------------ */

/* Makes a flat array of `count` zeros, or of nulls, a root as a new object is [layout.flat]. `kind`: a slot kind.
 * Returns its reference, 0 on error. */
CL_API uint64_t cl_flat_make(uint64_t slot, uint32_t kind, uint64_t count, cl_error *error);
/* The slot kind and number of its elements: they never change. 0 and an error when it is no flat array. */
CL_API int32_t cl_flat_info(uint64_t array, uint32_t *kind, uint32_t *count, cl_error *error);
/* Numbers and booleans are the caller's to load and store, aligned to their width, as long as it keeps the array alive:
 * atomic loads and stores of one element are seen by all processes as C11 says. */
CL_API void *cl_flat_elements(uint64_t array);
/* The place of a tagged element, for cl_load_at and cl_store_at. */
static inline uint64_t cl_flat_place(uint64_t array, uint32_t index) {
    return array + sizeof(cl_object_header) + 8ull * index;
}

/* ---- map.c: maps and sets ---------------------------------------------------------------------- */

/* Keys and values are tagged words. Which keys are equal is the caller's to say: it looks for a key, and changes the
 * map on condition that what it saw still holds. */
typedef struct cl_entry {
    uint64_t key;
    uint64_t value; /* of a set: 0 */
    uint32_t hash;  /* equal keys have equal ones */
    uint32_t reserved;
} cl_entry;

typedef struct cl_found { /* what a caller saw */
    uint64_t head;
    uint32_t generation;
    uint32_t entry; /* UINT32_MAX: there was no such key */
} cl_found;

/* Returned by the functions below when somebody changed the map meanwhile: look again. Nothing was changed. */
#define CL_STALE 2

/* Loads the head of a list, map or set; the array or table that it names becomes a root of the caller, who can read it
 * then as it is [layout.containers]. Returns 1, 0 on error. */
CL_API int32_t cl_container_part(uint64_t slot, uint64_t container, uint64_t *head, cl_error *error);

typedef bool cl_map_equal(uint64_t key, void *argument); /* in an operation: it must not block */

/* `kind`: CL_KIND_MAP or CL_KIND_SET. A root, as a new object is. Returns its reference, 0 on error. */
CL_API uint64_t cl_map_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error);
CL_API int32_t cl_map_count(uint64_t slot, uint64_t map, uint32_t *count, cl_error *error);
/* Looks for a key without waiting for anybody. Returns whether it is there. */
CL_API int32_t cl_map_find(uint64_t slot, uint64_t map, uint32_t hash, cl_map_equal *equal, void *argument,
                           cl_found *found);
/* Reads the entry number seen->entry, which is below the head's count (else CL_ERR_ARGUMENT); a removed one has the key
 * CL_TAG_VACANT. Returns 1, CL_STALE, 0 on error. */
CL_API int32_t cl_map_entry(uint64_t slot, uint64_t map, const cl_found *seen, cl_entry *entry, cl_error *error);
/* These are atomic as a list's functions are. They return 1, CL_STALE, or 0 and an error. *old is a root of the caller.
 * Append is for a key that was not there. */
CL_API int32_t cl_map_append(uint64_t slot, uint64_t map, const cl_found *seen, const cl_entry *entry, cl_error *error);
CL_API int32_t cl_map_replace(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t value, uint64_t *old,
                              cl_error *error);
/* The same, if the value is still `expected`, word by word; else nothing, and CL_STALE. So a caller computes a new
 * value while it holds nothing. `expected` is a root of the caller too. */
CL_API int32_t cl_map_replace_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t value,
                                 uint64_t *old, cl_error *error);
CL_API int32_t cl_map_remove(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error);
/* The same, if the value is still `expected`. */
CL_API int32_t cl_map_remove_if(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t expected, uint64_t *old,
                                cl_error *error);
/* As cl_map_remove, if no entry was added since the caller looked. */
CL_API int32_t cl_map_remove_newest(uint64_t slot, uint64_t map, const cl_found *seen, uint64_t *old, cl_error *error);
/* Makes a set of these keys, which never changes; no two are equal, and their values are 0. A root, as a new object is;
 * references are roots of the caller. Returns its reference, 0 on error. */
CL_API uint64_t cl_frozen_set_make(uint64_t slot, const cl_entry *entries, uint32_t count, cl_error *error);
CL_API int32_t cl_map_clear(uint64_t slot, uint64_t map, cl_error *error); /* 1, or 0 and an error */

/* ---- channel.c, channels.c: channels ------------------------------------------------------------ */

typedef struct cl_channel_spec {
    uint32_t capacity;  /* messages it has room for; 0: as it is, CL_CHANNEL_CAPACITY when it is made */
    uint32_t type;      /* enum cl_type of its messages; 0: as it is, CL_TYPE_ANY when it is made */
    uint32_t type_name; /* granules of the class entity for CL_TYPE_CLASS, else 0 */
} cl_channel_spec;

#define CL_CHANNEL_TIMEOUT 2 /* nothing was sent or received in the time given */
#define CL_CHANNEL_CLOSED  3 /* nothing was sent; or nothing is left to receive and nothing will come */

/* Finds the queue of a channel, or makes one. Returns its offset, 0 on error: CL_ERR_STATE, CL_ERR_TYPE when the
 * channel has another capacity or type. */
CL_API uint64_t cl_channel_open(uint64_t slot, const char *name, size_t bytes, const cl_channel_spec *spec,
                                cl_error *error);
/* Sends a tagged word; a reference is a root of the caller. Whether it fits the channel's type is the caller's to say.
 * Waits while the channel is full: first busily for spin_ns, then asleep, for timeout_ns in all; 0 does not wait,
 * UINT64_MAX waits for ever. Returns 1, CL_CHANNEL_TIMEOUT, CL_CHANNEL_CLOSED, 0 on error. Outside an operation. */
CL_API int32_t cl_channel_send(uint64_t slot, uint64_t queue, uint64_t word, uint64_t timeout_ns, uint64_t spin_ns,
                               cl_error *error);
/* Receives the oldest message, which becomes a root of the caller. As cl_channel_send. */
CL_API int32_t cl_channel_receive(uint64_t slot, uint64_t queue, uint64_t timeout_ns, uint64_t spin_ns, uint64_t *word,
                                  cl_error *error);
/* From then on nothing is sent; what is in it can be received. Closing again does nothing. Returns 1, 0 on error. */
CL_API int32_t cl_channel_close(uint64_t slot, uint64_t queue, cl_error *error);
CL_API int32_t cl_channel_is_closed(uint64_t queue);
/* Messages in it now. */
CL_API uint32_t cl_channel_size(uint64_t queue);
/* Closes the channel of that name, drops what is in it, and forgets it: cl_channel_open makes another one. Returns 1;
 * 0 when there was none (error.code is CL_OK); 0 and an error. */
CL_API int32_t cl_channel_remove(uint64_t slot, const char *name, size_t bytes, cl_error *error);

/* For a thread that sleeps for several things at once, in its own way: a futex of 32 bits, and what it held. */
typedef struct cl_watch {
    uint64_t word; /* its offset */
    uint32_t seen;
    uint32_t reserved;
} cl_watch;

/* Whether a receiver, or a sender if `sends`, may have something to do now. If not, one sleeps on the futex while it is
 * `seen`, at most 100 ms, and asks again. Who asked and does so no more calls cl_channel_watched, after it has received
 * or sent: it passes on a wake-up that others wait for. Both may be called by any thread, also without a slot. */
CL_API int32_t cl_channel_watch(uint64_t queue, int32_t sends, cl_watch *watch);
CL_API void cl_channel_watched(uint64_t queue, int32_t sends);

/* ---- service.c, call.c, replies.c: services and their calls [layout.call] -------------------------- */

/* A service: the channel of its calls, and the flat array of those who serve it. */
typedef struct cl_service {
    uint64_t queue;
    uint64_t servers; /* a root of the caller */
} cl_service;

/* What was learned of whether to wait busily for one thing. All 0 at first. Threads may share one: it is a hint. NULL:
 * never waits busily. */
typedef struct cl_patience {
    uint64_t skips;   /* waits that go without a spin */
    uint64_t backoff; /* how many the next spin in vain makes skip, about half */
    uint64_t busy_until_ns;
} cl_patience;

/* A name for this process that no other one has or had. 0 while not attached. */
CL_API uint64_t cl_vm_incarnation(void);
CL_API int32_t cl_vm_is_alive(uint64_t incarnation);
/* The shapes of calls and replies, declared when they are not. A client allocates, and fills the fields
 * (colors_layout.h). Return 0 on error. */
CL_API uint32_t cl_call_shape(cl_error *error);
CL_API uint32_t cl_replies_shape(cl_error *error);
/* Finds or makes a service. `capacity`: calls that wait to be taken, 0: as it is. Returns 1, 0 on error. */
CL_API int32_t cl_service_open(uint64_t slot, const char *name, size_t bytes, uint32_t capacity, cl_service *service,
                               cl_error *error);
/* This process serves from now on, and no more. Returns 1, 0 on error. */
CL_API int32_t cl_service_join(uint64_t servers, cl_error *error);
CL_API void cl_service_leave(uint64_t servers);
/* How many living processes serve. */
CL_API int32_t cl_service_serves(uint64_t servers);

/* Sends a call, once. Waits while the channel is full. Returns as cl_channel_send; when it was not sent, it may be
 * sent again. */
CL_API int32_t cl_call_send(uint64_t slot, uint64_t queue, uint64_t call, uint64_t timeout_ns, cl_error *error);
/* Waits until a call ends, and returns how (enum cl_call_state); CL_CALL_SENT or CL_CALL_TAKEN when it has not by then.
 * A call whose server died is CL_CALL_LOST at once. One that waits to be taken when no server is left is
 * CL_CALL_UNSERVED; with 0 for `servers` it waits on. Outside an operation. */
CL_API int32_t cl_call_await(uint64_t slot, uint64_t call, uint64_t servers, uint64_t timeout_ns,
                             cl_patience *patience);
/* The same, without waiting; 0 before it was sent. */
CL_API int32_t cl_call_look(uint64_t call, uint64_t servers);
/* Gives a call up if it has not ended. Returns how it ended. */
CL_API int32_t cl_call_cancel(uint64_t call);
/* Takes the next call that has not ended, which is this process's to end. Returns as cl_channel_receive. */
CL_API int32_t cl_call_take(uint64_t slot, uint64_t queue, uint64_t timeout_ns, cl_patience *patience, uint64_t *call,
                            cl_error *error);
/* Ends a call that this process took as CL_CALL_DONE or CL_CALL_FAILED; the result was stored before. Returns 1; 0 when
 * the client gave it up before. */
CL_API int32_t cl_call_end(uint64_t slot, uint64_t call, uint32_t state);
/* The calls that were reported to `replies` since the last time: the newest, which leads to the others by
 * CL_CALL_NEXT. 0 when there is none: it sleeps at most once. */
CL_API uint64_t cl_replies_take(uint64_t slot, uint64_t replies, uint64_t timeout_ns, cl_patience *patience);

/* ---- repository.c: repositories, by the place of their value -------------------------------------- */

/* Stores a tagged word and wakes who waits for another value. */
CL_API void cl_repository_set(uint64_t slot, uint64_t place, uint64_t word);
/* After a store to a repository whose `changes` has a flag: wakes who waits, and lists it again if it was removed. */
CL_API void cl_repository_changed(uint64_t place);
/* Stores a word if the place holds `seen`, which the caller loaded. Returns whether it did. */
CL_API int32_t cl_repository_exchange(uint64_t slot, uint64_t place, uint64_t seen, uint64_t word);
/* Waits until the place holds another word than `seen`. Returns 1, 0 when the time was over. Outside an operation. */
CL_API int32_t cl_repository_wait(uint64_t place, uint64_t seen, uint64_t timeout_ns);
/* Whether the place holds another word than `seen`, a root of the caller. If not, one sleeps as cl_channel_watch says;
 * a process that is attached to read sleeps 5 ms at most, for nobody wakes it. */
CL_API int32_t cl_repository_watch(uint64_t place, uint64_t seen, cl_watch *watch);
/* Clears the value and lists the repository no more; the next set or cl_repository_changed lists it again. Returns
 * whether it was listed. */
CL_API int32_t cl_repository_remove(uint64_t slot, const char *name, size_t bytes);

/* ---- shape.c, entity.c: classes space -------------------------------------------------------- */

/* Finds or makes a permanent named entity (CL_KIND_NAME, CL_KIND_CLASS, CL_KIND_REPOSITORY,
 * CL_KIND_CHANNEL) of 1 to CL_NAME_BYTES_MAX bytes of valid UTF-8. Returns granules, 0 on error. */
CL_API uint32_t cl_entity_intern(uint32_t kind, const char *name, size_t bytes, cl_error *error);
/* The same, never makes one; 0 when there is none. */
CL_API uint32_t cl_entity_find(uint32_t kind, const char *name, size_t bytes);

/* Returns whether to go on. */
typedef bool cl_entity_visit(uint32_t entity, void *argument);
/* Visits the entities of a kind, in no order; one that is made meanwhile may be missed. Returns 1; 0 when a visit said
 * so, or when there is no such kind. */
CL_API int32_t cl_entity_walk(uint32_t kind, cl_entity_visit *visit, void *argument);

typedef struct cl_field_spec {
    uint32_t name;      /* granules of the name entity */
    uint32_t type_name; /* granules of the class entity for CL_TYPE_CLASS, else 0 */
    uint32_t type;      /* enum cl_type */
    uint32_t flags;     /* CL_FIELD_NULLABLE | CL_FIELD_DECLARED | a width: CL_FIELD_INT8 ... of a declared number */
} cl_field_spec;

/* A class can have this many versions: shapes are immortal, and one that a program makes by accident without end fails
 * with CL_ERR_MEMORY here and in cl_evolve_put, cl_evolve_remove. A line on stderr says so when the first number is
 * reached. */
#define CL_VERSIONS_WARN 100
#define CL_VERSIONS_MAX  1000

/* The compact shape (no extension, nothing removed) of a class with exactly these fields, found or made as a new
 * version. The order of the fields does not matter for finding. Returns the shape id, 0 on error: CL_ERR_TYPE when a
 * field is pinned with another type. */
CL_API uint32_t cl_shape_intern(uint32_t class_entity, const cl_field_spec *fields, uint32_t count, cl_error *error);
/* Pins the fields of a static language's class [layout.pins]: from then on no object that has them as declared can lose
 * or retype them, and each compact version has them (cl_shape_intern adds those that are not given). A field that is
 * pinned already stays as it was declared first, also when it is given with another type: the caller looks. `declarer`
 * is a name entity for messages, such as "java company.Employee". Returns the id of the declaration, the compact shape
 * of all fields that are pinned then, those with CL_FIELD_PLACED at the same slot in all versions for ever; 0 on error.
 *
 * A field with CL_FIELD_FINAL, which only a declaration may ask for, is written before its object can be reached and
 * never again: what it refers to lives as long as the object. An object that is given such a field later has it without
 * the flag. */
CL_API uint32_t cl_shape_declare(uint32_t class_entity, const cl_field_spec *fields, uint32_t count, uint32_t declarer,
                                 cl_error *error);
/* The slot kind that a type and flags ask for. */
CL_API uint32_t cl_slot_kind_of(uint32_t type, uint32_t flags);

/* ---- evolve.c: one object to another version of its class ------------------------------------- */

/* Gives `object` the field `spec`, replacing one of the same name, and stores `bits` (raw or tagged as
 * cl_slot_kind_of says) in it. Other fields keep their places. Atomic against other evolutions and against death.
 * Returns the new shape id, 0 on error. Call outside an operation. */
CL_API uint32_t cl_evolve_put(uint64_t slot, uint64_t object, const cl_field_spec *spec, uint64_t bits,
                              cl_error *error);
/* Removes a field. Returns the new shape id; 0 and CL_ERR_ARGUMENT when there is no such field. */
CL_API uint32_t cl_evolve_remove(uint64_t slot, uint64_t object, uint32_t name, cl_error *error);

/* ---- exchange.c: compare and set of a field that may move --------------------------------------- */

/* A field of one version of an object. */
typedef struct cl_exchange {
    uint64_t place;
    uint64_t seen; /* what it held: its own bytes, or a tagged word, a root of the caller if it is a reference */
    uint64_t bits; /* what it is to hold: the same */
    uint32_t slot_kind;
} cl_exchange;

/* Stores if the object is of that version and the field holds `seen`, in one step for all threads, also against
 * evolutions and death. Returns 1; CL_STALE when another version or value was there: look again; 0 on error. Of a field
 * that is placed [layout.pins] the same is a compare and swap of the caller's. Call outside an operation. */
CL_API int32_t cl_field_exchange(uint64_t slot, uint64_t object, uint32_t shape, const cl_exchange *exchange,
                                 cl_error *error);

/* ---- monitor.c, waiting.c: the monitor of an object or a repository ----------------------------- */

/* Returned by the functions below when the time is over. Time-outs: negative is never, 0 at once. A thread is a slot.
 * All are called outside an operation, with an object that the caller keeps alive. */
#define CL_MONITOR_TIMED_OUT 2

/* Takes the monitor, also if this thread has it; as often as it was entered it has to be left. Returns 1,
 * CL_MONITOR_TIMED_OUT, or 0 and an error. CL_ERR_ABANDONED: the last owner died before it left; the caller does not
 * have the monitor then, and can enter it. */
CL_API int32_t cl_monitor_enter(uint64_t slot, uint64_t object, int64_t timeout_ns, cl_error *error);
/* Returns 1; 0 and CL_ERR_STATE when this thread does not have the monitor: so all below. */
CL_API int32_t cl_monitor_exit(uint64_t slot, uint64_t object, cl_error *error);
/* For callers that give up the word by themselves, as cl_monitor_exit does, and found CL_MONITOR_WAITERS. */
CL_API void cl_monitor_wake(uint64_t object);
CL_API int32_t cl_monitor_is_held(uint64_t slot, uint64_t object); /* by this thread: 1, else 0 */
/* Leaves the monitor entirely, waits until another thread notifies, and takes it again as before. Returns 1 when
 * notified, CL_MONITOR_TIMED_OUT when not, both only after it has the monitor; 0 and an error. With CL_ERR_ABANDONED it
 * has the monitor too: an owner died meanwhile. */
CL_API int32_t cl_monitor_wait(uint64_t slot, uint64_t object, int64_t timeout_ns, cl_error *error);
/* Notifies at most so many, those first who wait longest. */
CL_API int32_t cl_monitor_notify(uint64_t slot, uint64_t object, uint32_t most, cl_error *error);

/* cl_monitor_wait in steps, for callers that block in their own way: begin, then sleep until it returns 1 or cancel,
 * then cl_monitor_enter until it returns 1, then end. begin stores to *entries what end has to be given. cancel returns
 * 1 when the caller was notified before, else CL_MONITOR_TIMED_OUT. */
CL_API int32_t cl_monitor_wait_begin(uint64_t slot, uint64_t object, uint32_t *entries, cl_error *error);
CL_API int32_t cl_monitor_wait_sleep(uint64_t slot, int64_t timeout_ns);
CL_API int32_t cl_monitor_wait_cancel(uint64_t slot);
CL_API void cl_monitor_wait_end(uint64_t slot, uint64_t object, uint32_t entries);

/* ---- validate.c ------------------------------------------------------------------------------- */

/* Checks the segment: level 1 header and tables, 2 also the classes space, 3 also every object and reference (no
 * mutator may run at level 3). Returns 1 when valid; 0 and the first fault with its place. Never follows an
 * unchecked value. */
CL_API int32_t cl_validate(const void *base, int32_t level, cl_error *error);

#ifdef __cplusplus
}
#endif
#endif
