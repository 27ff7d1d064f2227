"""Does what pgcli does behind its prompt."""
import sys

from pgcli.pgexecute import PGExecute
from pgspecial.main import PGSpecial

pgcli = PGExecute("aim", "ada", "none", sys.argv[1], sys.argv[2])


def ask(text):
    rows = 0
    for _, cursor, _, status, _, succeeded, _ in pgcli.run(text, PGSpecial()):
        if not succeeded:
            raise SystemExit(f"{text}: {status}")
        rows = len(cursor.fetchall()) if hasattr(cursor, "fetchall") and cursor.description else len(cursor or [])
    print("OK", text, rows, flush=True)


for command in ("l", "l+", "d", "dt", "dt+", "dv", "d subscribers", "d+ subscribers", "df", "df+", "dn", "dn+", "du", "dT", "dx", "di", "db", "dp", "sf q1"):
    ask("\\" + command)
ask("SELECT zip_region, count(*) FROM subscribers GROUP BY zip_region")
ask("SELECT subscriber_id FROM subscribers WHERE subscriber_id < 3 ORDER BY 1")
for completed in ("search_path", "schemata", "tables", "table_columns", "views", "view_columns", "databases", "foreignkeys", "functions", "datatypes"):
    print("OK", completed, len(list(getattr(pgcli, completed)())), flush=True)
pgcli.connect()
ask("SELECT 1")
