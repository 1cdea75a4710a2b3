/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lock of a container [model.lock]: lock.c, and abandon of reclaim.c. Threads take it, and die at any step; the
 * daemon too. Sleeps have no bound; that the code's end after 100 ms must not be what saves a sleeper.
 *
 * Options (-D)   default
 *  NT       3  threads
 *  ROUNDS   1  how often thread 1 takes it, the others once
 *  DEATHS   1  threads that die, at most
 *  DAEMONS  1  deaths of the daemon, at most
 *  GIVEUP   1  bit t: thread t may give up when it waits (in the code after 10 s)
 * Mutations, each of which must be found
 *  EARLY    0  1: who gives it up forgets the container before it wakes
 *  NOBIT    0  1: who slept takes the lock without the waiters bit
 *  NOPASS   0  1: who gives up wakes nobody
 *  NOBEFORE 0  1: the container is named after the lock was taken
 *  KEEPS    0  1: the daemon makes the word abandoned and wakes nobody
 *  STALE    0  1: the daemon makes the word abandoned whoever has it
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
#ifndef DAEMONS
#define DAEMONS 1
#endif
#ifndef GIVEUP
#define GIVEUP 1
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef NOBIT
#define NOBIT 0
#endif
#ifndef NOPASS
#define NOPASS 0
#endif
#ifndef NOBEFORE
#define NOBEFORE 0
#endif
#ifndef KEEPS
#define KEEPS 0
#endif
#ifndef STALE
#define STALE 0
#endif

byte owner;                     /* the word: a thread + 1, */
bit  waiters, abandoned;        /* CL_LOCK_WAITERS, CL_LOCK_ABANDONED */
bit  container[NT];             /* slot.container names it */
bit  dead[NT];                  /* to be reclaimed */
bit  asleep[NT];
byte inside, deaths, daemons;   /* ghosts */
bit  broken;                    /* an owner died inside, and the next one was not told */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

#define OR_DIE :: deaths < DEATHS -> goto die
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi
#define WAKES(i) :: d_step { asleep[i] -> asleep[i] = 0; LOG("  T%d is woken\n", i) }
#if NT > 2
#define WAKE_ONE if WAKES(0) WAKES(1) WAKES(2) :: !asleep[0] && !asleep[1] && !asleep[2] OR_DIE fi
#else
#define WAKE_ONE if WAKES(0) WAKES(1) :: !asleep[0] && !asleep[1] OR_DIE fi
#endif

proctype Thread(byte t) {
  byte o, left; bit w, slept;
  left = (t == 1 -> ROUNDS : 1);
again:
#if !NOBEFORE
  S(container[t] = 1);
#endif
take:
  if                            /* try_take */
  :: d_step { owner == 0 -> owner = t + 1; LOG("T%d has it: abandoned %d\n", t, abandoned);
       waiters = waiters || (slept && !NOBIT);
       inside++; assert(inside == 1); assert(!broken || abandoned); broken = 0; abandoned = 0 }; goto critical
  :: d_step { owner != 0 -> o = owner; w = waiters }
  OR_DIE
  fi;
  if
  :: GIVEUP & 1<<t ->
#if !NOPASS
       WAKE_ONE;
#endif
       S(container[t] = 0; LOG("T%d gives up\n", t)); goto ended
  :: true
  OR_DIE
  fi;
  if                            /* sleep_on */
  :: w
  :: d_step { !w && owner == o && waiters == w && !abandoned -> waiters = 1 }
  :: d_step { !w && !(owner == o && waiters == w && !abandoned) -> slept = 1; o = 0; w = 0 }; goto take
  OR_DIE
  fi;
  if
  :: d_step { owner == o && waiters && !abandoned -> asleep[t] = 1; o = 0; w = 0; slept = 1; LOG("T%d sleeps\n", t) }
  :: d_step { !(owner == o && waiters && !abandoned) -> o = 0; w = 0; slept = 1 }
  OR_DIE
  fi;
end_asleep:
  if
  :: !asleep[t] -> goto take
  OR_DIE
  fi;

critical:
#if NOBEFORE
  S(container[t] = 1);
#endif
  S(inside--; w = waiters; owner = 0; waiters = 0; LOG("T%d gives it up, waiters %d\n", t, w)); /* cl_lock_release */
#if EARLY
  S(container[t] = 0);
#endif
  if :: w -> WAKE_ONE :: !w fi;
  S(container[t] = 0; w = 0; slept = 0; left--);
  if :: left > 0 -> goto again :: left == 0 -> goto ended fi;

die: skip;
  d_step { deaths++; dead[t] = 1; asleep[t] = 0; LOG("T%d dies\n", t);
    if :: owner == t + 1 -> inside--; broken = 1 :: else fi; o = 0; w = 0; slept = 0 };
ended:
  skip
}

/* abandon of reclaim.c; `dead` goes last. */
proctype Daemon() {
  byte t, i;
end:
  {
    skip;
end_again:
    if
    :: d_step { dead[0] -> t = 0 }
    :: d_step { dead[1] -> t = 1 }
#if NT > 2
    :: d_step { dead[2] -> t = 2 }
#endif
    fi;
    if
    :: container[t] ->
         if
         :: d_step { owner == t + 1 || (STALE && owner != 0) -> owner = 0; waiters = 0; abandoned = 1; LOG("daemon: the lock of T%d is abandoned\n", t) }
         :: owner != t + 1 && !(STALE && owner != 0)
         fi;
#if !KEEPS
         if :: d_step { do :: i < NT -> asleep[i] = 0; i++ :: else -> break od; i = 0; LOG("daemon: wakes all\n") } fi;
#endif
         if :: d_step { container[t] = 0 } fi
    :: !container[t]
    fi;
    if :: d_step { dead[t] = 0; t = 0 } fi;
    goto end_again
  } unless { d_step { daemons < DAEMONS -> daemons++; t = 0; i = 0; LOG("the daemon dies\n") } };
  goto end
}

proctype Check() { if :: timeout -> assert(!asleep[0]); assert(!asleep[1]); assert(NT < 3 || !asleep[NT-1]); assert(owner == 0) fi }

init {
  atomic {
    if :: true :: DEATHS > 0 -> deaths = DEATHS :: DEATHS > 1 -> deaths = DEATHS - 1 fi; /* else the last sleeper could always die */
    if :: true :: DAEMONS > 0 -> daemons = DAEMONS fi;
    run Thread(0); run Thread(1);
#if NT > 2
    run Thread(2);
#endif
    run Daemon(); run Check()
  }
}
