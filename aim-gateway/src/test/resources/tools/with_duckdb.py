import glob
import sys

import duckdb
import duckdb_extension_postgres_scanner as scanner

AIM = f"host={sys.argv[1]} port={sys.argv[2]} user=ada dbname=aim"
# DuckDB reads each table by a statement of its own.
JOIN = "SELECT count(*) FROM aim.public.subscribers JOIN aim.public.regioninfo USING (zip)"
duck = duckdb.connect(config={"allow_unsigned_extensions": "true"})
duck.execute("LOAD '%s'" % glob.glob(scanner.__path__[0] + "/extensions/*/*.duckdb_extension")[0])


def ask(text, *values):
    print("OK", text, len(duck.execute(text, values or None).fetchall()), flush=True)


for attempt in ("attached", "attached again"):
    duck.execute(f"ATTACH '{AIM}' AS aim (TYPE postgres, READ_ONLY)")
    print("OK", attempt)
    ask("SELECT table_name FROM duckdb_tables() WHERE database_name = 'aim'")
    ask("DESCRIBE aim.public.subscribers")
    ask("SELECT * FROM aim.public.subscribers LIMIT 5")
    ask("SELECT zip_region, count(*), sum(total_cost_this_day) FROM aim.public.subscribers GROUP BY zip_region")
    ask("SELECT subscriber_id FROM aim.public.subscribers WHERE subscriber_id < ?", 4)
    ask("SELECT * FROM postgres_query('aim', 'SELECT region, count(*) FROM subscribers GROUP BY region')")
    ask(f"SELECT count(*) FROM postgres_scan('{AIM}', 'public', 'subscribers')")
    try:
        duck.execute(JOIN)
        sys.exit("Two tables were read at two moments.")
    except duckdb.Error as refused:
        assert "REPEATABLE READ" in str(refused), refused
        print("OK refused")
    duck.execute("DETACH aim")

duck.execute(f"ATTACH '{AIM} options=''-c aim.isolation=accept''' AS aim (TYPE postgres, READ_ONLY)")
ask(JOIN)
