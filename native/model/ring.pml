/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One ring of bytes of the transports [model.ring]: ByteRing.java, and Connection.await, publish and release. The writer
 * waits for room for a whole frame, the reader gives room back piece by piece. Each sleeps at the monitor of the array
 * that it reads; the other one wakes it only if its flag says that it sleeps. Sleeps have no bound.
 *
 * Options (-D)   default
 *  FRAMES   3
 *  FRAME    2    words of a frame
 *  ROOM     3    words of the ring
 * Mutations, each of which must be found
 *  ONCE     0    1: the writer says that it wants room before it looks first, and not when it looks again
 *  NOLOOK   0    1: who sleeps does not look again inside the monitor
 *  BARE     0    1: who sets the flag does not do so again inside the monitor
 *  AHEAD    0    1: the reader is looked at before what is put is published
 */
#ifndef FRAMES
#define FRAMES 3
#endif
#ifndef FRAME
#define FRAME 2
#endif
#ifndef ROOM
#define ROOM 3
#endif
#ifndef ONCE
#define ONCE 0
#endif
#ifndef NOLOOK
#define NOLOOK 0
#endif
#ifndef BARE
#define BARE 0
#endif
#ifndef AHEAD
#define AHEAD 0
#endif

#define WRITER 0
#define READER 1

byte published, released; /* words in all */
bit  wants_room;
bit  flag[2];             /* ASLEEP: of the ring that the side reads */
bit  asleep[2];           /* at the monitor of that ring */
bit  held[2];             /* that monitor */
bit  done[2];

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

/* Connection.wake, of a side whose flag the caller took. */
inline wake(side) {
  d_step { !held[side] -> held[side] = 1 };
  d_step { asleep[side] = 0; LOG("%d is woken\n", side) };
  held[side] = 0
}

#define HAS_ROOM (published + FRAME - released <= ROOM)
#define HAS_WORDS (published > released)

proctype Writer() {
  bit takes;
  do
  :: published < FRAMES * FRAME ->
     /* awaitRoom, canDrain: the condition, which says that room is wanted, and then looks */
again:
     wants_room = 1;
     if
     :: HAS_ROOM -> goto put
     :: !HAS_ROOM
     fi;
     flag[WRITER] = 1;
     if :: ONCE :: else -> wants_room = 1 fi;
     if :: HAS_ROOM -> goto put :: !HAS_ROOM fi;
     d_step { !held[WRITER] -> held[WRITER] = 1 };
     if :: BARE :: else -> flag[WRITER] = 1 fi;
     if :: ONCE || NOLOOK :: else -> wants_room = 1 fi;
     if
     :: !NOLOOK && HAS_ROOM -> held[WRITER] = 0; goto put
     :: NOLOOK || !HAS_ROOM
     fi;
     d_step { asleep[WRITER] = 1; held[WRITER] = 0; LOG("the writer sleeps\n") };
end_asleep:
     if :: !asleep[WRITER] fi;
     goto again;
put:
     if
     :: AHEAD -> d_step { takes = flag[READER]; flag[READER] = 0 }; published = published + FRAME
     :: !AHEAD -> published = published + FRAME; d_step { takes = flag[READER]; flag[READER] = 0 }
     fi;
     if :: takes -> wake(READER); takes = 0 :: !takes fi
  :: published == FRAMES * FRAME -> break
  od;
  done[WRITER] = 1
}

proctype Reader() {
  bit takes;
  do
  :: released < FRAMES * FRAME ->
again:
     if :: HAS_WORDS -> goto give :: !HAS_WORDS fi;
     flag[READER] = 1;
     if :: HAS_WORDS -> goto give :: !HAS_WORDS fi;
     d_step { !held[READER] -> held[READER] = 1 };
     if :: BARE :: else -> flag[READER] = 1 fi;
     if
     :: !NOLOOK && HAS_WORDS -> held[READER] = 0; goto give
     :: NOLOOK || !HAS_WORDS
     fi;
     d_step { asleep[READER] = 1; held[READER] = 0; LOG("the reader sleeps\n") };
end_asleep:
     if :: !asleep[READER] fi;
     goto again;
give:
     released++;
     d_step { takes = wants_room; wants_room = 0 };
     if
     :: takes -> d_step { takes = flag[WRITER]; flag[WRITER] = 0 }
     :: !takes
     fi;
     if :: takes -> wake(WRITER); takes = 0 :: !takes fi
  :: released == FRAMES * FRAME -> break
  od;
  done[READER] = 1
}

proctype Check() {
  if
  :: timeout -> d_step {
       assert(asleep[WRITER] == 0);
       assert(asleep[READER] == 0);
       assert(done[WRITER] && done[READER]) }
  fi
}

init { atomic { run Writer(); run Reader(); run Check() } }
