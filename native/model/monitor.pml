/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One monitor [model.monitor]: its word, the futex on it, the wait set, and what is left by a thread that dies at any
 * step: monitor.c, waiting.c, abandon.c, zombies.c, and of slot.c and reclaim.c what belongs to it. Sleeps have no
 * bound: in the code they end after 100 ms, which must not be what saves a sleeper.
 *
 * A thread is a process of its own with one slot, which is claimed anew after a death. ROUNDS times it enters, does
 * something (INSIDE) and exits. When nothing moves any more nobody may sleep but who was not notified.
 *
 * Options (-D)     default
 *  NT        3  threads
 *  ROUNDS    1  entries of a thread
 *  DEATHS    1  threads that die, at any step, at most
 *  MORTAL    7  bit t: thread t may die
 *  DAEMONS   0  deaths of the daemon, at any step, at most
 *  CYCLES    1  cycles of the collector
 *  INSIDE    0  what may be done inside: bit 0: notify; 1: wait; 2: wait with a time-out; 3: the thread ends with the monitor
 *  ROLES     0  1: only the last thread notifies, only the others wait
 *  GIVEUP    0  bit t: thread t may give up when it waits to enter
 *  X86       1  exit: 1: the store S, which stays in the store buffer for a while, and the load L; 0: an exchange
 * Mutations, each of which must be found
 *  NOFENCE   0  1: a sleeper does not call membarrier
 *  NOBIT     0  1: who slept takes the word without the waiters bit
 *  FREESLEEP 0  1: a sleeper does not look whether the word is owned when it sets the bit
 *  STORE     0  1: exit stores 0 to the whole word
 *  NOLOOK    0  1: a sleeper does not look whether the owner is dead after it announced itself
 *  NOCHANGE  0  1: after a death the word is left as it is, with the bit
 *  NOWAKE    0  1: after a death nobody is woken
 *  NOPASS    0  1: who gives up after a sleep wakes nobody; 2: nor is the notification of a dead waiter passed on
 *  EARLYNONE 0  1: the daemon takes the notification from the dead before it passes it on
 *  NOGRACE   0  1: no grace period between the marking and the release of the zombies' slots
 *  REUSE     0  1: the slot of a thread that died with the monitor is free at once
 */
#ifndef NT
#define NT 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef MORTAL
#define MORTAL 7
#endif
#ifndef DAEMONS
#define DAEMONS 0
#endif
#ifndef CYCLES
#define CYCLES 1
#endif
#ifndef INSIDE
#define INSIDE 0
#endif
#ifndef ROLES
#define ROLES 0
#endif
#ifndef GIVEUP
#define GIVEUP 0
#endif
#ifndef X86
#define X86 1
#endif
#ifndef NOFENCE
#define NOFENCE 0
#endif
#ifndef NOBIT
#define NOBIT 0
#endif
#ifndef FREESLEEP
#define FREESLEEP 0
#endif
#ifndef STORE
#define STORE 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef NOCHANGE
#define NOCHANGE 0
#endif
#ifndef NOWAKE
#define NOWAKE 0
#endif
#ifndef NOPASS
#define NOPASS 0
#endif
#ifndef EARLYNONE
#define EARLYNONE 0
#endif
#ifndef NOGRACE
#define NOGRACE 0
#endif
#ifndef REUSE
#define REUSE 0
#endif

#define ABANDONED 9             /* as owner; else 0, or a thread + 1 */
#define FREE  0                 /* slot.vm */
#define LIVE  1
#define DYING 2                 /* its thread is dead, its VM is not reclaimed yet */
#define DEAD  3                 /* CL_SLOT_DEAD */
#define NONE     0              /* slot.wake */
#define WAITING  1
#define NOTIFIED 2
#define MONITOR 1               /* what a thread sleeps on */
#define WAKE    2

/* ---- shared memory */
byte owner;                     /* the word: its lower half, */
bit  bit_;                      /* and CL_MONITOR_WAITERS in the upper one */
byte vm[NT];
byte held[NT];
bit  waiting[NT];               /* announced */
byte wake[NT];
bit  odd[NT];                   /* slot.seq */
bit  reclaim[NT];               /* the VM's entry: to be reclaimed */

/* ---- kernel and processor */
byte asleep[NT];
bit  buffered[NT];              /* S is in the store buffer: the word's lower half is 0 for its thread only */

/* ---- ghosts */
byte inside;
bit  broken;                    /* an owner died inside, and nobody was told */
byte debt;                      /* notifications that were given and not used */
byte deaths, daemons, cycles;
bit  reset[2];                  /* the daemon's threads, which are gone as soon as they are to do a step */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

#define IS_DEAD(o)      ((o) != 0 && (o) != ABANDONED && vm[((o)-1) % NT] == DEAD)
#define IS_ABANDONED(o) ((o) == ABANDONED || IS_DEAD(o))
#define DRAIN(t) if :: buffered[t] -> buffered[t] = 0; owner = 0 :: else fi
#define DRAIN_ALL DRAIN(0); DRAIN(1) DRAIN_2 DRAIN_3
#if NT > 2
#define DRAIN_2 ; DRAIN(2)
#else
#define DRAIN_2
#endif
#if NT > 3
#define DRAIN_3 ; DRAIN(3)
#else
#define DRAIN_3
#endif
#define WAKE_ALL_MONITOR i = 0; do :: i < NT -> if :: asleep[i] == MONITOR -> asleep[i] = 0 :: else fi; i++ :: else -> i = 0; break od

#if NT > 2
#define ANY(kind, what) :: d_step { asleep[2] == kind -> asleep[2] = 0; LOG("%s T2\n", what) }
#define NOT_2(a, x) && a[2] != (x)
#define IF_2(...) __VA_ARGS__
#else
#define ANY(kind, what)
#define NOT_2(a, x)
#define IF_2(...)
#endif
/* Whichever the kernel takes. */
#define WAKE_ONE_OR(...) if \
  :: d_step { asleep[0] == MONITOR -> asleep[0] = 0; LOG("  T0 is woken\n") } \
  :: d_step { asleep[1] == MONITOR -> asleep[1] = 0; LOG("  T1 is woken\n") } \
  IF_2(:: d_step { asleep[2] == MONITOR -> asleep[2] = 0; LOG("  T2 is woken\n") }) \
  :: d_step { asleep[0] != MONITOR && asleep[1] != MONITOR NOT_2(asleep, MONITOR) -> LOG("  nobody sleeps\n") } \
  __VA_ARGS__ fi
#define WAKE_SLOT(i) if :: asleep[i] == WAKE -> asleep[i] = 0 :: else fi

#if NOCHANGE
#define NO_BIT skip
#else
#define NO_BIT bit_ = 0; LOG("  the bit is cleared\n") /* so that nobody sleeps who looked before the death */
#endif

#define OR_DIE :: deaths < DEATHS && (MORTAL & 1<<t) -> goto die
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi

/* notify of waiting.c: one of those who wait, with one CAS; x: who was chosen, + 1. */
#define CHOOSE(i, new) :: d_step { wake[i] == WAITING -> wake[i] = NOTIFIED; debt = debt + new; x = i + 1; LOG("  T%d is notified\n", i) }
#define NOBODY_WAITS (wake[0] != WAITING && wake[1] != WAITING NOT_2(wake, WAITING))

proctype Thread(byte t) {
  byte o, x, left = ROUNDS, i;
  bit  w, slept, in_wait, timed;
idle:
  if
  :: left > 0 -> left--
  :: left == 0 -> goto quit
  :: deaths < DEATHS && (MORTAL & 1<<t) -> goto die
  fi;

acquire:                        /* acquire of monitor.c */
  S(o = owner; w = bit_; LOG("T%d reads the word: owner %d, waiters %d\n", t, o, w));
acquire_with:
  if
  :: o == 0 ->
       S(held[t]++);
       if
       :: d_step { owner == o && bit_ == w -> DRAIN(t); assert(owner == 0); owner = t + 1;
            bit_ = w || (slept && !NOBIT); inside++;
            LOG("T%d has the monitor, waiters %d\n", t, bit_);
            assert(inside == 1 && !broken); waiting[t] = 0; o = 0; w = 0; slept = 0 };
          goto critical
       :: d_step { !(owner == o && bit_ == w) -> DRAIN(t); held[t]--; o = owner; w = bit_ }; goto acquire_with
       OR_DIE
       fi
  :: d_step { IS_ABANDONED(o) -> odd[t] = 1; LOG("T%d finds the owner %d dead\n", t, o) }; /* clear_dead */
       if
       :: d_step { !IS_ABANDONED(o) -> odd[t] = 0; o = 0; w = 0 }; goto acquire
       :: IS_ABANDONED(o)
       OR_DIE
       fi;
       if
       :: d_step { owner == o && bit_ == w -> owner = 0; bit_ = 0; LOG("T%d frees it, and is told\n", t);
            assert(broken && inside == 0); broken = 0; o = 0 }
       :: d_step { !(owner == o && bit_ == w) -> odd[t] = 0; o = 0; w = 0 }; goto acquire
       OR_DIE
       fi;
       S(odd[t] = 0);
       if :: w -> WAKE_ONE_OR(OR_DIE) :: !w fi;
       S(waiting[t] = 0; w = 0; slept = 0);
       goto acquire
  :: (GIVEUP & 1<<t) && !in_wait && o != 0 && !IS_ABANDONED(o) ->
       if :: slept && !(NOPASS & 1) -> WAKE_ONE_OR(OR_DIE) :: !slept || (NOPASS & 1) fi;
       S(waiting[t] = 0; o = 0; w = 0; slept = 0; LOG("T%d gives up\n", t)); goto idle
  :: d_step { o != 0 && !IS_ABANDONED(o) -> o = owner; w = bit_ } /* sleep_on, which reads the word again */
  OR_DIE
  fi;
#if !FREESLEEP
  if
  :: d_step { o == 0 || IS_ABANDONED(o) -> o = 0; w = 0 }; goto acquire
  :: o != 0 && !IS_ABANDONED(o)
  OR_DIE
  fi;
#endif
  S(waiting[t] = 1);
  if
  :: d_step { owner == o && bit_ == w -> DRAIN(t); bit_ = 1; w = 1; LOG("T%d sets the bit, owner %d\n", t, o) }
  :: d_step { !(owner == o && bit_ == w) -> DRAIN(t); o = 0; w = 0 }; goto acquire
  OR_DIE
  fi;
#if X86 && !NOFENCE
  S(DRAIN_ALL; LOG("T%d calls membarrier\n", t));
#endif
#if !NOLOOK
  if
  :: d_step { IS_DEAD(o) -> o = 0; w = 0 }; goto acquire
  :: !IS_DEAD(o)
  OR_DIE
  fi;
#endif
  if
  :: d_step { owner == o && bit_ == 1 -> asleep[t] = MONITOR; LOG("T%d sleeps\n", t) }
  :: d_step { !(owner == o && bit_ == 1) -> LOG("T%d does not sleep\n", t) }
  OR_DIE
  fi;
end_asleep:
  if
  :: asleep[t] == 0
#if GIVEUP
  :: d_step { (GIVEUP & 1<<t) && !in_wait && asleep[t] != 0 -> asleep[t] = 0 }
#endif
  OR_DIE
  fi;
  S(o = 0; w = 0; slept = 1); goto acquire;

critical:
  if
  :: in_wait ->                 /* cl_monitor_wait_end */
       S(if :: wake[t] == NOTIFIED && debt > 0 -> debt-- :: else fi; wake[t] = NONE; in_wait = 0; timed = 0);
       goto exit
  :: !in_wait -> goto exit
#if INSIDE & 1
  :: !in_wait && (!ROLES || t == NT - 1) -> goto notify
#endif
#if INSIDE & 2
  :: !in_wait && (!ROLES || t < NT - 1) -> goto wait
#endif
#if INSIDE & 4
  :: d_step { !in_wait && (!ROLES || t < NT - 1) -> timed = 1 }; goto wait
#endif
#if INSIDE & 8
  :: d_step { !in_wait -> left = 0 }; goto quit
#endif
  OR_DIE
  fi;

#if INSIDE & 1
notify:
  if
  CHOOSE(0, 1) CHOOSE(1, 1) IF_2(CHOOSE(2, 1))
  :: d_step { NOBODY_WAITS -> LOG("T%d finds nobody to notify\n", t) }; goto exit
  OR_DIE
  fi;
  S(WAKE_SLOT(x-1); x = 0);
#endif

exit:                           /* cl_monitor_release */
#if X86
  S(inside--; LOG("T%d exits: S\n", t);
#if STORE
    bit_ = 0;
#endif
    buffered[t] = 1);
  S(w = bit_; LOG("T%d: L, waiters %d\n", t, w));
  if
  :: w ->
       if
       :: d_step { (owner == 0 || (owner == t + 1 && buffered[t])) && bit_ -> DRAIN(t); bit_ = 0; w = 0 };
          WAKE_ONE_OR(OR_DIE)
       :: d_step { !((owner == 0 || (owner == t + 1 && buffered[t])) && bit_) -> DRAIN(t); w = 0 }
       OR_DIE
       fi
  :: !w
  fi;
#else
  S(inside--; owner = 0; w = bit_; bit_ = 0; LOG("T%d exits, waiters %d\n", t, w));
  if :: w -> WAKE_ONE_OR(OR_DIE) :: !w fi;
#endif
  if                            /* not before S: they are stores of one thread */
  :: d_step { DRAIN(t); w = 0; held[t]-- }
  OR_DIE
  fi;
  if
  :: in_wait -> goto sleep
  :: !in_wait -> goto idle
  fi;

#if INSIDE & 6
wait:                           /* cl_monitor_wait */
  S(wake[t] = WAITING; in_wait = 1; LOG("T%d waits\n", t));
  goto exit;
#endif
sleep:
#if INSIDE & 6
  if
  :: d_step { wake[t] == WAITING -> asleep[t] = WAKE; LOG("T%d sleeps, to be notified\n", t) }
  :: wake[t] != WAITING
  OR_DIE
  fi;
end_waits:
  if
  :: asleep[t] == 0
  :: d_step { timed && asleep[t] != 0 -> asleep[t] = 0 }
  OR_DIE
  fi;
  if
  :: wake[t] != WAITING
  :: d_step { timed && wake[t] == WAITING -> wake[t] = NONE; LOG("T%d is late\n", t) } /* cl_monitor_wait_cancel */
  :: !timed && wake[t] == WAITING -> goto sleep
  OR_DIE
  fi;
  goto acquire;
#endif

quit:                           /* cl_slot_release */
  if
  :: d_step { held[t] == 0 -> waiting[t] = 0; vm[t] = FREE }; goto ended
  :: d_step { held[t] != 0 -> waiting[t] = 0; DRAIN(t); if :: owner == t + 1 -> broken = 1; inside-- :: else fi; vm[t] = DEAD;
       LOG("T%d ends with the monitor\n", t) }
  OR_DIE
  fi;
#if !NOWAKE
  do                            /* cl_abandon_wake */
  :: i < NT && waiting[i] ->
       S(NO_BIT);
       S(x = i; WAKE_ALL_MONITOR; i = x + 1; x = 0)
  :: d_step { i < NT && !waiting[i] -> i++ }
  :: i == NT -> break
  OR_DIE
  od;
#endif
  goto ended;

die: skip;
  d_step { deaths++; LOG("T%d dies\n", t);
    DRAIN(t); asleep[t] = 0; if :: owner == t + 1 && vm[t] == LIVE -> broken = 1; inside-- :: else fi;
    if :: vm[t] == LIVE -> vm[t] = DYING :: else fi; reclaim[t] = 1;
    o = 0; x = 0; w = 0; slept = 0; in_wait = 0; timed = 0; i = 0 };
end_dead:
  if
  :: d_step { left > 0 && vm[t] == FREE -> vm[t] = LIVE; held[t] = 0; LOG("T%d is a new thread\n", t);
       assert(owner != t + 1) }; goto idle
  :: left == 0
  fi;
ended:
  skip
}

#if X86
proctype Buffer(byte t) { end: do :: d_step { buffered[t] -> DRAIN(t); LOG("S of T%d is in memory\n", t) } od }
#endif

/* ---- the daemon */

/* cl_reclaim_vm. All steps again when it died in between: the entry of the VM stays until all is done. */
proctype Reclaimer() {
  byte t, i, x; bit w;
end:
  {
    skip;
end_again:
    if :: d_step { reclaim[0] || reclaim[1] IF_2(|| reclaim[2]) -> t = (reclaim[0] -> 0 : (reclaim[1] -> 1 : 2)) } fi;
    if
    :: vm[t] == DYING ->
         d_step { odd[t] = 0; waiting[t] = 0 }; /* reclaim_slot, cl_abandon_slot */
#if EARLYNONE
         d_step { w = wake[t] == NOTIFIED; wake[t] = NONE };
#else
         d_step { w = wake[t] == NOTIFIED };
#endif
         if
         :: w && !(NOPASS & 2) ->
              if
              CHOOSE(0, 0) CHOOSE(1, 0) IF_2(CHOOSE(2, 0))
              :: d_step { NOBODY_WAITS -> if :: debt > 0 -> debt-- :: else fi; x = 0 }
              fi;
              if :: x != 0 -> d_step { WAKE_SLOT(x-1); x = 0 } :: x == 0 fi
         :: else
         fi;
#if !EARLYNONE
         if                     /* CAS: a notification that came since is passed on too */
         :: d_step { w || wake[t] != NOTIFIED -> wake[t] = NONE; w = 0 }
         :: d_step { !w && wake[t] == NOTIFIED -> w = 0 }; goto end_again
         fi;
#endif
         d_step { w = 0; vm[t] = (held[t] == 0 || REUSE -> FREE : DEAD); LOG("daemon: the slot of T%d is %d\n", t, vm[t]) }
    :: vm[t] != DYING
    fi;
#if !NOWAKE
    do                          /* cl_abandon_wake, with cl_zombies_lock */
    :: i < NT && waiting[i] ->
         d_step { NO_BIT };
         d_step { x = i; WAKE_ALL_MONITOR; i = x; x = 0 };
         d_step { if :: wake[i] == NOTIFIED -> WAKE_SLOT(i) :: else fi; i++ }
    :: i < NT && !waiting[i] -> d_step { if :: wake[i] == NOTIFIED -> WAKE_SLOT(i) :: else fi; i++ }
    :: i == NT -> break
    od;
#endif
    if :: d_step { reclaim[t] = 0; t = 0; i = 0 } fi;
    goto end_again
  } unless { d_step { reset[0] -> reset[0] = 0; t = 0; i = 0; x = 0; w = 0 } };
  goto end
}

/* zombies.c */
proctype Collector() {
  byte z, i;
end:
  {
    skip;
end_again:
    if :: d_step { cycles < CYCLES && (vm[0] == DEAD || vm[1] == DEAD IF_2(|| vm[2] == DEAD)) -> cycles++;
      do :: i < NT -> if :: vm[i] == DEAD -> z = z | 1<<i :: else fi; i++ :: else -> break od; i = 0 } fi;
    d_step { if :: owner != 0 && owner != ABANDONED && (z & 1<<(owner-1)) -> owner = ABANDONED; LOG("collector: abandoned\n") :: else fi };
#if !NOGRACE
    do :: d_step { i < NT && (!odd[i] || vm[i] == FREE || vm[i] == DEAD) -> i++ } :: d_step { i == NT -> i = 0 }; break od;
#endif
    if :: d_step { do :: i < NT -> if :: z & 1<<i -> if :: vm[i] == DEAD -> vm[i] = FREE; LOG("collector: the slot of T%d is free\n", i) :: else fi :: else fi; i++ :: else -> break od; i = 0; z = 0 } fi;
    goto end_again
  } unless { d_step { reset[1] -> reset[1] = 0; z = 0; i = 0 } };
  goto end
}

#if DAEMONS
proctype Deaths() {
end: do :: d_step { daemons < DAEMONS && !reset[0] && !reset[1] -> daemons++; reset[0] = 1; reset[1] = 1; LOG("the daemon dies\n") } od
}
#endif

/* When nothing moves any more. */
#define RESTS(i) assert(asleep[i] != MONITOR); assert(!(asleep[i] == WAKE && wake[i] == NOTIFIED)); \
  assert(!(asleep[i] == WAKE && debt > 0))
proctype Check() {
  if :: timeout -> d_step { LOG("nothing moves\n"); RESTS(0); RESTS(1) IF_2(; RESTS(2)) } fi
}

init {
  atomic {
    if :: true :: DEATHS > 0 -> deaths = DEATHS :: DEATHS > 1 -> deaths = DEATHS - 1 fi; /* else the last sleeper could always die */
    if :: true :: DAEMONS > 0 -> daemons = DAEMONS fi;
    vm[0] = LIVE; vm[1] = LIVE; IF_2(vm[2] = LIVE;)
    run Thread(0); run Thread(1); IF_2(run Thread(2);)
#if X86
    run Buffer(0); run Buffer(1); IF_2(run Buffer(2);)
#endif
    run Reclaimer(); run Collector();
#if DAEMONS
    run Deaths();
#endif
    run Check()
  }
}
