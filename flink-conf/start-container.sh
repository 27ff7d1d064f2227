#!/bin/bash
# The entrypoint of Flink's containers in docker-compose.yml:
#
#   start-container.sh ENTRYPOINT taskmanager|standalone-job ARGUMENTS...
#
# Adds the settings beside this file to those of the image, and starts ENTRYPOINT, which is the image's own. A standalone-job
# continues from its newest checkpoint or savepoint below $FLINK_HOME/state, or starts without state if there is none. Arguments
# that name a savepoint hold until there is newer state.
#
# Docker restarts a container that ends. A job that ends by itself without newer state would end the same way again, so
# after MAX_STARTS the container waits instead. The next time that somebody starts it, it tries again.
set -euo pipefail

# From the same state. Without state there is one start: a job that refuses to begin without its state refuses each time.
MAX_RESTORES=3
MAX_STARTS_WITHOUT_STATE=1

conf=$FLINK_HOME/conf
state=$FLINK_HOME/state
# A line for each start that ended by itself without newer state: what it started from, and its arguments.
failed_starts=$state/failed-starts
# The newest state when arguments named a savepoint first, and those arguments.
given_savepoint=$state/given-savepoint

# Says why, and keeps the container up without Flink, so that Docker does not start it again.
wait_for_a_person() {
    # A shell handles a signal after the command that it waits for, unless that runs in the background.
    sleep infinity &
    sleeping=$!
    trap 'kill "$sleeping"; rm -f "$failed_starts"; exit 0' TERM INT
    # Last, so that whoever reads it finds the container listening.
    printf 'aim: %s\n' "$@" >&2
    wait "$sleeping"
}

# Each time from the image's own settings, so that ours are there once.
configure() {
    { [ -f "$conf/image.yaml" ] || cp "$conf/config.yaml" "$conf/image.yaml"; } &&
        cat "$conf/image.yaml" "$1/config.yaml" >"$conf/config.yaml" &&
        cp "$1/log4j-console.properties" "$conf/"
}

# The folder of the checkpoint or savepoint that was completed last, of any job; empty if there is none.
newest_state() {
    find "$state/checkpoints" "$state/savepoints" -maxdepth 3 -name _metadata -printf '%T@ %h\n' 2>/dev/null |
        sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# With the arguments of the job, which may name one. A job that starts from a checkpoint leaves that to the user, so each crash would leave one more. The newest two jobs' stay:
# the one to start from, and one in case that it cannot be read. What was being written in a crash goes too. No job runs yet.
remove_old_checkpoints() {
    for each in "$state"/checkpoints/*/chk-*; do
        [ -e "$each/_metadata" ] || rm -rf "$each"
    done
    find "$state/checkpoints" -maxdepth 3 -name _metadata -printf '%T@ %P\n' 2>/dev/null |
        sort -rn | cut -d ' ' -f 2- | cut -d / -f 1 | uniq | tail -n +3 |
        while read -r job; do
            case " $* " in
                *"/$job/"*) ;;
                *) rm -rf "$state/checkpoints/$job" ;;
            esac
        done
    find "$state/checkpoints" -mindepth 1 -type d -empty -delete 2>/dev/null || true
}

start_job() {
    entrypoint=$1
    shift 2
    if ! mkdir -p "$state" 2>/dev/null || [ ! -w "$state" ]; then
        wait_for_a_person "$(id -un) may not write to $state, where checkpoints go. Give the folder to that user."
    fi
    remove_old_checkpoints "$@" || true
    before=$(newest_state || true)
    max_starts=$MAX_RESTORES
    # Of several, Flink takes the first.
    restore=()
    [ -z "$before" ] || restore=(--fromSavepoint "file://$before")
    from=${before:-no state: there is no checkpoint in $state yet}
    case " $* " in
        *" --fromSavepoint"* | *" -s "*)
            [[ "$(cat "$given_savepoint" 2>/dev/null)" == *" $*" ]] || echo "$before $*" >"$given_savepoint"
            if [ "$(cat "$given_savepoint")" = "$before $*" ]; then
                restore=()
                from="the savepoint that its arguments name"
            fi
            ;;
        *) [ -n "$before" ] || max_starts=$MAX_STARTS_WITHOUT_STATE ;;
    esac
    this_start="$before $*"
    failures=$(grep -cxF -e "$this_start" "$failed_starts" 2>/dev/null || true)
    if [ "${failures:-0}" -ge "$max_starts" ]; then
        wait_for_a_person \
            "the job is not started again: it ended by itself after $failures of $max_starts starts from ${before:-no state}, and" \
            "left no newer state. Its log, above, says why. If it refuses to begin without its state, put" \
            "--fromSavepoint PATH before its own arguments in docker-compose.yml, or --aim.start earliest behind them to" \
            "count again what Kafka still has, and run docker compose up -d. To try once more as it is, run" \
            "docker compose restart jobmanager."
    fi
    echo "aim: the job starts from $from." >&2

    stopped=
    job=
    trap 'stopped=yes; [ -z "$job" ] || kill -TERM "$job" 2>/dev/null || true' TERM INT
    "$entrypoint" standalone-job "${restore[@]}" "$@" &
    job=$!
    # A signal may have come before there was a job.
    [ -z "$stopped" ] || kill -TERM "$job" 2>/dev/null || true
    # A signal ends a wait before the job has ended.
    while
        status=0
        wait "$job" || status=$?
        kill -0 "$job" 2>/dev/null
    do :; done
    if [ -n "$stopped" ] || [ "$(newest_state || true)" != "$before" ]; then
        rm -f "$failed_starts"
    else
        echo "$this_start" >>"$failed_starts"
    fi
    if [ -z "$stopped" ] && [ "$status" = 0 ]; then
        wait_for_a_person "the job was stopped or canceled. To start it again from its newest state:" \
            "docker compose restart jobmanager."
    fi
    exit "$status"
}

configure "$(dirname "$0")" || wait_for_a_person "the settings in $conf cannot be written, see above."
if [ "$2" = standalone-job ]; then
    start_job "$@"
fi
exec "$@"
