# sh ask.sh TOOL HOST PORT [FOLDER]
# Brings a tool of this version, by the ordinary client of its registry, and has it ask a gateway. Exit code 77: it cannot be had here.
# With a folder, pgadmin and superset show the gateway in Chromium instead, and pictures of their pages are put there.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
tool=$1 host=$2 port=$3 does=with browser= folder=
if [ $# -gt 3 ]; then
  mkdir -p "$4"
  does=pictures_of browser=playwright==1.65.2 folder=$(cd "$4" && pwd)
fi
mkdir -p tools && cd tools

missing() {
  echo "$1" >&2
  exit 77
}

# An environment of Python with these packages: with_python NAME PACKAGE...
with_python() {
  environment=$PWD/$1
  shift
  [ "$(cat "$environment/wanted" 2> /dev/null)" = "$*" ] && return
  python3 -m venv --clear "$environment" && "$environment/bin/pip" install -q "$@" || missing "pip cannot bring $*."
  echo "$*" > "$environment/wanted"
}

# Debian's packages, for root alone: with_debian PACKAGE...
with_debian() {
  dpkg -s "$@" > /dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || missing "Install $*."
  # No server may be started for the machine.
  mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" > /dev/null || missing "apt-get cannot bring $*."
}

case $tool in
  pgadmin)
    with_python "${does}_pgadmin" pgadmin4==9.18 $browser
    "$environment/bin/python" "$tools/${does}_pgadmin.py" "$host" "$port" "$folder"
    ;;
  pgcli)
    with_python pgcli pgcli==4.7.1 'psycopg[binary]==3.3.9'
    pgcli/bin/python "$tools/with_pgcli.py" "$host" "$port"
    ;;
  dbt)
    with_python dbt dbt-core==1.10.23 dbt-postgres==1.11.0
    export DBT_HOST="$host" DBT_PORT="$port" DBT_TARGET_PATH="$PWD/dbt/target" DBT_LOG_PATH="$PWD/dbt" DBT_SEND_ANONYMOUS_USAGE_STATS=false
    at="--project-dir $tools/dbt --profiles-dir $tools/dbt"
    for command in debug test 'docs generate'; do
      dbt/bin/dbt --quiet $command $at
      echo "OK $command"
    done
    dbt/bin/dbt --quiet show $at --inline "select zip_region, count(*) from {{ source('aim', 'subscribers') }} group by zip_region"
    echo "OK show"
    ;;
  superset)
    with_python "${does}_superset" apache-superset==6.1.0 flask-caching==2.3.1 cachetools==8.0.2 psycopg2-binary==2.9.13 $browser
    "$environment/bin/python" "$tools/${does}_superset.py" "$host" "$port" "$folder"
    ;;
  duckdb)
    with_python duckdb duckdb==1.5.5 duckdb-extension-postgres-scanner==1.5.5
    duckdb/bin/python "$tools/with_duckdb.py" "$host" "$port"
    ;;
  psqlodbc)
    with_debian odbc-postgresql unixodbc
    with_python odbc pyodbc==5.5.0
    odbc/bin/python "$tools/with_psqlodbc.py" "$host" "$port"
    ;;
  dbdpg)
    with_debian libdbd-pg-perl
    perl "$tools/with_dbdpg.pl" "$host" "$port"
    ;;
  rpostgresql)
    with_debian r-cran-rpostgresql
    Rscript "$tools/with_rpostgresql.R" "$host" "$port"
    ;;
  pgx)
    command -v go > /dev/null || missing "There is no Go."
    rm -rf pgx && cp -r "$tools/pgx" pgx
    (cd pgx && { go build -o with_pgx . || missing "Go cannot bring pgx."; } && ./with_pgx "$host" "$port")
    ;;
  rust)
    command -v cargo > /dev/null || missing "There is no Rust."
    mkdir -p rust && cp -r "$tools/rust/." rust
    (cd rust && { cargo build -q || missing "Cargo cannot bring tokio-postgres and sqlx."; } && target/debug/asks "$host" "$port")
    ;;
  postgres_fdw)
    with_debian postgresql
    sh "$tools/with_postgres_fdw.sh" "$host" "$port"
    ;;
esac
