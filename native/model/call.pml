/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One call of a service [model.call]: call.c above the queue of channel.c. The client sends it and waits for its status
 * word; servers take it and answer. Servers may die at any step, and the daemon reclaims them some time later; the client
 * may give up. Who changes the status does so by CAS, so each change has one author. Sleeps have no bound: the daemon
 * wakes who announced that it waits for a call, and takes its flag away, so that it does not go to sleep after that.
 *
 * Options (-D)   default
 *  SERVERS  2
 *  DEATHS   1   servers that die, at most
 *  GIVESUP  1   1: the client's time may be over
 * Mutations, each of which must be found
 *  LATE     0   1: a server claims the call after it took it off the queue
 *  EARLY    0   1: a server says that it is done before the result is there
 *  FORGETS  0   1: a claim drops CL_CALL_AWAITED
 *  STORES   0   1: the end of a call is a store, not a CAS
 *  HASTY    0   1: the client takes a call for lost whose server is gone, without a CAS
 *  KEEPS    0   1: the daemon wakes, and leaves the flag
 *  NOLOOK   0   1: the client does not look whether its server is gone once its flag is set
 *  UNSAID   0   1: the client announces itself after it looked whether its server is gone
 */
#ifndef SERVERS
#define SERVERS 2
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef GIVESUP
#define GIVESUP 1
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef FORGETS
#define FORGETS 0
#endif
#ifndef STORES
#define STORES 0
#endif
#ifndef HASTY
#define HASTY 0
#endif

#ifndef KEEPS
#define KEEPS 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef UNSAID
#define UNSAID 0
#endif

#define SENT 0
#define TAKEN 1
#define DONE 2
#define LOST 3
#define CANCELLED 4
#define NOBODY 9

byte state; byte by = NOBODY; bit awaited; /* the status word */
bit  queued;                    /* the call is in the channel */
byte lock = NOBODY;             /* receive_lock */
byte result = NOBODY;           /* who stored it */
byte runs;                      /* how often it was executed */
byte deaths;
bit  gone[SERVERS];             /* the daemon reclaimed it */
bit  announced;                 /* waiting_at of the client's slot */
bit  asleep;                    /* the client, on the status word */
byte outcome = NOBODY;          /* what the client has told its program */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define OR_DIE :: d_step { deaths < DEATHS -> deaths++; LOG("S%d dies\n", s) }; goto dead

proctype Server(byte s) {
  bit mine, wakes;
end_idle:
  do
  :: d_step { queued && lock == NOBODY -> lock = s; mine = 0; LOG("S%d has the lock\n", s) };
     if
     :: !queued
     :: else ->
#if !LATE
        if
        :: d_step { state == SENT -> state = TAKEN; by = s; mine = 1; if :: FORGETS -> awaited = 0 :: else fi;
             LOG("S%d claims\n", s) }
        :: state != SENT
        OR_DIE
        fi;
#endif
        if :: d_step { queued = 0; LOG("S%d takes it off\n", s) } OR_DIE fi
     fi;
     if :: lock = NOBODY OR_DIE fi;
#if LATE
     if
     :: d_step { state == SENT -> state = TAKEN; by = s; mine = 1; LOG("S%d claims\n", s) }
     :: state != SENT
     OR_DIE
     fi;
#endif
     if
     :: !mine
     :: mine ->
        if :: d_step { runs++; assert(runs == 1) /* twice */ } OR_DIE fi;
#if !EARLY
        if :: d_step { result = s; LOG("S%d has a result\n", s) } OR_DIE fi;
#endif
        if
        :: d_step { (STORES || state == TAKEN && by == s) -> state = DONE; by = s; wakes = awaited; awaited = 0;
             LOG("S%d is done\n", s) }
        :: d_step { !(STORES || state == TAKEN && by == s) -> wakes = 0 }
        OR_DIE
        fi;
#if EARLY
        if :: d_step { result = s } OR_DIE fi;
#endif
        if
        :: !wakes
        :: d_step { wakes -> asleep = 0; wakes = 0; LOG("S%d wakes\n", s) }
        OR_DIE
        fi
     fi
  od;
dead: skip;
  d_step { gone[s] = 1; if :: lock == s -> lock = NOBODY :: else fi; LOG("the daemon reclaims S%d\n", s) };
  d_step { if :: announced -> awaited = awaited && KEEPS; asleep = 0 :: else fi; LOG("the daemon wakes\n") }
}

#define IS_GONE (by < SERVERS && gone[by % SERVERS])
#if SERVERS > 1
#define ALL_GONE (gone[0] && gone[1 % SERVERS])
#else
#define ALL_GONE (gone[0])
#endif

proctype Client() {
  byte seen, whose; bit flagged;
  queued = 1;
  do
  :: if :: d_step { !UNSAID -> announced = 1 } :: UNSAID fi;
     d_step { seen = state; whose = by; flagged = awaited };
     if
     :: seen == DONE -> d_step { assert(result == whose); /* unwritten */ outcome = DONE }; break
     :: seen == TAKEN && whose < SERVERS && gone[whose % SERVERS] ->
        if
        :: d_step { HASTY -> outcome = LOST }; break
        :: d_step { !HASTY && state == seen && by == whose -> state = LOST; outcome = LOST }; break
        :: !HASTY && !(state == seen && by == whose)
        fi
     :: seen == SENT && ALL_GONE ->
        if
        :: d_step { state == SENT -> state = CANCELLED; outcome = CANCELLED }; break
        :: state != SENT
        fi
     :: GIVESUP && (seen == SENT || seen == TAKEN) ->
        if
        :: d_step { state == seen && by == whose -> state = CANCELLED; outcome = CANCELLED; LOG("C gives up\n") }; break
        :: !(state == seen && by == whose)
        fi
     :: (seen == SENT || seen == TAKEN) && !(seen == TAKEN && IS_GONE) && !(seen == SENT && ALL_GONE) ->
        if
        :: d_step { state == seen && by == whose -> awaited = 1; LOG("C sets the flag\n") }
        :: d_step { !(state == seen && by == whose) -> flagged = 0 }; goto next
        fi;
        if /* again: the daemon may have come before the flag */
        :: !NOLOOK && (seen == TAKEN && IS_GONE || seen == SENT && ALL_GONE) -> goto next
        :: NOLOOK || !(seen == TAKEN && IS_GONE || seen == SENT && ALL_GONE)
        fi;
        if :: d_step { UNSAID -> announced = 1 } :: !UNSAID fi;
        if
        :: d_step { state == seen && by == whose && awaited -> asleep = 1; LOG("C sleeps\n") }
        :: !(state == seen && by == whose && awaited)
        fi;
end_asleep:
        if :: !asleep fi
     fi;
next: skip; d_step { flagged = 0; announced = 0 }
  od;
  /* What the program was told stays so. */
  assert(state == outcome) /* contradicted */
}

proctype Check() {
  if :: timeout -> d_step {
    assert(outcome != NOBODY); /* asleep */
    assert(state == outcome);  /* contradicted */
    assert(outcome != LOST || deaths > 0); /* untrue */
    assert(lock == NOBODY) } fi
}

init {
  atomic {
    if :: true :: DEATHS > 0 -> deaths = DEATHS fi;
    run Server(0);
#if SERVERS > 1
    run Server(1);
#endif
    run Client(); run Check()
  }
}
