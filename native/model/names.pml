/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The names [model.names]: cl_entity_find, cl_entity_intern, `descend`, `find_in`, `divide` of entity.c; the walk of a
 * daemon that takes the segment over, cl_names_walk_bucket of names.c. Three processes intern a name each; a fourth finds
 * what they have interned. Nobody waits for another, so one that dies is one that goes no further: each search has a
 * death at any step.
 *
 * What a process writes to a block that nothing leads to yet is one step with what comes after it. One bucket. A hash has two bits, a node two children. Names 1 and 2 have one hash, 3 differs from it in the second bit, 4
 * in the first one.
 *
 * Options (-D)    default
 *  THREE     1  0: two that intern
 *  WALK      0  1: a daemon walks, once, at any time
 * Mutations, each of which must be found
 *  EARLY     0  1: an entity is published before it is filled
 *  BLIND     0  1: after a failed CAS of the list's head the list is not searched again
 *  STALE     0  1: after a failed CAS `next` stays
 *  STORES    0  1: a node is published by a store
 *  BARREN    0  1: a node is published before it has its child
 */
#ifndef WALK
#define WALK 0
#endif
#ifndef THREE
#define THREE 1
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef BLIND
#define BLIND 0
#endif
#ifndef STALE
#define STALE 0
#endif
#ifndef STORES
#define STORES 0
#endif
#ifndef BARREN
#define BARREN 0
#endif

#define BLOCKS 9                          /* entities and nodes, from 1 on */
#define NODE   16                         /* the bit of a word that leads to a node */
#define HASH(k) ((k) == 3 -> 2 : ((k) == 4 -> 1 : 0))

/* ---- shared memory */
byte slot[1 + 2 * (BLOCKS + 1)];          /* the bucket; the children of node i from 1 + 2 * i on */
byte name[BLOCKS + 1], next[BLOCKS + 1];  /* of entities */
byte top;                                 /* the last block that was taken */

/* ---- ghosts */
byte where[5];                            /* the entity of a name that was returned */

#ifdef TR
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...) skip
#endif
#define IS_NODE(w)       ((w) >= NODE)
#define CHILD(w, h, b)   (1 + 2 * ((w) - NODE) + (((h) >> (b)) & 1))
#define BITS(h, b)       ((h) & ((1 << (b)) - 1))
#define S(...)           if :: d_step { __VA_ARGS__ } fi
#define TAKE(x)          top++; assert(top <= BLOCKS); x = top

/* Down to the slot that leads to no node; one step for each. */
#define DESCEND(h) do \
  :: d_step { IS_NODE(slot[at]) -> at = CHILD(slot[at], h, bits); bits++; assert(bits <= 2) } \
  :: d_step { !IS_NODE(slot[at]) -> first = slot[at]; e = first }; break \
  od

proctype Interns(byte t; byte k) {
  byte at, bits, first, e, mine, node;
again:
  DESCEND(HASH(k));
search:
  do
  :: e == 0 -> break
  :: d_step { e != 0 && name[e] == k -> assert(where[k] == 0 || where[k] == e); where[k] = e; LOG("P%d finds %d at %d\n", t, k, e) }; goto end
  :: d_step { e != 0 && name[e] != k -> assert(name[e] != 0); e = next[e] }
  od;
  if
  :: first != 0 && HASH(name[first]) != HASH(k) -> /* divide */
#if BARREN
       S(TAKE(node));
       if
       :: d_step { slot[at] == first -> slot[at] = NODE + node }; S(slot[CHILD(NODE + node, HASH(name[first]), bits)] = first)
       :: d_step { slot[at] != first -> skip }
       fi;
#else
       S(TAKE(node); slot[CHILD(NODE + node, HASH(name[first]), bits)] = first);
#if STORES
       S(slot[at] = NODE + node; LOG("P%d divides at %d\n", t, at));
#else
       if
       :: d_step { slot[at] == first -> slot[at] = NODE + node; LOG("P%d divides slot %d by node %d\n", t, at, node) }
       :: d_step { slot[at] != first -> LOG("P%d divides in vain\n", t) }
       fi;
#endif
#endif
       d_step { node = 0; first = 0; e = 0 };
       goto again
  :: !(first != 0 && HASH(name[first]) != HASH(k))
  fi;
  if
#if EARLY
  :: mine == 0 -> S(TAKE(mine))
#else
#if STALE
  :: mine == 0 -> S(TAKE(mine); name[mine] = k; next[mine] = first)
#else
  :: mine == 0 -> S(TAKE(mine); name[mine] = k)
#endif
#endif
  :: mine != 0
  fi;
#if STALE
#define NEXT skip
#else
#define NEXT next[mine] = first
#endif
  if
  :: d_step { slot[at] == first -> NEXT; slot[at] = mine; LOG("P%d puts %d, entity %d, into slot %d\n", t, k, mine, at) }
#if BLIND
  :: d_step { slot[at] != first && !IS_NODE(slot[at]) -> first = slot[at]; next[mine] = first; slot[at] = mine }
  :: d_step { slot[at] != first && IS_NODE(slot[at]) -> first = 0 }; goto again
#else
  :: d_step { slot[at] != first -> first = 0 }; goto again
#endif
  fi;
#if EARLY
  S(name[mine] = k);
#endif
  if :: d_step { assert(where[k] == 0 || where[k] == mine); where[k] = mine } fi;
end: skip;
  d_step { at = 0; bits = 0; first = 0; e = 0; mine = 0; node = 0 }
}

#define PICK(i) :: d_step { where[i] != 0 -> k = i }
proctype Finds() {
  byte k, at, bits, first, e;
end_idle: skip;
  if PICK(1) PICK(2) PICK(3) PICK(4) fi;
  DESCEND(HASH(k));
  do
  :: d_step { e != 0 && name[e] != k -> assert(name[e] != 0); e = next[e] }
  :: d_step { e == 0 || name[e] == k -> LOG("finds %d at %d, which was %d\n", k, e, where[k]); assert(e == where[k]);
       k = 0; at = 0; bits = 0; first = 0; e = 0 }; break
  od
}

/* What is bad here a daemon calls corrupt. */
#define HASH_IS(i) :: h = i
proctype Walks() {
  byte h, at, bits, first, e;
  if HASH_IS(0) HASH_IS(1) HASH_IS(2) HASH_IS(3) fi;
  DESCEND(h);
  if :: d_step { assert(first == 0 || BITS(HASH(name[first]), bits) == BITS(h, bits)) } fi;
  do
  :: d_step { e != 0 -> assert(name[e] != 0 && HASH(name[e]) == HASH(name[first])); e = next[e] }
  :: d_step { e == 0 -> first = 0; at = 0; bits = 0; h = 0 }; break
  od
}

#define NAMES(x) if :: x = 1 :: x = 2 :: x = 3 :: x = 4 fi
init {
  atomic {
    byte x, y, z;
    NAMES(x); NAMES(y); NAMES(z); if :: x <= y && y <= z :: else -> x = 0 fi;
    if
    :: x == 0
    :: x != 0 -> run Interns(0, x); run Interns(1, y); run Finds();
#if THREE
       run Interns(2, z);
#endif
#if WALK
       run Walks()
#endif
    fi;
    x = 0; y = 0; z = 0
  }
}
