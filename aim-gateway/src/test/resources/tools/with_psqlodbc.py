import sys
import threading

import pyodbc

# The job of the test does not answer this one in time.
SILENT = "SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321"


def ok(name, *seen):
    print("OK", name, *seen, flush=True)


def failure(run):
    try:
        run()
    except pyodbc.Error as error:
        return error.args[0]
    raise SystemExit("It did not fail.")


for options in ("", "UseDeclareFetch=1;Fetch=3;"):
    to = f"DRIVER={{PostgreSQL Unicode}};SERVER={sys.argv[1]};PORT={sys.argv[2]};DATABASE=aim;UID=ada;PWD=none;{options}"
    odbc = pyodbc.connect(to, autocommit=True)
    ok("driver", odbc.getinfo(pyodbc.SQL_DRIVER_VER))
    assert "subscribers" in [row.table_name for row in odbc.cursor().tables(schema="public")]
    assert [row[0] for row in odbc.cursor().tables(catalog="%", schema="", table="")] == ["aim"]
    ok("columns", len(odbc.cursor().columns(table="subscribers", schema="public").fetchall()))
    assert [row.column_name for row in odbc.cursor().primaryKeys("subscribers")] == ["subscriber_id"]
    ok("others", *(len(ask.fetchall()) for ask in (
        odbc.cursor().foreignKeys("subscribers"), odbc.cursor().statistics("subscribers"), odbc.cursor().procedures(), odbc.cursor().getTypeInfo())))
    ok("preview", len(odbc.execute("SELECT * FROM subscribers LIMIT 5").fetchall()))
    ok("chart", odbc.execute("SELECT region, count(*), sum(total_cost_this_day) FROM subscribers GROUP BY region").fetchall())
    assert [row[0] for row in odbc.execute("SELECT subscriber_id FROM subscribers WHERE subscriber_id < ? ORDER BY 1", 4)] == [1, 2, 3]
    ok("text", odbc.execute("SELECT count(*) FROM regioninfo WHERE city = ?", "none").fetchall())
    transaction = pyodbc.connect(to)
    ok("transaction", len(transaction.execute("SELECT subscriber_id FROM subscribers").fetchall()))
    transaction.commit()
    cursor = odbc.cursor()
    threading.Timer(1, cursor.cancel).start()
    assert failure(lambda: cursor.execute(SILENT)) == "57014"
    assert failure(lambda: odbc.execute("SELECT nosuch FROM subscribers")) == "42703"
    odbc.close()
    ok("again", pyodbc.connect(to).execute("SELECT 1").fetchone()[0])
