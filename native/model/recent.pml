/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strings that were read before, found by their references [model.recent]: cl_sweeper_begin; Strings.key, Strings.recent,
 * LoadNode.recentText, TextNode. One place for a string, one field of an object that lives, which refers to that place or
 * to nothing, and one entry of the table. Marking and each freeing are one step; a process that loads the reference and
 * logs it does both in one operation, which is one step too. Strings are numbered; the numbers are known to the model alone.
 * Asserted: same: what the reader finds in the table is the string whose reference it loaded.
 *
 * -DREMEMBERS -DREADS -DCYCLES -DSTRINGS  how often each process does what it does
 * -DBEFORE=1  the reader looks at the count before the load alone
 * -DAFTER=1   after it alone
 * -DLATE=1    a sweep is counted after it began to free
 * -DGIVEN_UP=1  who remembers a string gives up its root before the look at the count
 */
#ifndef REMEMBERS
#define REMEMBERS 2
#endif
#ifndef READS
#define READS 2
#endif
#ifndef CYCLES
#define CYCLES 3
#endif
#ifndef STRINGS
#define STRINGS 3
#endif
#ifndef BEFORE
#define BEFORE 0
#endif
#ifndef AFTER
#define AFTER 0
#endif
#ifndef LATE
#define LATE 0
#endif
#ifndef GIVEN_UP
#define GIVEN_UP 0
#endif

byte place = 0; /* the string that is there; 0: none */
byte made = 0;
bool field = false; /* refers to the place */
byte roots = 0;     /* of it, in logs */
bool dead = false;  /* the string there was found dead, and is freed by who comes to it */
byte sweeps = 0;
byte entry_sweeps = 0, entry_text = 0; /* one object: read and replaced as a whole */

/* What a cycle found dead is freed before the next one marks. */
proctype collector() {
    byte cycle = 0;
    bool found;
    do
    :: cycle == CYCLES -> break
    :: cycle < CYCLES ->
        cycle++;
        found = place != 0 && !field && roots == 0; /* the mark: what it finds dead nobody reaches any more */
        if
        :: LATE -> dead = found; sweeps++
        :: else -> sweeps++; dead = found
        fi;
        atomic { !dead }; /* swept */
        found = false
    od
}

/* Who allocates sweeps, frees what is dead, makes a string there and stores its reference; or stores null. */
proctype mutator() {
end:
    do
    :: atomic { dead -> place = 0; dead = false }
    :: atomic { place == 0 && made < STRINGS -> made++; place = made; roots++ };
        field = true;
        roots--
    :: atomic { field -> field = false }
    od
}

/* Reads the string, keeps it alive meanwhile, and remembers it. */
proctype remembers() {
    byte text, count, round = 0;
    do
    :: round == REMEMBERS -> break
    :: round < REMEMBERS ->
        round++;
        atomic { /* an operation */
            if
            :: field -> roots++; text = place
            :: else -> text = 0
            fi
        };
        if
        :: text != 0 ->
            if
            :: GIVEN_UP -> roots--; count = sweeps
            :: else -> count = sweeps
            fi;
            d_step { entry_sweeps = count; entry_text = text };
            if
            :: GIVEN_UP -> skip
            :: else -> roots--
            fi
        :: else -> skip
        fi;
        d_step { text = 0; count = 0 }
    od
}

proctype reads() {
    byte before, after, loaded, round = 0;
    do
    :: round == READS -> break
    :: round < READS ->
        round++;
        before = sweeps;
        loaded = (field -> place : 0);
        after = sweeps;
        if
        :: BEFORE -> after = before
        :: AFTER -> before = after
        :: else -> skip
        fi;
        atomic {
            if
            :: loaded != 0 && before == after && entry_text != 0 && entry_sweeps == before -> assert(entry_text == loaded)
            :: else -> skip
            fi;
            before = 0; after = 0; loaded = 0
        }
    od
}

init {
    atomic {
        run collector();
        run mutator();
        run remembers();
        run reads()
    }
}
