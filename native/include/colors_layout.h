/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shared segment, declared once. Every other language reads these numbers by name from
 * cl_layout_table() (layout.c); a fingerprint of that table is in the segment's header.
 *
 *   header | metadata: name buckets, VM table, mutator slots, chunk table, chunks
 *          | region table | cycle records | classes (immortal, bump) | mark bytes | objects
 *
 * A "reference" is a byte offset from the segment's start, a multiple of CL_GRANULE; 0 is null.
 * Stored compactly (u32) it is counted in granules. The "who writes" column at the end of a field says
 * who may store to it after the segment's version word was published.
 */
#ifndef COLORS_LAYOUT_H
#define COLORS_LAYOUT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* arrays at the end of structs */
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wkeyword-macro"
#endif
#define _Atomic /* C++ reaches such words by std::atomic_ref */
#define _Alignas alignas
#else
#include <stdatomic.h>
#endif

#define CL_MAGIC 0x3147455353524c43ull /* "CLRSSEG1" read as little endian */
#define CL_VERSION 1ull                /* of the segment's format; stored last */

#define CL_GRANULE 16u
#define CL_GRANULE_SHIFT 4u
#define CL_REFERENCE_END (1ull << 36) /* a segment is at most so large: 2^32 granules */
#define CL_CACHE_LINE 64u
#define CL_PAGE 4096u

#define CL_VM_MAX 256u       /* attached processes */
#define CL_SLOT_DEAD 0xffffffffu /* in cl_slot.vm: its thread died holding monitors, and words may name it still */
#define CL_SLOT_MAX 16384u   /* attached threads over all processes */
#define CL_CHUNK_MAX 32768u  /* root-log chunks over all processes */
#define CL_CHUNK_ENTRIES_LOG2 11u
#define CL_CHUNK_ENTRIES (1u << CL_CHUNK_ENTRIES_LOG2)
#define CL_CHUNK_RANGES 63u
#define CL_CHUNK_RANGE_BYTES (32u * 1024u) /* then an allocator takes the next chunk: what one wrapper keeps alive */
#define CL_CHUNK_SPREAD 1267u /* first places between what is at a place of neighbouring regions, 0.618 of all */
#define CL_CHUNK_PROBES 16u  /* places that an entry may have */
#define CL_NAME_BUCKETS_LOG2 12u /* of each kind of named things */
#define CL_NAME_BUCKETS (4u << CL_NAME_BUCKETS_LOG2) /* of all: names, classes, repositories, channels */
#define CL_NAME_NODE_LOG2 4u
#define CL_NAME_NODE 0x80000000u /* in a bucket or node: granules of a node follow, not of an entity */
#define CL_REGION_SHIFT 15u
#define CL_REGION_BYTES (1u << CL_REGION_SHIFT) /* a mutator allocates in one at a time (the paper's TLAB, 32 KB) */
#define CL_REGION_GRANULES (CL_REGION_BYTES / CL_GRANULE)
#define CL_LARGE_BYTES 16384u   /* objects of at least this size have regions of their own */
#define CL_HOLE_BYTES 64u       /* smaller holes are not allocated in */
#define CL_CYCLE_RECORDS 64u    /* the newest cycles of the collector are kept */
#define CL_NAME_BYTES_MAX 1024u /* UTF-8 bytes of a class, field or repository name */
#define CL_FIELDS_MAX 1024u     /* fields of one shape */

/* ---- tagged slots ---------------------------------------------------------------------------
 *  0                null
 *  ...xxx1          63-bit integer, value << 1 | 1
 *  ...xx10          float in the range 2^-255 .. 2^256 and +0.0, rotated (tag.c)
 *  ...0000          reference (byte offset in the segment)
 *  0100, 1100       false, true
 *  1nnn1000         string of up to 7 Latin-1 characters, n of them; the first in bits 8 to 15, zeros behind the last
 * Integers and floats that do not fit are boxed (CL_KIND_BOX_INTEGER, CL_KIND_BOX_FLOAT); other strings are objects. A
 * short string may be an object too (CL_KIND_STRING): both are the same value.                    */
#define CL_TAG_NULL 0ull
#define CL_TAG_INTEGER_BIT 1ull
#define CL_TAG_FLOAT 2ull
#define CL_TAG_FLOAT_MASK 3ull
#define CL_TAG_FALSE 4ull
#define CL_TAG_TRUE 12ull
#define CL_TAG_STRING 0x88ull
#define CL_TAG_STRING_MASK 0x8full
#define CL_TAG_STRING_SHIFT 4 /* of the length */
#define CL_TAG_STRING_MOST 7
#define CL_TAG_REFERENCE_MASK 15ull /* a non-null word with none of these bits is a reference */
#define CL_TAG_FLOAT_ZERO 0x8000000000000002ull
#define CL_TAG_VACANT 8ull  /* in arrays and tables only: an element or entry that was removed */
#define CL_TAG_FAILED 24ull /* never stored: what a load returns when it could not log the reference */

/* ---- shape words ---------------------------------------------------------------------------- */
#define CL_SHAPE_ID_MASK 0x0fffffffu /* granules from the start of the classes space */
#define CL_SHAPE_EVOLVING 0x80000000u /* one mutator is moving this object to another shape; its
                                         slot's `evolving` names the object. Readers mask the bit. */
#define CL_SHAPE_RECOVERING 0x40000000u /* set by the daemon, beside EVOLVING, while it finds out whether
                                           the evolver is dead; gone with any store of the evolver */
#define CL_SHAPE_REMOTE_MASK 0x30000000u /* reserved: coherence state of remote objects */

enum cl_kind { /* what an object is; fixed by its shape */
    CL_KIND_OBJECT = 1,  /* an instance of a user's class */
    CL_KIND_STRING,      /* length = bytes of payload after one word {hash u32, encoding u32} */
    CL_KIND_BINARY,      /* length = bytes */
    CL_KIND_BOX_INTEGER, /* one slot: int64 */
    CL_KIND_BOX_FLOAT,   /* one slot: float64 */
    CL_KIND_EXTENSION,   /* length = slots; the added fields of one object */
    CL_KIND_BYTES,       /* length = bytes; they do not change */
    CL_KIND_FLAT,        /* a flat array: length = bytes of its elements, extension = their slot kind */
    CL_KIND_LIST,        /* this and the four below: cl_container */
    CL_KIND_TUPLE,       /* a list that does not change */
    CL_KIND_SET,
    CL_KIND_FROZEN_SET,
    CL_KIND_MAP,
    CL_KIND_ARRAY,       /* the four below, like extensions, are parts that programs hold no reference to. Arrays: */
    CL_KIND_ARRAY_INT64, /* length = slots; elements of one list */
    CL_KIND_ARRAY_FLOAT64,
    CL_KIND_TABLE,       /* length = entries there is room for, a power of two; of one map or set */
    CL_KIND_SHAPE,       /* the kinds below live in the classes space */
    CL_KIND_NAME,        /* this and the three below have name buckets, in this order */
    CL_KIND_CLASS,
    CL_KIND_REPOSITORY,
    CL_KIND_CHANNEL,
    CL_KIND_QUEUE, /* cl_queue: what a channel's entity leads to */
    CL_KIND_COUNT
};
static_assert(CL_KIND_CHANNEL == CL_KIND_NAME + 3, "the kinds with name buckets");

/* What a field's place holds. The first three take a slot of 8 bytes; elements of lists are of these. The others are
 * narrow: as many bytes as they need, at a multiple of that, several in one slot [layout.packing]. */
enum cl_slot_kind {
    CL_SLOT_INT64 = 1,
    CL_SLOT_FLOAT64 = 2,
    CL_SLOT_TAGGED = 3,
    CL_SLOT_INT8,
    CL_SLOT_INT16,
    CL_SLOT_INT32,
    CL_SLOT_CHAR,
    CL_SLOT_FLOAT32,
    CL_SLOT_BOOLEAN, /* a byte: 0 or 1 */
    CL_SLOT_KINDS
};

enum cl_type { /* static type of a field */
    CL_TYPE_ANY = 1,
    CL_TYPE_INTEGER,
    CL_TYPE_FLOAT,
    CL_TYPE_BOOLEAN,
    CL_TYPE_STRING,
    CL_TYPE_BINARY,
    CL_TYPE_LIST,
    CL_TYPE_SET,
    CL_TYPE_MAP,
    CL_TYPE_CLASS /* an instance of the class named by cl_field.type_name */
};

/* Field flags. A declared type was fixed by a static language: a value of another type is refused. An inferred
 * type came from a value in a dynamic language: a value of another type moves the object to a wider version. */
#define CL_FIELD_NULLABLE 1u
#define CL_FIELD_DECLARED 2u
#define CL_FIELD_REMOVED 4u /* keeps the slot for a later field of the same name and slot kind */
/* The width that a static language declared for an integer or float: every writer checks it, so that no reader has to
 * refuse a value. 0: all 64 bits. What is not nullable is narrow in its object, too. */
#define CL_FIELD_WIDTH_MASK 0x38u
#define CL_FIELD_INT8 0x08u
#define CL_FIELD_INT16 0x10u
#define CL_FIELD_INT32 0x18u
#define CL_FIELD_CHAR 0x20u    /* 0 to 65535, a UTF-16 unit */
#define CL_FIELD_FLOAT32 0x28u /* doubles that a float represents: writers round */
#define CL_FIELD_PLACED 0x40u  /* in a declaration only: every version of the class has the field at this place, of
                                  this kind and width, and always will [layout.pins] */
#define CL_FIELD_FINAL 0x80u   /* tagged: nobody stores to it once its object can be reached [layout.final],
                                  [model.final] */

#define CL_FLAT_BYTES_MAX 0x7ffffff8u /* of all elements of one flat array */

enum cl_encoding { CL_ENCODING_LATIN1 = 1, CL_ENCODING_UTF16 = 2 };

/* ---- mark bytes: one per granule of the objects space ----------------------------------------
 * 0: no object starts here. Else OBJECT | epoch | GREY?. The byte is stored with release after the
 * object's header and initial slots: until then the block is not an object (M4).               */
#define CL_MARK_OBJECT 0x80u
#define CL_MARK_GREY 0x40u
#define CL_MARK_EPOCH_MASK 0x03u /* epochs 1, 2, 3, 1, ... */

/* ---- regions: the objects space in pieces of CL_REGION_BYTES --------------------------------------
 * A region word is state | swept epoch << CL_REGION_SWEPT_SHIFT | (owner's slot index + 1) << CL_REGION_OWNER_SHIFT.
 * Those that nobody owns have in the owner's place: HOLES, the granules for which no hole was found, or 0; BARE, any
 * number. The swept epoch is the cycle whose dead objects are gone from it. Moved as CL_REGION_TRANSITIONS says. */
enum cl_region_state {
    CL_REGION_BARE = 0, /* without memory                                                            */
    CL_REGION_CLEAN,    /* memory all zero, no object                                                */
    CL_REGION_FREE,     /* memory, no object                                                         */
    CL_REGION_HOLES,    /* objects and holes worth allocating in                                     */
    CL_REGION_FULL,     /* nothing to allocate in until it is swept again                            */
    CL_REGION_OWNED,    /* a slot allocates in it, or claims it for a large object                   */
    CL_REGION_SWEEPING, /* the daemon sweeps it or gives its memory back                             */
    CL_REGION_LARGE,    /* the first of a large object; its owner is kept until it is an object      */
    CL_REGION_TAIL,     /* the others of a large object                                              */
    CL_REGION_STATES
};
/* Every legal transition: from, to, who moves it, for what. An allocator is a slot's thread. Who takes a region does
 * it by CAS, OWNED or SWEEPING; then it is the holder's alone, but for the swept epoch of an OWNED one, and the holder
 * puts it down with a store, or by CAS where that epoch may change. A region keeps its owner until it is put down. The
 * swept epoch is kept by who gives back or puts down what has objects. region.h has the only functions that write a
 * word. */
#define CL_REGION_TRANSITIONS(LEGAL)                                                                                   \
    LEGAL(BARE, CLEAN, ALLOCATOR)     /* it got memory                                    */                           \
    LEGAL(BARE, OWNED, ALLOCATOR)     /* claimed for a large block, gets memory then      */                           \
    LEGAL(CLEAN, OWNED, ALLOCATOR)    /* claimed                                          */                           \
    LEGAL(CLEAN, SWEEPING, DAEMON)    /* its memory is to be given back                   */                           \
    LEGAL(FREE, OWNED, ALLOCATOR)     /* claimed                                          */                           \
    LEGAL(FREE, SWEEPING, DAEMON)     /* its memory is to be given back                   */                           \
    LEGAL(HOLES, OWNED, ALLOCATOR)    /* claimed                                          */                           \
    LEGAL(HOLES, SWEEPING, DAEMON)    /* swept                                            */                           \
    LEGAL(FULL, OWNED, ALLOCATOR)     /* claimed, after a cycle                           */                           \
    LEGAL(FULL, SWEEPING, DAEMON)     /* swept                                            */                           \
    LEGAL(OWNED, OWNED, DAEMON)       /* swept while its owner goes on: the epoch only    */                           \
    LEGAL(OWNED, HOLES, ALLOCATOR)    /* given back                                       */                           \
    LEGAL(OWNED, HOLES, DAEMON)       /* given back, of a dead owner                      */                           \
    LEGAL(OWNED, FULL, ALLOCATOR)     /* given back, no hole left                         */                           \
    LEGAL(OWNED, LARGE, ALLOCATOR)    /* a large block is complete                        */                           \
    LEGAL(OWNED, TAIL, ALLOCATOR)     /* the same                                         */                           \
    LEGAL(OWNED, BARE, ALLOCATOR)     /* a run that is too short, before it got memory    */                           \
    LEGAL(OWNED, CLEAN, ALLOCATOR)    /* a run that is too short                          */                           \
    LEGAL(OWNED, FREE, ALLOCATOR)     /* the first of a large block that was never made   */                           \
    LEGAL(OWNED, BARE, DAEMON)        /* of a large block, of a dead owner                */                           \
    LEGAL(OWNED, FREE, DAEMON)        /* the same, when the system keeps the memory       */                           \
    LEGAL(SWEEPING, FREE, DAEMON)     /* nothing is left in it                            */                           \
    LEGAL(SWEEPING, HOLES, DAEMON)    /* swept                                            */                           \
    LEGAL(SWEEPING, FULL, DAEMON)     /* swept, no hole worth it                          */                           \
    LEGAL(SWEEPING, BARE, DAEMON)     /* its memory is given back                         */                           \
    LEGAL(SWEEPING, LARGE, DAEMON)    /* adoption: its large object is not dead           */                           \
    LEGAL(LARGE, OWNED, ALLOCATOR)    /* never made an object: to be given back           */                           \
    LEGAL(LARGE, OWNED, DAEMON)       /* the same, of a dead owner                        */                           \
    LEGAL(LARGE, SWEEPING, DAEMON)    /* its object is dead                               */                           \
    LEGAL(TAIL, FREE, ALLOCATOR)      /* of a large block that was never made             */                           \
    LEGAL(TAIL, FREE, DAEMON)         /* its object is dead                               */                           \
    LEGAL(TAIL, BARE, DAEMON)         /* of a large block, of a dead owner                */
#define CL_REGION_STATE_MASK 15u
#define CL_REGION_SWEPT_SHIFT 4u
#define CL_REGION_SWEPT_MASK 0x30u
#define CL_REGION_OWNER_SHIFT 8u

enum cl_phase { CL_PHASE_IDLE = 0, CL_PHASE_GRACE, CL_PHASE_REPORT, CL_PHASE_MARK, CL_PHASE_SWEEP, CL_PHASE_CORRUPT };

/* ---- GC word: {epoch, report}: one 64-bit load (M1) ------------------------------------------ */
#define CL_GC_EPOCH_MASK 3ull
#define CL_GC_REPORT 4ull /* root reports are outstanding */

typedef struct cl_object_header {
    _Atomic uint32_t shape;     /* CL_SHAPE_ID_MASK | state bits             any mutator, CAS          */
    _Atomic uint32_t lock;      /* monitor word, CL_MONITOR_*   any mutator, CAS; its owner; daemon after death */
    union {
        uint32_t length;            /* bytes or slots, by kind               allocating mutator        */
        _Atomic uint32_t key_hash;  /* of an OBJECT [layout.key-hash]        any mutator               */
    };
    _Atomic uint32_t extension; /* granules: first extension block, or 0    evolving mutator, once    */
} cl_object_header;
static_assert(sizeof(cl_object_header) == 16, "object header is one granule");

typedef struct cl_string_head { /* then header.length bytes of text                                  */
    cl_object_header header;
    uint32_t hash;     /* java.lang.String.hashCode of the text's UTF-16 units   allocating mutator  */
    uint32_t encoding; /* enum cl_encoding                                       allocating mutator  */
} cl_string_head;
static_assert(sizeof(cl_string_head) == 24, "string head");

/* A list, set or map [layout.containers]. It changes under its lock, and is read without. */
typedef struct cl_container {
    _Atomic uint32_t shape; /* this and the next as in cl_object_header */
    _Atomic uint32_t monitor;
    _Atomic uint32_t generation; /* what readers compare with the head       owner of the lock, before the head */
    uint32_t reserved;           /* where objects have their extension: 0 */
    _Atomic uint64_t head; /* count | granules of the array or table << 32   owner of the lock, barriered */
    _Atomic uint32_t lock; /* CL_LOCK_*                                      any mutator, CAS; daemon after death */
    _Atomic uint32_t live; /* sets and maps: entries that are not removed    owner of the lock */
} cl_container;
static_assert(sizeof(cl_container) == 32 && offsetof(cl_container, head) == sizeof(cl_object_header), "container");
/* The count: of a list its elements; of a set or map its entries, removed ones too. */
#define CL_HEAD_COUNT_MASK 0x7fffffffull
#define CL_HEAD_INT64 0x80000000ull /* of a list: its array is a CL_KIND_ARRAY_INT64 */
#define CL_HEAD_PART_SHIFT 32u

/* A table [layout.table]: after the header length x {key, value}, both tagged; length x hash; 2 x length x index. An
 * index word is the number of an entry + 1, 0: free. */
#define CL_TABLE_LENGTH_LEAST 8u
#define CL_TABLE_LENGTH_MOST (1u << 27)
#define CL_TABLE_ENTRY_BYTES 28ull

/* ---- the lock of a container: index + 1 of the slot that holds it, 0: free. slot.container names the container from
 * before the lock is taken until after it is released. */
#define CL_LOCK_OWNER_MASK 0x0000ffffu
#define CL_LOCK_WAITERS 0x40000000u   /* some thread sleeps on the word */
#define CL_LOCK_ABANDONED 0x80000000u /* its owner died: free, and the next owner repairs what was half done */

/* ---- the monitor word of an object: index + 1 of the slot that owns it, 0: free [layout.monitor] ---- */
#define CL_MONITOR_OWNER_MASK 0x0000ffffu
#define CL_MONITOR_ABANDONED 0x0000ffffu /* as owner: the owner died, and who enters next is told */
#define CL_MONITOR_RECURSION 0x00010000u /* one entry beyond the first */
#define CL_MONITOR_RECURSION_MASK 0x3fff0000u
#define CL_MONITOR_WAITERS 0x40000000u /* some thread sleeps on the word */

/* ---- cl_slot.wake: CL_WAKE_* and the low 30 bits of wait_ticket */
#define CL_WAKE_NONE 0u
#define CL_WAKE_WAITING 1u
#define CL_WAKE_NOTIFIED 2u
#define CL_WAKE_MASK 3u
#define CL_WAKE_SHIFT 2u
#define CL_WAIT_BUCKETS 256u

typedef struct cl_field {
    uint32_t name;      /* granules: a CL_KIND_NAME entity                                           */
    uint32_t type_name; /* granules: class entity for CL_TYPE_CLASS, else 0                          */
    uint32_t slot;      /* below inline_slots: in the object; else in an extension block (slot.c)    */
    uint8_t slot_kind;  /* enum cl_slot_kind                                                         */
    uint8_t type;       /* enum cl_type                                                              */
    uint8_t flags;      /* CL_FIELD_*                                                                */
    uint8_t byte;       /* of a narrow field: its first byte in the slot; else 0                     */
} cl_field;
static_assert(sizeof(cl_field) == 16, "field");

/* A shape: one version of a shared class. Immutable once published, immortal. */
typedef struct cl_shape {
    cl_object_header header;  /* shape = the shape of shapes, length = bytes of this block           */
    uint32_t class_entity;    /* granules: CL_KIND_CLASS, 0 for builtins                             */
    uint32_t older;           /* shape id of the class's next older version, 0 at the end            */
    uint32_t version;         /* 1, 2, ... in order of publication                                   */
    uint32_t kind;            /* enum cl_kind of the instances                                       */
    uint32_t field_count;     /* entries of fields[], removed ones included                          */
    uint32_t inline_slots;    /* slots in the object itself                                          */
    uint32_t total_slots;     /* inline and extension slots ever used on the way to this shape       */
    uint32_t removed_count;   /* entries with CL_FIELD_REMOVED; 0 for a shape made by allocation     */
    uint32_t pins;            /* shape id of the newest declaration: all its fields are pinned [layout.pins]; a
                                 declaration has its own; 0: there was none                          */
    uint32_t declarer;        /* of a declaration, granules: a CL_KIND_NAME entity that says who made it; else 0 */
    cl_field fields[];
} cl_shape;
static_assert(sizeof(cl_shape) == 56, "shape");

/* A node of the trie of names: by the next bits of the hash, entities or further nodes, as a bucket [layout.names]. */
typedef struct cl_name_node {
    _Atomic uint32_t children[1u << CL_NAME_NODE_LOG2]; /* any mutator, CAS */
} cl_name_node;
static_assert(sizeof(cl_name_node) == CL_CACHE_LINE, "name node");

/* A permanent named thing: a name, a class, a repository, a channel. Found through the name buckets. */
typedef struct cl_entity {
    cl_object_header header;     /* length = bytes of `name`                                         */
    uint32_t next;               /* granules: next of the same hash, written before publication      */
    uint32_t hash;               /* FNV-1a of kind and name                                          */
    uint32_t kind;               /* enum cl_kind                                                     */
    _Atomic uint32_t changes;    /* repository: CL_CHANGES_*, a futex any mutator, CAS               */
    _Atomic uint64_t value;      /* repository: tagged slot       any mutator, barriered store
                                    class: newest shape id         any mutator, CAS
                                    channel: granules of its queue, 0: none   any mutator, CAS       */
    char name[];                 /* UTF-8, not terminated                                            */
} cl_entity;
static_assert(sizeof(cl_entity) == 40, "entity");

/* What a repository's `changes` counts from CL_CHANGES_ONE on: the wake-ups of who waited for another value. */
#define CL_CHANGES_AWAITED 1u /* somebody sleeps on the word, or is about to */
#define CL_CHANGES_REMOVED 2u /* not listed until the next set or findOrCreate */
#define CL_CHANGES_ONE 4u

/* The messages of a channel [layout.channel]. Senders have one lock, receivers another. Message number n is in the
 * array's slot n & mask from the store of the sender's `tail` on until the store of the receiver's `head`. */
typedef struct cl_queue {
    cl_object_header header; /* length = sizeof(cl_queue) */
    uint32_t channel;        /* granules of its entity */
    uint32_t capacity;
    uint32_t mask; /* the array's length - 1; the length is a power of two */
    uint32_t type; /* enum cl_type */
    uint32_t type_name;     /* granules of the class entity for CL_TYPE_CLASS, else 0 */
    uint32_t reserved;
    _Atomic uint64_t ring; /* reference of a CL_KIND_ARRAY, a root; 0 when removed     barriered store */

    _Alignas(2 * CL_CACHE_LINE) _Atomic uint32_t tail; /* CL_QUEUE_*: messages sent; receivers sleep on it
                                                          owner of send_lock, exchange; flags any, CAS     */
    _Alignas(2 * CL_CACHE_LINE) _Atomic uint32_t freed; /* CL_QUEUE_*: messages whose slots are free again; senders
                                                          sleep on it
                                                          owner of receive_lock, exchange; flags any, CAS  */

    _Alignas(2 * CL_CACHE_LINE) _Atomic uint32_t send_lock; /* CL_LOCK_*  any mutator, CAS; daemon after death */
    uint32_t freed_seen;                /* copy of freed's count             owner of send_lock            */
    _Atomic uint64_t sent;              /* messages, stored before tail      owner of send_lock            */
    _Atomic uint64_t send_waits;        /* sleeps of senders, 100 ms at most  any, add                     */

    _Alignas(2 * CL_CACHE_LINE) _Atomic uint32_t receive_lock; /* as send_lock */
    _Atomic uint32_t head;              /* messages received: a count        owner of receive_lock         */
    _Atomic uint32_t tail_seen;         /* copy of tail's count              owner of receive_lock         */
    uint32_t reserved1;
    _Atomic uint64_t received;          /* messages, stored before head      owner of receive_lock         */
    _Atomic uint64_t receive_waits;     /* sleeps of receivers               any, add                      */
} cl_queue;
static_assert(sizeof(cl_queue) == 640, "queue");

/* tail and freed: a count of 30 bits above two flags. */
#define CL_QUEUE_AWAITED 1u /* somebody sleeps on the word for whom no wake-up is on its way */
#define CL_QUEUE_CLOSED 2u  /* in tail it decides; in freed it wakes senders */
#define CL_QUEUE_ONE 4u
#define CL_QUEUE_FLAGS 3u
#define CL_QUEUE_COUNT_SHIFT 2u
#define CL_QUEUE_COUNT_MASK 0x3fffffffu
#define CL_CHANNEL_CAPACITY 256u          /* when none is asked for */
#define CL_CHANNEL_CAPACITY_MAX (1u << 24)

/* A call of a service [layout.call]: an object of the class CL_CALL_CLASS, whose fields are pinned at these slots. */
#define CL_CALL_CLASS "colors.rpc.Call"
enum cl_call_slot {
    CL_CALL_STATUS,    /* integer: CL_CALL_*             client and server, CAS */
    CL_CALL_DEADLINE,  /* integer: CLOCK_MONOTONIC in ns, 0: none        client */
    CL_CALL_METHOD,    /* integer: granules of a CL_KIND_NAME entity     client */
    CL_CALL_CALLER,    /* integer: cl_vm_incarnation()                   client */
    CL_CALL_COUNT,     /* integer: arguments                             client */
    CL_CALL_ARGUMENTS, /* any: the first CL_CALL_INLINE of them          client */
    CL_CALL_MORE = 9,  /* any: a list of the others, or null             client */
    CL_CALL_RESULT,    /* any: or what says why there is none            server */
    CL_CALL_REPLIES,   /* any: where to report the end, or null          client */
    CL_CALL_NEXT,      /* any: the call that ended before it             server */
    CL_CALL_CONTEXT,   /* any: a list of texts, keys and values, or null client */
    CL_CALL_SLOTS
};
#define CL_CALL_INLINE 4u
/* Its status: a state, who took it (index in the VM table + 1), and that process's generation. Its lower half is a
 * futex. A new object has the state 0. */
#define CL_CALL_AWAITED 1ull /* somebody sleeps on it */
#define CL_CALL_STATE_SHIFT 1u
#define CL_CALL_STATE_MASK 15ull
#define CL_CALL_VM_SHIFT 8u
#define CL_CALL_VM_MASK 0xffffull
enum cl_call_state {
    CL_CALL_SENT = 1,
    CL_CALL_TAKEN,
    CL_CALL_DONE,      /* there is a result           server */
    CL_CALL_FAILED,    /* it says why there is none   server */
    CL_CALL_LOST,      /* its server died             client */
    CL_CALL_CANCELLED, /* the client gave up          client */
    CL_CALL_UNSERVED   /* no server was left          client */
};

/* Where calls are reported that ended: an object of the class CL_REPLIES_CLASS, a client's own. */
#define CL_REPLIES_CLASS "colors.rpc.Replies"
enum cl_replies_slot {
    CL_REPLIES_COUNT, /* integer: calls reported << 1 | CL_CALL_AWAITED; its lower half is a futex  server, add */
    CL_REPLIES_FIRST, /* any: the call reported last, which leads to those before; or null any, CAS */
    CL_REPLIES_SLOTS
};

/* A service is a channel and a repository of this name; the repository holds a flat array of CL_SERVERS integers, each
 * the incarnation of a process that serves, or 0. */
#define CL_SERVICE_PREFIX "colors.rpc/"
#define CL_SERVERS CL_VM_MAX

/* Extension blocks are chained and never move, so a field keeps its place for the object's life.
 * Block k has CL_EXTENSION_SLOTS << k slots. */
#define CL_EXTENSION_SLOTS 4u

#define CL_VM_READONLY 1u /* it cannot write to the graph [layout.reader] */
#define CL_VM_ABSENT 2u   /* it lives and has no connection: of an earlier daemon, or it gave it up [layout.death] */
typedef struct cl_vm {
    _Atomic uint32_t state;    /* 0 free, 1 attached                         daemon                    */
    uint32_t pid;              /*                                            daemon                    */
    uint32_t uid;              /*                                            daemon                    */
    _Atomic uint32_t chunks;   /* root-log chunks held                       the VM                    */
    uint64_t attached_ns;      /* CLOCK_REALTIME                             daemon                    */
    _Atomic uint32_t flags;    /* CL_VM_*                                    daemon                    */
    uint32_t quota_slots;      /* 0: none                                    daemon                    */
    uint32_t quota_chunks;     /* 0: none                                    daemon                    */
    _Atomic uint32_t answered; /* one more than the pressure that its own collector has last answered; 0: it has
                                  none                                       the VM                    */
    uint64_t quota_bytes;      /* allocated between two cycles; 0: none      daemon                    */
    uint64_t area;             /* of a reader: the inode of its area, else 0 daemon                    */
    _Atomic uint32_t generation; /* never 0; stays when the process comes back to another daemon [layout.call]
                                                                             daemon                    */
    uint32_t reserved;
    char language[16];         /* zero padded                                daemon                    */
    char program[48];          /* zero padded                                daemon                    */
} cl_vm;
static_assert(sizeof(cl_vm) == 128, "vm");

/* One per thread that touches the heap; padded so that no two counters share a cache line pair. */
typedef struct cl_slot {
    _Atomic uint64_t seq;       /* odd inside a heap operation               owner                     */
    uint64_t alloc_top;         /* offset of the next free byte of its buffer owner                    */
    uint64_t alloc_limit;       /* end of its buffer                         owner                     */
    uint32_t chunk;             /* index of the current root-log chunk + 1   owner                     */
    _Atomic uint32_t evolving;  /* granules: the object it is evolving, or 0 owner; daemon after death */
    _Atomic uint32_t vm;        /* index in the VM table + 1; 0: free        claimed by CAS            */
    uint32_t tid;               /*                                           owner                     */
    uint64_t allocated_bytes;   /* statistics                                owner                     */
    uint64_t allocated_objects; /* statistics (C side and large objects)     owner                     */
    uint64_t alloc_scan;        /* where the search for its next hole begins; its low bits are buffer.c's owner */
    uint64_t unreported_bytes;  /* handed out, not yet in header.allocated   owner                     */
    uint32_t region;            /* index + 1 of the region it owns or is about to claim, or 0
                                                                             owner; daemon after death */
    uint32_t large;             /* index + 1 of the first region of its last large block, or 0
                                                                             owner; daemon after death */
    uint32_t large_count;       /* regions of that block                     owner                     */
    _Atomic uint32_t container; /* granules: the container whose lock it holds or wants, or 0
                                                                             owner; daemon after death */
    _Atomic uint32_t held;      /* monitors that it has, or is entering      owner                     */
    _Atomic uint32_t waiting;   /* granules: the object whose monitor it sleeps for, or 0
                                                                             owner; daemon after death */
    _Atomic uint64_t wait_ticket; /* order among those who wait              owner                     */
    _Atomic uint32_t waiting_on; /* granules: the object that it waits for to be notified, or 0
                                                                             owner; daemon after death */
    _Atomic uint32_t wake;      /* futex, CL_WAKE_*                          owner, and who notifies by CAS */
    uint32_t spins;             /* an estimate of how long monitors are had  owner                     */
    _Atomic uint32_t abandoned; /* granules: an object that an earlier owner of this slot was evolving when it died,
                                   until that is settled; 0               daemon                    */
    _Atomic uint64_t waiting_at; /* granules of the queue it sleeps at | CL_WAITING_*, or 0
                                                                             owner; daemon after death */
} cl_slot;
static_assert(sizeof(cl_slot) == 128, "slot");
#define CL_WAITING_TO_SEND (1ull << 32)
#define CL_WAITING_TO_RECEIVE (1ull << 33)
#define CL_WAITING_FOR_CALL (1ull << 34) /* at a call or replies, not at a queue */

typedef struct cl_chunk { /* head of a root-log chunk; its entries are in the chunk pool */
    _Atomic uint32_t vm;   /* index in the VM table + 1; 0: free             claimed by CAS            */
    uint16_t slot;         /* index of the slot that filled it               owner                     */
    _Atomic uint16_t backed; /* its entries have memory: before, nobody reads them  owner; daemon after death */
} cl_chunk;
static_assert(sizeof(cl_chunk) == 8, "chunk");

/* The ranges of a chunk [layout.range]: memory in which its slot allocates, or did. What begins in one and has a mark
 * byte is a root, without an entry. A range is CL_RANGE_* and lies in one region. Only the last one of a slot's current
 * chunk may still be allocated in; the others have shrunk to what was taken. */
typedef struct cl_ranges {
    _Atomic uint32_t count; /* in use; the others are 0                       owner; daemon after death */
    uint32_t bytes;         /* that those had when they were made             owner; daemon after death */
    _Atomic uint64_t ranges[CL_CHUNK_RANGES]; /* granules of the first | their number << CL_RANGE_SHIFT, or 0
                                                                              owner; daemon after death */
} cl_ranges;
static_assert(sizeof(cl_ranges) == 512, "ranges");
#define CL_RANGE_START_MASK 0xffffffffull
#define CL_RANGE_SHIFT 32u

/* What one cycle of the collector did. Times are CLOCK_MONOTONIC. Written by the daemon only. */
typedef struct cl_cycle {
    _Atomic uint64_t number; /* 1, 2, ...; stored last; 0: empty */
    uint64_t start_ns;
    uint64_t grace_ns;
    uint64_t report_ns;
    uint64_t mark_ns;
    uint64_t sweep_ns;
    uint64_t slowest_grace_ns; /* one wait for one slot */
    uint32_t slowest_vm;       /* index + 1 of that slot's VM, or 0 */
    uint32_t passes;           /* over the mark bytes, until one finds no grey */
    uint64_t root_count;       /* log entries and repositories that named an object */
    uint64_t marked_objects;
    uint64_t marked_bytes;
    uint64_t freed_objects; /* by the daemon; allocators sweep too */
    uint64_t hole_bytes;    /* free bytes in regions that hold objects */
    uint64_t free_bytes;    /* bytes in regions that hold none */
    uint64_t mark_cpu_ns;   /* processor time of all marking threads; mark_ns is by the clock */
    uint64_t used_bytes;    /* in use when it began, as far as known */
} cl_cycle;
static_assert(sizeof(cl_cycle) == 128, "cycle");

typedef struct cl_header {
    uint64_t magic;
    uint64_t fingerprint; /* of cl_layout_table() */
    uint64_t segment_bytes;
    uint64_t buckets_offset; /* _Atomic uint32_t[CL_NAME_BUCKETS]: the trie of names [layout.names] */
    uint64_t vms_offset;
    uint64_t slots_offset;
    uint64_t chunks_offset;        /* cl_chunk[CL_CHUNK_MAX] */
    uint64_t chunk_entries_offset; /* _Atomic uint32_t[CL_CHUNK_MAX][CL_CHUNK_ENTRIES]: granules */
    uint64_t chunk_ranges_offset;  /* cl_ranges[CL_CHUNK_MAX] */
    uint64_t regions_offset; /* _Atomic uint32_t[objects_bytes / CL_REGION_BYTES] */
    uint64_t cycles_offset;  /* cl_cycle[CL_CYCLE_RECORDS], the one of number n at n % CL_CYCLE_RECORDS */
    uint64_t classes_offset, classes_bytes;
    uint64_t marks_offset, marks_bytes;
    uint64_t objects_offset, objects_bytes;
    uint32_t builtin_shape[24]; /* shape id by enum cl_kind */
    uint32_t daemon_pid;   /* of the daemon that has it now */
    _Atomic uint32_t ended; /* 1: the daemon was ended on purpose: nobody starts another one by itself */
    uint64_t created_ns;
    uint64_t id[2];         /* random: a daemon adopts the segment that the last one served and no other */

    _Alignas(CL_CACHE_LINE) _Atomic uint64_t gc_word; /*                      daemon only             */
    _Atomic uint32_t sweeps; /* begun; counted before the first object is freed daemon only             */

    _Alignas(CL_CACHE_LINE) _Atomic uint64_t classes_top; /* offset           any, CAS                */
    _Atomic uint64_t classes_committed; /* offset, at least classes_top       any, after fallocate    */
    _Atomic uint32_t region_cursor;     /* where the search for a region begins any                   */
    _Atomic uint32_t region_top;        /* no region from here on was ever claimed any, only raised    */
    _Atomic uint64_t allocated;         /* bytes handed out since the beginning any, add              */

    _Alignas(CL_CACHE_LINE) _Atomic uint32_t swept_epoch; /* epoch of the last cycle that marked all   daemon */
    _Atomic uint32_t gc_requests;       /* futex; the collector looks whether a cycle is due or asked for any, add */
    _Atomic uint32_t cycles_started;    /*                                    daemon                  */
    _Atomic uint32_t cycles_finished;   /* futex; wakes who waits for memory  daemon                  */
    _Atomic uint32_t pressure;          /* raised when memory is short after a cycle: processes run their
                                           own collector, for dead wrappers hold roots  any, add      */
    _Atomic uint32_t phase;             /* enum cl_phase                      daemon                  */
    _Atomic uint32_t waiting_slot;      /* index + 1 of the slot whose operation the collector waits for, or 0 daemon */
    _Atomic uint32_t gc_asks;           /* for a cycle, due or not; before gc_requests        any, add */
    _Atomic uint64_t live_bytes;        /* marked by the last cycle           daemon                  */
    _Atomic uint64_t used_base;         /* header.allocated - used_base bytes are in use, as far as known  daemon */
    _Atomic uint64_t trigger;           /* who makes header.allocated reach it rings gc_requests  daemon */

    _Alignas(CL_CACHE_LINE) _Atomic uint64_t wait_tickets; /* waits begun     any, add                */
    _Atomic uint32_t slots_top;         /* no slot from here on was ever used any, only raised        */
    _Atomic uint32_t wait_buckets[CL_WAIT_BUCKETS]; /* by hash of an object: 0: nobody waits for it to be notified
                                                                              any, CAS                */

    char fault[256]; /* what the collector found corrupt, terminated; written before phase    daemon          */

    _Alignas(CL_CACHE_LINE) _Atomic uint64_t version; /* CL_VERSION, stored last */
} cl_header;
static_assert(sizeof(cl_header) <= CL_PAGE, "header is one page");

#ifdef __cplusplus
#undef _Atomic
#undef _Alignas
#pragma GCC diagnostic pop
#endif
#endif
