/* SPDX-License-Identifier: Apache-2.0 */
/*
 * D5 as native/src/daemon/marker/marker.c does it [model.mark]: two workers on one mark table, bounded stacks whose overflow leaves an
 * object grey in its mark byte, packets for others to steal, passes over the mark bytes; and one mutator, all of whose
 * operations have the cycle's epoch and find the reports in. One cycle from a chosen heap, after D4: what the root log
 * held is grey, what the permanent root Y refers to is on worker 0's stack (with -DHEAP=1 the marker reads Y when the
 * mutator runs already), everything else is white.
 *
 * Three objects of two fields, each in a region of its own.
 *
 * Options (-D)     default
 *  MUTATE   1  0: no mutator runs
 *  PACKETS  1  1: a worker has room for one packet, to which a full stack is shed; 0: none
 *  HEAP     0  1: only the heap that is a chain from Y, with nothing logged
 *  MOST     0  operations of the mutator; 0: any number
 *  ROOTS    0  another pass after the first: 0 also when Y had a reference to put on the stack; 1: it does not count
 *  AGAIN    0  another pass: 0 when this one found a grey or left one; 1: when this one found one; 2: never
 *  LOST     0  1: what a full stack has no room for is dropped
 *  NODEL    0  1: the mutator's store does not shade what it overwrites
 *  NEXT     0  1: the daemon dies once, at any step of its workers, and the next one makes what is black grey again and
 *              marks from the start (cl_marker_regrey); 2: it does not make it grey
 *  RETURNS  0  1: a worker leaves a pass when it has nothing left, with its packet not stolen yet
 */
#ifndef HEAP
#define HEAP 0
#endif
#ifndef MOST
#define MOST 0
#endif
#ifndef ROOTS
#define ROOTS 0
#endif
#ifndef MUTATE
#define MUTATE 1
#endif
#ifndef PACKETS
#define PACKETS 1
#endif
#ifndef AGAIN
#define AGAIN 0
#endif
#ifndef NEXT
#define NEXT 0
#endif
#ifndef LOST
#define LOST 0
#endif
#ifndef NODEL
#define NODEL 0
#endif
#ifndef RETURNS
#define RETURNS 0
#endif

#define N     3
#define NONE  0
#define WHITE 1
#define BLACK 2
#define GREY  3

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif

/* ---- shared memory */
byte a[N+1], b[N+1];            /* the fields of an object; a[0] is Y, b[0] stays null */
byte mark[N+1];
byte root;                      /* the mutator's only log entry */

/* ---- the daemon's */
byte stack[2];                  /* of one entry; 0: empty */
byte packet[2];
byte unit = 1, idle;            /* next object of the pass; workers with nothing to do */
byte greys;                     /* counted in this pass; before the first, in Y */
bit  done;                      /* ghost: the cycle's marking is over */
bit  go[2];                     /* a pass runs */
bit  died;                      /* the first daemon */
bit  ends[2];                   /* its workers, which are gone as soon as they are to do a step */

/* push, and cl_markstack_shed when the stack is full. */
inline push(v) {
  if
  :: v != 0 && stack[w] == 0 -> stack[w] = v
#if PACKETS
  :: v != 0 && stack[w] != 0 && packet[w] == 0 -> packet[w] = stack[w]; stack[w] = v
  :: v != 0 && stack[w] != 0 && packet[w] != 0 -> over = v
#else
  :: v != 0 && stack[w] != 0 -> over = v
#endif
  :: v == 0
  fi
}

/* leave_grey: what a full stack has no room for, unless it is black. */
inline leave_grey() {
#if LOST
  d_step { over = 0 }
#else
  if
  :: d_step { mark[over] == BLACK -> over = 0 }
  :: d_step { mark[over] != BLACK -> assert(mark[over] != NONE) };
#if AGAIN == 0
     d_step { mark[over] = GREY; greys++; LOG("W%d leaves %d grey\n", w, over); over = 0 }
#else
     d_step { mark[over] = GREY; LOG("W%d leaves %d grey\n", w, over); over = 0 }
#endif
  fi
#endif
}

inline scan() {
  d_step { push(a[o]); LOG("W%d scans %d.a = %d\n", w, o, a[o]) };
  if :: over != 0 -> leave_grey() :: else fi;
  d_step { push(b[o]); LOG("W%d scans %d.b = %d\n", w, o, b[o]); o = 0 };
  if :: over != 0 -> leave_grey() :: else fi
}

/* drain and visit: until the stack is empty; black before the fields are read. */
inline drain() {
  do
  :: d_step { stack[w] != 0 && mark[stack[w]] == BLACK -> stack[w] = 0 }
  :: d_step { stack[w] != 0 && mark[stack[w]] != BLACK -> o = stack[w]; stack[w] = 0; assert(mark[o] != NONE) };
     d_step { mark[o] = BLACK; LOG("W%d visits %d\n", w, o) };
     scan()
  :: stack[w] == 0 -> break
  od
}

/* pass: units of one region. */
proctype Worker(byte w) {
  byte o, over;
end_next:
#if NEXT
  {
#endif
  if :: d_step { go[w] && !ends[w] -> LOG("W%d begins a pass\n", w) } fi;
  do
  :: d_step { unit <= N && mark[unit] == GREY -> o = unit; unit++ };
     d_step { mark[o] = BLACK; greys++; LOG("W%d finds %d grey\n", w, o) };
     scan();
     drain()
  :: d_step { unit <= N && mark[unit] != GREY -> LOG("W%d passes %d\n", w, unit); unit++ };
     drain()
  :: unit > N -> break
  od;
again:                                    /* drain_all */
  drain();
  if
#if PACKETS
  :: d_step { packet[w] != 0 && !RETURNS -> stack[w] = packet[w]; packet[w] = 0 }; goto again
  :: d_step { packet[w] == 0 && packet[1-w] != 0 -> stack[w] = packet[1-w]; packet[1-w] = 0; LOG("W%d steals %d\n", w, stack[w]) }; goto again
  :: d_step { (packet[w] == 0 || RETURNS) && packet[1-w] == 0 -> idle++ }
#else
  :: d_step { true -> idle++ }
#endif
  fi;
  if
  :: RETURNS || idle == 2
#if PACKETS
  :: d_step { !RETURNS && (packet[0] != 0 || packet[1] != 0) -> LOG("W%d sees a packet\n", w) };
     d_step { idle-- }; goto again
#endif
  fi;
  d_step { go[w] = 0; LOG("W%d ends the pass\n", w) };
  goto end_next
#if NEXT
  } unless { d_step { ends[w] -> o = 0; over = 0; go[w] = 0; ends[w] = 0; LOG("W%d is gone\n", w) } };
  goto end_next
#endif
}

inline reachable(rs) {
  rs = 1 | 1<<root; i = 0;
  do
  :: i < N -> o = 0;
     do :: o <= N -> if :: rs & (1<<o) -> rs = rs | 1<<a[o] | 1<<b[o] :: else fi; o++ :: else -> break od;
     i++
  :: else -> break
  od;
  i = 0; o = 0
}

/* scan_permanent: what it finds counts as grey, for the pass after it visits without having found one. */
#define SCAN_PERMANENT stack[0] = a[0]; greys = (!ROOTS && a[0] != 0 -> 1 : 0); LOG("collector: Y refers to %d\n", a[0])

/* cl_marker_run. */
proctype Collector() {
  byte i, o, rs;
#if HEAP
  if :: d_step { SCAN_PERMANENT } fi;
#endif
  do
  :: d_step { unit = 1; idle = 0; go[0] = 1; go[1] = 1 };
     if
     :: d_step { !go[0] && !go[1] -> LOG("a pass ends, %d greys\n", greys) };
        if
        :: AGAIN == 2 || greys == 0 -> break
        :: d_step { AGAIN != 2 && greys != 0 -> greys = 0 }
        fi
#if NEXT
     :: d_step { !died && (go[0] || go[1]) -> died = 1; ends[0] = 1; ends[1] = 1; LOG("the daemon dies\n") };
        d_step { !ends[0] && !ends[1] -> stack[0] = 0; stack[1] = 0; packet[0] = 0; packet[1] = 0; o = 1 };
        do                                /* cl_marker_regrey */
        :: d_step { o <= N -> if :: NEXT == 1 && mark[o] == BLACK -> mark[o] = GREY; LOG("%d is grey again\n", o) :: else fi; o++ }
        :: d_step { o > N -> o = 0; SCAN_PERMANENT }; break
        od
#endif
     fi
  od;
  if
  :: d_step { reachable(rs); o = 1;
       do :: o <= N -> assert(!(rs & (1<<o)) || mark[o] == BLACK || mark[o] == GREY); o++ :: else -> break od;
       o = 0; rs = 0; done = 1 }
  fi
}

/* ---- the mutator: loads and allocations replace the log entry, which needs no shade once the reports are in */
#if MOST
#define MAY !done && count < MOST
#define COUNT count++
#else
#define MAY !done
#define COUNT skip
#endif
#define LOAD(p)     :: d_step { MAY && ((p) == 0 || root != 0) -> root = a[p]; COUNT; LOG("T loads %d into the log\n", root) }
#define STORE(c, p, v) :: d_step { MAY && (c) -> COUNT; t = p; x = v; old = a[t]; LOG("T reads the old value %d of %d.a\n", old, t) }; goto store
#define MAKE(i)     :: d_step { MAY && mark[i] == NONE -> COUNT; mark[i] = BLACK; root = i; LOG("T makes %d\n", i) }
proctype Mutator() {
  byte t, x, old;
#if MOST
  byte count;
#endif
end_idle:
  do
  LOAD(0) LOAD(root) MAKE(3)
  STORE(root != 0, 0, root) STORE(a[0] != 0, a[0], 0) STORE(root != 0 && a[0] != 0, a[0], root)
  od;
store:
#if !NODEL
  if
  :: old == 0 || mark[old] == BLACK || mark[old] == GREY
  :: d_step { old != 0 && mark[old] == WHITE -> LOG("T finds %d white\n", old) };
     d_step { mark[old] = GREY; LOG("T shades %d\n", old) }
  fi;
#endif
  if :: d_step { a[t] = x; LOG("T stores %d into %d.a\n", x, t); t = 0; x = 0; old = 0 } fi;
  goto end_idle
}

init {
  atomic {
    mark[1] = WHITE; mark[2] = WHITE; mark[3] = WHITE;
#if HEAP == 1
    a[0] = 1; a[1] = 2; a[2] = 3;
#else
    if                                    /* Y, the log entry, and who refers to whom */
    :: a[0] = 3; a[3] = 3; b[3] = 1; a[1] = 2
    :: a[0] = 1; a[1] = 2; b[1] = 3
    :: a[0] = 1; a[1] = 2; root = 2; mark[3] = NONE
    :: root = 1; a[1] = 2; b[1] = 3; a[0] = 2
    fi;
#endif
    if :: root != 0 -> mark[root] = GREY :: else fi;
#if !HEAP
    SCAN_PERMANENT;
#endif
    run Worker(0); run Worker(1); run Collector();
#if MUTATE
    run Mutator()
#endif
  }
}
