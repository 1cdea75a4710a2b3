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
ci  two-graces        cycle lost      -DGRACES=2
ci  three-graces      cycle lost      -DGRACES=3 -DCHAIN=1 -DPRE=1 ; -DT_RAND -RS7
ci  no-insertion      cycle lost      -DINSERT=0 -DDROP=0
ci  unshaded-drop     cycle lost      -DDROP=0 -DR=2 -DORDER=0 -DPRE=1
ci  early-gc-word     cycle lost      -DBARE=1
ci  bare-load         cycle lost      -DNOENTER=1
ci  early-scan        cycle lost      -DEARLY=1
ci  no-fences         cycle lost      -DTSO=1 -DORDER=0 -DNOFENCE=9
ci  marker            mark  ok
ci  marker-small      mark  ok        -DPACKETS=0
ci  left-behind       mark  unmarked  -DPACKETS=0 -DAGAIN=1
ci  one-pass          mark  unmarked  -DAGAIN=2
ci  overflow-dropped  mark  unmarked  -DLOST=1
ci  no-deletion       mark  unmarked  -DNODEL=1
ci  leaves-early      mark  unmarked  -DRETURNS=1
ci  next-daemon       cycle ok        -DNEXT=1
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
all next-mutated      mark  ok        -DPACKETS=0 -DNEXT=1
all black-allocation  cycle lost      -DALLOC=0 -DNO=2 -DR=2 -DASYM=2 -DPRE=1 -DORDER=0
all insertion-chain   cycle lost      -DINSERT=0 -DCHAIN=1
all three-simple      cycle ok        -DGRACES=3
all chains            cycle ok        -DCHAIN=1
all split             cycle ok        -DSPLIT=1
all deaths            cycle ok        -DDIE=1
all two-objects       cycle ok        -DNO=2 -DR=2 -DASYM=2 -DPRE=1 -DORDER=0
all copies            cycle ok        -DR=2 -DDUP=1 -DORDER=0
all tso               cycle ok        -DTSO=1 -DORDER=0
all sweep-deaths      sweep ok        -DDIES=3 -DSHADERS=0
all late-top          sweep ok        -DTOP=1 -DCOMPLETE=0
all late-top-kept     sweep kept      -DTOP=1
'

# message EXPECTED: how Spin names the assertion
message() {
    case $1 in
        lost) printf '%s' '!\(\(rs&|live\[' ;;
        unmarked) printf '%s' 'mark\[o\]==' ;;
        kept) printf '%s' 'garbage\[i\]<' ;;
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
    spin -a $3 "$2.pml" >build.log 2>&1 && "$CC" -O2 -w -DSAFETY -DMEMLIM="$SEARCH_MB" $4 -o pan pan.c >>build.log 2>&1
}

# Searches; the last line of DIRECTORY/result is how it went.
search() { # NAME MODEL EXPECTED OPTIONS
    local options=${4%%;*} how='' compile='-DCOLLAPSE' flags='-m6000000' word found errors states TIMEFORMAT=%U
    [ "$options" = "$4" ] || how=${4#*;}
    for word in $how; do case $word in -D*) compile+=" $word" ;; *) flags+=" $word" ;; esac; done
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
    build "$work/$name" "$model" "$options" '-DBFS' || { cat build.log; exit 1; }
    ./pan >pan.log 2>&1
    grep -E '^pan:1:' pan.log || { printf '%s: nothing found\n' "$name"; exit 1; }
    # shellcheck disable=SC2086
    spin -t -DTR $options "$model.pml" | grep -E '^ *(T[01]|W[01]|daemon|object|reclaimer|a pass|  zeroes|a store)' | sed 's/^ *//'
}

command -v spin >/dev/null || {
    printf 'the model checker spin is missing; install it, for example: apt-get install spin (6.5 or later)\n'
    exit 77
}
command -v "$CC" >/dev/null || { printf 'FAILED there is no C compiler %s, which spin needs; install gcc or clang\n0 passed, 1 failed\n' "$CC"; exit 1; }

[ $# -gt 0 ] || set -- --ci
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
