/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads that need no root [model.final]: a final field is stored once, before its object H is published, so its target T
 * lives as long as H. Who loads it logs nothing, and the wrapper of T holds the token of the chunk that H is logged in. A
 * constructor makes both and publishes H in Y, a permanent root; a reader loads Y, borrows, lets go of H's wrapper and of
 * T's in any order, stores T in Y, or overwrites Y; the daemon's cycles never end. The protocol is that of cycle.pml.
 *
 * A d_step is one access to shared memory, or several of which all but one are to what only one process uses at that time.
 *
 * Options (-D)     default
 *  MUTABLE  0  1: the field is overwritten after H was published; 2: before, but after somebody may have loaded it
 *  NOHOLD   0  1: the wrapper of T does not hold the chunk that H is logged in
 *  STORES   0  1: the reader stores T in Y
 *  EARLY    0  1: the constructor lets H out before it stores the field, which is null until then
 *  NEXT     0  1: the daemon dies at any step, any number of times, and the next one goes on [collector.adoption]
 */
#ifndef MUTABLE
#define MUTABLE 0
#endif
#ifndef NOHOLD
#define NOHOLD 0
#endif
#ifndef STORES
#define STORES 0
#endif

#ifndef EARLY
#define EARLY 0
#endif
#ifndef NEXT
#define NEXT 0
#endif

#define T 1
#define H 2

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

#define MAKER  0
#define READER 1

byte mark[3];                             /* 0: no object */
byte y;                                   /* Y's field */
byte f;                                   /* H's */
bit entry[3];                             /* the maker's log entries of T and H */
bit log;                                  /* the reader's chunk, in which H is logged */
bit odd[2], waits[2];                     /* slots */
byte epoch; bit report;                   /* the GC word */

/* ---- ghosts */
bit wrapper[3];                           /* the maker's */
bit read, borrowed;                       /* the reader's, of H and T */
bit taken[3];                             /* the maker's block, no object yet */

#define H_REACHABLE (y == H || entry[H] || wrapper[H] || log || read)
#define T_REACHABLE (y == T || entry[T] || wrapper[T] || borrowed || f == T && mark[H] != 0 && H_REACHABLE)

#define ENTER(t) odd[t] = 1; e = epoch; r = report
#define LEAVE(t) odd[t] = 0; waits[t] = 0
#define CLEAR o = 0; e = 0; r = 0; v = 0

/* A load and a compare; seldom a plain store. */
#define SHADE(x) if :: d_step { (x) == 0 || mark[x] == 0 || !WHITE(mark[x], e) -> skip } \
  :: d_step { (x) != 0 && mark[x] != 0 && WHITE(mark[x], e) -> skip }; d_step { mark[x] = GREY(e); LOG("shades %d\n", x) } fi

/* M2 for Y's field: v; leaves. */
#define STORE_Y(t) \
  if :: !r :: r -> SHADE(v) fi; \
  if :: d_step { o = y } fi; \
  SHADE(o); \
  if :: d_step { y = v; LOG("%d stores Y = %d\n", t, v); LEAVE(t); CLEAR } fi

proctype Maker() {
  byte o, v, e; bit r;
idle:
  do
  :: d_step { mark[T] == 0 && !taken[T] && !entry[T] && mark[H] == 0 && !taken[H] -> taken[T] = 1; entry[T] = 1; LOG("maker: takes T\n") }
  :: d_step { taken[T] -> ENTER(MAKER); o = T }; goto publish
  :: d_step { wrapper[T] && mark[H] == 0 && !taken[H] && !entry[H] -> taken[H] = 1; entry[H] = 1; f = 0; LOG("maker: takes H\n") }
  :: d_step { taken[H] -> ENTER(MAKER); o = H }; goto publish
  :: d_step { wrapper[T] && wrapper[H] && f == 0 && (EARLY || y != H && !log && (MUTABLE || !read)) -> ENTER(MAKER); v = T }; goto store
#if MUTABLE
  :: d_step { wrapper[H] && f == T && (MUTABLE == 1 && y == H || log) -> ENTER(MAKER); v = 0 }; goto store
#endif
  :: d_step { wrapper[H] && (EARLY || f == T) && y == 0 -> ENTER(MAKER); v = H }; goto put
  :: d_step { wrapper[T] -> wrapper[T] = 0 }
  :: d_step { wrapper[H] -> wrapper[H] = 0 }
  :: d_step { entry[T] && !wrapper[T] && !taken[T] -> ENTER(MAKER); o = T }; goto drop
  :: d_step { entry[H] && !wrapper[H] && !taken[H] -> ENTER(MAKER); o = H }; goto drop
  od;
publish:                                  /* M4 */
  if :: d_step { mark[o] = COLOUR(e, r); taken[o] = 0; wrapper[o] = 1; LOG("maker: %d is an object\n", o); LEAVE(MAKER); CLEAR } fi;
  goto idle;
store:                                    /* M2 for H's field */
  if :: !r :: r -> SHADE(v) fi;
  if :: d_step { o = f } fi;
  SHADE(o);
  if :: d_step { f = v; LOG("maker: stores f = %d\n", v); LEAVE(MAKER); CLEAR } fi;
  goto idle;
put:
  STORE_Y(MAKER);
  goto idle;
drop:                                     /* M5 */
  if :: !r :: r -> SHADE(o) fi;
  if :: d_step { entry[o] = 0; LOG("maker: drops %d\n", o); LEAVE(MAKER); CLEAR } fi;
  goto idle
}

proctype Reader() {
  byte o, v, e; bit r;
idle:
  do
  :: d_step { !log && y == H -> ENTER(READER) }; goto load
  :: d_step { read && !borrowed && f == T -> borrowed = 1; LOG("reader: borrows T\n") } /* no operation, no entry */
  :: d_step { read -> read = 0; LOG("reader: lets H go\n") }
  :: d_step { borrowed -> borrowed = 0; LOG("reader: lets T go\n") }
  :: d_step { log && !read && (NOHOLD || !borrowed) -> ENTER(READER) }; goto free
  :: d_step { y != 0 -> ENTER(READER) }; goto put
#if STORES
  :: d_step { borrowed && y != T -> ENTER(READER); v = T }; goto put
#endif
  od;
load:                                     /* M3; Y may hold another one by now */
  if :: d_step { o = y } fi;
  if :: d_step { log = (o == H); read = log; LOG("reader: loads %d\n", o); LEAVE(READER); CLEAR } fi;
  goto idle;
free:                                     /* M5 of the chunk, whose token nobody holds */
  if :: !r :: r -> SHADE(H) fi;
  if :: d_step { log = 0; LOG("reader: frees its chunk\n"); LEAVE(READER); CLEAR } fi;
  goto idle;
put:
  STORE_Y(READER);
  goto idle
}

#if NEXT
/* Before D4: the next daemon begins with the graces. */
#define OR_DIES :: d_step { true -> waits[MAKER] = 0; waits[READER] = 0; LOG("daemon: dies, the next begins with the graces\n") }; goto graces
#define DIES ; if :: true OR_DIES fi
#else
#define OR_DIES
#define DIES
#endif
#define SAMPLE(t) if :: d_step { !odd[t] -> skip } :: d_step { odd[t] -> waits[t] = 1 }; if :: !waits[t] OR_DIES fi fi
#define GRACE SAMPLE(MAKER); SAMPLE(READER) DIES
#define SHADE_BY_DAEMON(x) if :: x != 0 && mark[x] != 0 && WHITE(mark[x], epoch) -> mark[x] = GREY(epoch) :: else fi
#define REPORT(e, x) d_step { if :: e -> SHADE_BY_DAEMON(x) :: else fi } DIES
#define REGREY(x) if :: mark[x] == BLACK(epoch) -> mark[x] = GREY(epoch) :: else fi
#define SWEEP(x, reachable) if :: d_step { if :: mark[x] != 0 && WHITE(mark[x], epoch) -> LOG("daemon: SWEEPS %d\n", x); assert(!reachable); mark[x] = 0 :: else fi } fi

proctype Daemon() {
  do
  :: d_step { true -> epoch = 1 - epoch; report = 1; LOG("daemon: FLIP to epoch %d\n", epoch) }; /* D1 */
#if NEXT
graces:
     skip;
#endif
     GRACE; GRACE; GRACE; GRACE;          /* D2 */
     REPORT(entry[T], T); REPORT(entry[H], H); REPORT(log, H); /* D3 */
     d_step { report = 0; LOG("daemon: all reports in\n") }; /* D4 */
#if NEXT
marking:
     skip;
#endif
     d_step { SHADE_BY_DAEMON(y); LOG("daemon: scans Y -> %d\n", y) };
     do                                   /* D5 */
     :: d_step { mark[H] == GREY(epoch) -> mark[H] = BLACK(epoch) }; d_step { SHADE_BY_DAEMON(f); LOG("daemon: scans f -> %d\n", f) }
     :: d_step { mark[T] == GREY(epoch) -> mark[T] = BLACK(epoch) }
     :: d_step { mark[T] != GREY(epoch) && mark[H] != GREY(epoch) -> skip }; break
#if NEXT
     :: d_step { true -> REGREY(T); REGREY(H); LOG("daemon: dies, the next marks again\n") }; goto marking
#endif
     od;
     SWEEP(H, H_REACHABLE); SWEEP(T, T_REACHABLE) /* D6; a daemon that sweeps again changes nothing */
  od
}

init {
  atomic { run Maker(); run Reader(); run Daemon() }
}
