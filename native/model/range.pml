/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges [model.range]: objects that are roots because a range of a root-log chunk holds the memory that they are in. An
 * owner allocates in a buffer and logs nothing; a cleaner of its process frees the chunks that no wrapper holds; another
 * mutator loads, overwrites and allocates with plain entries; the daemon's cycles never end. The protocol is that of
 * cycle.pml, on a heap of one field: Y's, a permanent root.
 *
 * The region has P blocks. A hole is where no mark byte is. A chunk has one range: one 64-bit word, one store. A d_step is
 * one access to shared memory, or several of which all but one are to what only one process uses at that time.
 *
 * Options (-D)     default
 *  P        2  blocks of the region
 *  LATE     0  1: the range is written after the first publication in it
 *  NOSHRINK 0  1: who takes another chunk leaves the old one's range as it is; 2: who gives the buffer back does
 *  LOW      0  1: the old chunk's range is shrunk below what was published last
 *  NOMOVE   0  1: the rest of the buffer becomes no range of the new chunk
 *  NOCHECK  0  1: a block that was taken before the chunk was changed is published without a plain entry
 *  NOFREE   0  1: freeing a chunk while reports are outstanding does not shade what its range holds
 *  NOCLEAR  0  1: after a death the ranges of the process's chunks stay when these are free
 *  DIE      0  1: the owner's process dies at any step and is attached anew
 *  OPS      3  what the owner does with its objects: 1 logs and drops them by a plain entry, 2 stores them in Y
 *  YS       1  0: nobody overwrites or loads Y
 *  RELOAD   0  1: the owner loads Y without an operation and without an entry where its chunk's range holds what it found; 2: where any chunk's does
 *  GIVES    0  1: the owner may give its buffer back, and the other mutator allocates in the rest
 *  SCOPES   0  1: the owner opens a scope, that is, it goes on to another chunk and holds the token of this one; at its end it lets go of its wrappers and goes back; 2: without the token
 *  COMPLETE 0  1: what was garbage at a flip, and not in a range of a chunk that is in use, is freed by that cycle
 */
#ifndef P
#define P 2
#endif
#ifndef OPS
#define OPS 3
#endif
#ifndef YS
#define YS 1
#endif
#ifndef RELOAD
#define RELOAD 0
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef NOSHRINK
#define NOSHRINK 0
#endif
#ifndef LOW
#define LOW 0
#endif
#ifndef NOMOVE
#define NOMOVE 0
#endif
#ifndef NOCHECK
#define NOCHECK 0
#endif
#ifndef NOFREE
#define NOFREE 0
#endif
#ifndef NOCLEAR
#define NOCLEAR 0
#endif
#ifndef DIE
#define DIE 0
#endif
#ifndef GIVES
#define GIVES 0
#endif
#ifndef SCOPES
#define SCOPES 0
#endif
#ifndef COMPLETE
#define COMPLETE 0
#endif

#define OBJECT      8
#define BLACK(e)    (OBJECT+(e))
#define GREY(e)     (OBJECT+4+(e))
#define WHITE(m, e) (((m) & 3) != (e))
#define COLOUR(e, r) ((r) -> GREY(e) : BLACK(e))

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

#define NOTHING
#define OWNER   0
#define OTHER   1
#define CLEANER 2

byte mark[P+1];                           /* 0: no object */
byte y;                                   /* Y's field */
byte entry[2];                            /* a plain log entry of the owner's current chunk, and of the other */
byte start[2], end[2];                    /* the chunks' ranges; end 0: none */
bit claimed[2];
bit odd[3], waits[3];                     /* slots */
byte epoch; bit report;                   /* the GC word */
byte top, limit;                          /* the owner's buffer */
bit cur;                                  /* its chunk */
bit changing;                             /* it goes on to another one: it has the tokens of both */
bit outer;                                /* it is in a scope: it has the token of the other chunk */
byte dying;                               /* 1: its process dies; 2: and the cleaner has stopped */

/* ---- ghosts */
byte wrapper[P+1];                        /* the chunk whose token the owner's wrapper of this block holds, + 1 */
byte under[P+1];                          /* the chunk in whose range the block was taken, + 1 */
byte block;                               /* taken by the owner, no object yet */
byte building;                            /* the same of the other */
#if COMPLETE
bit garbage[P+1];
#endif

#define HELD(c)  (wrapper[1] == (c)+1 || wrapper[P] == (c)+1 || wrapper[(P+1)/2] == (c)+1)
#define REACHABLE(o) (y == (o) || entry[0] == (o) || entry[1] == (o) || wrapper[o] != 0)
#define IN_RANGE(c, o) (start[c] <= (o) && (o) < end[c])

#define ENTER(t) odd[t] = 1; e = epoch; r = report
#define LEAVE(t) odd[t] = 0; waits[t] = 0
#if DIE
#define OR_DIE :: goto die
#define OR_STOP :: d_step { dying == 1 -> dying = 2; LEAVE(CLEANER); o = 0; c = 0; e = 0; r = 0 }; goto idle
#else
#define OR_DIE
#define OR_STOP
#endif
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi
#define C(...) if :: d_step { __VA_ARGS__ } OR_STOP fi
#define CLEAR o = 0; e = 0; r = 0; v = 0

/* A load and a compare; seldom a plain store. */
#define SHADE(x, OR) if :: d_step { (x) == 0 || mark[x] == 0 || !WHITE(mark[x], e) -> skip } \
  :: d_step { (x) != 0 && mark[x] != 0 && WHITE(mark[x], e) -> skip }; \
     if :: d_step { mark[x] = GREY(e); LOG("shades %d with epoch %d\n", x, e) } OR fi OR fi

/* M2 for Y's field: v; leaves. */
#define STORE(t, OR) \
  if :: !r :: r -> SHADE(v, OR) fi; \
  if :: d_step { o = y } OR fi; \
  SHADE(o, OR); \
  if :: d_step { y = v; LOG("T%d stores Y = %d\n", t, v); LEAVE(t); CLEAR } OR fi

/* M5 for a plain entry; leaves. */
#define DROP(t, OR) \
  if :: !r :: r -> SHADE(entry[t], OR) fi; \
  if :: d_step { LOG("T%d drops %d\n", t, entry[t]); entry[t] = 0; LEAVE(t); CLEAR } OR fi

#define KEEP_OP(x) :: d_step { (OPS & 1) && wrapper[x] != 0 && entry[OWNER] == 0 -> ENTER(OWNER); o = x }; goto keep
#define LET_GO(x) :: d_step { wrapper[x] != 0 -> wrapper[x] = 0; LOG("T0 lets the wrapper of %d go\n", x) }
#define STORE_OP(x) :: d_step { (OPS & 2) && wrapper[x] != 0 -> ENTER(OWNER); v = x }; goto store

proctype Owner() {
  byte o, v, e; bit r, n;
idle:
  do
  /* cl_buffer_refill: take_hole writes the range */
  :: d_step { block == 0 && top == limit && end[cur] == 0 && (mark[1] == 0 && building != 1 || mark[P] == 0 && building != P) ->
       top = (mark[1] == 0 && building != 1 -> 1 : P); limit = top + 1;
       if :: top == 1 && P == 2 && mark[P] == 0 && building != P -> limit = P + 1 :: else fi;
#if !LATE
       start[cur] = top; end[cur] = limit;
#endif
       LOG("T0 takes the hole %d to %d in chunk %d\n", top, limit, cur) }
  :: d_step { block == 0 && top < limit -> block = top; top++; under[block] = cur + 1; LOG("T0 takes block %d\n", block) }
  :: d_step { block != 0 && (NOCHECK || LATE || IN_RANGE(cur, block)) -> ENTER(OWNER) }; goto publish
  :: d_step { block != 0 && !IN_RANGE(cur, block) && entry[OWNER] == 0 -> entry[OWNER] = block; LOG("T0 logs block %d\n", block) }
  :: d_step { block != 0 && !IN_RANGE(cur, block) && entry[OWNER] == block -> ENTER(OWNER) }; goto publish
  :: d_step { !claimed[1-cur] -> claimed[1-cur] = 1; n = 1-cur; changing = 1; LOG("T0 claims chunk %d\n", n) }; goto change
#if SCOPES
  :: d_step { !claimed[1-cur] -> claimed[1-cur] = 1; n = 1-cur; changing = 1; outer = SCOPES == 1; LOG("T0 opens a scope with chunk %d\n", n) }; goto change
  /* two ranges of a chunk that meet are one here */
  :: d_step { claimed[1-cur] && (outer || SCOPES == 2) && (top == limit || end[1-cur] == 0 || end[1-cur] == top) ->
       n = 1-cur; changing = 1; outer = 0;
       wrapper[1] = (wrapper[1] == cur + 1 -> 0 : wrapper[1]); wrapper[P] = (wrapper[P] == cur + 1 -> 0 : wrapper[P]); LOG("T0 closes the scope of chunk %d\n", cur) }; goto change
#endif
#if GIVES
  :: d_step { block == 0 && top < limit ->
#if NOSHRINK != 2
       if :: start[cur] == top -> start[cur] = 0; end[cur] = 0 :: else -> end[cur] = top fi;
#endif
       LOG("T0 gives back %d to %d\n", top, limit); top = 0; limit = 0 }
#endif
  KEEP_OP(1) KEEP_OP(P)
  LET_GO(1) LET_GO(P)
  STORE_OP(1) STORE_OP(P)
#if RELOAD
  :: d_step { y != 0 -> o = y }; goto reload
#endif
  :: d_step { entry[OWNER] != 0 && entry[OWNER] != block -> ENTER(OWNER) }; goto drop
  OR_DIE
  od;

publish:                                  /* Heap.publish, M4; the wrapper takes the chunk of now */
  S(mark[block] = COLOUR(e, r); LOG("T0: %d is an object, mark %d\n", block, mark[block]); LEAVE(OWNER);
    wrapper[block] = (entry[OWNER] == block && !IN_RANGE(cur, block) && !LATE -> 0 : cur + 1); block = 0; CLEAR);
#if LATE
  S(start[cur] = (end[cur] == 0 -> top - 1 : start[cur]); end[cur] = limit);
#endif
  goto idle;

change:                                   /* cl_chunk_next, cl_chunk_resume: the new range, then the old one's end, then the slot's chunk */
#if !NOMOVE
  S(if :: top < limit -> start[n] = (end[n] == 0 -> top : start[n]); end[n] = limit :: else fi);
#endif
#if NOSHRINK != 1
  S(if :: top < limit && end[cur] == limit -> end[cur] = top - LOW; if :: end[cur] <= start[cur] -> start[cur] = 0; end[cur] = 0 :: else fi :: else fi);
#endif
  S(cur = n; n = 0; changing = 0; LOG("T0 goes on to chunk %d\n", cur));
  goto idle;

keep:                                     /* cl_keep */
  S(entry[OWNER] = o; LOG("T0 logs %d, too\n", o); LEAVE(OWNER); CLEAR);
  goto idle;

store:
  STORE(OWNER, OR_DIE);
  goto idle;

drop:
  DROP(OWNER, OR_DIE);
  goto idle;

#if RELOAD
reload:                                   /* Mutator.isRooted; the wrapper takes the chunk of now */
  S(if :: IN_RANGE(cur, o) || (RELOAD == 2 && IN_RANGE(1-cur, o)) -> wrapper[o] = cur + 1; LOG("T0 loads %d\n", o) :: else fi; o = 0);
  goto idle;
#endif

#if DIE                                   /* cl_reclaim_vm: the slot, then the chunks one by one */
die:
  if :: d_step { odd[OWNER] = 0; waits[OWNER] = 0; wrapper[1] = 0; wrapper[P] = 0; block = 0; n = 0; changing = 0; outer = 0; CLEAR; dying = 1; LOG("T0 dies\n") } fi;
  if :: dying == 2 fi;
  d_step { top = 0; limit = 0; LOG("its slot is free\n") };
  d_step { entry[OWNER] = 0;
#if !NOCLEAR
    start[0] = 0; end[0] = 0;
#endif
    claimed[0] = 0; under[1] = (under[1] == 1 -> 0 : under[1]); under[P] = (under[P] == 1 -> 0 : under[P]) };
  d_step {
#if !NOCLEAR
    start[1] = 0; end[1] = 0;
#endif
    claimed[1] = 0; under[1] = (under[1] == 2 -> 0 : under[1]); under[P] = (under[P] == 2 -> 0 : under[P]) };
  d_step { cur = 0; claimed[0] = 1; dying = 0 };
  goto idle
#else
  skip
#endif
}

/* cl_chunk_free of a chunk that no wrapper holds: M5 for its range, one operation. */
proctype Cleaner() {
  byte o, e; bit r, c;
idle:
  do
#if DIE
  :: d_step { dying == 1 -> dying = 2 }
#endif
  :: d_step { dying == 0 && claimed[0] && claimed[1] && cur == 1 && !HELD(0) && !changing && !outer -> c = 0; ENTER(CLEANER) }; break
  :: d_step { dying == 0 && claimed[0] && claimed[1] && cur == 0 && !HELD(1) && !changing && !outer -> c = 1; ENTER(CLEANER) }; break
  od;
#if !NOFREE
  if
  :: !r
  :: r -> o = 1;
     do
     :: o <= P -> if :: IN_RANGE(c, o) -> SHADE(o, OR_STOP) :: else fi; o++
     :: o > P -> break
     od
  fi;
#endif
  C(start[c] = 0; end[c] = 0; LOG("cleaner: frees chunk %d\n", c));
  C(LEAVE(CLEANER); claimed[c] = 0;
    under[1] = (under[1] == c + 1 -> 0 : under[1]); under[P] = (under[P] == c + 1 -> 0 : under[P]); o = 0; e = 0; r = 0; c = 0);
  goto idle
}

proctype Other() {
  byte o, v, e; bit r;
idle:
  do
  :: d_step { YS && entry[OTHER] == 0 -> ENTER(OTHER); o = y }; goto load
  :: d_step { YS && y != 0 -> ENTER(OTHER) }; goto store
  :: d_step { entry[OTHER] != 0 && building == 0 -> ENTER(OTHER) }; goto drop
#if GIVES
  :: d_step { top == limit && building == 0 && entry[OTHER] == 0 && block != P && mark[P] == 0 -> building = P; entry[OTHER] = P; LOG("T1 takes block %d\n", P) }
  :: d_step { building != 0 -> ENTER(OTHER) }; goto publish
#endif
  od;
load:
  if :: d_step { entry[OTHER] = o; LOG("T1 loads %d\n", o); LEAVE(OTHER); CLEAR } fi;
  goto idle;
store:
  STORE(OTHER, NOTHING);
  goto idle;
#if GIVES
publish:
  if :: d_step { mark[building] = COLOUR(e, r); LOG("T1: %d is an object\n", building); building = 0; LEAVE(OTHER); CLEAR } fi;
  goto idle;
#endif
drop:
  DROP(OTHER, NOTHING);
  goto idle
}

#define SAMPLE(t) if :: d_step { !odd[t] -> skip } :: d_step { odd[t] -> waits[t] = 1 }; if :: !waits[t] fi fi
#define GRACE SAMPLE(0); SAMPLE(1); SAMPLE(2)
#define SHADE_BY_DAEMON(x) if :: x != 0 && mark[x] != 0 && WHITE(mark[x], epoch) -> mark[x] = GREY(epoch) :: else fi

inline report_range(c) {                  /* the word once, then the mark bytes in it */
  d_step { claimed[c] -> from = start[c]; to = end[c] };
  do
  :: d_step { from < to -> SHADE_BY_DAEMON(from); LOG("daemon: reads %d in the range of chunk %d\n", from, c); from++ }
  :: d_step { from >= to -> from = 0; to = 0 }; break
  od
}

proctype Daemon() {
  byte o, from, to;
  do
  :: d_step {                             /* D1 */
       epoch = 1 - epoch; report = 1; LOG("daemon: FLIP to epoch %d\n", epoch);
#if COMPLETE
       o = 1;
       do :: o <= P -> garbage[o] = mark[o] != 0 && !REACHABLE(o) && under[o] == 0; o++ :: else -> break od;
       o = 0
#endif
     };
     GRACE; GRACE; GRACE; GRACE;          /* D2 */
     d_step { SHADE_BY_DAEMON(entry[0]); LOG("daemon: reads entry %d of T0\n", entry[0]) }; /* D3 */
     d_step { SHADE_BY_DAEMON(entry[1]); LOG("daemon: reads entry %d of T1\n", entry[1]) };
     if :: report_range(0) :: !claimed[0] fi;
     if :: report_range(1) :: !claimed[1] fi;
     if :: d_step { report = 0; LOG("daemon: all reports in\n") } fi; /* D4 */
     d_step { SHADE_BY_DAEMON(y); LOG("daemon: scans Y -> %d\n", y) };
     o = 1;
     do                                   /* D5: objects have no fields, one pass is enough */
     :: d_step { o <= P -> if :: mark[o] == GREY(epoch) -> mark[o] = BLACK(epoch) :: else fi; o++ }
     :: d_step { o > P -> o = 1 }; break
     od;
     do                                   /* D6 */
     :: d_step { o <= P ->
          if
          :: mark[o] != 0 && WHITE(mark[o], epoch) -> LOG("daemon: SWEEPS %d\n", o); assert(!REACHABLE(o)); mark[o] = 0; under[o] = 0;
#if COMPLETE
               garbage[o] = 0
#endif
          :: else fi;
          o++ }
     :: d_step { o > P -> o = 0 }; break
     od;
#if COMPLETE
     if :: d_step { assert(garbage[1] < 1 && garbage[P] < 1) } fi;
#endif
     skip
  od
}

init {
  atomic {
    claimed[0] = 1;
    run Owner(); run Cleaner(); run Other(); run Daemon()
  }
}
