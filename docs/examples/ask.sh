#!/bin/sh
# Asks, publishes and asks again, over HTTP. AIM_URL, such as http://127.0.0.1:8088, and AIM_TOKEN say where and as whom.
set -eu
call() { curl -sS --fail-with-body -H "Authorization: Bearer $AIM_TOKEN" "$@"; }

# A statement, as CSV.
call -H 'Content-Type: text/plain' -H 'Accept: text/csv' --data-binary 'SELECT count(*) FROM subscribers' "$AIM_URL/v1/sql"

# With a parameter, as JSON.
call --json '{"statement":"SELECT subscriber_id, number_of_calls_this_week FROM subscribers WHERE subscriber_id = $1","parameters":[7]}' \
    "$AIM_URL/v1/sql"
echo

# An event; the answer's header says up to where the topic is then.
call -D /tmp/aim-head.$$ --json '{"subscriberId":7,"durationSeconds":60,"cost":1.25,"longDistance":false,"timestamp":'"$(date +%s)000}" \
    "$AIM_URL/v1/events"
echo
progress=$(sed -n 's/^[Aa]im-[Pp]rogress: \(.*\)\r$/\1/p' /tmp/aim-head.$$)
rm /tmp/aim-head.$$

# What has that event.
call -H "Aim-Freshness: $progress" "$AIM_URL/v1/entities/7?columns=subscriber_id,number_of_calls_this_week"
echo
