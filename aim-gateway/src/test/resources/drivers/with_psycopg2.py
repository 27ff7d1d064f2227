import psycopg2
import psycopg2.errors
import psycopg2.extras
from checks import *

connection = psycopg2.connect(host=HOST, port=PORT, user=USER, dbname=DATABASE)
connection.autocommit = True
with connection.cursor() as cursor:
    for kind, text, value in VALUES:
        cursor.execute(literal(kind, text))
        read, null = cursor.fetchone()
        equal(f"{kind} read", (bytes(read) if kind == "bytea" else read, null), (value, None))
        cursor.execute(f"SELECT CAST(%s AS {kind})", (value,))
        sent = cursor.fetchone()[0]
        equal(f"{kind} sent", bytes(sent) if kind == "bytea" else sent, value)
    try:
        cursor.execute(MISSPELLED)
    except psycopg2.errors.UndefinedColumn as error:
        equal("position", (error.pgcode, error.diag.statement_position), ("42703", str(MISSPELLED_AT)))
    cursor.execute("SELECT subscriber_id, zip FROM subscribers WHERE subscriber_id = ANY(%s) ORDER BY 1", ([2, 3],))
    equal("any of an array", cursor.fetchall(), [(2, None), (3, None)])
    with cancelled(connection.cancel, psycopg2.errors.QueryCanceled):
        cursor.execute(SILENT)

connection = psycopg2.connect(host=HOST, port=PORT, user=USER, dbname=DATABASE)
connection.set_session(readonly=True)
with connection, connection.cursor("some", cursor_factory=psycopg2.extras.DictCursor) as cursor:
    cursor.itersize = 100
    cursor.execute("SELECT g FROM generate_series(1, %s) g", (ROWS,))
    equal("cursor", [row["g"] for row in cursor], list(range(1, ROWS + 1)))
