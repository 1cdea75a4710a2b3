/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes and daemons [model.rejoin]: `attach_as`, `come_back`, cl_connection_close of connection.c, cl_adopt with
 * `judge_vm` of adopt.c, death.c, life.c; cl_slot_claim, cl_slot_release of slot.c, `claim` and cl_chunk_free of chunk.c,
 * cl_reclaim_vm; `await_readers` of collector.c and cl_grace_wait, by a collector that runs meanwhile. Two processes and
 * two numbers (VMs), two slots, two chunks, of which the first that is free is taken; a process dies at any step and begins anew, as does the daemon, which leaves
 * the segment to whoever has it.
 *
 * A cycle is its flip, a grace period (cycle.pml says why there are four) and the reports. Permanent: the segment, and
 * the locks that processes hold as signs of life, also while the descriptor is on its way to one.
 *
 * Options (-D)     default
 *  DEATHS    1  of processes
 *  DAEMONS   1  deaths of the daemon
 *  READER    0  1: process 1 only reads: its slot and chunk are in memory of its own, which the daemon gets with its rejoin
 *  RELEASES  1  bit p: process p releases its slot and frees its chunk
 *  CLOSES    0  1: process 0 closes its connection once, by mistake, and lives on
 * Mutations, each of which must be found
 *  PRESENT   0  1: the next daemon knows only processes that are back
 *  NOLIFE    0  1: it takes those for dead that are not back
 *  NOAWAIT   0  1: the collector does not wait for readers
 *  HANGUP    0  1: whose connection ends is dead
 *  CHUNKS    0  1: chunks of a dead process are not emptied
 *  HALF      0  1: the next daemon reclaims only what has an entry of the VM table, which is free before its slots are
 */
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef DAEMONS
#define DAEMONS 1
#endif
#ifndef READER
#define READER 0
#endif
#ifndef RELEASES
#define RELEASES 1
#endif
#ifndef CLOSES
#define CLOSES 0
#endif
#ifndef PRESENT
#define PRESENT 0
#endif
#ifndef NOLIFE
#define NOLIFE 0
#endif
#ifndef NOAWAIT
#define NOAWAIT 0
#endif
#ifndef HANGUP
#define HANGUP 0
#endif
#ifndef CHUNKS
#define CHUNKS 0
#endif
#ifndef HALF
#define HALF 0
#endif

/* ---- the segment */
byte vm_pid[2];                           /* 0: the entry is free; else process + 1 */
byte slot_vm[2], slot_chunk[2], chunk_vm[2];
bit  odd[2], entry[2];

/* ---- the system's: locks; connections, as seen by the process */
bit  life[2];
byte conn[2];
#define NONE     0
#define ATTACH   1                        /* said hello */
#define REJOIN   2
#define REPLIED  3                        /* the reply is on its way, with the sign of life when it attaches */
#define OPEN     4
#define REFUSED  5
byte number[2];                           /* VM + 1, of a process */

/* ---- the daemon's */
byte conn_vm[2];                          /* VM + 1 of an attached connection; 0: none */
bit  hung[2];                             /* its other end is closed */
bit  attached[2], absent[2], unknown[2];
bit  wanted;                              /* the segment is somewhere, and it has to be brought */
bit  ends;                                /* its collector, which is gone before its next step */
byte giving;                              /* VM + 1 whose lock only the daemon has */

/* ---- ghosts */
byte deaths, daemons; bit closed;
bit  stale[2];                            /* of a slot: an operation from before the flip */
bit  waits[2];                            /* the daemon sampled the counter odd and waits for a change */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define IS_READER(p)  (READER && (p) == 1)
#define OF_READER(m)  (vm_pid[m] != 0 && IS_READER(vm_pid[m] - 1))

/* ---- a process */
#define OR_DIE :: d_step { deaths < DEATHS -> deaths++ }; goto die
#define S(...) if :: d_step { __VA_ARGS__ } OR_DIE fi
#define DISCONNECT(p) conn[p] = NONE; hung[p] = (conn_vm[p] != 0)
#define CLAIM(s) :: d_step { slot_vm[s] == 0 && (s == 0 || slot_vm[0] != 0) -> slot_vm[s] = m; mine = s + 1; LOG("P%d claims slot %d\n", p, s) }
#define CLAIM_CHUNK(c) :: d_step { chunk_vm[c] == 0 && (c == 0 || chunk_vm[0] != 0) -> chunk_vm[c] = m; log = c + 1; assert(!entry[c]); LOG("P%d claims chunk %d\n", p, c) }

proctype Process(byte p) {
  byte m, mine, log;
begin:
  m = 0;
attach:
  S(conn[p] = ATTACH);
  if
  :: d_step { conn[p] == REPLIED -> conn[p] = OPEN; m = number[p]; LOG("P%d is attached as %d\n", p, m - 1) }
  :: conn[p] == NONE || conn[p] == REFUSED -> goto attach /* its daemon ended */
  OR_DIE
  fi;
work:
  do
  :: mine == 0 ->                         /* cl_slot_claim */
       if CLAIM(0) CLAIM(1) OR_DIE fi;
       d_step { assert(!odd[mine - 1] && slot_chunk[mine - 1] == 0) };
       if CLAIM_CHUNK(0) CLAIM_CHUNK(1) :: d_step { chunk_vm[0] != 0 && chunk_vm[1] != 0 -> slot_vm[mine - 1] = 0; mine = 0 } OR_DIE fi;
       if :: mine != 0 -> S(slot_chunk[mine - 1] = log) :: mine == 0 fi
  :: mine != 0 ->                         /* an operation */
       S(assert(slot_vm[mine - 1] == m && !odd[mine - 1]); odd[mine - 1] = 1; LOG("P%d enters\n", p));
       S(assert(slot_vm[mine - 1] == m && chunk_vm[log - 1] == m); entry[log - 1] = 1);
       S(odd[mine - 1] = 0; waits[mine - 1] = 0; stale[mine - 1] = 0; LOG("P%d leaves\n", p))
  :: mine != 0 && ((RELEASES >> p) & 1) -> /* cl_slot_release, then cl_chunk_free */
       S(slot_chunk[mine - 1] = 0);
       S(assert(slot_vm[mine - 1] == m); slot_vm[mine - 1] = 0; mine = 0; LOG("P%d releases its slot\n", p));
       S(assert(chunk_vm[log - 1] == m); entry[log - 1] = 0);
       S(chunk_vm[log - 1] = 0; log = 0)
  /* the keeper */
  :: d_step { conn[p] == NONE -> conn[p] = REJOIN; LOG("P%d says rejoin\n", p) }
  :: d_step { conn[p] == REPLIED -> conn[p] = OPEN; LOG("P%d is back\n", p) }
  :: d_step { conn[p] == REFUSED -> assert(false) } /* nobody else has its number */
#if CLOSES
  :: d_step { p == 0 && conn[p] == OPEN && !closed -> closed = 1; DISCONNECT(p); LOG("P%d closes its connection\n", p) }
#endif
  OR_DIE
  od;
die: skip;
  d_step { if :: m == 0 && conn[p] == REPLIED -> m = number[p] :: else fi;
    if :: m != 0 -> life[m - 1] = 0 :: else fi;
    DISCONNECT(p); number[p] = 0; m = 0; mine = 0; log = 0; LOG("P%d dies\n", p) };
  goto begin
}

/* ---- the daemon's main thread */
#define OR_DIES :: d_step { daemons < DAEMONS -> daemons++ }; goto dies
#define D(...) if :: d_step { __VA_ARGS__ } OR_DIES fi

/* cl_death_end: cl_reclaim_vm in the order of the code. */
inline end() {
#if HALF
  D(vm_pid[m] = 0);
#endif
  i = 0;
  do
  :: d_step { i < 2 && slot_vm[i] != m + 1 -> i++ }
  :: i < 2 && slot_vm[i] == m + 1 ->
       D(assert(!life[m]); odd[i] = 0; waits[i] = 0; stale[i] = 0; slot_chunk[i] = 0);
       D(slot_vm[i] = 0; i++)
  :: i == 2 -> i = 0; break
  od;
  do
  :: d_step { i < 2 && chunk_vm[i] != m + 1 -> i++ }
  :: i < 2 && chunk_vm[i] == m + 1 ->
#if !CHUNKS
       D(assert(!life[m]); entry[i] = 0);
#endif
       D(chunk_vm[i] = 0; i++)
  :: i == 2 -> i = 0; break
  od;
  D(vm_pid[m] = 0; LOG("daemon: reclaimed VM %d\n", m));
  d_step { attached[m] = 0; absent[m] = 0; unknown[m] = 0 }
}

#define HELLO(q)  :: d_step { conn[q] == ATTACH && !wanted && conn_vm[q] == 0 && (!attached[0] || !attached[1]) -> p = q; m = (attached[0] -> 1 : 0); \
  LOG("daemon: P%d attaches as %d\n", p, m) }; goto attaches
#define BACK(q)   :: d_step { conn[q] == REJOIN && conn_vm[q] == 0 -> p = q; LOG("daemon: P%d wants to be back\n", p) }; goto rejoins
#define CLOSED(q) :: d_step { hung[q] -> hung[q] = 0; m = conn_vm[q] - 1; conn_vm[q] = 0; LOG("daemon: VM %d hung up\n", m) }; \
  if :: d_step { life[m] && !HANGUP -> absent[m] = 1 } :: !life[m] || HANGUP -> end() fi; m = 0
#define ABSENT(n) :: d_step { absent[n] && !life[n] -> m = n }; end(); m = 0 /* cl_death_continue */

proctype Daemon() {
  byte p, m, i;
end_serve:
  do
  HELLO(0) HELLO(1) BACK(0) BACK(1) CLOSED(0) CLOSED(1) ABSENT(0) ABSENT(1)
  :: d_step { wanted && !life[0] && !life[1] -> /* nobody has it: a new segment */
       wanted = 0; vm_pid[0] = 0; vm_pid[1] = 0; slot_vm[0] = 0; slot_vm[1] = 0; slot_chunk[0] = 0; slot_chunk[1] = 0;
       chunk_vm[0] = 0; chunk_vm[1] = 0; odd[0] = 0; odd[1] = 0; stale[0] = 0; stale[1] = 0; entry[0] = 0; entry[1] = 0; LOG("daemon: a new segment\n") }
  OR_DIES
  od;

attaches:                                 /* attach_as */
  D(attached[m] = 1);
  D(assert(!life[m]); assert(slot_vm[0] != m + 1 && slot_vm[1] != m + 1 && chunk_vm[0] != m + 1 && chunk_vm[1] != m + 1); vm_pid[m] = p + 1);
  D(life[m] = 1; giving = m + 1);
  D(conn_vm[p] = m + 1; giving = 0;
    if :: conn[p] == ATTACH -> conn[p] = REPLIED; number[p] = m + 1 :: else -> life[m] = 0; hung[p] = 1 fi; p = 0; m = 0);
  goto end_serve;

rejoins:
  if
  :: wanted ->                            /* cl_adopt */
       m = 0;
       do
       :: m < 2 && vm_pid[m] != 0 && life[m] && !NOLIFE -> D(attached[m] = !PRESENT; absent[m] = 1; unknown[m] = OF_READER(m); m++)
       :: m < 2 && !(vm_pid[m] != 0 && life[m] && !NOLIFE) && !(HALF && vm_pid[m] == 0) -> end(); m++
       :: m < 2 && HALF && vm_pid[m] == 0 -> m++
       :: m == 2 -> m = 0; break
       od;
       D(wanted = 0; LOG("daemon: has the segment\n"))
  :: !wanted
  fi;
  D(if
    :: conn[p] != REJOIN -> skip          /* it died meanwhile */
    :: conn[p] == REJOIN && number[p] != 0 && absent[number[p] - 1] && vm_pid[number[p] - 1] == p + 1 ->
         m = number[p] - 1; absent[m] = 0; unknown[m] = 0; attached[m] = 1; conn_vm[p] = m + 1; conn[p] = REPLIED; LOG("daemon: VM %d is back\n", m)
    :: conn[p] == REJOIN && !(number[p] != 0 && absent[number[p] - 1] && vm_pid[number[p] - 1] == p + 1) -> conn[p] = REFUSED; LOG("daemon: refuses P%d\n", p)
    fi; p = 0; m = 0);
  goto end_serve;

dies: skip;
  d_step { LOG("the daemon dies\n"); ends = 1; m = 0; i = 0; p = 0;
    if :: giving != 0 -> life[giving - 1] = 0; giving = 0 :: else fi;
    do :: p < 2 -> conn_vm[p] = 0; hung[p] = 0; attached[p] = 0; absent[p] = 0; unknown[p] = 0;
         /* a reply that is on its way arrives */
         if :: conn[p] == OPEN || conn[p] == REJOIN || conn[p] == ATTACH -> conn[p] = NONE :: else fi; p++
       :: else -> p = 0; break od;
    wanted = 1 };
  d_step { !ends -> LOG("the next daemon begins\n") };
  goto end_serve
}

/* ---- its collector */
#define KNOWN(s) (slot_vm[s] != 0 && attached[slot_vm[s] - 1] && !unknown[slot_vm[s] - 1])
#define SAMPLE(s) if :: d_step { !KNOWN(s) || !odd[s] -> skip } :: d_step { KNOWN(s) && odd[s] -> waits[s] = 1 }; !waits[s] || !KNOWN(s) fi
/* cl_marker_report: all chunks in use, of readers those that the daemon has. */
#define READ(c) (!entry[c] || chunk_vm[c] == 0 || !OF_READER(chunk_vm[c] - 1) || !unknown[chunk_vm[c] - 1])
proctype Collector() {
begin:
  {
end_idle:
  do
  :: !wanted && (NOAWAIT || (!unknown[0] && !unknown[1])) -> /* await_readers */
       do
       :: d_step { stale[0] = odd[0]; stale[1] = odd[1]; LOG("collector: FLIP\n") };
          SAMPLE(0); SAMPLE(1);
          d_step { LOG("collector: reads the reports\n"); assert(!stale[0] && !stale[1]);
            assert(READ(0) && READ(1)) }
       od
  od
  } unless { d_step { ends -> ends = 0; waits[0] = 0; waits[1] = 0; LOG("its collector is gone\n") } };
  goto begin
}

init { atomic { run Process(0); run Process(1); run Daemon(); run Collector() } }
