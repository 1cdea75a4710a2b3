/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A channel [model.channel]: channel.c, and abandon_container of reclaim.c. Its locks are taken in one step or waited
 * for (lock.pml shows that this works); `tail`, `head`, `freed`, the AWAITED bits, the sleeps on them and the repair
 * after a death are step by step. Sleeps have no bound, but with BOUND.
 *
 * SENDERS send one message each, RECEIVERS receive until they have GETS; capacity CAP. Messages are numbered by their
 * tail; a death may be at any step.
 *
 * Options (-D)     default
 *  SENDERS   2
 *  RECEIVERS 2
 *  SENDS     1   messages of a sender
 *  CAP       1
 *  DEATHS    0   threads that die, at most
 *  BOUND     0   1: a sleep may end by itself
 *  GIVEUP    0   bit t: thread t may give up after a sleep (senders first)
 *  CLOSES    0   1: a thread closes the channel
 * Mutations, each of which must be found
 *  NOPASS    0   1: who was woken and got something does not pass the wake-up on
 *  NOGIVE    0   1: who gives up does not pass it on
 *  NOLOOK    0   1: a sleeper sets the bit whatever came, and sleeps
 *  STORES    0   1: the commit does not look at the bit: it is a store that takes it away
 *  HEADLAST  0   1: a receiver stores `freed` before `head`
 *  NOREPAIR  0   1: the next owner of the receivers' lock repairs nothing
 *  NULLFIRST 0   1: a receiver makes the slot null before it commits
 */
#ifndef SENDERS
#define SENDERS 2
#endif
#ifndef RECEIVERS
#define RECEIVERS 2
#endif
#ifndef SENDS
#define SENDS 1
#endif
#ifndef CAP
#define CAP 1
#endif
#ifndef DEATHS
#define DEATHS 0
#endif
#ifndef BOUND
#define BOUND 0
#endif
#ifndef GIVEUP
#define GIVEUP 0
#endif
#ifndef CLOSES
#define CLOSES 0
#endif
#ifndef NOPASS
#define NOPASS 0
#endif
#ifndef NOGIVE
#define NOGIVE 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef STORES
#define STORES 0
#endif
#ifndef HEADLAST
#define HEADLAST 0
#endif
#ifndef NOREPAIR
#define NOREPAIR 0
#endif
#ifndef NULLFIRST
#define NULLFIRST 0
#endif

#define THREADS (SENDERS+RECEIVERS)
#define MOST    8               /* messages in all, at most */

byte tail, head, freed;         /* counts */
bit  tail_awaited, freed_awaited, tail_closed, freed_closed;
byte ring[CAP];                 /* message, 0: null */
byte send_lock, receive_lock;   /* thread + 1 */
bit  receive_abandoned;
bit  dead[THREADS];
byte asleep[THREADS];           /* 1: on `tail`, 2: on `freed` */

byte deaths;                    /* ghosts */
byte sent[MOST+1];              /* message of each number, 0: none */
byte got[MOST+1];               /* how often message m was committed by a receiver */
byte next_message;

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define OR_DIE :: deaths < DEATHS -> goto die
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi
#define WAKE(i, on) :: d_step { i < THREADS && asleep[(i) % THREADS] == on -> asleep[(i) % THREADS] = 0; LOG("  T%d is woken\n", i) }
#define NOBODY(on) (asleep[0] != on && asleep[1 % THREADS] != on && asleep[2 % THREADS] != on && asleep[3 % THREADS] != on)
#define WAKE_ONE(on) if WAKE(0, on) WAKE(1, on) WAKE(2, on) WAKE(3, on) :: NOBODY(on) OR_DIE fi
#define WAKE_ALL(on) i = 0; do :: i < THREADS -> if :: asleep[i] == on -> asleep[i] = 0 :: else fi; i++ :: else -> break od; i = 0

#define TO_RECEIVE (tail != head || tail_closed || receive_abandoned)
#define TO_SEND    (tail - freed < CAP || tail_closed || receive_abandoned)

/* repair: by the owner of the receivers' lock, told that the one before died. */
inline repair() {
#if !NOREPAIR
  if :: d_step { x = freed; LOG("T%d repairs: freed %d, head %d\n", t, freed, head) } OR_DIE fi;
  do
  :: d_step { x != head -> ring[x % CAP] = 0; x++ }
  :: x == head -> break
  OR_DIE
  od;
  if :: d_step { x = 0; freed = head; w = freed_awaited; freed_awaited = 0 } OR_DIE fi;
  if :: w -> if :: d_step { WAKE_ALL(2); w = 0 } OR_DIE fi :: !w fi
#else
  skip
#endif
}

inline take_receive_lock() {
  if
  :: d_step { receive_lock == 0 -> receive_lock = t + 1; told = receive_abandoned; receive_abandoned = 0 }
  OR_DIE
  fi;
  if :: told -> told = 0; repair() :: !told fi
}

proctype Sender(byte t) {
  byte left = SENDS, x, y, i; bit w, slept, told;
again:
  if :: left == 0 -> goto ended :: left > 0 fi;
try:                            /* try_send */
  S(send_lock == 0 -> send_lock = t + 1);
  if
  :: d_step { tail_closed -> send_lock = 0 }; goto ended
  :: d_step { !tail_closed && tail - freed >= CAP -> send_lock = 0; LOG("T%d: full\n", t) }; goto no_room
  :: d_step { !tail_closed && tail - freed < CAP -> next_message++; x = next_message; assert(NULLFIRST || ring[tail % CAP] == 0 || deaths > 0);
       ring[tail % CAP] = x; LOG("T%d puts %d\n", t, x) }
  OR_DIE
  fi;
  S(tail++; sent[tail] = x; w = tail_awaited; tail_awaited = 0; x = 0; LOG("T%d: tail is %d, awaited %d\n", t, tail, w));
  S(send_lock = 0);
  if :: w && !STORES -> WAKE_ONE(1) :: !w || STORES fi;
  S(w = 0; left--);
  if
  :: slept && !NOPASS -> S(freed_awaited = 1; slept = 0); if :: TO_SEND -> WAKE_ONE(2) :: !TO_SEND fi
  :: !slept || NOPASS -> slept = 0
  fi;
  goto again;

no_room:
  if
  :: receive_abandoned -> take_receive_lock(); S(assert(freed == head); receive_lock = 0); goto try
  :: !receive_abandoned
  OR_DIE
  fi;
  if
  :: (GIVEUP & 1<<t) && slept ->
#if !NOGIVE
       S(freed_awaited = 1); if :: TO_SEND -> WAKE_ONE(2) :: !TO_SEND fi;
#endif
       LOG("T%d gives up\n", t); goto ended
  :: d_step { TO_SEND -> skip }; goto try
  :: d_step { !TO_SEND || NOLOOK -> x = freed; y = freed_closed; w = freed_awaited } /* sleep_once */
  OR_DIE
  fi;
  if
  :: w || NOLOOK -> if :: NOLOOK -> freed_awaited = 1 :: !NOLOOK fi
  :: d_step { !(w || NOLOOK) && freed == x && freed_closed == y && !freed_awaited -> freed_awaited = 1 }
  :: d_step { !(w || NOLOOK) && !(freed == x && freed_closed == y && !freed_awaited) -> slept = 1; x = 0; y = 0; w = 0 }; goto no_room
  OR_DIE
  fi;
  if
  :: d_step { (NOLOOK || freed == x && freed_closed == y) && freed_awaited -> asleep[t] = 2; LOG("T%d sleeps on freed\n", t) }
  :: d_step { !((NOLOOK || freed == x && freed_closed == y) && freed_awaited) -> skip }
  OR_DIE
  fi;
end_asleep:
  if
  :: d_step { asleep[t] == 0 -> slept = 1; x = 0; y = 0; w = 0 }; goto no_room
#if BOUND
  :: d_step { asleep[t] != 0 -> asleep[t] = 0 }; goto end_asleep
#endif
  OR_DIE
  fi;
die: skip;
  d_step { deaths++; dead[t] = 1; asleep[t] = 0; x = 0; y = 0; w = 0; slept = 0; LOG("T%d dies\n", t) };
ended: skip
}

proctype Receiver(byte t) {
  byte x, y, i; bit w, slept, told;
again:
  if
  :: tail != head || receive_abandoned
  :: d_step { tail == head && !receive_abandoned && tail_closed -> skip }; goto ended
  :: d_step { tail == head && !receive_abandoned && !tail_closed -> skip }; goto nothing
  OR_DIE
  fi;
  take_receive_lock();          /* try_receive */
  if
  :: d_step { head == tail -> assert(freed == head); receive_lock = 0 }; goto again
  :: head != tail
  OR_DIE
  fi;
#if HEADLAST
  S(x = ring[head % CAP]; ring[head % CAP] = 0; freed = head + 1; w = freed_awaited; freed_awaited = 0);
  S(head++; got[x]++; assert(x == sent[head] && got[x] == 1); x = 0);
#else
#if NULLFIRST
  S(x = ring[head % CAP]; ring[head % CAP] = 0);
#else
  S(x = ring[head % CAP]);
#endif
  S(head++; got[x]++; LOG("T%d has message %d\n", t, x); assert(x == sent[head] && got[x] == 1); x = 0);
  S(ring[(head-1) % CAP] = 0);
  S(freed = head; w = freed_awaited; freed_awaited = 0; LOG("T%d: freed is %d, awaited %d\n", t, freed, w));
#endif
  S(receive_lock = 0);
  if :: w && !STORES -> WAKE_ONE(2) :: !w || STORES fi;
  S(w = 0);
  if
  :: slept && !NOPASS -> S(tail_awaited = 1; slept = 0); if :: TO_RECEIVE -> WAKE_ONE(1) :: !TO_RECEIVE fi
  :: !slept || NOPASS -> slept = 0
  fi;
  if
  :: true -> goto again
  :: true -> goto ended         /* one is enough for it */
  fi;

nothing:
  if
  :: (GIVEUP & 1<<t) && slept ->
#if !NOGIVE
       S(tail_awaited = 1); if :: TO_RECEIVE -> WAKE_ONE(1) :: !TO_RECEIVE fi;
#endif
       LOG("T%d gives up\n", t); goto ended
  :: d_step { TO_RECEIVE -> skip }; goto again
  :: d_step { !TO_RECEIVE || NOLOOK -> x = tail; y = tail_closed; w = tail_awaited }
  OR_DIE
  fi;
  if
  :: w || NOLOOK -> if :: NOLOOK -> tail_awaited = 1 :: !NOLOOK fi
  :: d_step { !(w || NOLOOK) && tail == x && tail_closed == y && !tail_awaited -> tail_awaited = 1 }
  :: d_step { !(w || NOLOOK) && !(tail == x && tail_closed == y && !tail_awaited) -> slept = 1; x = 0; y = 0; w = 0 }; goto nothing
  OR_DIE
  fi;
  if
  :: d_step { (NOLOOK || tail == x && tail_closed == y) && tail_awaited -> asleep[t] = 1; LOG("T%d sleeps on tail\n", t) }
  :: d_step { !((NOLOOK || tail == x && tail_closed == y) && tail_awaited) -> skip }
  OR_DIE
  fi;
end_asleep:
  if
  :: d_step { asleep[t] == 0 -> slept = 1; x = 0; y = 0; w = 0 }; goto nothing
#if BOUND
  :: d_step { asleep[t] != 0 -> asleep[t] = 0 }; goto end_asleep
#endif
  OR_DIE
  fi;
die: skip;
  d_step { deaths++; dead[t] = 1; asleep[t] = 0; x = 0; y = 0; w = 0; slept = 0; LOG("T%d dies\n", t) };
ended: skip
}

#if CLOSES
/* cl_channel_close */
proctype Closer() {
  byte i;
  if :: d_step { send_lock == 0 -> send_lock = 9 } fi;
  if :: d_step { tail_closed = 1; tail_awaited = 0; LOG("closed\n") } fi;
  if :: d_step { send_lock = 0; WAKE_ALL(1) } fi;
  if :: d_step { receive_lock == 0 && !receive_abandoned -> receive_lock = 9 } fi;
  if :: d_step { freed_closed = 1; freed_awaited = 0 } fi;
  if :: d_step { receive_lock = 0; WAKE_ALL(2) } fi
}
#endif

#if DEATHS
/* reclaim_slot: the locks that the dead one had are abandoned, and all are woken who sleep. */
#define RECLAIM(t) :: d_step { dead[(t) % THREADS] && (t) < THREADS -> \
       if :: send_lock == (t) + 1 -> send_lock = 0; i = 1 :: else fi; \
       if :: receive_lock == (t) + 1 -> receive_lock = 0; receive_abandoned = 1; i = 1 :: else fi; \
       dead[(t) % THREADS] = 0; LOG("daemon: T%d is reclaimed\n", t) }
proctype Daemon() {
  byte i; bit locks;
end_again:
  if RECLAIM(0) RECLAIM(1) RECLAIM(2) RECLAIM(3) fi;
  if :: d_step { locks = i; if :: locks -> WAKE_ALL(1); WAKE_ALL(2) :: else fi; locks = 0; i = 0 } fi;
  goto end_again
}
#endif

/* Nobody sleeps who could go on; all that was sent is there or was received once. */
#define RESTS(i) assert(!(asleep[(i) % THREADS] == 1 && TO_RECEIVE)); assert(!(asleep[(i) % THREADS] == 2 && TO_SEND))
proctype Check() { if :: timeout -> d_step { RESTS(0); RESTS(1); RESTS(2); RESTS(3) } fi }

init {
  atomic {
    if :: true :: DEATHS > 0 -> deaths = DEATHS fi;
    run Sender(0);
#if SENDERS > 1
    run Sender(1);
#endif
    run Receiver(SENDERS);
#if RECEIVERS > 1
    run Receiver(SENDERS + 1);
#endif
#if CLOSES
    run Closer();
#endif
#if DEATHS
    run Daemon();
#endif
    run Check()
  }
}
