# sh with_psql.sh HOST PORT
set -eu
psql="psql -X -q -A -t -v ON_ERROR_STOP=1 -v VERBOSITY=verbose -v FETCH_COUNT=100 -h $1 -p $2 -U ada -d aim"

ask() {
  $psql -c "$1" 2>&1
}

equal() {
  [ "$2" = "$3" ] || { echo "$1: got $2, wanted $3" >&2; exit 1; }
  echo "OK $1"
}

equal 'a table' "$(ask '\d subscribers' | grep -c '^subscriber_id|bigint|')" 1
equal 'calls of 3' "$(ask 'SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = 3')" 3
equal 'rows' "$(ask 'SELECT g FROM generate_series(1, 10000) g' | wc -l)" 10000
equal 'copied' "$(ask '\copy (SELECT subscriber_id FROM subscribers WHERE subscriber_id < 3 ORDER BY 1) TO STDOUT')" "$(printf '1\n2')"
equal 'an error' "$(ask 'SELECT subscriber_id, nosuch FROM subscribers' | head -n 1 | cut -d ' ' -f 1-3)" 'ERROR:  42703:'
$psql -c 'SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321' > silent.txt 2>&1 &
until [ "$(ask "SELECT count(*) FROM aim.queries WHERE state = 'running' AND strpos(query, '-987654' || '321') > 0")" = 1 ]; do
  sleep 0.1
done
kill -INT $!
wait $! || true
equal 'cancel' "$(grep ERROR silent.txt | cut -d ' ' -f 1-3)" 'ERROR:  57014:'
