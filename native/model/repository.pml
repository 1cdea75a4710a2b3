/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for another value of a repository [model.repository]: repository.c. A set is a plain store, which stays in
 * the store buffer for a while, and a look at `changes`; the waiter pays by a membarrier. Sleeps have no bound.
 *
 * Options (-D)   default
 *  WAITERS  2
 *  SETTERS  2   each sets another value once
 *  CAS      0   1: they compare and set (cl_repository_exchange)
 *  DEATHS   0   setters that die, at most: then it is the bound of a sleep that ends it
 * Mutations, each of which must be found
 *  NOFENCE  0   1: a waiter does not call membarrier
 *  NOLOOK   0   1: a waiter does not look at the value after that
 *  LOOKS    0   1: a setter looks at `changes` before it stores
 *  ONE      0   1: a setter wakes one
 */
#ifndef WAITERS
#define WAITERS 2
#endif
#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CAS
#define CAS 0
#endif
#ifndef DEATHS
#define DEATHS 0
#endif
#ifndef NOFENCE
#define NOFENCE 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef LOOKS
#define LOOKS 0
#endif
#ifndef ONE
#define ONE 0
#endif

byte value;                     /* of the repository; 0 is what the waiters saw */
byte changes; bit awaited;      /* the word: count and CL_CHANGES_AWAITED */
bit  asleep[WAITERS];
byte buffer[SETTERS];           /* the store that is not in memory yet, 0: none */
byte deaths;

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define COMMIT(s) if :: buffer[(s) % SETTERS] != 0 -> value = buffer[(s) % SETTERS]; buffer[(s) % SETTERS] = 0 :: else fi
#define OR_DIE :: d_step { deaths < DEATHS -> deaths++; COMMIT(t); LOG("S%d dies\n", t) }; goto ended

proctype Setter(byte t) {
  byte c, i; bit w;
#if LOOKS
  if :: d_step { c = changes; w = awaited } fi;
#endif
#if CAS
  if :: d_step { value = t + 1; LOG("S%d: value %d\n", t, t + 1) } fi;
#else
  if :: d_step { buffer[t] = t + 1; LOG("S%d stores %d\n", t, t + 1) } OR_DIE fi;
#endif
#if !LOOKS
  if :: d_step { c = changes; w = awaited; LOG("S%d: awaited %d\n", t, w) } OR_DIE fi;
#endif
  do
  :: !w -> break
  :: d_step { w && changes == c && awaited == w -> COMMIT(t); changes++; awaited = 0;
       LOG("S%d takes the flag\n", t) };
     if
     :: d_step { do :: i < WAITERS -> if :: asleep[i] && !(ONE && w == 0) -> asleep[i] = 0; w = 0 :: else fi; i++ :: else -> break od; i = 0; w = 0 }
     OR_DIE
     fi
  :: d_step { w && !(changes == c && awaited == w) -> COMMIT(t); c = changes; w = awaited }
  OR_DIE
  od;
ended: skip
}

proctype Buffer(byte t) { end: do :: d_step { buffer[t] != 0 -> COMMIT(t); LOG("the store of S%d is in memory\n", t) } od }

proctype Waiter(byte t) {
  byte c; bit w;
  do
  :: d_step { value != 0 -> LOG("W%d sees %d\n", t, value) }; break
  :: d_step { value == 0 -> c = changes; w = awaited };
     if
     :: w
     :: d_step { !w && changes == c && !awaited -> awaited = 1 }
     :: d_step { !w && !(changes == c && !awaited) -> c = 0; w = 0 }; goto next
     fi;
#if !NOFENCE
     if :: d_step { COMMIT(0); COMMIT(1); LOG("W%d calls membarrier\n", t) } fi;
#endif
#if !NOLOOK
     if
     :: d_step { value != 0 -> c = 0; w = 0 }; goto next
     :: value == 0
     fi;
#endif
     if
     :: d_step { changes == c && awaited -> asleep[t] = 1; LOG("W%d sleeps\n", t) }
     :: !(changes == c && awaited)
     fi;
end_asleep:
     if :: d_step { !asleep[t] -> c = 0; w = 0 } fi;
next: skip
  od
}

#define RESTS(i) assert(!asleep[(i) % WAITERS] || value == 0)
proctype Check() { if :: timeout -> d_step { RESTS(0); RESTS(1) } fi }

init {
  atomic {
    if :: true :: DEATHS > 0 -> deaths = DEATHS fi;
    run Setter(0); run Buffer(0);
#if SETTERS > 1
    run Setter(1); run Buffer(1);
#endif
    run Waiter(0);
#if WAITERS > 1
    run Waiter(1);
#endif
    run Check()
  }
}
