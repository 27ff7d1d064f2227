# sh with_postgres_fdw.sh HOST PORT
# A PostgreSQL of its own, in a folder that is removed, has the tables of a gateway as its own.
set -eu
for found in /usr/lib/postgresql/*/bin; do bin=$found; done
folder=$(mktemp -d)
as=
[ "$(id -u)" != 0 ] || { chown postgres "$folder" && as='runuser -u postgres --'; }
server() {
  (cd / && $as "$bin/pg_ctl" -D "$folder/data" "$@") > /dev/null
}
trap 'server -m immediate stop || true; rm -rf "$folder"' EXIT
(cd / && $as "$bin/initdb" -A trust -U postgres -D "$folder/data" > /dev/null)
server -w -o "-k $folder -h '' -c fsync=off" start
"$bin/postgres" --version
psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$folder" -U postgres -d postgres -v host="$1" -v port="$2" << 'SQL'
CREATE EXTENSION postgres_fdw;
CREATE SERVER aim FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'host', port :'port', dbname 'aim', fetch_size '3');
CREATE USER MAPPING FOR CURRENT_USER SERVER aim OPTIONS (user 'ada', password 'none');
CREATE SCHEMA live;
IMPORT FOREIGN SCHEMA public FROM SERVER aim INTO live;
SELECT 'OK tables', count(*) FROM information_schema.foreign_tables;
SELECT 'OK preview', count(*) FROM live.subscribers;
PREPARE by_key (int8) AS SELECT 'OK parameter', subscriber_id FROM live.subscribers WHERE subscriber_id = $1;
EXECUTE by_key (4);
SELECT 'OK chart', zip_region, count(*), sum(total_cost_this_day) FROM live.subscribers GROUP BY zip_region;
SELECT 'OK join', count(*) FROM live.subscribers JOIN generate_series(1, 3) AS mine ON mine = subscriber_id;
ANALYZE live.subscribers;
-- Each scan of a foreign table is a statement there, and all of a transaction have to see one moment.
BEGIN;
SELECT 'OK transaction', count(*) FROM live.subscribers;
SAVEPOINT a;
\set ON_ERROR_STOP off
SELECT count(*) FROM live.regioninfo;
\set ON_ERROR_STOP on
ROLLBACK TO a;
SELECT 'OK second statement refused', 1 / (:'LAST_ERROR_SQLSTATE' = '0A000')::int;
COMMIT;
\set ON_ERROR_STOP off
SELECT count(*) FROM live.subscribers UNION ALL SELECT count(*) FROM live.regioninfo;
\set ON_ERROR_STOP on
SELECT 'OK two tables refused', 1 / (:'SQLSTATE' = '0A000')::int;
ALTER SERVER aim OPTIONS (ADD options '-c aim.isolation=accept');
SELECT 'OK two tables accepted', sum(counts), 1 / (count(*) = 2)::int FROM (
  SELECT count(*) FROM live.subscribers UNION ALL SELECT count(*) FROM live.regioninfo) AS both_tables (counts);
BEGIN;
SELECT 'OK transaction', count(*) FROM live.subscribers;
SAVEPOINT a;
SELECT 'OK savepoint', count(*) FROM live.regioninfo;
ROLLBACK TO a;
COMMIT;
SELECT 'OK disconnected', postgres_fdw_disconnect_all();
SELECT 'OK again', count(*) FROM live.subscribers;
SQL
# The job of the test does not answer this one in time.
psql -X -h "$folder" -U postgres -d postgres -c 'SELECT count(*) FROM live.subscribers WHERE subscriber_id > -987654321' > cancelled.txt 2>&1 &
sleep 2
kill -INT $!
wait $! || true
grep -q 'canceling statement due to user request' cancelled.txt
echo "OK cancel"
