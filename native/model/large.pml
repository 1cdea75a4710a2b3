/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Large blocks and the memory of empty regions [model.large]: `claim`, `put_down`, `take`, cl_large_settle of large.c;
 * `sweep_large`, `free_large`, `take_empty`, cl_sweeper_punch, cl_sweeper_give_back, cl_sweeper_settle of sweeper.c;
 * `commit_until`, `claim`, `give_back` of buffer.c for a region that is claimed alone; `reclaim_region`,
 * `reclaim_large` of reclaim.c. Two mutators, the collector's thread and the daemon's reclaimer; cycles never end.
 *
 * A large block has two regions. Marking is one step, as in sweep.pml. A small region is given back without objects:
 * sweep.pml is about these. Whether an empty region's word has an epoch makes no difference, so it is left out; of a
 * SWEEPING region's only whether there is one, for that says what the daemon is doing with it.
 * A CAS that fails may fail for no reason: it has to do nothing worse than one that had a reason.
 *
 * Options (-D)      default
 *  NR        2  regions
 *  DIES      1  bit t: thread t may die at any step; its slot is reclaimed and attached anew
 *  SMALL     2  bit t: thread t claims single regions
 *  LARGES    3  bit t: thread t makes large objects
 *  NEXT      0  1: the daemon dies once, at any step and with its reclaimer, and the next one goes on
 *  FAILS     0  1: the system may have no memory for a bare region
 * Mutations, each of which must be found
 *  NOSTAMP   0  1: all bare regions have the same word
 *  HEADFIRST 0  1: the sweep frees the head before the tail
 *  MARKFIRST 0  1: the sweep takes the mark byte away before it has the head
 *  LATESLOT  0  1: the slot names the block after its regions are claimed
 *  NOPUNCH   0  1: what a dead owner had is FREE at once
 *  UPWARDS   0  1: a claim that failed is put down from its first region on
 *  STORES    0  1: settling looks at the head first, then at the mark byte, and takes the head by a store
 *  ANYMARK   0  1: settling does not look at the mark byte
 */
#ifndef NR
#define NR 2
#endif
#ifndef DIES
#define DIES 1
#endif
#ifndef SMALL
#define SMALL 2
#endif
#ifndef LARGES
#define LARGES 3
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef FAILS
#define FAILS 0
#endif
#ifndef NOSTAMP
#define NOSTAMP 0
#endif
#ifndef HEADFIRST
#define HEADFIRST 0
#endif
#ifndef MARKFIRST
#define MARKFIRST 0
#endif
#ifndef LATESLOT
#define LATESLOT 0
#endif
#ifndef NOPUNCH
#define NOPUNCH 0
#endif
#ifndef UPWARDS
#define UPWARDS 0
#endif
#ifndef STORES
#define STORES 0
#endif
#ifndef ANYMARK
#define ANYMARK 0
#endif

#define CLEAN    0                        /* has memory, which is zero */
#define BARE     1                        /* has none */
#define FREE     2                        /* has memory */
#define HOLES    3
#define LARGE    4
#define TAIL     5
#define OWNED    6
#define SWEEPING 7

/* ---- shared memory */
byte state[NR], owner[NR];                /* a region word: state; thread + 1 */
bit  epochal[NR];                         /* SWEEPING with an epoch */
byte mark[NR];                            /* of an object that begins where the region does: its epoch + 1; 0: none */
byte gc, swept_epoch;
bit  odd[2], waits[2];
byte large[2], region[2];                 /* of a slot: first region + 1 */
bit  dead[2];                             /* to be reclaimed */
#if NEXT
bit  died, ends;                          /* the first daemon; its reclaimer, which is gone before its next step */
#endif

/* ---- ghosts */
bit  memory[NR], dirty[NR];               /* backed by the system; not zero */
bit  live[NR];                            /* a reachable large object begins here */
byte garbage[NR];                         /* flips for which it was garbage */
byte seen[NR];                            /* bit t: the word is the BARE one that thread t read */

#define BEFORE(e) (((e) + 2) % 3)
#define AFTER(e)  (((e) + 1) % 3)
#define EMPTY(r)  (state[r] <= FREE)
#define COVERED(r) (live[r] || ((r) > 0 && live[((r) + NR - 1) % NR]))
#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

#define PUT(r, s, o) state[r] = s; owner[r] = o; epochal[r] = 0
#define PUT_BARE(r)  PUT(r, BARE, 0); seen[r] = (NOSTAMP -> seen[r] : 0)
#define PUNCH(r)     assert(!COVERED(r)); memory[r] = 0; dirty[r] = 0

/* ---- mutators */
#define S(...) if :: d_step { __VA_ARGS__ } :: (DIES >> t) & 1 -> goto die fi
#define OURS (state[first] == LARGE && owner[first] == t + 1)
#define MINE(r) (owner[r] == t + 1 && (state[r] == OWNED || state[r] == LARGE || state[r] == TAIL))

/* CAS of an empty region's word; then it is zeroed if it was in use before. Reading the word and the CAS are one step:
 * nothing that is read in between is used. */
#define TAKE(r) d_step { EMPTY(r) -> assert(!COVERED(r)); bare = (state[r] == BARE); assert(bare || memory[r]); \
    assert(state[r] != CLEAN || !dirty[r]); dirty[r] = 0; PUT(r, OWNED, t + 1); LOG("T%d claims region %d\n", t, r) }

proctype Mutator(byte t) {
  byte first, r, e;
  bit  bare, bare0, unborn;
idle:
  do
  :: d_step { ((LARGES >> t) & 1) && !unborn -> LOG("T%d wants a large block\n", t) }; goto settle
  :: d_step { unborn -> first = large[t] - 1; odd[t] = 1; e = gc; LOG("T%d enters to publish %d (epoch %d)\n", t, first, e) }; goto publish
  :: d_step { unborn -> unborn = 0; LOG("T%d gives up block %d\n", t, large[t] - 1) } /* cl_large_settle frees it */
  :: d_step { ((SMALL >> t) & 1) -> r = 0; LOG("T%d wants region 0\n", t) }; goto small
#if NR > 1
  :: d_step { ((SMALL >> t) & 1) -> r = 1; LOG("T%d wants region 1\n", t) }; goto small
#endif
#if NR > 2
  :: d_step { ((SMALL >> t) & 1) -> r = 2; LOG("T%d wants region 2\n", t) }; goto small
#endif
  :: (DIES >> t) & 1 -> goto die
  od;

publish:                                  /* cl_object_make: the block was written before */
  S(assert(MINE(first) && MINE(first + 1)); assert(memory[first] && memory[first + 1]); assert(mark[first] == 0);
    dirty[first] = 1; dirty[first + 1] = 1; mark[first] = e + 1; live[first] = 1; unborn = 0; odd[t] = 0; waits[t] = 0; first = 0; e = 0;
    LOG("T%d publishes\n", t));
  goto idle;

settle:                                   /* cl_large_settle */
  if
  :: large[t] == 0
  :: large[t] != 0 ->
#if STORES
     S(first = large[t] - 1; bare = OURS);
     S(unborn = (mark[first] == 0); LOG("T%d settles %d: mark %d\n", t, first, mark[first]));
     if
     :: bare && unborn -> S(PUT(first, OWNED, t + 1); r = 1)
     :: !(bare && unborn) -> bare = 0
     fi;
#else
     S(first = large[t] - 1; unborn = (ANYMARK || mark[first] == 0); LOG("T%d settles %d: mark %d\n", t, first, mark[first]));
     if                                   /* the word is read and CAS in one step: nothing is done in between */
     :: d_step { unborn && OURS -> PUT(first, OWNED, t + 1); bare = 1; r = 1 }
     :: d_step { !(unborn && OURS) -> bare = 0 }
     :: (DIES >> t) & 1 -> goto die
     fi;
#endif
     do
     :: d_step { bare && r == 1 -> r = 0; if :: owner[first + 1] == t + 1 -> assert(!COVERED(first + 1)); PUT(first + 1, FREE, 0) :: else fi;
          LOG("T%d frees %d\n", t, first + 1) }
     :: d_step { bare && r == 0 -> if :: owner[first] == t + 1 -> assert(!COVERED(first)); PUT(first, FREE, 0) :: else fi; bare = 0;
          LOG("T%d frees %d\n", t, first) }
     :: !bare -> break
     :: (DIES >> t) & 1 -> goto die
     od;
     S(large[t] = 0; unborn = 0; first = 0; r = 0; bare = 0)
  fi;

  if                                      /* claim_run */
  :: first = 0
#if NR > 2
  :: first = 1
#endif
  :: goto idle
  fi;
#if !LATESLOT
  S(large[t] = first + 1; LOG("T%d names %d\n", t, first));
#endif
  if                                      /* claim */
  :: TAKE(first); bare0 = bare
  :: d_step { true -> large[t] = 0; first = 0; bare = 0 }; goto idle
  :: (DIES >> t) & 1 -> goto die
  fi;
  if
  :: bare0 && !EMPTY(first + 1) -> skip /* it has its memory before the next one is looked at; then it is put down */
  :: bare0 && EMPTY(first + 1) && state[first + 1] != BARE ->
       if
       :: d_step { memory[first] = 1; bare0 = 0; LOG("T%d has memory for %d\n", t, first) }
#if FAILS
       :: goto down_first
#endif
       :: (DIES >> t) & 1 -> goto die
       fi
  :: !bare0
  :: bare0 && EMPTY(first + 1) && state[first + 1] == BARE
  fi;
  if
  :: TAKE(first + 1)
  :: d_step { true -> bare = 0 }; goto down_first
  :: (DIES >> t) & 1 -> goto die
  fi;
  if
  :: bare0 || bare ->
       if
       :: d_step { if :: bare0 -> memory[first] = 1 :: else fi; if :: bare -> memory[first + 1] = 1 :: else fi; bare0 = 0; bare = 0;
            LOG("T%d has memory for its block\n", t) }
#if FAILS
       :: goto down
#endif
       :: (DIES >> t) & 1 -> goto die
       fi
  :: !bare0 && !bare
  fi;
  S(assert(state[first + 1] == OWNED); PUT(first + 1, TAIL, t + 1); LOG("T%d: %d is a tail\n", t, first + 1));   /* take */
#if LATESLOT
  S(PUT(first, LARGE, t + 1));
  S(large[t] = first + 1; unborn = 1);
#else
  S(assert(state[first] == OWNED); PUT(first, LARGE, t + 1); unborn = 1; LOG("T%d: %d is large\n", t, first));
#endif
  d_step { assert(!dirty[first] && !dirty[first + 1]); first = 0; bare = 0; bare0 = 0 };
  goto idle;

#if FAILS
down: skip;                               /* put_down */
#if UPWARDS
  S(if :: bare0 -> PUT_BARE(first) :: else -> PUT(first, CLEAN, 0) fi);
#endif
  S(if :: bare -> PUT_BARE(first + 1) :: else -> PUT(first + 1, CLEAN, 0) fi; bare = 0; LOG("T%d puts %d down\n", t, first + 1));
#if UPWARDS
  goto down_end;
#endif
#endif
down_first:
  S(if :: bare0 -> PUT_BARE(first) :: else -> PUT(first, CLEAN, 0) fi; LOG("T%d puts %d down\n", t, first));
down_end:
  S(large[t] = 0; first = 0; bare = 0; bare0 = 0);
  goto idle;

small:                                    /* try_region */
  if
  :: d_step { state[r] == BARE -> seen[r] = seen[r] | (1 << t); LOG("T%d sees bare %d\n", t, r) };   /* commit_until */
     S(memory[r] = 1; LOG("T%d has memory for %d\n", t, r));
     if
     :: d_step { state[r] == BARE && (seen[r] & (1 << t)) -> PUT(r, CLEAN, 0); LOG("T%d: %d is clean\n", t, r) }
     :: d_step { !(state[r] == BARE && (seen[r] & (1 << t))) -> r = 0 }; goto idle
     :: (DIES >> t) & 1 -> goto die
     fi
  :: d_step { state[r] != BARE && EMPTY(r) -> skip }
  :: d_step { !EMPTY(r) -> r = 0 }; goto idle
  :: (DIES >> t) & 1 -> goto die
  fi;
  S(region[t] = r + 1);
  if
  :: d_step { (state[r] == CLEAN || state[r] == FREE || state[r] == HOLES) -> assert(!COVERED(r)); bare = (state[r] == CLEAN); PUT(r, OWNED, t + 1); LOG("T%d owns %d\n", t, r) }
  :: d_step { !(state[r] == CLEAN || state[r] == FREE || state[r] == HOLES) -> region[t] = 0; r = 0 }; goto idle
  :: (DIES >> t) & 1 -> goto die
  fi;
  S(assert(MINE(r)); assert(memory[r]); assert(!bare || !dirty[r]); dirty[r] = 1; bare = 0; LOG("T%d writes to %d\n", t, r));
  S(assert(MINE(r)); PUT(r, HOLES, 0); LOG("T%d gives %d back\n", t, r));
  S(region[t] = 0; r = 0);
  goto idle;

die: skip;
#if DIES
  d_step { dead[t] = 1; first = 0; r = 0; e = 0; bare = 0; bare0 = 0; unborn = 0; LOG("T%d dies\n", t);
    if :: seen[0] & (1 << t) -> seen[0] = seen[0] - (1 << t) :: else fi; if :: seen[1] & (1 << t) -> seen[1] = seen[1] - (1 << t) :: else fi
#if NR > 2
    ; if :: seen[2] & (1 << t) -> seen[2] = seen[2] - (1 << t) :: else fi
#endif
    };
  d_step { !dead[t] -> LOG("T%d is a new thread\n", t) };
#endif
  goto idle
}

/* The program drops the last reference to an object. */
#define DROP(i) :: d_step { live[i] -> live[i] = 0; LOG("object %d is dropped\n", i) }
proctype Program() {
  do
  DROP(0)
#if NR > 2
  DROP(1)
#endif
  od
}

/* ---- reclaim_region and reclaim_large, then reclaim_slot */
#if NOPUNCH
#define PUT_AWAY(r) d_step { PUT(r, FREE, 0) }
#else
#define PUT_AWAY(r) d_step { PUNCH(r) }; d_step { PUT_BARE(r); LOG("reclaimer: %d is bare\n", r) }
#endif
#define HAS(r) (owner[r] == t + 1 && (state[r] == OWNED || state[r] == TAIL || state[r] == LARGE))
proctype Reclaimer(byte t) {
  byte f; bit unpublished;
begin:
  {
    skip;
    do
    :: d_step { dead[t] -> if :: region[t] != 0 && state[region[t] - 1] == OWNED && owner[region[t] - 1] == t + 1 -> PUT(region[t] - 1, HOLES, 0)
         :: else fi; f = large[t]; LOG("reclaimer: T%d had block %d\n", t, f - 1) };
       if
       :: f != 0 ->
            d_step { unpublished = (mark[f - 1] == 0) };
            if                            /* take_large_head */
            :: d_step { unpublished && owner[f - 1] == t + 1 && state[f - 1] == OWNED -> LOG("reclaimer: died in its claim\n") }
            :: d_step { unpublished && owner[f - 1] == t + 1 && state[f - 1] == LARGE -> PUT(f - 1, OWNED, t + 1); LOG("reclaimer: takes head %d\n", f - 1) }
            :: d_step { !(unpublished && owner[f - 1] == t + 1 && (state[f - 1] == OWNED || state[f - 1] == LARGE)) -> f = 0 }
            fi;
            if
            :: f != 0 && HAS(f) -> PUT_AWAY(f)
            :: !(f != 0 && HAS(f))
            fi;
            if
            :: f != 0 && HAS(f - 1) -> PUT_AWAY(f - 1)
            :: !(f != 0 && HAS(f - 1))
            fi
       :: f == 0
       fi;
       d_step { odd[t] = 0; waits[t] = 0 };
       d_step { f = 0; unpublished = 0; region[t] = 0; large[t] = 0; dead[t] = 0; LOG("reclaimer frees the slot of T%d\n", t) }
    od
#if NEXT
  } unless { d_step { ends -> ends = 0; f = 0; unpublished = 0 } };
#else
  } unless { false };
#endif
  goto begin
}

/* ---- the collector's thread */
#if NEXT
#define OR_DIES :: d_step { !died -> died = 1; r = 0; end = 0; o = 0; ends = (DIES != 0); LOG("the daemon dies\n") }; goto next
#else
#define OR_DIES
#endif
#define D(...) if :: d_step { __VA_ARGS__ } OR_DIES fi
#define SAMPLE(t) if :: d_step { !odd[t] -> skip } :: d_step { odd[t] -> waits[t] = 1 }; !waits[t] fi

/* The object at r is dead and the head is the daemon's. */
inline free_large() {
  if
  :: d_step { r + 1 < NR && state[r + 1] == TAIL && owner[r + 1] == owner[r] -> end = r + 1 }
  :: d_step { !(r + 1 < NR && state[r + 1] == TAIL && owner[r + 1] == owner[r]) -> end = r }
  OR_DIES
  fi;
#if HEADFIRST
  D(assert(!COVERED(r)); PUT(r, FREE, 0));
#endif
  if
  :: end != r -> D(assert(!COVERED(end)); PUT(end, FREE, 0); end = 0; LOG("daemon: frees tail %d\n", r + 1))
  :: end == r -> end = 0
  fi;
#if !HEADFIRST
  D(assert(!COVERED(r)); PUT(r, FREE, 0); LOG("daemon: frees head %d\n", r))
#endif
}
#define NAMED(r, t) (large[t] == (r) + 1 || ((r) > 0 && large[t] == (r)))
#define HELD(r) (owner[r] != 0 && (NAMED(r, owner[r] - 1) || region[owner[r] - 1] == (r) + 1))
#define HEADED(r) ((r) > 0 && state[(r) - 1] == LARGE && owner[(r) - 1] == owner[r])

proctype Daemon() {
  byte r, end, o;
  do
  :: d_step {
       gc = AFTER(gc); LOG("daemon: FLIP to epoch %d\n", gc);
       do :: r < NR -> if :: mark[r] != 0 && !live[r] -> garbage[r]++ :: else -> garbage[r] = 0 fi; r++ :: else -> r = 0; break od };
#if NEXT
marking:
#endif
     SAMPLE(0); SAMPLE(1);
     D(do :: r < NR -> if :: live[r] -> assert(mark[r] != 0); mark[r] = gc + 1 :: else fi; r++ :: else -> r = 0; break od; LOG("daemon: all marked\n"));
     D(swept_epoch = gc);
sweeping:
     do
     :: d_step { r < NR && state[r] == HOLES -> PUT(r, SWEEPING, 0); epochal[r] = 1 }; /* sweep_unowned */
          D(PUT(r, FREE, 0); LOG("daemon: %d is free\n", r); r++)
     :: d_step { r < NR && state[r] == LARGE -> o = owner[r] }; /* sweep_large: the word is read, then the mark byte */
          if
          :: d_step { mark[r] == BEFORE(gc) + 1 -> LOG("daemon: object %d is dead\n", r) };
#if MARKFIRST
             D(mark[r] = 0; garbage[r] = 0);
#endif
             if
             :: d_step { state[r] == LARGE && owner[r] == o -> PUT(r, SWEEPING, o); epochal[r] = 1; o = 0; LOG("daemon: takes head %d\n", r) };
#if !MARKFIRST
                D(assert(!live[r]); mark[r] = 0; garbage[r] = 0);
#endif
                free_large();
                r++
             :: d_step { !(state[r] == LARGE && owner[r] == o) -> o = 0; r++ }
             OR_DIES
             fi
          :: d_step { mark[r] != BEFORE(gc) + 1 -> o = 0; r++ }
          OR_DIES
          fi
     :: d_step { r < NR && state[r] != HOLES && state[r] != LARGE -> r++ }
     :: d_step { r == NR -> r = 0 }; break
     OR_DIES
     od;
     do                                   /* cl_sweeper_give_back */
     :: d_step { r < NR && (state[r] == CLEAN || state[r] == FREE) -> PUT(r, SWEEPING, 0); LOG("daemon: takes empty %d\n", r) };
          D(PUNCH(r); LOG("daemon: punches %d\n", r));
          D(PUT_BARE(r); r++)
     :: d_step { r < NR -> r++ }
     :: d_step { r == NR -> r = 0 }; break
     OR_DIES
     od;
#if NEXT
     goto swept_all;
next:                                     /* cl_sweeper_settle */
     do
     :: r < NR && state[r] == SWEEPING && owner[r] != 0 -> d_step { assert(swept_epoch == gc && epochal[r]); assert(!live[r]); mark[r] = 0; garbage[r] = 0 }; free_large(); r++
     :: r < NR && state[r] == SWEEPING && owner[r] == 0 && !epochal[r] -> d_step { PUNCH(r) }; d_step { PUT_BARE(r); r++ }
     :: r < NR && state[r] == SWEEPING && owner[r] == 0 && epochal[r] -> d_step { PUT(r, FREE, 0); r++ }
     :: r < NR && state[r] != SWEEPING -> r++
     :: r == NR -> r = 0; break
     od;
     if
     :: swept_epoch == gc -> SAMPLE(0); SAMPLE(1); goto sweeping
     :: swept_epoch != gc -> goto marking
     fi;
swept_all:
#endif
     if :: d_step {
       do :: r < NR -> assert(garbage[r] < 2);
             assert(state[r] != OWNED || HELD(r));
             assert(state[r] != TAIL || HELD(r) || HEADED(r));
             assert(state[r] != LARGE || mark[r] != 0 || HELD(r)); r++
          :: else -> r = 0; break od }
     fi
  od
}

init {
  atomic {
    byte i;
    do :: i < NR -> state[i] = BARE; i++ :: else -> i = 0; break od;
    run Mutator(0); run Mutator(1); run Program(); run Daemon();
#if DIES & 1
    run Reclaimer(0);
#endif
#if DIES & 2
    run Reclaimer(1);
#endif
  }
}
