# shellcheck shell=sh
# A program for tests: it plays legal moves by Gomocup's protocol, the first
# free square of the board in reading order, and misbehaves as its first
# argument says. The second is a file, the third a number, for those that wait.
mode=$1
file=$2
number=$3
width=0
height=0
taken=' '
moves=0
games=0
return=$(printf '\r')

say() {
    printf '%s\n' "$1"
}

# Does nothing any more, and does not read either.
hang() {
    exec sleep 1000
}

find_free() {
    y=0
    while [ $y -lt "$height" ]; do
        x=0
        while [ $x -lt "$width" ]; do
            case $taken in
            *" $x,$y "*) ;;
            *) return ;;
            esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}

begin() {
    taken=' '
    moves=0
    games=$((games + 1))
    case $mode in
    mumbles) say 'hello, world' && return ;;
    refuses) say 'ERROR not this size' && return ;;
    mute) return ;;
    chatters) exec yes 'MESSAGE still starting' ;;
    deaf) say OK && hang ;;
    once) [ $games -gt 1 ] && exit 5 ;;
    child | orphan) [ $games -eq 1 ] && sleep 1000 & ;;
    waits)
        if [ "$games" -eq "$number" ]; then
            : >"$file.waiting"
            while [ ! -e "$file" ]; do sleep 0.05; done
        fi
        ;;
    moans) noise 3000 && say 'MESSAGE ready' ;;
    esac
    say OK
}

# So many lines, and a long one, on the other stream.
noise() {
    yes 'moaning' | head -n "$1" >&2
    head -c 50000 /dev/zero | tr '\0' 'x' >&2
}

third_move() {
    case $mode in
    sleeps) hang ;;
    dies)
        say 'MESSAGE farewell'
        kill -9 $$
        ;;
    orphan) kill -9 $$ ;;
    quits) exit 0 ;;
    fails)
        echo 'cannot go on' >&2
        sleep 1
        exit 3
        ;;
    closes) exec sleep 1000 >&- 2>&- ;;
    occupied) say "$last" ;;
    outside) say "$width,0" ;;
    negative) say '-1,3' ;;
    trailing) say "$x,${y}x" ;;
    half) say "$x" ;;
    *) return 1 ;;
    esac
}

answer() {
    moves=$((moves + 1))
    find_free
    point=$x,$y
    if [ $moves -eq 3 ] && third_move; then return; fi
    case $mode in
    garbage) say 'I resign' && return ;;
    errs) say 'ERROR no idea' && return ;;
    silent) return ;;
    floods) exec yes 'MESSAGE thinking' ;;
    endless) exec tr '\0' x </dev/zero ;;
    shouts) exec yes 'thinking' 3>&1 >&2 ;;
    suggests) say "SUGGEST $point" && return ;;
    talks)
        say 'MESSAGE I think that'
        say 'DEBUG 7,7'
        say ''
        say 'message one more'
        ;;
    moans) noise 300 ;;
    naps) sleep 0.2 ;;
    turns) [ -n "$turned" ] && say 'only boards, please' && return ;;
    esac
    taken="$taken$point "
    case $mode in
    blanks) say "$point  " ;;
    carriage) say "$point$return" ;;
    *) say "$point" ;;
    esac
    if [ "$mode $moves" = 'parts 3' ]; then exit 0; fi
}

while read -r line; do
    line=${line%"$return"}
    turned=
    case $line in
    START*)
        width=${line#START }
        height=$width
        begin
        ;;
    RECTSTART*)
        width=${line#RECTSTART }
        height=${width#*,}
        width=${width%,*}
        begin
        ;;
    RESTART) begin ;;
    BEGIN) answer ;;
    TURN*)
        turned=yes
        last=${line#TURN }
        taken="$taken$last "
        answer
        ;;
    BOARD)
        taken=' '
        while read -r line && [ "$line" != DONE ]; do
            last=${line%,*}
            taken="$taken$last "
        done
        answer
        ;;
    PLAY*)
        taken="$taken${line#PLAY } "
        say "${line#PLAY }"
        ;;
    ABOUT) say 'name="fake", version="1.0", author="tests"' ;;
    END)
        case $mode in
        lingers | stubborn) ;;
        *) exit 0 ;;
        esac
        ;;
    esac
done
case $mode in
stubborn | undead) hang ;;
esac
