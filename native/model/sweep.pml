/* SPDX-License-Identifier: Apache-2.0 */
/*
 * D6 as native/src does it: allocators and the daemon sweep regions while mutators run [model.sweep], and the reclaimer
 * after a death [model.reclaim]. Marking is one step after the grace period: every reachable object gets the cycle's
 * epoch, nothing else does. cycle.pml shows that the protocol comes to that.
 *
 * NR regions of two places (mark bytes) each. Cycles never end and epochs are reused, so one search covers all.
 *
 * Options (-D)      default
 *  NR        1  regions
 *  EPOCHS    3  number of epoch values
 *  DIES      2  bit t: thread t may die at any step; its slot is reclaimed and attached anew
 *  SHADERS   3  bit t: thread t has the operation that shades
 *  SWEEPS    0  an allocator sweeps what it claims: 0 if the epoch of its operation is header.swept_epoch, as it reads
 *               it in the operation; 1: whenever the region's swept epoch is not header.swept_epoch
 *  DEAD      0  what a sweep takes for dead: 0 exactly the epoch before; 1: any other epoch
 *  OUTSIDE   0  1: an allocator sweeps outside an operation
 *  LATE      0  1: a claim leaves the swept epoch as it was until the claimant has swept
 *  GIVEBACK  0  1: a region is given back by a store, with the swept epoch that its owner had read before
 *  RECLAIM   0  a dead owner's region is swept again: 0 if its swept epoch is header.swept_epoch; 1: always;
 *               2: as 0, but after the slot's counter was made even; 3: never
 *  NOLOCK    0  1: the reclaimer and the daemon do not exclude each other at an owned region
 *  NEXT      0  1: the daemon dies once, at any step of its sweep and with its reclaimer, and the next one goes on
 *               [collector.adoption]; 2: without a grace period before it sweeps again what is owned; 3: without that sweep;
 *               4: it puts down what its predecessor had taken as it is; 5: it sweeps again only what is owned
 *  ONE       0  1: objects are made at the first place of a region only
 *  TOP       0  header.region_top is raised over a claimed region: 0 before the claim; 1 after the operation
 *  COMPLETE  2  garbage at that many flips in a row must be gone after the sweep; 0: not checked
 */
#ifndef NR
#define NR 1
#endif
#ifndef EPOCHS
#define EPOCHS 3
#endif
#ifndef DIES
#define DIES 2
#endif
#ifndef SHADERS
#define SHADERS 3
#endif
#ifndef SWEEPS
#define SWEEPS 0
#endif
#ifndef DEAD
#define DEAD 0
#endif
#ifndef OUTSIDE
#define OUTSIDE 0
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef GIVEBACK
#define GIVEBACK 0
#endif
#ifndef RECLAIM
#define RECLAIM 0
#endif
#ifndef NOLOCK
#define NOLOCK 0
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef ONE
#define ONE 0
#endif
#ifndef TOP
#define TOP 0
#endif
#ifndef COMPLETE
#define COMPLETE 2
#endif

#define PLACES   (2*NR)
#define FREE     0
#define HOLES    1
#define FULL     2
#define OWNED    3
#define SWEEPING 4
#define NOBODY   2                        /* owner; else a thread, 0 or 1 */

/* ---- shared memory */
byte state[NR], swept[NR], owner[NR];     /* one region word each */
byte mark[PLACES];                        /* 0: no object; else its epoch + 1 */
byte gc, swept_epoch;                     /* epochs */
#if TOP
bit  top[NR];                             /* header.region_top is above the region */
#define BELOW_TOP(r) top[r]
#else
#define BELOW_TOP(r) true                 /* or nobody has claimed it yet, and there is nothing to sweep */
#endif
bit  odd[2];                              /* parity of a slot's counter */
byte region[2];                           /* slot.region: index + 1 */
bit  waits[2];                            /* the daemon sampled the counter odd and waits for a change */
bit  locked;                              /* cl_owned_region_lock */
bit  dead[2];                             /* to be reclaimed */
#if NEXT
bit  died;                                /* the first daemon */
bit  ends[2];                             /* its reclaimers, which are gone as soon as they are to do a step */
#endif

/* ---- ghosts */
bit  live[PLACES];                        /* reachable */
byte held[2];                             /* place + 1 of the object in a register of the thread's operation */
#if COMPLETE
byte garbage[PLACES];                     /* flips for which the object was garbage */
#endif

#define BEFORE(e) (((e) + EPOCHS - 1) % EPOCHS)
#define AFTER(e)  (((e) + 1) % EPOCHS)
#if DEAD
#define IS_DEAD(i, e) (mark[i] != 0 && mark[i] != (e) + 1)
#else
#define IS_DEAD(i, e) (mark[i] == BEFORE(e) + 1)
#endif
#define REACHABLE(i) (live[i] || held[0] == (i) + 1 || held[1] == (i) + 1)

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

/* Eight mark bytes are read at once; those of dead objects are then zeroed one by one. d: bit 0, 1: the region's. */
#define FIND(r, e) d = IS_DEAD(2*(r), e) + 2 * IS_DEAD(2*(r)+1, e)
#define ZERO(i, b) if :: d & (b) -> LOG("  zeroes mark %d of object %d\n", mark[i], i); assert(!REACHABLE(i)); \
    mark[i] = 0; forget(i); d = d - (b) :: else fi
inline forget(i) {
#if COMPLETE
  garbage[i] = 0
#else
  skip
#endif
}
#define PUT(r, s, w, o) state[r] = s; swept[r] = w; owner[r] = o

/* ---- mutators */
#define ENTER odd[t] = 1; e = gc
#define LEAVE odd[t] = 0; waits[t] = 0

/* One step of a mutator, which may die before it. */
#define S(...) if :: d_step { __VA_ARGS__ } :: (DIES >> t) & 1 -> goto die fi

/* FREE is every state without objects; a FULL region is claimed only to be swept. */
#define EMPTY(st) ((st) == FREE)
#define MAY_SWEEP (SWEEPS || e == s)
#define CLAIMABLE (st == FREE || st == HOLES || (st == FULL && MAY_SWEEP && w != s))

#define SHADE_OP(i) :: d_step { ((SHADERS >> t) & 1) && live[i] -> ENTER; held[t] = (i) + 1; o = i; \
    LOG("T%d enters to shade object %d (epoch %d)\n", t, o, e) }; goto shade
#define CLAIM_OP(i) :: d_step { region[t] == 0 -> region[t] = (i) + 1; r = i; ENTER; \
    LOG("T%d enters to claim region %d (epoch %d)\n", t, r, e) }; goto claim
/* A place that its owner reads as zero. Nobody else makes objects there. */
#define ALLOCATE_OP(i) :: d_step { !(ONE && (i) % 2 != 0) && region[t] == (i)/2 + 1 && mark[i] == 0 -> o = i; ENTER; \
    LOG("T%d enters to allocate object %d (epoch %d)\n", t, o, e) }; goto allocate
#define GIVE_BACK(s) PUT(r, s, w, NOBODY); region[t] = 0; LOG("T%d gives region %d back, state %d, swept %d\n", t, r, s, w); r = 0; w = 0
#define LET_GO LEAVE; held[t] = 0; live[o] = 1; o = 0; e = 0 /* the reference may have been stored or logged again */
#define CLEAR r = 0; s = 0; e = 0; sweeps = 0; st = 0; w = 0; n = 0

proctype Mutator(byte t) {
  byte e, s, r, o, d;
  byte st, w, n;                          /* region word as read; swept epoch to be stored */
  bit  sweeps;
idle:
  do
  SHADE_OP(0) SHADE_OP(1) CLAIM_OP(0) ALLOCATE_OP(0) ALLOCATE_OP(1)
#if NR > 1
  SHADE_OP(2) SHADE_OP(3) CLAIM_OP(1) ALLOCATE_OP(2) ALLOCATE_OP(3)
#endif
#if GIVEBACK
  :: d_step { region[t] != 0 -> r = region[t] - 1; w = swept[r] }; goto give_back
#else
  :: d_step { region[t] != 0 -> r = region[t] - 1; w = swept[r]; GIVE_BACK(FULL) }
  :: d_step { region[t] != 0 -> r = region[t] - 1; w = swept[r]; GIVE_BACK(HOLES) }
#endif
  :: (DIES >> t) & 1 -> goto die
  od;

shade:                                    /* cl_shade */
  if
  :: d_step { mark[o] == e + 1 -> LET_GO }; goto idle
  :: d_step { mark[o] != e + 1 -> assert(mark[o] != 0) }
  :: (DIES >> t) & 1 -> goto die
  fi;
  S(assert(mark[o] != 0); mark[o] = e + 1; LOG("T%d shades object %d with epoch %d\n", t, o, e); LET_GO);
  goto idle;

allocate:                                 /* cl_object_make */
  S(assert(mark[o] == 0 && !live[o] && state[o/2] == OWNED && owner[o/2] == t);
    mark[o] = e + 1; live[o] = 1; LOG("T%d makes object %d, epoch %d\n", t, o, e); LEAVE; o = 0; e = 0);
  goto idle;

claim:                                    /* buffer.c */
#if OUTSIDE
  S(LEAVE);
#endif
  S(s = swept_epoch; LOG("T%d reads header.swept_epoch %d\n", t, s));
  S(st = state[r]; w = swept[r]; LOG("T%d reads region %d: state %d, swept %d\n", t, r, st, w));
  if
  :: d_step { CLAIMABLE && state[r] == st && swept[r] == w -> /* CAS */
       sweeps = !EMPTY(st) && MAY_SWEEP && w != s;
       n = ((SWEEPS || sweeps || EMPTY(st)) && !(LATE && sweeps) -> s : w);
       PUT(r, OWNED, n, t); LOG("T%d owns region %d, swept %d\n", t, r, n); n = 0; st = 0; w = 0 }
  :: d_step { !(CLAIMABLE && state[r] == st && swept[r] == w) -> region[t] = 0; LEAVE; CLEAR }; goto idle
  :: (DIES >> t) & 1 -> goto die
  fi;
  if
  :: sweeps ->
       S(FIND(r, s); LOG("T%d sweeps region %d for epoch %d: dead %d\n", t, r, s, d));
       S(ZERO(2*r, 1));
       S(ZERO(2*r+1, 2));
#if LATE
       S(swept[r] = s; LOG("T%d has swept region %d\n", t, r));
#endif
  :: !sweeps
  fi;
#if TOP
  S(LOG("T%d leaves\n", t); LEAVE; e = 0; s = 0; sweeps = 0; st = 0; w = 0; n = 0);
  S(top[r] = 1; r = 0; LOG("T%d raises the top\n", t)); /* cl_region_top_raise */
#else
  S(LOG("T%d leaves\n", t); LEAVE; CLEAR);
#endif
  goto idle;

#if GIVEBACK
give_back:                                /* cl_buffer_release */
  if
  :: d_step { GIVE_BACK(FULL) }
  :: d_step { GIVE_BACK(HOLES) }
  :: (DIES >> t) & 1 -> goto die
  fi;
  goto idle;
#endif

#if DIES
die: skip;
  d_step { held[t] = 0; o = 0; d = 0; CLEAR; dead[t] = 1; LOG("T%d dies\n", t) };
  d_step { !dead[t] -> LOG("T%d is a new thread\n", t) };
  goto idle
#else
die: skip
#endif
}

/* The program drops the last reference to an object. */
#define DROP(i) :: d_step { live[i] -> live[i] = 0; LOG("object %d is dropped\n", i) }
proctype Program() {
  do
  DROP(0) DROP(1)
#if NR > 1
  DROP(2) DROP(3)
#endif
  od
}

/* ---- [model.reclaim]: reclaim_region, then reclaim_slot */
proctype Reclaimer(byte t) {
  byte r, w, d;
  bit again;
#if NEXT
begin:
  {
    skip;
#endif
  do
  :: d_step { dead[t] && (NOLOCK || !locked) -> locked = !NOLOCK; r = region[t] };
#if RECLAIM == 2
     d_step { odd[t] = 0; waits[t] = 0 };
#endif
     if
     :: d_step { r != 0 && state[r-1] == OWNED && owner[r-1] == t -> r--; w = swept[r];
          again = (RECLAIM == 1 || (RECLAIM != 3 && w == swept_epoch)) };
        if
        :: again ->
           d_step { FIND(r, w); LOG("reclaimer sweeps region %d for epoch %d: dead %d\n", r, w, d) };
           d_step { ZERO(2*r, 1) };
           d_step { ZERO(2*r+1, 2) }
        :: !again
        fi;
        d_step { PUT(r, HOLES, w, NOBODY); LOG("reclaimer gives region %d back, swept %d\n", r, w) }
     :: d_step { !(r != 0 && state[r-1] == OWNED && owner[r-1] == t) -> r = 0 }
     fi;
     d_step { locked = 0; again = 0; r = 0; w = 0; region[t] = 0; odd[t] = 0; waits[t] = 0; dead[t] = 0; LOG("reclaimer frees the slot of T%d\n", t) }
  od
#if NEXT
  } unless { d_step { ends[t] -> ends[t] = 0; r = 0; w = 0; d = 0; again = 0 } };
  goto begin
#endif
}

/* ---- the collector's thread: cl_collector_cycle, and sweep, sweep_unowned and sweep_owned of sweeper.c */
#define SAMPLE(t) if :: d_step { !odd[t] -> LOG("daemon: T%d is outside\n", t) } \
  :: d_step { odd[t] -> waits[t] = 1; LOG("daemon: waits for T%d\n", t) }; !waits[t] fi

#if NEXT
#define OR_DIES :: d_step { !died -> died = 1; locked = 0; r = 0; st = 0; w = 0; d = 0; \
  ends[0] = DIES & 1; ends[1] = (DIES & 2) != 0; LOG("the daemon dies\n") }; goto next
#else
#define OR_DIES
#endif
#define D(...) if :: d_step { __VA_ARGS__ } OR_DIES fi

proctype Daemon() {
  byte i, r, st, w, d;
#if NEXT
  byte half;
#endif
  do
  :: d_step {
       gc = AFTER(gc); LOG("daemon: FLIP to epoch %d\n", gc);
#if COMPLETE
       do :: i < PLACES -> if :: mark[i] != 0 && !REACHABLE(i) -> garbage[i]++ :: else -> garbage[i] = 0 fi; i++
          :: else -> i = 0; break od
#endif
     };
     SAMPLE(0); SAMPLE(1);
     d_step {
       do :: i < PLACES -> if :: REACHABLE(i) -> assert(mark[i] != 0); mark[i] = gc + 1 :: else fi; i++
          :: else -> i = 0; break od;
       LOG("daemon: all marked\n") };
     d_step { swept_epoch = gc; LOG("daemon: header.swept_epoch = %d\n", gc) };
#if NEXT
sweeping:
#endif
     do
     :: d_step { r < NR && BELOW_TOP(r) -> st = state[r]; w = swept[r] };
        if
        :: (st == HOLES || st == FULL) && w != gc ->
           if
           :: d_step { state[r] == st && swept[r] == w -> PUT(r, SWEEPING, gc, NOBODY); st = 0; w = 0 };
              D(FIND(r, gc); LOG("daemon: sweeps region %d: dead %d\n", r, d));
              D(ZERO(2*r, 1));
              D(ZERO(2*r+1, 2));
              if
              OR_DIES
              :: d_step { mark[2*r] == 0 && mark[2*r+1] == 0 -> PUT(r, FREE, gc, NOBODY); LOG("daemon: region %d is empty\n", r) }
              :: d_step { !(mark[2*r] == 0 && mark[2*r+1] == 0) -> PUT(r, HOLES, gc, NOBODY) }
              :: d_step { !(mark[2*r] == 0 && mark[2*r+1] == 0) -> PUT(r, FULL, gc, NOBODY) }
              fi
           :: d_step { !(state[r] == st && swept[r] == w) -> st = 0; w = 0 }
           fi
        :: st == OWNED && w != gc ->
           d_step { NOLOCK || !locked -> locked = !NOLOCK; st = 0; w = 0 };
           if
           :: d_step { state[r] == OWNED && swept[r] != gc -> swept[r] = gc; LOG("daemon: takes the owned region %d\n", r) };
              D(FIND(r, gc); LOG("daemon: sweeps region %d: dead %d\n", r, d));
              D(ZERO(2*r, 1));
              D(ZERO(2*r+1, 2); locked = 0)
           :: d_step { !(state[r] == OWNED && swept[r] != gc) -> locked = 0 }
           fi
        :: d_step { !((st == HOLES || st == FULL || st == OWNED) && w != gc) -> r++; st = 0; w = 0 }
        fi
     :: d_step { r < NR && !BELOW_TOP(r) -> r++ }
     :: d_step { r == NR -> r = 0 }; break
     od;
#if NEXT
     goto swept_all;
next:                                     /* cl_sweeper_settle */
     do
     :: r < NR && state[r] == SWEEPING ->
#if NEXT != 4
          d_step { FIND(r, gc); LOG("next daemon: settles region %d: dead %d\n", r, d) };
          d_step { ZERO(2*r, 1) };
          d_step { ZERO(2*r+1, 2) };
#endif
          if :: d_step { PUT(r, (mark[2*r] == 0 && mark[2*r+1] == 0 -> FREE : HOLES), gc, NOBODY); r++ } fi
     :: d_step { r < NR && state[r] != SWEEPING -> r++ }
     :: d_step { r == NR -> r = 0 }; break
     od;
#if NEXT != 3
     do                                   /* cl_sweeper_find_half_swept */
     :: d_step { r < NR -> half = half + ((state[r] == OWNED || (NEXT != 5 && (state[r] == HOLES || state[r] == FULL))) && swept[r] == gc -> 1<<r : 0); r++ }
     :: d_step { r == NR -> r = 0 }; break
     od;
#if NEXT != 2
     SAMPLE(0); SAMPLE(1);
#endif
     do                                   /* cl_sweeper_sweep_again */
     :: r < NR && (half & 1<<r) && state[r] != FREE ->
          d_step { NOLOCK || !locked -> locked = !NOLOCK };
          d_step { FIND(r, gc); LOG("next daemon: sweeps region %d again: dead %d\n", r, d) };
          d_step { ZERO(2*r, 1) };
          d_step { ZERO(2*r+1, 2); locked = 0 };
          if :: d_step { r++ } fi
     :: d_step { r < NR && !((half & 1<<r) && state[r] != FREE) -> r++ }
     :: d_step { r == NR -> r = 0; half = 0 }; break
     od;
#endif
     goto sweeping;
swept_all:
#endif
     if :: d_step {
#if COMPLETE
       do :: i < PLACES -> assert(garbage[i] < COMPLETE); i++ :: else -> i = 0; break od;
#endif
       LOG("daemon: all swept\n") }
     fi
  od
}

init {
  atomic {
    PUT(0, FREE, 0, NOBODY);
#if NR > 1
    PUT(1, FREE, 0, NOBODY);
#endif
    run Mutator(0); run Mutator(1); run Program(); run Daemon();
#if DIES & 1
    run Reclaimer(0);
#endif
#if DIES & 2
    run Reclaimer(1);
#endif
  }
}
