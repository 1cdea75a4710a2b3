/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A container's changes and the collector [model.container]: `rebuild`, `set`, `take` of list.c and map.c,
 * cl_container_commit, cl_list_get; empty of chunk.c, by another thread of the process. The daemon and the rules are
 * those of cycle.pml; here is what departs from them: a new part is filled outside any operation, across flips, and an
 * element is logged outside one, while the lock keeps it where it is.
 *
 * The container is a permanent root with a head; blocks 1 and 2 are arrays of one element, 3 is a value. Each thread has
 * a log of one entry. Cycles never end.
 *
 * Options (-D)   default
 *  CLEANER  0  1: a third thread frees the chunks of the others (M5), with its own slot
 *  DIE      0  bit t: thread t may die at any step, and its slot is attached anew
 *  GRACES   4
 *  ROLES    1  1: only thread 0 changes the container and makes values; 0: both do all
 *  OPS0,    31 which operations thread 0 and 1 have: 1 get, 2 make, 4 drop, 8 rebuild, 16 set; with ROLES thread 1 has
 *  OPS1        1 and 4 of these only
 *  ARRAY    0  1: the container has an array at the start
 * Mutations, each of which must be found
 *  NOLOCK   0  1: a rebuild copies before it has the lock
 *  NOSHADE  0  1: the commit does not shade the old part
 *  BLACK    0  1: the new part is black while reports are outstanding
 *  LATELOG  0  1: the old element is logged after the store
 */
#ifndef CLEANER
#define CLEANER 0
#endif
#ifndef DIE
#define DIE 0
#endif
#ifndef GRACES
#define GRACES 4
#endif
#ifndef ROLES
#define ROLES 1
#endif
#ifndef OPS0
#define OPS0 31
#endif
#ifndef OPS1
#define OPS1 31
#endif
#ifndef ARRAY
#define ARRAY 0
#endif
#ifndef NOLOCK
#define NOLOCK 0
#endif
#ifndef NOSHADE
#define NOSHADE 0
#endif
#ifndef BLACK
#define BLACK 0
#endif
#ifndef LATELOG
#define LATELOG 0
#endif

#define V     3
#define SLOTS 3
byte head;
byte field[V+1], mark[V+1];
byte root[2];
bit  odd[SLOTS], waits[SLOTS];
byte epoch; bit report;
byte lock;                      /* thread + 1 */

byte held[2];                   /* ghosts: in a register; */
byte taken[V+1];                /* whoever took the block, + 1 */
bit  used[2], freeing[2];       /* the entry is an operand; the cleaner has it */

#define OBJECT      8
#define BLACK_OF(e) (OBJECT+(e))
#define GREY(e)     (OBJECT+4+(e))
#define WHITE(m, e) (((m) & 3) != (e))
#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

inline reachable(rs) {
  rs = 1<<head | 1<<root[0] | 1<<root[1] | 1<<held[0] | 1<<held[1];
  if :: rs & 2 -> rs = rs | 1<<field[1] :: else fi;
  if :: rs & 4 -> rs = rs | 1<<field[2] :: else fi
}

#if DIE
#define OR_DIE :: (DIE & 1<<t) -> goto die
#else
#define OR_DIE
#endif
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi
#define ENTER odd[t] = 1; e = epoch; r = report
#define LEAVE odd[t] = 0; waits[t] = 0
#define SHADE(x) if :: (x) == 0 :: d_step { (x) != 0 && WHITE(mark[x], e) -> assert(mark[x] != 0) }; \
     S(mark[x] = GREY(e); LOG("T%d shades %d with epoch %d\n", t, x, e)) \
  :: (x) != 0 && !WHITE(mark[x], e) OR_DIE fi
#define DONE held[t] = 0; used[t] = 0; v = 0; x = 0; old = 0; e = 0; r = 0
#define HAS(op) ((t == 0 -> OPS0 : OPS1) & (op))
#define UNLOCK lock = (lock == t + 1 -> 0 : lock)

proctype Mutator(byte t) {
  byte v, x, old, e; bit r;
idle:
  do
  /* cl_list_get */
  :: d_step { HAS(1) && root[t] == 0 && !freeing[t] -> ENTER; x = head; LOG("T%d enters get, head %d\n", t, x) };
     S(v = field[x]; held[t] = v; assert(x == 0 || mark[x] != 0));
     S(root[t] = v; LOG("T%d logs %d, leaves\n", t, v); LEAVE; DONE)
  /* cl_object_make */
  :: d_step { HAS(2) && (!ROLES || t == 0) && root[t] == 0 && !freeing[t] && taken[V] == 0 -> taken[V] = t + 1; root[t] = V; LOG("T%d takes %d and logs it\n", t, V) };
     S(ENTER);
     S(mark[V] = (r -> GREY(e) : BLACK_OF(e)); LOG("T%d: %d is an object, mark %d\n", t, V, mark[V]); LEAVE; DONE)
  /* empty of chunk.c */
  :: d_step { HAS(4) && root[t] != 0 && !freeing[t] -> ENTER; LOG("T%d drops %d\n", t, root[t]) };
     if :: !r :: r -> SHADE(root[t]) fi;
     S(root[t] = 0; LEAVE; DONE)
  /* rebuild: a new array with the old element, or that of the log, or none */
  :: d_step { HAS(8) && (!ROLES || t == 0) && (taken[1] == 0 || taken[2] == 0) && (NOLOCK || lock == 0) -> lock = (NOLOCK -> lock : t + 1);
       x = (taken[1] == 0 -> 1 : 2); taken[x] = t + 1; LOG("T%d rebuilds into %d\n", t, x) };
     if
     :: d_step { head != 0 -> v = field[head]; held[t] = v }
     :: d_step { root[t] != 0 && !freeing[t] && mark[root[t]] != 0 -> v = root[t]; used[t] = 1; held[t] = v }
     :: skip
     OR_DIE
     fi;
     S(field[x] = v; LOG("T%d copies %d into %d\n", t, v, x));
#if NOLOCK
     S(lock == 0 -> held[t] = 0; lock = t + 1);
#else
     S(held[t] = 0);            /* what it holds is in the locked container still, or a root */
#endif
     goto commit
  /* set, with the old element for the caller */
  :: d_step { HAS(16) && (!ROLES || t == 0) && lock == 0 && head != 0 && !freeing[t] && (root[t] == 0 || root[t] == field[head]) -> lock = t + 1;
       v = field[head]; held[t] = v; used[t] = 1; LOG("T%d sets, old element %d\n", t, v) };
#if !LATELOG
     S(root[t] = v; used[t] = 1; LOG("T%d logs %d outside an operation\n", t, v));
#endif
     v = 0; goto set
  /* the same without, from the log */
  :: d_step { HAS(16) && (!ROLES || t == 0) && lock == 0 && head != 0 && !freeing[t] && root[t] != 0 && mark[root[t]] != 0 -> lock = t + 1; used[t] = 1; v = root[t];
       LOG("T%d sets %d\n", t, v) }; goto set
  OR_DIE
  od;

set:                            /* cl_store_barriered; the lock is held */
  S(ENTER);
  if :: !r :: r -> SHADE(v) fi;
  S(old = field[head]);
  SHADE(old);
  S(field[head] = v; LOG("T%d stores %d instead of %d\n", t, v, old); LEAVE);
#if LATELOG
  S(if :: root[t] == 0 && held[t] != 0 -> root[t] = held[t] :: else fi);
#endif
  S(UNLOCK; DONE);
  goto idle;

commit:                         /* cl_container_commit */
  S(ENTER; old = head);
  S(mark[x] = (r && !BLACK -> GREY(e) : BLACK_OF(e)); LOG("T%d: array %d is an object, mark %d\n", t, x, mark[x]));
#if !NOSHADE
  SHADE(old);
#endif
  S(head = x; LOG("T%d: the head is %d instead of %d\n", t, x, old); LEAVE);
  S(UNLOCK; DONE);
  goto idle;

#if DIE
die: skip;
  d_step { LOG("T%d dies\n", t); odd[t] = 0; waits[t] = 0; root[t] = 0; UNLOCK; DONE;
    do :: old <= V -> if :: old > 0 && taken[old] == t + 1 && mark[old] == 0 -> taken[old] = 0; field[old] = 0 :: else fi; old++
       :: else -> break od; old = 0 };
  goto idle
#endif
}

#if CLEANER
#define t 2
#define FREE(i) :: d_step { root[i] != 0 && !used[i] -> freeing[i] = 1; k = i; ENTER; LOG("cleaner: frees the chunk of T%d\n", i) }
#undef OR_DIE
#define OR_DIE
proctype Cleaner() {
  byte e, k; bit r;
  do
  ::
     if FREE(0) FREE(1) fi;
     if :: !r || mark[root[k]] == 0 :: r && mark[root[k]] != 0 -> SHADE(root[k]) fi;
     if :: d_step { root[k] = 0; freeing[k] = 0; LEAVE; e = 0; r = 0; k = 0 } fi
  od
}
#undef t
#endif

/* ---- the daemon, as in cycle.pml */
#define SAMPLE(t) if :: d_step { odd[t] == 0 -> skip } :: d_step { odd[t] == 1 -> waits[t] = 1; LOG("daemon: waits for T%d\n", t) }; waits[t] == 0 fi
#if CLEANER
#define GRACE SAMPLE(0); SAMPLE(1); SAMPLE(2)
#else
#define GRACE SAMPLE(0); SAMPLE(1)
#endif
#define SHADE_BY_DAEMON(x) if :: x != 0 && mark[x] != 0 && WHITE(mark[x], epoch) -> mark[x] = GREY(epoch) :: else fi

proctype Daemon() {
  byte o, c, rs, g; bit found;
  do
  :: d_step { epoch = 1 - epoch; report = 1; o = 1; LOG("daemon: FLIP to epoch %d\n", epoch) };
     do :: g < GRACES -> GRACE; g++ :: g == GRACES -> g = 0; break od;
     if :: d_step { c = root[0]; SHADE_BY_DAEMON(c); c = 0; LOG("daemon: reads root %d of T0\n", root[0]) } fi;
     if :: d_step { c = root[1]; SHADE_BY_DAEMON(c); c = 0; LOG("daemon: reads root %d of T1\n", root[1]) } fi;
     if :: d_step { report = 0; LOG("daemon: all reports in\n") } fi;
     if :: d_step { c = head; SHADE_BY_DAEMON(c); c = 0; LOG("daemon: scans the container -> %d\n", head) } fi;
     do
     :: d_step { o <= V && mark[o] == GREY(epoch) -> mark[o] = BLACK_OF(epoch); found = 1; c = field[o]; SHADE_BY_DAEMON(c); c = 0;
          LOG("daemon: scans %d -> %d\n", o, field[o]); o++ }
     :: d_step { o <= V && mark[o] != GREY(epoch) -> o++ }
     :: d_step { o > V && found -> found = 0; o = 1 }
     :: d_step { o > V && !found -> o = 1 }; break
     od;
     do
     :: d_step { o <= V ->
          if :: mark[o] != 0 && WHITE(mark[o], epoch) ->
               LOG("daemon: SWEEPS %d\n", o); reachable(rs); assert(!(rs & (1<<o))); rs = 0;
               taken[o] = 0; field[o] = 0; mark[o] = 0
             :: else fi;
          o++ }
     :: o > V -> break
     od
  od
}

init {
  atomic {
#if ARRAY
    head = 1; mark[1] = BLACK_OF(0); taken[1] = 1;
#endif
    run Mutator(0); run Mutator(1);
#if CLEANER
    run Cleaner();
#endif
    run Daemon()
  }
}
