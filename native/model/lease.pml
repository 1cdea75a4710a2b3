/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A slot that virtual threads share [model.lease]: `use`, `tryTake`, `sweep` of MutatorSlot.java; `keep`, `holdAnother`,
 * `use`, `build` of VirtualMutator.java; `search`, `claim`, `remove` of MutatorSlots.java; cl_slot_claim and
 * cl_slot_release as one step each (rejoin.pml has theirs). Three virtual threads, one of which may end, the thread that
 * gives slots back, one slot of the segment, and one object for it at a time: who holds an old one has no lease.
 *
 * A lease only grows, so whether two are equal says whether it was changed since; that is all that is kept of it.
 * A thread parks between operations only; it wakes at any time. The collector sees a slot whose operations come one
 * after the other; that another thread did the one before makes no difference to cycle.pml.
 *
 * Options (-D)  default
 *  THREADS   3
 * Mutations, each of which must be found
 *  PARKS     0  1: a thread may park between the entry in its log and the look which chunk it is in
 *  LATE      0  1: who takes a slot reads the lease after it looked at the holder
 *  READS     0  1: a holder only compares its lease
 *  NOBUSY    0  1: a thread that builds a block does not say that it is busy
 *  EAGER     0  1: the slot goes back to the segment before its lease is changed
 */
#ifndef THREADS
#define THREADS 3
#endif
#ifndef PARKS
#define PARKS 0
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef READS
#define READS 0
#endif
#ifndef NOBUSY
#define NOBUSY 0
#endif
#ifndef EAGER
#define EAGER 0
#endif

#define NOBODY 0
#define SWEEPER THREADS
/* ---- the slot, its object in Java, its chunk */
bit  claimed;                             /* in the segment */
bit  object;                              /* in MutatorSlots.all */
byte holder;                              /* thread + 1 */
bit  taking;
bit  odd;
bit  chunk;                               /* which of two is the current one */
bit  block;                               /* the buffer has a block that was not published */

/* ---- the threads */
bit  parked[THREADS], ended[THREADS];
bit  busy[THREADS];

/* ---- ghosts */
bit  valid[THREADS + 1];                  /* the lease that the thread left, or read, is the slot's */
byte user;                                /* who may write to the slot now, + 1 */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define CHANGE_LEASE valid[0] = 0; valid[1] = 0; valid[THREADS - 1] = 0; valid[THREADS] = 0

proctype Thread(byte t) {
  bit c, built, found;
begin:
  if
  :: d_step { true -> parked[t] = 1; LOG("T%d parks\n", t); if :: user == t + 1 && !built -> user = NOBODY :: else fi };
     if :: d_step { parked[t] -> parked[t] = 0; LOG("T%d wakes\n", t) } fi
  :: true
  :: d_step { t == 0 && !built -> ended[t] = 1; LOG("T%d ends\n", t); if :: user == t + 1 -> user = NOBODY :: else fi }; goto over
  fi;
#if !NOBUSY
  busy[t] = 1;                            /* what use() does not say before it has the slot makes no difference: it runs */
#endif
  /* keep: isMine */
#if READS
  if
  :: d_step { valid[t] -> found = 1 }; d_step { assert(user == NOBODY || user == t + 1); user = t + 1 }
  :: d_step { !valid[t] -> found = 0 }
  fi;
#else
  if
  :: d_step { valid[t] -> CHANGE_LEASE; valid[t] = 1; found = 1; assert(user == NOBODY || user == t + 1); user = t + 1 }
  :: d_step { !valid[t] -> found = 0 }
  fi;
#endif
  assert(!built || found);                /* the block is in another slot's buffer */
  do                                      /* holdAnother */
  :: found -> break
  :: !found && object ->                  /* tryTake */
     if
     :: d_step { !taking -> taking = 1 }
     :: taking -> goto again
     fi;
#if !LATE
     d_step { valid[t] = 1; LOG("T%d reads the lease\n", t) };
#endif
     if
     :: d_step { holder != NOBODY && (ended[holder - 1] || parked[holder - 1]) -> skip }
     :: d_step { !(holder != NOBODY && (ended[holder - 1] || parked[holder - 1])) -> valid[t] = 0; taking = 0 }; goto again
     fi;
     if
     :: d_step { ended[holder - 1] || (!busy[holder - 1] && !odd) -> skip }
     :: d_step { !(ended[holder - 1] || (!busy[holder - 1] && !odd)) -> valid[t] = 0; taking = 0 }; goto again
     fi;
#if LATE
     d_step { valid[t] = 1 };
#endif
     if
     :: d_step { valid[t] -> CHANGE_LEASE; valid[t] = 1; LOG("T%d has taken the slot\n", t) }
     :: d_step { !valid[t] -> taking = 0 }; goto again
     fi;
     if :: d_step { odd = 0; holder = t + 1 } fi;
     d_step { taking = 0; found = 1; assert(user == NOBODY); user = t + 1 }
  :: d_step { !found && !object && !claimed -> claimed = 1; object = 1; holder = t + 1; CHANGE_LEASE; valid[t] = 1; chunk = 0; block = 0; odd = 0; found = 1;
       LOG("T%d claims the slot\n", t); assert(user == NOBODY); user = t + 1 }
again: skip
  od;
  if
  :: !built ->                            /* a block in the buffer; the thread may park before it publishes */
     d_step { assert(user == t + 1 && !block); block = 1; built = 1; LOG("T%d builds\n", t) }
  :: true ->                              /* an operation: publishes, or loads */
     d_step { assert(user == t + 1); busy[t] = 0 };
     d_step { assert(user == t + 1 && !odd); odd = 1; LOG("T%d enters\n", t) };
     d_step { assert(user == t + 1 && odd); c = chunk; LOG("T%d logs\n", t); if :: built -> assert(block); block = 0; built = 0 :: else fi };
     d_step { assert(user == t + 1 && odd); odd = 0; LOG("T%d leaves\n", t) };
#if PARKS
     d_step { parked[t] = 1; user = (user == t + 1 -> NOBODY : user) };
     d_step { parked[t] = 0 };
#endif
     d_step { assert(chunk == c); c = 0; LOG("T%d has the chunk\n", t) }    /* held.chunk() */
  :: !built ->                            /* nextChunk */
     d_step { assert(user == t + 1); chunk = 1 - chunk; busy[t] = 0; LOG("T%d has another chunk\n", t) }
  fi;
  found = 0;
  goto begin;
over: false
}

/* MutatorSlots.sweep by the thread that frees chunks. */
proctype Sweeper() {
  do
  :: d_step { object && !taking -> taking = 1; valid[SWEEPER] = 1 };
     if
     :: d_step { holder != NOBODY && (ended[holder - 1] || parked[holder - 1]) -> skip };
        if
        :: d_step { ended[holder - 1] || (!busy[holder - 1] && !odd) -> skip };
#if EAGER
           d_step { claimed = 0; odd = 0; block = 0 };
#endif
           if
           :: d_step { valid[SWEEPER] -> CHANGE_LEASE; LOG("sweeper: has taken the slot\n") };
              d_step { odd = 0; holder = NOBODY };
              d_step { taking = 0 };
              d_step { assert(user == NOBODY); LOG("sweeper: gives the slot back\n"); claimed = 0; block = 0 };
              d_step { object = 0 }
           :: d_step { !valid[SWEEPER] -> taking = 0 }
           fi
        :: d_step { !(ended[holder - 1] || (!busy[holder - 1] && !odd)) -> taking = 0; valid[SWEEPER] = 0 }
        fi
     :: d_step { !(holder != NOBODY && (ended[holder - 1] || parked[holder - 1])) -> taking = 0; valid[SWEEPER] = 0 }
     fi
  od
}

init {
  atomic {
    byte i;
    do :: i < THREADS -> run Thread(i); i++ :: else -> i = 0; break od;
    run Sweeper()
  }
}
