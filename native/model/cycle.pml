/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The collector's protocol [model.cycle]: rules M1 to M6 of the mutators (mutator.h), D1 to D7 of the daemon
 * (collector.c). Two mutators, or three, and the daemon on a heap of single-field objects; cycles never end.
 *
 * Two epoch values, and dead is what has not the cycle's: if that is safe, three values with "exactly the epoch before"
 * are. One search covers any number of cycles and any reuse of blocks.
 * Object 1 is Y, a permanent root; 2..N live in the heap. Mark byte: bits 0-1 epoch, bit 2 GREY, bit 3 OBJECT.
 *
 * A d_step is one access to shared memory. Two are merged where one of them commutes with all that others can do in
 * between: enter with the first load, the last store with leave, the daemon's read of a reference with its shading.
 *
 * Options (-D)     default
 *  NO       1  heap objects besides Y
 *  R        1  root log entries of a mutator
 *  GRACES   4  grace periods between flip and reports
 *  ALLOC    1  colour of a new object: 1 grey until the reports are in, then black; 0 always black
 *  INSERT   2  shade of the stored value: 2 while reports are outstanding; 1 always; 0 never
 *  DROP     1  dropping or overwriting a log entry while reports are outstanding shades it (M5); 0: it does not
 *  CHAIN    0  1: operations with several accesses: they follow links and store before they leave
 *  INIT     0  1: an allocation may initialise the field with the other log entry, before the mark byte (R 2)
 *  DUP      0  1: there is an operation that copies a log entry, without a shade
 *  ORDER    1  1: a grace period samples the slots in any order; 0: T0, T1
 *  SPLIT    0  1: the last grace period and the report are done mutator by mutator, T1 first
 *  DIE      0  1: mutators die at any step, and the slot is attached anew
 *  EARLY    0  1: Y is scanned before the reports are in
 *  BARE     0  1: the GC word is read before the operation is entered
 *  NOENTER  0  1: a load is no operation
 *  TSO      0  stores go through a FIFO of K entries, which the heavy fence of a grace period drains: 1: those of both
 *              mutators; 2: of T1, while memory takes T0's at once
 *  K        2  entries of such a FIFO
 *  NOFENCE  0  i: the i-th grace period has no heavy fence; 9: none has
 *  PRE      0  1: Y refers to object 2 at the start
 *  ASYM     0  smaller searches: 1: T1 only loads, drops, and stores null to Y; 2: besides T0 loads Y's field into entry
 *              1 only, allocates into entry 0 only, and stores no null
 *  CAS      0  1: a store of a reference is a compare and swap (Heap.exchangeTagged, cl_field_exchange); 2: that does not
 *              shade what it takes away
 *  T        2  mutators; 3: with ORDER 0, without TSO and SPLIT
 *  CLEANER  0  1: a thread with a slot of its own empties T0's log entries (cl_chunk_free), as chunks of which T0 uses
 *              nothing any more; with T 3, R 2, and without operation 16 of T0
 *  NODROP   0  1: it does not shade what it drops
 *  OPS0,    31 which operations a mutator has: 1 load, 2 store of null, 4 store of a reference, 8 allocation, 16 drop;
 *  OPS1, OPS2  entries are copied by T0 only
 *  ONE      0  1: T1 uses its first log entry only
 *  NEXT     0  1: the daemon dies at any step, any number of times, and the next one goes on [collector.adoption]
 *  COMPLETE 0  garbage at that many flips in a row must be freed by the end of the last of these cycles; 0: not checked
 */
#ifndef NO
#define NO 1
#endif
#ifndef R
#define R 1
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef GRACES
#define GRACES 4
#endif
#ifndef ALLOC
#define ALLOC 1
#endif
#ifndef INSERT
#define INSERT 2
#endif
#ifndef DROP
#define DROP 1
#endif
#ifndef CHAIN
#define CHAIN 0
#endif
#ifndef INIT
#define INIT 0
#endif
#ifndef DUP
#define DUP 0
#endif
#ifndef ORDER
#define ORDER 1
#endif
#ifndef SPLIT
#define SPLIT 0
#endif
#ifndef DIE
#define DIE 0
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef BARE
#define BARE 0
#endif
#ifndef NOENTER
#define NOENTER 0
#endif
#ifndef TSO
#define TSO 0
#endif
#ifndef K
#define K 2
#endif
#ifndef NOFENCE
#define NOFENCE 0
#endif
#ifndef PRE
#define PRE 0
#endif
#ifndef ASYM
#define ASYM 0
#endif
#ifndef COMPLETE
#define COMPLETE 0
#endif
#ifndef CLEANER
#define CLEANER 0
#endif
#ifndef NODROP
#define NODROP 0
#endif
#ifndef OPS0
#define OPS0 31
#endif
#ifndef OPS1
#define OPS1 31
#endif
#ifndef OPS2
#define OPS2 31
#endif
#ifndef T
#define T 2
#endif
#ifndef CAS
#define CAS 0
#endif
#ifndef ONE
#define ONE 0
#endif

#define N (NO+1)

/* ---- shared memory, by address */
#define FIELD(o)   (o)
#define MARK(o)    (N+(o))                /* 0: no object */
#define ROOT(t, k) (2*N+1+(t)*R+(k))
#define ODD(t)     (2*N+1+T*R+(t))        /* parity of a slot's counter */
byte mem[2*N+1+T*R+T];
byte epoch; bit report;                   /* the GC word */
bit  waits[T];                            /* the daemon sampled the counter odd and waits for a change */

/* ---- ghosts */
byte held[T];                             /* reference in a register of an operation, not in the log (yet) */
byte taken[N+1];                          /* whoever took the block, + 1; 0: the block is in a hole */
#if COMPLETE
byte garbage[N+1];                        /* flips for which the object was garbage */
#endif

#define OBJECT      8
#define BLACK(e)    (OBJECT+(e))
#define GREY(e)     (OBJECT+4+(e))
#define WHITE(m, e) (((m) & 3) != (e))
#if ALLOC
#define COLOUR(e, r) ((r) -> GREY(e) : BLACK(e))
#else
#define COLOUR(e, r) BLACK(e)
#endif

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

#if TSO
byte at[2*K], value[2*K], pending[2];     /* store buffers */
#define LOAD_ENTRY(t, i, a, rest) ((pending[t] > (i) && at[(t)*K+(i)] == (a)) -> value[(t)*K+(i)] : (rest))
#if K == 1
#define LD(t, a)    LOAD_ENTRY(t, 0, a, mem[a])
#elif K == 2
#define LD(t, a)    LOAD_ENTRY(t, 1, a, LOAD_ENTRY(t, 0, a, mem[a]))
#elif K == 3
#define LD(t, a)    LOAD_ENTRY(t, 2, a, LOAD_ENTRY(t, 1, a, LOAD_ENTRY(t, 0, a, mem[a])))
#else
#define LD(t, a)    LOAD_ENTRY(t, 3, a, LOAD_ENTRY(t, 2, a, LOAD_ENTRY(t, 1, a, LOAD_ENTRY(t, 0, a, mem[a]))))
#endif
#define ROOM(t, n)  (pending[t] + (n) <= K)
#if TSO == 2
#define ST(t, a, x) if :: t == 0 -> mem[a] = (x); if :: (a) == ODD(0) -> waits[0] = 0 :: else fi \
  :: else -> at[(t)*K+pending[t]] = (a); value[(t)*K+pending[t]] = (x); pending[t]++ fi
#else
#define ST(t, a, x) at[(t)*K+pending[t]] = (a); value[(t)*K+pending[t]] = (x); pending[t]++
#endif
#define DRAINED(t)  (pending[t] == 0)
#define ENTER(t)    ST(t, ODD(t), 1)
#define LEAVE(t)    ST(t, ODD(t), 0)
inline commit(t) {                        /* the oldest store reaches memory */
  mem[at[(t)*K]] = value[(t)*K];
  if :: at[(t)*K] == ODD(t) -> waits[t] = 0 :: else fi;
  pending[t]--;
#if K > 1
  at[(t)*K] = at[(t)*K+1]; value[(t)*K] = value[(t)*K+1];
#endif
#if K > 2
  at[(t)*K+1] = at[(t)*K+2]; value[(t)*K+1] = value[(t)*K+2];
#endif
#if K > 3
  at[(t)*K+2] = at[(t)*K+3]; value[(t)*K+2] = value[(t)*K+3];
#endif
  at[(t)*K+K-1] = 0; value[(t)*K+K-1] = 0;
#if K > 1
  if :: pending[t] == 0 -> at[(t)*K] = 0; value[(t)*K] = 0 :: else fi
#endif
}
inline drain(t) { do :: pending[t] > 0 -> commit(t) :: else -> break od }
#else
#define LD(t, a)    mem[a]
#define ROOM(t, n)  true
#define ST(t, a, x) mem[a] = (x)
#define DRAINED(t)  true
#define ENTER(t)    mem[ODD(t)] = 1
#define LEAVE(t)    mem[ODD(t)] = 0; waits[t] = 0
#endif

/* From Y, the logs, the registers, and what stands in store buffers. */
inline reachable(rs) {
  rs = 1<<1 | 1<<held[0] | 1<<held[1] | 1<<held[T-1]; gi = 0;
  do :: gi < T*R -> rs = rs | 1<<mem[ROOT(0, gi)]; gi++ :: else -> break od;
#if TSO
  gi = 0;
  do :: gi < 2*K ->
        if :: at[gi] != 0 && (at[gi] <= N || (at[gi] >= ROOT(0, 0) && at[gi] < ODD(0))) -> rs = rs | 1<<value[gi] :: else fi; gi++
     :: else -> break od;
#endif
  gj = 0;
  do :: gj < NO -> gi = 1;
        do :: gi <= N -> if :: rs & (1<<gi) -> rs = rs | 1<<mem[FIELD(gi)] :: else fi; gi++ :: else -> break od;
        gj++
     :: else -> break od;
  gi = 0; gj = 0
}

/* ---- mutators */
#if DIE
#define OR_DIE :: goto die
#else
#define OR_DIE
#endif
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi

/* A load and a compare; seldom a plain store. */
#define SHADE(x) if :: (x) == 0 \
  :: d_step { (x) != 0 && WHITE(LD(t, MARK(x)), e) -> assert(LD(t, MARK(x)) != 0); LOG("T%d finds %d white\n", t, x) }; \
     S(ROOM(t, 1); ST(t, MARK(x), GREY(e)); LOG("T%d shades %d with epoch %d\n", t, x, e)) \
  :: d_step { (x) != 0 && !WHITE(LD(t, MARK(x)), e) -> assert(LD(t, MARK(x)) != 0); LOG("T%d finds %d marked\n", t, x) } \
  OR_DIE fi
#if DROP
#define SHADE_ENTRY if :: !r :: r -> SHADE(LD(t, ROOT(t, k))) fi
#else
#define SHADE_ENTRY skip
#endif

#if CLEANER
byte freeing;                             /* the entry that the cleaner empties, + 1 */
byte inuse;                               /* ghost: bit k: T0's operation is about its entry k, or what stands there */
#define R0 (t == 0 && freeing == 1 -> 0 : LD(t, ROOT(t, 0)))
#define R1 (t == 0 && freeing == 2 -> 0 : LD(t, ROOT(t, 1)))
#define IS(k, pp, vv, kk) (((kk) == (k) || (mem[ROOT(0, k)] != 0 && (mem[ROOT(0, k)] == (pp) || mem[ROOT(0, k)] == (vv)))) -> 1 << (k) : 0)
#define USE(pp, vv, kk) inuse = (t == 0 -> IS(0, pp, vv, kk) + IS(1, pp, vv, kk) : inuse)
#define NOT_FREED(kk) !(t == 0 && freeing == (kk) + 1)
#else
#define R0 LD(t, ROOT(t, 0))
#define R1 LD(t, ROOT(t, 1))
#define USE(pp, vv, kk) skip
#define NOT_FREED(kk) true
#endif
#define READ_GC e = epoch; r = report
#if NOENTER
#define ENTER_LOAD skip
#else
#define ENTER_LOAD ENTER(t)
#endif
#if BARE
#define ENTER_STORE skip
#else
#define ENTER_STORE ENTER(t)
#endif
#define ANY_HOLE   (taken[2] == 0 || (NO > 1 && taken[N] == 0))
#define FIRST_HOLE (taken[2] == 0 -> 2 : N)

#define HAS(op, kk) (((t == 0 -> OPS0 : (t == 1 -> OPS1 : OPS2)) & (op)) && !(ONE && t == 1 && (kk) != 0))

/* log entry kk = pp.field */
#define LOAD_OP(c, pp, kk) :: d_step { HAS(1, kk) && NOT_FREED(kk) && (c) && ROOM(t, 1) && !(ASYM == 2 && (t == 1 || (pp) != 1 || kk != 1)) -> \
    USE(pp, 0, kk); ENTER_LOAD; READ_GC; held[t] = LD(t, FIELD(pp)); k = kk; assert(LD(t, MARK(pp)) != 0); \
    LOG("T%d enters load: %d.f = %d\n", t, pp, held[t]) }; goto load
/* pp.field is a reference that this thread has logged, so a root: no operation, and nothing changes (Heap.loadTagged). */
#define KNOWN_OP(pp) :: d_step { HAS(1, 0) && (pp) != 0 && LD(t, FIELD(pp)) != 0 && (LD(t, FIELD(pp)) == R0 || (R > 1 && LD(t, FIELD(pp)) == R1)) -> \
    assert(LD(t, MARK(pp)) != 0); assert(LD(t, MARK(LD(t, FIELD(pp)))) != 0) }
/* pp.field = vv */
#define STORE_OP(c, pp, vv) :: d_step { HAS(((vv) == 0 -> 2 : 4), 0) && (c) && ROOM(t, 1) && !(ASYM && t == 1 && ((vv) != 0 || (pp) != 1)) && \
    !(ASYM == 2 && t == 0 && (vv) == 0) -> USE(pp, vv, 9); ENTER_STORE; READ_GC; p = pp; v = vv; \
    LOG("T%d enters store %d.f = %d (epoch %d, report %d)\n", t, p, v, e, r) }; goto store
/* log entry kk, which is empty, = a new object whose field is vv. Before the operation (M6) the block is taken and
 * logged: the entry names what is no object yet. */
#define ALLOC_OP(c, pp, vv, kk) :: d_step { HAS(8, kk) && NOT_FREED(kk) && (c) && !(ASYM && t == 1) && !(ASYM == 2 && kk != 0) && ANY_HOLE && \
    LD(t, ROOT(t, kk)) == 0 && ROOM(t, 2) -> USE(0, vv, kk); o = FIRST_HOLE; taken[o] = t + 1; k = kk; v = vv; p = pp; ST(t, FIELD(o), v); \
    ST(t, ROOT(t, k), o); LOG("T%d takes block %d, f = %d, and logs it\n", t, o, v) }; goto alloc
#if DROP
#define DROP_OP(kk) :: d_step { HAS(16, kk) && LD(t, ROOT(t, kk)) != 0 && ROOM(t, 1) -> ENTER(t); READ_GC; k = kk; \
    LOG("T%d enters drop of root %d (epoch %d, report %d)\n", t, LD(t, ROOT(t, kk)), e, r) }; goto drop
#else
#define DROP_OP(kk) :: d_step { HAS(16, kk) && LD(t, ROOT(t, kk)) != 0 && ROOM(t, 1) -> LOG("T%d drops root %d\n", t, LD(t, ROOT(t, kk))); ST(t, ROOT(t, kk), 0) }
#endif
/* log entry kk = the other entry */
#define DUP_OP(vv, kk) :: d_step { t == 0 && (vv) != 0 && ROOM(t, 1) -> ENTER(t); READ_GC; held[t] = vv; k = kk; \
    LOG("T%d copies root %d (epoch %d, report %d)\n", t, held[t], e, r) }; goto dup

#if CLEANER
#define CLEAR p = 0; v = 0; o = 0; k = 0; e = 0; r = 0; hops = 0; inuse = (t == 0 -> 0 : inuse)
#else
#define CLEAR p = 0; v = 0; o = 0; k = 0; e = 0; r = 0; hops = 0
#endif
#define LOG_AND_LEAVE(x) S(ROOM(t, 2); ST(t, ROOT(t, k), x); LOG("T%d logs root %d, leaves\n", t, x); LEAVE(t); held[t] = 0; CLEAR)

proctype Mutator(byte t) {
  byte p, v, o, k, e, hops; bit r;
idle:
  do
  LOAD_OP(true, 1, 0) LOAD_OP(R0 != 0, R0, 0) KNOWN_OP(1) KNOWN_OP(R0)
  STORE_OP(true, 1, 0) STORE_OP(R0 != 0, 1, R0) STORE_OP(R0 != 0, R0, 0) STORE_OP(R0 != 0, R0, R0)
  ALLOC_OP(true, 1, 0, 0)
  DROP_OP(0)
#if R > 1
  KNOWN_OP(R1)
  LOAD_OP(R1 != 0, R1, 0) LOAD_OP(true, 1, 1) LOAD_OP(R0 != 0, R0, 1) LOAD_OP(R1 != 0, R1, 1)
  STORE_OP(R1 != 0 && R1 != R0, 1, R1) STORE_OP(R1 != 0 && R1 != R0, R1, 0) STORE_OP(R1 != 0 && R1 != R0, R1, R1)
  STORE_OP(R1 != 0 && R0 != 0 && R1 != R0, R0, R1) STORE_OP(R1 != 0 && R0 != 0 && R1 != R0, R1, R0)
  ALLOC_OP(true, 1, 0, 1)
  DROP_OP(1)
#if DUP
  DUP_OP(R0, 1) DUP_OP(R1, 0)
#endif
#endif
#if INIT
#if R > 1
  ALLOC_OP(R0 != 0, 1, R0, 1) ALLOC_OP(R1 != 0, 1, R1, 0)
#endif
#endif
  OR_DIE
  od;

load:                                     /* cl_load_at: M3 */
#if CHAIN
  if
  :: true
  :: d_step { held[t] != 0 && hops < 1 -> hops++; p = held[t]; held[t] = LD(t, FIELD(p)); assert(LD(t, MARK(p)) != 0); p = 0; LOG("T%d follows link to %d\n", t, held[t]) }; goto load
  :: d_step { held[t] != 0 -> k = 0; hops = 0; p = held[t]; v = R0 }; goto store
  :: d_step { held[t] != 0 -> k = 0; hops = 0; p = 1; v = held[t] }; goto store
  :: d_step { held[t] != 0 && R0 != 0 -> k = 0; hops = 0; p = R0; v = held[t] }; goto store
  fi;
#endif
  SHADE_ENTRY;
  LOG_AND_LEAVE(held[t]);
  goto idle;

store:                                    /* cl_store_barriered: M2 */
#if BARE
  S(ROOM(t, 1); ENTER(t); LOG("T%d enters\n", t));
#endif
#if INSERT
  if :: !(INSERT == 1 || r) :: INSERT == 1 || r -> SHADE(v) fi;
#endif
  S(o = LD(t, FIELD(p)); LOG("T%d reads old value %d.f = %d\n", t, p, o); assert(LD(t, MARK(p)) != 0));
#if CAS != 2
  SHADE(o);
#endif
#if CAS
  S(DRAINED(t); if :: mem[FIELD(p)] == o -> mem[FIELD(p)] = v; LOG("T%d exchanges %d.f = %d, leaves\n", t, p, v)
    :: else -> LOG("T%d finds another value in %d.f, leaves\n", t, p) fi; LEAVE(t); held[t] = 0; CLEAR);
  goto idle;
#endif
  S(ROOM(t, 2); ST(t, FIELD(p), v); LOG("T%d stores %d.f = %d, leaves\n", t, p, v); LEAVE(t); held[t] = 0; CLEAR);
  goto idle;

alloc:                                    /* cl_object_make; M4: the mark byte makes it an object */
  S(ROOM(t, 1); ENTER(t); READ_GC; LOG("T%d enters to publish %d (epoch %d, report %d)\n", t, o, e, r));
#if CHAIN
  if
  :: true
  :: S(ROOM(t, 1); ST(t, MARK(o), COLOUR(e, r)); v = o; o = 0; k = 0; LOG("T%d: %d is an object, mark %d\n", t, v, LD(t, MARK(v)))); goto store
  fi;
#endif
  S(ROOM(t, 2); ST(t, MARK(o), COLOUR(e, r)); LOG("T%d: %d is an object, mark %d; leaves\n", t, o, LD(t, MARK(o))); LEAVE(t); CLEAR);
  goto idle;

#if DROP
drop:                                     /* empty of chunk.c: M5 */
  SHADE_ENTRY;
  LOG_AND_LEAVE(0);
  goto idle;
#endif

#if DUP
dup:
  SHADE_ENTRY;
  LOG_AND_LEAVE(held[t]);
  goto idle;
#endif

#if DIE                                   /* cl_reclaim_vm, D7: the roots vanish, the counter becomes even, blocks go back */
die: skip;
  d_step {
#if TSO
    drain(t);
#endif
    held[t] = 0; mem[ODD(t)] = 0; waits[t] = 0; CLEAR;
    do :: k < R -> mem[ROOT(t, k)] = 0; k++ :: else -> k = 0; break od;
    o = 2;
    do :: o <= N -> if :: taken[o] == t + 1 && mem[MARK(o)] == 0 -> taken[o] = 0; mem[FIELD(o)] = 0 :: else fi; o++ :: else -> o = 0; break od;
    LOG("T%d dies\n", t) };
  goto idle
#else
  skip
#endif
}

#if CLEANER
#define FREE(i) :: d_step { mem[ROOT(0, i)] != 0 && !(inuse & (1 << (i))) -> freeing = (i) + 1; k = i; ENTER(t); READ_GC; \
  LOG("cleaner: frees the chunk with root %d (epoch %d, report %d)\n", mem[ROOT(0, i)], e, r) }
proctype Cleaner(byte t) {                /* empty of chunk.c: M5 */
  byte e, k; bit r;
  do
  :: if FREE(0) FREE(1) fi;
#if !NODROP
     if :: !r || mem[MARK(mem[ROOT(0, k)])] == 0 :: r && mem[MARK(mem[ROOT(0, k)])] != 0 -> SHADE(mem[ROOT(0, k)]) fi;
#endif
     if :: d_step { mem[ROOT(0, k)] = 0; freeing = 0; LEAVE(t); e = 0; r = 0; k = 0; LOG("cleaner: has freed it\n") } fi
  od
}
#endif

#if TSO
proctype Buffer(byte t) { do :: d_step { pending[t] > 0 -> commit(t); LOG("a store of T%d is in memory\n", t) } od }
#endif

/* ---- the daemon */
#if NEXT
/* Before D4, while it waits and at any other step. */
#define OR_DIES :: d_step { true -> waits[0] = 0; waits[1] = 0; waits[T-1] = 0; LOG("daemon: dies, the next begins with the graces\n") }; goto graces
#define DIES ; if :: true OR_DIES fi
#else
#define OR_DIES
#define DIES
#endif
#define SAMPLE(t) if :: d_step { mem[ODD(t)] == 0 -> LOG("daemon: T%d is outside\n", t) } \
  :: d_step { mem[ODD(t)] == 1 -> waits[t] = 1; LOG("daemon: waits for T%d\n", t) }; if :: waits[t] == 0 OR_DIES fi fi
#if TSO
#define FENCE(i) if :: NOFENCE != i && NOFENCE != 9 -> d_step { drain(0); skip }; d_step { drain(1); LOG("daemon: heavy fence\n") } \
  :: NOFENCE == i || NOFENCE == 9 fi
#else
#define FENCE(i) skip
#endif
#if ORDER
#define GRACE(i) FENCE(i); if :: true -> SAMPLE(0); SAMPLE(1) :: true -> SAMPLE(1); SAMPLE(0) fi
#else
#if T > 2
#define GRACE(i) SAMPLE(0); SAMPLE(1); SAMPLE(2)
#else
#define GRACE(i) FENCE(i); SAMPLE(0); SAMPLE(1)
#endif
#endif
#define SHADE_BY_DAEMON(x) if :: x != 0 && mem[MARK(x)] != 0 && WHITE(mem[MARK(x)], epoch) -> mem[MARK(x)] = GREY(epoch) :: else fi
#define SCAN_Y d_step { c = mem[FIELD(1)]; SHADE_BY_DAEMON(c); LOG("daemon: scans Y -> %d\n", c); c = 0 }
inline report_of(t) {                     /* cl_marker_report: entry by entry; what is no object is skipped */
  d_step { c = mem[ROOT(t, 0)]; SHADE_BY_DAEMON(c); LOG("daemon: reads root %d of T%d\n", c, t); c = 0 };
#if R > 1
  d_step { c = mem[ROOT(t, 1)]; SHADE_BY_DAEMON(c); LOG("daemon: reads root %d of T%d\n", c, t); c = 0 }
#endif
}

proctype Daemon() {
  byte o, c, gi, gj; bit found; short rs;
  do
  :: d_step {                             /* cl_collector_cycle: D1 */
       epoch = 1 - epoch; report = 1; o = 2; LOG("daemon: FLIP to epoch %d\n", epoch);
#if COMPLETE
       reachable(rs);
       do :: o <= N -> if :: mem[MARK(o)] != 0 && !(rs & (1<<o)) -> garbage[o]++ :: else -> garbage[o] = 0 fi; o++
          :: else -> break od;
       rs = 0; o = 2
#endif
     };
#if EARLY
     SCAN_Y;
#endif
#if NEXT
graces:
     skip;
#endif
#if GRACES - SPLIT > 0                    /* D2, grace_periods */
     GRACE(1) DIES;
#endif
#if GRACES - SPLIT > 1
     GRACE(2) DIES;
#endif
#if GRACES - SPLIT > 2
     GRACE(3) DIES;
#endif
#if GRACES - SPLIT > 3
     GRACE(4) DIES;
#endif
#if SPLIT                                 /* D3 */
     SAMPLE(1); report_of(1); SAMPLE(0); report_of(0);
#else
     report_of(0) DIES; report_of(1) DIES;
#if T > 2 && !CLEANER
     report_of(2) DIES;
#endif
#endif
     d_step { report = 0; LOG("daemon: all reports in\n") }; /* D4 */
#if NEXT
marking:
     skip;
#endif
#if !EARLY
     SCAN_Y;
#endif
     do                                   /* D5, cl_marker_run */
     :: d_step { o <= N && mem[MARK(o)] == GREY(epoch) -> mem[MARK(o)] = BLACK(epoch); found = 1;
          c = mem[FIELD(o)]; LOG("daemon: scans %d -> %d\n", o, c); SHADE_BY_DAEMON(c); c = 0; o++ }
     :: d_step { o <= N && mem[MARK(o)] != GREY(epoch) -> o++ }
     :: d_step { o > N && found -> found = 0; o = 2 }
     :: d_step { o > N && !found -> o = 2 }; break
#if NEXT
     :: d_step { true -> found = 0; o = 2; LOG("daemon: dies, the next marks again\n") };
        do                                /* cl_marker_regrey */
        :: d_step { o <= N -> if :: mem[MARK(o)] == BLACK(epoch) -> mem[MARK(o)] = GREY(epoch) :: else fi; o++ }
        :: d_step { o > N -> o = 2 }; goto marking
        od
#endif
     od;
     do                                   /* D6, cl_marks_sweep */
     :: d_step { o <= N ->
          if
          :: mem[MARK(o)] != 0 && WHITE(mem[MARK(o)], epoch) ->
               LOG("daemon: SWEEPS %d\n", o); reachable(rs); assert(!(rs & (1<<o))); rs = 0;
               taken[o] = 0; mem[FIELD(o)] = 0; mem[MARK(o)] = 0;
#if COMPLETE
               garbage[o] = 0
#endif
          :: else
          fi;
          o++ }
#if NEXT
     :: d_step { true -> o = 2; LOG("daemon: dies, the next sweeps again\n") }
#endif
     :: o > N -> break
     od;
#if COMPLETE
     if :: d_step { o = 2; do :: o <= N -> assert(garbage[o] < COMPLETE); o++ :: else -> break od } fi;
#endif
progress:
     skip
  od
}

init {
  atomic {
    mem[MARK(1)] = OBJECT + 3;            /* of no epoch: entities have no mark byte */
#if PRE
    mem[MARK(2)] = BLACK(0); taken[2] = 1; mem[FIELD(1)] = 2;
#endif
    run Mutator(0); run Mutator(1);
#if CLEANER
    run Cleaner(2);
#elif T > 2
    run Mutator(2);
#endif
#if TSO
#if TSO != 2
    run Buffer(0);
#endif
    run Buffer(1);
#endif
    run Daemon()
  }
}
