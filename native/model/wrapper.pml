/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One wrapper, one entry [root-log.entry]: roots of a process that counts references (CPython). An object has at most one
 * wrapper, which all threads use, and the wrapper one entry, in the chunk of the thread that loaded or made the object.
 * Whoever lets the last reference go clears that entry by its own slot (M5), also in another thread's chunk. A lock, the
 * GIL, is held meanwhile; a thread that waits lets it go, and loads without it. The protocol is that of cycle.pml, on a
 * heap of one field: Y's, a permanent root, and one object.
 *
 * With PUTOFF a wrapper without references may be freed later: CPython's trashcan puts it off, a callback of a weak
 * reference runs first, or the thread gets its slot first; each lets the lock go. Who finds such a wrapper meanwhile sets
 * it aside and makes another one; its own root ends when it is freed.
 *
 * A d_step is one access to shared memory, or several of which all but one are to what only one process uses at that time.
 *
 * Options (-D)     default
 *  NODEFER  0  1: an entry of a thread that runs without the lock is cleared at once, though that thread may just rely on it
 *  NOLOOK   0  1: entries that were to be cleared meanwhile are cleared, whoever needs them by then
 *  PUTOFF   0  1: a wrapper without references may be freed later
 *  COUNTED  0  1: a wrapper without references is used by who finds it
 *  LATE     0  1: a wrapper is taken out before the lock is let go, and its entry cleared after that
 *  ALONE    0  1: the entry of a wrapper that was set aside is cleared, though another wrapper has it
 */
#ifndef NODEFER
#define NODEFER 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef PUTOFF
#define PUTOFF 0
#endif
#ifndef COUNTED
#define COUNTED 0
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef ALONE
#define ALONE 0
#endif

#define X 1
#define NOBODY 2

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

byte mark;                                /* of X; 0: no object */
byte y;                                   /* Y's field */
bit entry[2];                             /* whether a thread's chunk has X */
bit odd[2], waits[2];                     /* slots */
byte epoch; bit report;                   /* the GC word */
byte lock = NOBODY;                       /* who has the GIL */
byte wrapper;                             /* the chunk of its entry, + 1; 0: there is none */
byte dying;                               /* which thread is to free the wrapper, + 1; 0: the wrapper has references */
byte left[2];                             /* the chunk of the entry of a wrapper set aside, + 1, that the thread is to free */
bit waiting[2];                           /* it runs without the lock */
bit deferred[2];                          /* an entry is to be cleared when its thread has the lock again */

/* ---- ghosts */
bit pending[2];                           /* a thread has loaded X and makes the wrapper next */
bit freed;                                /* a wrapper is used that another thread frees */

#define live (y == X || (wrapper != 0 && dying == 0) || freed || pending[0] || pending[1])

#define isPinned (left[0] != 0 || left[1] != 0)

#define ENTER(t) odd[t] = 1; e = epoch; r = report
#define LEAVE(t) odd[t] = 0; waits[t] = 0
#define CLEAR o = 0; e = 0; r = 0; v = 0; c = 0

/* A load and a compare; seldom a plain store. */
#define SHADE(x) if :: d_step { (x) == 0 || mark == 0 || !WHITE(mark, e) -> skip } \
  :: d_step { (x) != 0 && mark != 0 && WHITE(mark, e) -> skip }; d_step { mark = GREY(e); LOG("shades with epoch %d\n", e) } fi

/* M5, of chunk c. */
#define CLEAR_ENTRY(t) \
  if :: d_step { true -> ENTER(t) } fi; \
  if :: !r :: r -> SHADE(X) fi; \
  if :: d_step { entry[c] = 0; LOG("T%d clears the entry in chunk %d\n", t, c); LEAVE(t); CLEAR } fi

proctype Thread(bit t) {
  byte o, v, e, c; bit r;
idle:                                     /* it may have the lock, or not */
  do
  :: d_step { lock == NOBODY -> lock = t }; break
  od;
locked:
  do
  :: d_step { true -> lock = NOBODY }; goto idle
  :: d_step { wrapper == 0 && y == X -> ENTER(t) }; goto load
  :: d_step { wrapper != 0 && dying == 0 -> c = wrapper - 1; wrapper = 0; LOG("T%d lets the wrapper go\n", t) }; goto dropped
  :: d_step { PUTOFF && !LATE && wrapper != 0 && dying == 0 && left[t] == 0 -> dying = t + 1; lock = NOBODY; LOG("T%d lets the wrapper go, and frees it later\n", t) }; goto putOff
  :: d_step { PUTOFF && LATE && wrapper != 0 && dying == 0 -> c = wrapper - 1; wrapper = 0; lock = NOBODY; LOG("T%d takes the wrapper out\n", t) }; goto putOff
  :: d_step { mark == 0 && !entry[t] && !deferred[t] -> entry[t] = 1 }; goto make
  :: d_step { wrapper != 0 && dying == 0 && y == 0 -> ENTER(t); v = X }; goto store
  :: d_step { y == X -> ENTER(t); v = 0 }; goto store
  :: d_step { deferred[t] && (NOLOOK || (wrapper != t + 1 && !isPinned)) -> deferred[t] = 0; c = t }; goto clear
  :: d_step { deferred[t] && !NOLOOK && wrapper == t + 1 -> deferred[t] = 0 } /* it has the entry */
  :: d_step { !deferred[t] -> waiting[t] = 1; lock = NOBODY; LOG("T%d waits\n", t) }; goto wait
  od;
clear:
  CLEAR_ENTRY(t);
  goto locked;
load:                                     /* M3, with the lock */
  if :: d_step { o = y } fi;
  if :: d_step { entry[t] = entry[t] || (o == X); pending[t] = (o == X); LOG("T%d loads %d\n", t, o); LEAVE(t) } fi;
  goto take;
make:                                     /* M4: the entry stands before the mark */
  if :: d_step { true -> ENTER(t) } fi;
  if :: d_step { mark = COLOUR(e, r); wrapper = t + 1; LOG("T%d makes the object\n", t); LEAVE(t); CLEAR } fi;
  goto locked;
take:                                     /* a wrapper for what was loaded; else the entry goes, if it is not another's */
  if
  :: d_step { pending[t] && wrapper == 0 -> wrapper = t + 1; pending[t] = 0; CLEAR }
  :: d_step { pending[t] && dying != 0 && !COUNTED -> left[dying - 1] = wrapper; dying = 0; wrapper = t + 1; pending[t] = 0; LOG("T%d sets the wrapper aside, and makes another\n", t); CLEAR }
  :: d_step { pending[t] && dying != 0 && COUNTED -> freed = 1; pending[t] = 0; CLEAR }
  :: d_step { pending[t] && dying == 0 && (wrapper == t + 1 || (wrapper == 2 - t && isPinned)) -> pending[t] = 0; CLEAR }
  :: d_step { pending[t] && dying == 0 && wrapper == 2 - t && !isPinned -> pending[t] = 0; c = t }; CLEAR_ENTRY(t)
  :: d_step { !pending[t] -> CLEAR }
  fi;
  goto locked;
putOff:                                   /* its look is after it has the lock again */
  do
  :: d_step { lock == NOBODY -> lock = t; LOG("T%d has the lock, and frees a wrapper\n", t) }; break
  od;
  if
  :: d_step { LATE -> skip }
  :: d_step { dying == t + 1 -> c = wrapper - 1; wrapper = 0; dying = 0 }
  :: d_step { left[t] != 0 && !ALONE && wrapper == left[t] -> left[t] = 0 }; goto locked /* it has the entry */
  :: d_step { left[t] != 0 && (ALONE || wrapper != left[t]) -> c = left[t] - 1; left[t] = 0 }
  fi;
dropped:
  if
  :: d_step { c != t && (waiting[c] || isPinned) && !NODEFER -> deferred[c] = 1; LOG("T%d leaves the entry to T%d\n", t, c); CLEAR }
  :: d_step { c == t && isPinned -> CLEAR } /* it stays until the chunk is tidied */
  :: d_step { (c == t && !isPinned) || (c != t && !waiting[c] && !isPinned) || (c != t && NODEFER) -> skip }; CLEAR_ENTRY(t)
  fi;
  goto locked;
store:                                    /* M2 */
  if :: !r :: r -> SHADE(v) fi;
  if :: d_step { o = y } fi;
  SHADE(o);
  if :: d_step { y = v; LOG("T%d stores Y = %d\n", t, v); LEAVE(t); CLEAR } fi;
  goto locked;
wait:                                     /* M3 without the lock; an entry that it finds, it relies on */
  if :: d_step { true -> ENTER(t) } fi;
  if :: d_step { o = y } fi;
  if :: d_step { entry[t] = entry[t] || (o == X) } fi;
  if :: d_step { pending[t] = (o == X); LOG("T%d loads %d without the lock\n", t, o); LEAVE(t); o = 0; e = 0; r = 0 } fi;
  if :: d_step { lock == NOBODY -> lock = t; waiting[t] = 0; LOG("T%d has the lock\n", t) } fi;
  goto take
}

#define SAMPLE(t) if :: d_step { !odd[t] -> skip } :: d_step { odd[t] -> waits[t] = 1 }; if :: !waits[t] fi fi
#define GRACE SAMPLE(0); SAMPLE(1)
#define SHADE_BY_DAEMON if :: mark != 0 && WHITE(mark, epoch) -> mark = GREY(epoch) :: else fi
#define REPORT(t) d_step { if :: entry[t] -> SHADE_BY_DAEMON :: else fi }

proctype Daemon() {
  do
  :: d_step { true -> epoch = 1 - epoch; report = 1; LOG("daemon: FLIP to epoch %d\n", epoch) }; /* D1 */
     GRACE; GRACE; GRACE; GRACE;          /* D2 */
     REPORT(0); REPORT(1);                /* D3 */
     d_step { report = 0; LOG("daemon: all reports in\n") }; /* D4 */
     d_step { if :: y == X -> SHADE_BY_DAEMON :: else fi; LOG("daemon: scans Y -> %d\n", y) };
     do                                   /* D5 */
     :: d_step { mark == GREY(epoch) -> mark = BLACK(epoch) }
     :: d_step { mark != GREY(epoch) -> skip }; break
     od;
     if :: d_step { if :: mark != 0 && WHITE(mark, epoch) -> LOG("daemon: SWEEPS\n"); assert(!(live)); mark = 0 :: else fi } fi /* D6 */
  od
}

init {
  atomic { run Thread(0); run Thread(1); run Daemon() }
}
