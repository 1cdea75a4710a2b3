/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pinned fields [model.pins]: pins.c, push of shape.c, attempt of evolve.c. One class, one field that programs declare, and
 * objects that are moved and made meanwhile. Versions are immutable, so a walk over them is one step; a step is a load of the
 * newest version, a compare and swap of it, or one of an object's shape word. Any process may end after any step (a death):
 * the protocol has no lock that it could leave behind.
 * Asserted: misplaced: what a declaration placed is in every object where it says, at every time after.
 *
 * -DPINNERS -DEVOLVERS -DMAKERS -DROUNDS  processes of each kind, and what each does
 * -DEARLY=1   a version goes on behind others without a look at their pins
 * -DBLIND=1   a declaration goes on behind others without a look at where they have the field
 * -DLEAVES=1  objects are allocated in versions that lack what is pinned
 */
#ifndef PINNERS
#define PINNERS 2
#endif
#ifndef EVOLVERS
#define EVOLVERS 2
#endif
#ifndef MAKERS
#define MAKERS 1
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef BLIND
#define BLIND 0
#endif
#ifndef LEAVES
#define LEAVES 0
#endif

#define MOST 12 /* versions */
#define ABSENT 0
#define AS_DECLARED 1 /* at the slot, of the type */
#define OTHERWISE 2   /* at another slot or of another type */

byte has[MOST];  /* of version i: ABSENT .. OTHERWISE; 0 is no version */
byte pins[MOST]; /* the newest declaration then; a declaration has its own */
bool placed[MOST];
byte newest = 0, made = 0;
byte object = 0; /* the version that it has */

/* The first version that has the field so, from the newest on; 0: none. */
inline find(from, wanted, result) {
    result = from;
    do
    :: result == 0 -> break
    :: result != 0 && has[result] == wanted -> break
    :: else -> result--
    od
}

/* Versions are numbered in the order of the list, so a number is one more than the one before it. */
inline push(seen, so, declares, places, result) {
    d_step {
        made++;
        assert(made < MOST);
        has[made] = so;
        placed[made] = places;
        pins[made] = (declares -> made : pins[newest]);
        newest = made;
        result = made;
    }
}

inline agreed(from, result) {
    result = true;
    i = from;
    do
    :: i == 0 -> break
    :: else -> result = result && has[i] == AS_DECLARED; i--
    od
}

proctype pinner() {
    byte seen, mine = 0, i;
    bool all;
    seen = newest;
    d_step { agreed(seen, all); i = 0 }
    do
    :: atomic { pins[newest] != 0 -> mine = pins[newest] }; break
    :: atomic { pins[newest] == 0 && newest == seen -> push(seen, AS_DECLARED, true, all, mine) }; break
    :: atomic { pins[newest] == 0 && newest != seen ->
           seen = newest;
           if
           :: BLIND -> skip
           :: else -> d_step { agreed(seen, all); i = 0 }
           fi }
    od;
    do /* code that looks at no shape */
    :: placed[mine] && object != 0 -> assert(has[object] == AS_DECLARED); break
    :: break
    od
}

/* Moves the object to a version that has the field so, or as it is: another field was added. */
proctype evolver() {
    byte seen, from, found, so, round = 0;
    do
    :: round == ROUNDS -> break
    :: round < ROUNDS && object != 0 ->
        round++;
        from = object;
        if
        :: so = ABSENT
        :: so = OTHERWISE
        :: so = AS_DECLARED
        fi;
    again:
        seen = newest;
        if
        :: d_step { pins[seen] != 0 && so != has[from] && so != AS_DECLARED && (so != ABSENT || has[from] == AS_DECLARED) -> skip } /* refused */
        :: else ->
            d_step { find(seen, so, found) };
            if
            :: found != 0 -> skip
            :: else ->
                do
                :: atomic { newest == seen -> push(seen, so, false, false, found) }; break
                :: atomic { newest != seen && (EARLY || pins[newest] == pins[seen]) -> seen = newest }
                :: atomic { newest != seen && !EARLY && pins[newest] != pins[seen] -> seen = 0 }; goto again
                od
            fi;
            atomic { /* the compare and swap of the shape word */
                if
                :: object == from -> object = found
                :: else -> skip
                fi
            }
        fi;
        d_step { seen = 0; from = 0; found = 0; so = 0 }
    :: break /* it dies */
    od
}

/* Makes objects as a dynamic language does: in a version with the fields that it gives, and those that are pinned. */
proctype maker() {
    byte seen, found, so, round = 0;
    do
    :: round == ROUNDS -> break
    :: round < ROUNDS ->
        round++;
    again:
        seen = newest;
        if
        :: so = AS_DECLARED
        :: so = ABSENT
        :: so = OTHERWISE
        fi;
        if
        :: pins[seen] != 0 && !LEAVES -> so = AS_DECLARED
        :: else -> skip
        fi;
        d_step { find(seen, so, found) };
        if
        :: found != 0 -> skip
        :: else ->
            do
            :: atomic { newest == seen -> push(seen, so, false, false, found) }; break
            :: atomic { newest != seen && (EARLY || pins[newest] == pins[seen]) -> seen = newest }
            :: atomic { newest != seen && !EARLY && pins[newest] != pins[seen] -> seen = 0 }; goto again
            od
        fi;
        object = found;
        d_step { seen = 0; found = 0; so = 0 }
    :: break
    od
}

init {
    byte k;
    atomic {
        for (k : 1 .. PINNERS) { run pinner() }
        for (k : 1 .. EVOLVERS) { run evolver() }
        for (k : 1 .. MAKERS) { run maker() }
    }
}
