#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Searches the models with Spin. README.md says what each run shows.
#   run.sh [--ci]        the runs of the tests: under two minutes on two cores, under 4 GiB
#   run.sh --all         all, one after the other
#   run.sh NAME...       these
#   run.sh --trace NAME  a shortest counterexample, step by step
# A run passes when its search came to the end and found nothing, or found the very violation that is expected.
# JOBS searches go on at once, each with at most SEARCH_MB of memory.
set -uo pipefail
set -m # each search in a process group of its own, so that it can be ended as a whole

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
: "${CC:=cc}"

# Set, name, model, expected, options of the model; behind the semicolon those of the search: some find their violation
# sooner when they try the alternatives in another order.
RUNS='
ci  protocol          cycle ok        -DCOMPLETE=1
ci  exchange          cycle ok        -DCAS=1
ci  exchange-unshaded cycle lost      -DCAS=2
ci  two-graces        cycle lost      -DGRACES=2
ci  no-insertion      cycle lost      -DINSERT=0 -DDROP=0
ci  copies-unshaded   cycle lost      -DR=2 -DDUP=1 -DORDER=0 -DONE=1 -DOPS0=24 -DOPS1=0 -DDROP=0
ci  three-one-grace   cycle lost      -DT=3 -DORDER=0 -DOPS0=28 -DOPS1=2 -DOPS2=17 -DGRACES=1
ci  early-gc-word     cycle lost      -DBARE=1
ci  bare-load         cycle lost      -DNOENTER=1
ci  early-scan        cycle lost      -DEARLY=1
ci  no-fences         cycle lost      -DTSO=1 -DORDER=0 -DNOFENCE=9
ci  marker            mark  ok
ci  marker-small      mark  ok        -DPACKETS=0
ci  nothing-logged    mark  ok        -DHEAP=1 -DPACKETS=0 -DMOST=4
ci  roots-uncounted   mark  unmarked  -DHEAP=1 -DPACKETS=0 -DMOST=4 -DROOTS=1
ci  left-behind       mark  unmarked  -DPACKETS=0 -DAGAIN=1 -DROOTS=1
ci  one-pass          mark  unmarked  -DAGAIN=2
ci  overflow-dropped  mark  unmarked  -DLOST=1
ci  no-deletion       mark  unmarked  -DNODEL=1
ci  leaves-early      mark  unmarked  -DRETURNS=1 -DROOTS=1
ci  next-marker       mark  ok        -DMUTATE=0 -DNEXT=1
ci  stacks-lost       mark  unmarked  -DNEXT=2
ci  sweep             sweep ok
ci  stale-claim       sweep lost      -DSWEEPS=1 -DDIES=0
ci  stale-reclaim     sweep lost      -DRECLAIM=1 -DCOMPLETE=0
ci  early-even        sweep kept      -DRECLAIM=2
ci  half-swept        sweep kept      -DRECLAIM=3
ci  two-epochs        sweep lost      -DEPOCHS=2
ci  other-epochs      sweep lost      -DDEAD=1
ci  sweep-outside     sweep lost      -DOUTSIDE=1 -DCOMPLETE=0
ci  late-word         sweep lost      -DLATE=1
ci  stored-word       sweep lost      -DGIVEBACK=1
ci  no-lock           sweep lost      -DNOLOCK=1
ci  daemon-skips      sweep kept      -DNEXT=3 -DDIES=0 -DSHADERS=0
ci  monitor           monitor ok      -DNT=2
ci  monitor-no-fence  monitor asleep  -DNT=2 -DNOFENCE=1
ci  monitor-no-bit    monitor asleep  -DNT=3 -DDEATHS=0 -DNOBIT=1
ci  monitor-free      monitor asleep  -DNT=2 -DFREESLEEP=1
ci  monitor-word      monitor asleep  -DNT=2 -DSTORE=1
ci  monitor-no-look   monitor asleep  -DNT=2 -DNOLOOK=1
ci  monitor-left      monitor asleep  -DNT=2 -DNOCHANGE=1
ci  monitor-end-left  monitor asleep  -DNT=2 -DDEATHS=0 -DINSIDE=8 -DNOCHANGE=1
ci  monitor-no-wake   monitor asleep  -DNT=2 -DNOWAKE=1
ci  monitor-reuse     monitor asleep  -DNT=2 -DREUSE=1
ci  monitor-no-grace  monitor told    -DNT=2 -DROUNDS=2 -DNOGRACE=1
ci  lock              lock ok
ci  lock-early        lock asleep     -DEARLY=1
ci  lock-no-bit       lock asleep     -DNOBIT=1
ci  lock-no-pass      lock asleep     -DROUNDS=2 -DNOPASS=1 -DDEATHS=0 -DDAEMONS=0
ci  lock-unnamed      lock stuck      -DNOBEFORE=1
ci  lock-unwoken      lock asleep     -DKEEPS=1
ci  lock-stale        lock two        -DSTALE=1
ci  channel           channel ok      -DSENDERS=1
ci  channel-deaths    channel ok      -DSENDERS=1 -DDEATHS=1 -DBOUND=1
ci  channel-close     channel ok      -DSENDERS=1 -DSENDS=2 -DCLOSES=1
ci  channel-bound     channel asleep  -DSENDERS=1 -DRECEIVERS=1 -DSENDS=2 -DDEATHS=1
ci  channel-no-pass   channel asleep  -DNOPASS=1
ci  channel-no-give   channel asleep  -DSENDERS=1 -DSENDS=2 -DCAP=2 -DGIVEUP=2 -DNOGIVE=1
ci  channel-no-look   channel asleep  -DNOLOOK=1
ci  channel-stores    channel asleep  -DSTORES=1
ci  channel-head-last channel doubled -DSENDERS=1 -DSENDS=2 -DHEADLAST=1 -DDEATHS=1 -DBOUND=1
ci  channel-null      channel doubled -DSENDERS=1 -DSENDS=2 -DNULLFIRST=1 -DDEATHS=1 -DBOUND=1
ci  channel-unmended  channel stuck   -DSENDERS=1 -DSENDS=2 -DNOREPAIR=1 -DDEATHS=1 -DBOUND=1
ci  repository        repository ok
ci  repository-cas    repository ok   -DCAS=1
ci  repository-bound  repository asleep -DDEATHS=1
ci  repository-fence  repository asleep -DNOFENCE=1
ci  repository-look   repository asleep -DNOLOOK=1
ci  repository-order  repository asleep -DLOOKS=1
ci  repository-one    repository asleep -DONE=1
ci  call              call ok
ci  call-waits        call ok         -DGIVESUP=0
ci  call-two-deaths   call ok         -DDEATHS=2
ci  call-alone        call ok         -DSERVERS=1 -DGIVESUP=0
ci  call-late         call hung       -DLATE=1 -DGIVESUP=0
ci  call-early        call unwritten  -DEARLY=1
ci  call-forgets      call hung       -DFORGETS=1 -DDEATHS=0 -DGIVESUP=0
ci  call-stores       call contradicted -DSTORES=1
ci  call-hasty        call contradicted -DHASTY=1
ci  call-keeps        call hung       -DKEEPS=1 -DGIVESUP=0
ci  call-no-look      call hung       -DNOLOOK=1 -DGIVESUP=0
ci  call-unsaid       call hung       -DUNSAID=1 -DGIVESUP=0
ci  ring              ring ok
ci  ring-long         ring ok         -DFRAMES=6 -DROOM=5
ci  ring-once         ring asleep     -DONCE=1
ci  ring-no-look      ring asleep     -DNOLOOK=1
ci  ring-bare         ring asleep     -DBARE=1
ci  ring-ahead        ring asleep     -DAHEAD=1
ci  container-shade   container lost  -DNOSHADE=1 -DROLES=0
ci  container-log     container lost  -DLATELOG=1 -DROLES=0
ci  pins              pins  ok        -DROUNDS=1 -DEVOLVERS=1
ci  pins-early        pins  misplaced -DROUNDS=1 -DEVOLVERS=1 -DEARLY=1
ci  pins-blind        pins  misplaced -DROUNDS=1 -DEVOLVERS=1 -DBLIND=1
ci  pins-leaves       pins  misplaced -DROUNDS=1 -DEVOLVERS=1 -DLEAVES=1
all pins-two          pins  ok        -DROUNDS=1
all pins-rounds       pins  ok        -DEVOLVERS=1
ci  range             range ok        -DOPS=1 -DYS=0 -DCOMPLETE=1
ci  range-y           range ok        -DOPS=2 -DP=1 -DCOMPLETE=1
ci  range-load        range ok        -DOPS=2 -DP=1 -DRELOAD=1 -DCOMPLETE=1
ci  range-load-other  range lost      -DOPS=2 -DP=1 -DRELOAD=2
ci  range-scopes      range ok        -DOPS=1 -DYS=0 -DSCOPES=1 -DCOMPLETE=1
ci  range-scopes-free range lost      -DOPS=1 -DYS=0 -DSCOPES=2
ci  range-late        range lost      -DOPS=1 -DYS=0 -DLATE=1
ci  range-low         range lost      -DOPS=1 -DYS=0 -DLOW=1
ci  range-unchecked   range lost      -DOPS=1 -DYS=0 -DNOCHECK=1
ci  range-unshaded    range lost      -DOPS=1 -DYS=0 -DNOFREE=1
ci  range-long        range kept      -DGIVES=1 -DOPS=1 -DYS=0 -DNOSHRINK=1 -DCOMPLETE=1
ci  range-given-back  range kept      -DGIVES=1 -DOPS=1 -DYS=0 -DNOSHRINK=2 -DCOMPLETE=1
all range-deaths      range ok        -DDIE=1 -DOPS=1 -DYS=0 -DCOMPLETE=1
ci  range-uncleared   range kept      -DDIE=1 -DNOCLEAR=1 -DOPS=1 -DYS=0 -DCOMPLETE=1
all range-gives       range ok        -DGIVES=1 -DOPS=1 -DYS=0 -DCOMPLETE=1
all range-both        range ok        -DP=1
ci  wrapper           wrapper ok
ci  wrapper-no-defer  wrapper lost    -DNODEFER=1
ci  wrapper-no-look   wrapper lost    -DNOLOOK=1
ci  wrapper-put-off   wrapper ok      -DPUTOFF=1
ci  wrapper-counted   wrapper lost    -DPUTOFF=1 -DCOUNTED=1
ci  wrapper-late      wrapper lost    -DPUTOFF=1 -DLATE=1
ci  wrapper-alone     wrapper lost    -DPUTOFF=1 -DALONE=1
ci  final             final ok
ci  final-stores      final ok        -DSTORES=1
ci  final-early       final ok        -DEARLY=1 -DSTORES=1
ci  final-next        final ok        -DNEXT=1 -DEARLY=1 -DSTORES=1
ci  final-no-hold     final lost      -DNOHOLD=1
ci  final-overwritten final lost      -DMUTABLE=1
ci  final-twice       final lost      -DMUTABLE=2
ci  recent            recent ok
ci  recent-before     recent same     -DBEFORE=1
ci  recent-after      recent same     -DAFTER=1
ci  recent-late       recent same     -DLATE=1
ci  recent-given-up   recent same     -DGIVEN_UP=1
ci  large             large ok        -DSMALL=0
ci  large-next        large ok        -DLARGES=1 -DSMALL=0 -DNEXT=1
ci  large-no-stamp    large bare      -DDIES=0 -DNOSTAMP=1
ci  large-head-first  large leaked    -DDIES=0 -DLARGES=1 -DNEXT=1 -DHEADFIRST=1
ci  large-mark-first  large taken     -DLARGES=1 -DSMALL=0 -DMARKFIRST=1
ci  large-late-slot   large leaked    -DLARGES=1 -DSMALL=0 -DLATESLOT=1
ci  large-no-punch    large bare      -DLARGES=1 -DSMALL=0 -DNOPUNCH=1
ci  large-any-mark    large kept      -DDIES=0 -DLARGES=1 -DSMALL=0 -DANYMARK=1
ci  large-stores      large bare      -DDIES=0 -DLARGES=1 -DSMALL=0 -DSTORES=1
ci  large-upwards     large leaked    -DLARGES=1 -DSMALL=0 -DFAILS=1 -DUPWARDS=1
ci  rejoin-deaths     rejoin ok       -DDAEMONS=0
ci  rejoin-reader     rejoin ok       -DREADER=1 -DDEATHS=0 -DRELEASES=0
ci  rejoin-present    rejoin unseen   -DPRESENT=1 -DRELEASES=0
ci  rejoin-no-life    rejoin reaped   -DNOLIFE=1 -DRELEASES=0
ci  rejoin-no-await   rejoin unseen   -DREADER=1 -DNOAWAIT=1 -DDEATHS=0 -DRELEASES=0
ci  rejoin-hangup     rejoin reaped   -DCLOSES=1 -DHANGUP=1 -DRELEASES=0
ci  rejoin-chunks     rejoin dirty    -DCHUNKS=1 -DRELEASES=0
ci  rejoin-half       rejoin reused   -DHALF=1 -DRELEASES=0
ci  lease             lease ok
ci  lease-parks       lease chunk     -DPARKS=1
ci  lease-late        lease shared    -DLATE=1
ci  lease-reads       lease shared    -DREADS=1
ci  lease-no-busy     lease shared    -DNOBUSY=1
ci  lease-eager       lease gone      -DEAGER=1
ci  names-walk        names ok        -DWALK=1 -DTHREE=0
ci  names-early       names torn      -DEARLY=1
ci  names-blind       names twice     -DBLIND=1
ci  names-stale       names missed    -DSTALE=1
ci  names-stores      names twice     -DSTORES=1
ci  names-barren      names twice     -DBARREN=1
ci  cleaner-unshaded  cycle lost      -DT=3 -DCLEANER=1 -DR=2 -DORDER=0 -DPRE=1 -DOPS0=5 -DOPS1=2 -DNODROP=1
all cleaner           cycle ok        -DT=3 -DCLEANER=1 -DR=2 -DORDER=0 -DPRE=1 -DOPS0=5 -DOPS1=2
ci  cleaner-set       container ok    -DCLEANER=1 -DARRAY=1 -DOPS0=18 -DOPS1=1
all cleaner-rebuild   container ok    -DCLEANER=1 -DOPS0=10 -DOPS1=1
all names             names ok
all rejoin            rejoin ok       -DRELEASES=0
all rejoin-closes     rejoin ok       -DCLOSES=1 -DDEATHS=0
all large-memory      large ok        -DDIES=0
all large-three       large ok        -DNR=3 -DDIES=0 -DSMALL=0
all large-small       large ok        -DLARGES=1
all large-sweep       large ok        -DDIES=0 -DLARGES=1 -DNEXT=1
all large-fails       large ok        -DLARGES=1 -DSMALL=0 -DFAILS=1
all nothing-logged-all mark ok        -DHEAP=1 -DPACKETS=0
all next-mutated      mark  ok        -DPACKETS=0 -DNEXT=1
all three-graces      cycle lost      -DGRACES=3 -DCHAIN=1 -DPRE=1 ; -DT_RAND -RS7
all next-daemon       cycle ok        -DNEXT=1
all unshaded-drop     cycle lost      -DDROP=0 -DR=2 -DORDER=0 -DPRE=1
all black-allocation  cycle lost      -DALLOC=0 -DNO=2 -DR=2 -DASYM=2 -DPRE=1 -DORDER=0
all insertion-chain   cycle lost      -DINSERT=0 -DCHAIN=1
all three-simple      cycle ok        -DGRACES=3
all chains            cycle ok        -DCHAIN=1
all split             cycle ok        -DSPLIT=1
all deaths            cycle ok        -DDIE=1
all monitor-wait      monitor ok      -DNT=2 -DINSIDE=7 -DGIVEUP=2
all monitor-end       monitor ok      -DNT=2 -DINSIDE=8
all monitor-lost      monitor owed    -DNT=3 -DX86=0 -DCYCLES=0 -DMORTAL=1 -DINSIDE=3 -DROLES=1 -DNOPASS=2
all channel-two       channel ok
all channel-more      channel ok      -DSENDERS=1 -DSENDS=2 -DDEATHS=1 -DBOUND=1
all container         container ok
all container-black   container lost  -DBLACK=1
all container-copies  container lost  -DNOLOCK=1 -DROLES=0
all daemon-sweeps     sweep ok        -DNEXT=1 -DDIES=0 -DSHADERS=0
all daemon-owned      sweep kept      -DNEXT=5 -DDIES=0 -DSHADERS=0
all two-objects       cycle ok        -DNO=2 -DR=2 -DASYM=2 -DPRE=1 -DORDER=0 -DOPS0=13 -DOPS1=2
all two-objects-black cycle lost      -DNO=2 -DR=2 -DASYM=2 -DPRE=1 -DORDER=0 -DOPS0=13 -DOPS1=2 -DALLOC=0
all copies            cycle ok        -DR=2 -DDUP=1 -DORDER=0 -DONE=1 -DOPS1=19
all three-mutators    cycle ok        -DT=3 -DORDER=0 -DOPS0=31 -DOPS1=2 -DOPS2=1
all three-mutators-new cycle ok       -DT=3 -DORDER=0 -DOPS0=28 -DOPS1=2 -DOPS2=17
all tso               cycle ok        -DTSO=2 -DORDER=0
all tso-both          cycle ok        -DTSO=1 -DORDER=0 -DPRE=1 -DOPS0=7 -DOPS1=2
all tso-both-loads    cycle ok        -DTSO=1 -DORDER=0 -DPRE=1 -DOPS0=7 -DOPS1=17
all tso-both-no-fences cycle lost     -DTSO=1 -DORDER=0 -DOPS0=28 -DOPS1=17 -DNOFENCE=9
all tso-both-new      cycle ok        -DTSO=1 -DORDER=0 -DOPS0=28 -DOPS1=17
all sweep-deaths      sweep ok        -DDIES=3 -DSHADERS=0 -DONE=1
all late-top          sweep ok        -DTOP=1 -DCOMPLETE=0
all late-top-kept     sweep kept      -DTOP=1
'

# message EXPECTED: how Spin names the assertion
message() {
    case $1 in
        lost) printf '%s' '!\(\(rs&|\(y==1|wrapper\[o\]|borrowed|live\[|mark\[x\]!=0' ;;
        asleep) printf '%s' 'asleep\[' ;;
        owed) printf '%s' 'debt>0' ;;
        told) printf '%s' 'broken&&|broken' ;;
        two) printf '%s' 'inside==1' ;;
        stuck) printf '%s' 'owner==0|freed==head' ;;
        doubled) printf '%s' 'got\[x\]==1' ;;
        unmarked) printf '%s' 'mark\[o\]==' ;;
        misplaced) printf '%s' 'has\[object\]==1' ;;
        kept) printf '%s' 'garbage\[[ir1]\]<' ;;
        bare) printf '%s' 'memory\[' ;;
        leaked) printf '%s' 'state\[r\]!=' ;;
        taken) printf '%s' 'owner\[first\]==' ;;
        unseen) printf '%s' 'stale\[0\]|entry\[0\].*chunk_vm\[0\]' ;;
        reaped) printf '%s' '!\(life\[' ;;
        dirty) printf '%s' '!\(entry\[' ;;
        reused) printf '%s' 'slot_vm\[0\]!=' ;;
        shared) printf '%s' 'user==|\(built\)|found' ;;
        gone) printf '%s' 'block' ;;
        chunk) printf '%s' 'chunk==c' ;;
        torn) printf '%s' 'name\[e\]!=0' ;;
        twice) printf '%s' 'where\[k\]==mine' ;;
        same) printf '%s' 'entry_text==loaded' ;;
        hung) printf '%s' 'outcome!=9' ;;
        unwritten) printf '%s' 'result==whose' ;;
        contradicted) printf '%s' 'state==outcome' ;;
        missed) printf '%s' 'e==where\[k\]' ;;
    esac
}

usage() { sed -n '5,8s/^# \{3\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }

stop() {
    local job
    for job in $(jobs -p); do kill -- "-$job" 2>/dev/null; done
    rm -rf "$work"
}

# build DIRECTORY MODEL "options of the model" "options of the compiler"
build() {
    mkdir -p "$1" && cp "$here/$2.pml" "$1" && cd "$1" || return
    # shellcheck disable=SC2086
    spin -a $3 "$2.pml" >build.log 2>&1 && "$CC" -w -DSAFETY -DMEMLIM="$SEARCH_MB" $4 -o pan pan.c >>build.log 2>&1
}

# Searches; the last line of DIRECTORY/result is how it went.
search() { # NAME MODEL EXPECTED OPTIONS
    local options=${4%%;*} how='' compile="-O1 $COMPRESS" flags="-m$DEPTH" word found errors states TIMEFORMAT=%U
    # A violation is found among few states: compiling for speed, and room for more states, would take longer than the search.
    [ "$MANY" = yes ] || [ "$3" = ok ] || { compile="-O0 $COMPRESS" flags+=' -w20'; }
    [ "$options" = "$4" ] || how=${4#*;}
    for word in $how; do case $word in -D*) compile+=" $word" ;; *) flags+=" $word" ;; esac; done
    case $2 in monitor | lock | channel | call | ring | repository | container | large | range | final | rejoin | lease | pins | wrapper) compile+=' -DNOREDUCE' ;; esac # nothing to gain
    if ! build "$work/$1" "$2" "$options" "$compile"; then
        sed 's/^/  /' build.log
        printf 'FAILED %s: the model cannot be built\n' "$1"
        return 1
    fi
    # shellcheck disable=SC2086
    { time ./pan $flags >pan.log 2>&1; } 2>seconds
    local status=$?
    errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.log)
    states=$(awk '/states, stored/ { print $1; exit }' pan.log)
    if [ $status -ne 0 ] || [ -z "$errors" ] || grep -qE 'max search depth too small|reached -DMEMLIM|out of memory|interrupted' pan.log; then
        found=unfinished
    elif [ "$errors" -eq 0 ]; then
        found=ok
    elif [ "$3" != ok ] && grep -qE "^pan:1: assertion violated .*($(message "$3"))" pan.log; then
        found=$3
    else
        found=$(grep -m1 '^pan:1:' pan.log)
    fi
    [ "$found" = "$3" ] && word='' || word='FAILED '
    printf '%s%s: %s' "$word" "$1" "$([ "$found" = ok ] || [ "$found" = unfinished ] || printf 'violated: ')$found"
    [ -z "$word" ] && printf ' as expected' || printf ', expected %s' "$3"
    printf ' (%s, %s states, %.1f s of CPU)\n' "$2${options:+ ${options%% }}" "$states" "$(tail -n 1 seconds)"
    [ -z "$word" ] || { sed 's/^/  /' pan.log; return 1; }
}

# chosen WANTED...: the lines of RUNS
chosen() {
    case $1 in
        --all) grep . <<<"$RUNS" ;;
        --ci) grep '^ci ' <<<"$RUNS" ;;
        *) for name in "$@"; do grep -E "^[a-z]+ +$name " <<<"$RUNS" || { printf 'no run is called %s\n' "$name" >&2; return 1; }; done ;;
    esac
}

trace() {
    local lines name model expected options
    lines=$(chosen "$1") || exit 2
    read -r _ name model expected options <<<"$lines"
    options=${options%%;*}
    build "$work/$name" "$model" "$options" '-O1 -DBFS' || { cat build.log; exit 1; }
    ./pan >pan.log 2>&1
    grep -E '^pan:1:' pan.log || { printf '%s: nothing found\n' "$name"; exit 1; }
    # shellcheck disable=SC2086
    spin -t -DTR $options "$model.pml" | grep -E '^ *(T[0-3]|W[01]|S[01]|daemon|next daemon|cleaner|collector|closed|object|reclaimer|a pass|sweeper|P[0-2]|finds|  zeroes|a store)' | sed 's/^ *//'
}

command -v spin >/dev/null || {
    printf 'the model checker spin is missing; install it, for example: apt-get install spin (6.5 or later)\n'
    exit 77
}
command -v "$CC" >/dev/null || { printf 'FAILED there is no C compiler %s, which spin needs; install gcc or clang\n0 passed, 1 failed\n' "$CC"; exit 1; }

[ $# -gt 0 ] || set -- --ci
# The runs of the tests are small enough to keep states as they are, which takes less time.
MANY=yes DEPTH=6000000 COMPRESS=-DCOLLAPSE
[ "$1" != --ci ] || MANY=no DEPTH=1000000 COMPRESS=''
case $1 in
    --ci) : "${JOBS:=2}" "${SEARCH_MB:=1500}" ;;
    --all) : "${JOBS:=1}" "${SEARCH_MB:=7000}" ;;
    --trace) [ $# -eq 2 ] || usage; : "${JOBS:=1}" "${SEARCH_MB:=7000}" ;;
    -*) usage ;;
    *) : "${JOBS:=1}" "${SEARCH_MB:=7000}" ;;
esac

work=$(mktemp -d)
trap stop EXIT
trap 'exit 130' INT TERM
if [ "$1" = --trace ]; then trace "$2"; exit; fi

lines=$(chosen "$@") || exit 2
passed=0 failed=0 running=0
count() { if wait -n; then passed=$((passed + 1)); else failed=$((failed + 1)); fi; running=$((running - 1)); }
while read -r _ name model expected options; do
    [ $running -lt "$JOBS" ] || count
    (trap - EXIT; search "$name" "$model" "$expected" "$options" >"$work/$name.out"; status=$?; cat "$work/$name.out"; rm -rf "${work:?}/$name"; exit $status) </dev/null &
    running=$((running + 1))
done <<<"$lines"
while [ $running -gt 0 ]; do count; done
printf 'model: %d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]
