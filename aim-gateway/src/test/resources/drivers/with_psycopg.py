import psycopg
import psycopg.errors
from checks import *

where = dict(host=HOST, port=PORT, user=USER, dbname=DATABASE, sslmode="prefer")

with psycopg.connect(**where, autocommit=True) as connection:
    for is_binary in (False, True):
        for kind, text, value in VALUES:
            with connection.cursor(binary=is_binary) as cursor:
                for _ in range(MORE_THAN_PREPARES):
                    row = cursor.execute(literal(kind, text)).fetchone()
                equal(f"{kind} read, binary={is_binary}", row, (value, None))
                for _ in range(MORE_THAN_PREPARES):
                    place = "%b" if is_binary else "%t"
                    row = cursor.execute(f"SELECT {place}::{kind}", (value,)).fetchone()
                equal(f"{kind} sent, binary={is_binary}", row, (value,))
                equal(f"{kind} null", cursor.execute(f"SELECT %s::{kind}", (None,)).fetchone(), (None,))
    for subscriber in range(1, 11):
        row = connection.execute(
            "SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = %s", (subscriber,)).fetchone()
        equal(f"calls of {subscriber}", row, (subscriber,))
    try:
        connection.execute(MISSPELLED)
    except psycopg.errors.UndefinedColumn as error:
        equal("position", (error.sqlstate, error.diag.statement_position), ("42703", str(MISSPELLED_AT)))
    with connection.cursor().copy("COPY (SELECT subscriber_id FROM subscribers WHERE subscriber_id < 3 ORDER BY 1) TO STDOUT") as copy:
        equal("copy", list(copy.rows()), [("1",), ("2",)])
    with cancelled(connection.cancel_safe, psycopg.errors.QueryCanceled):
        connection.execute(SILENT)

with psycopg.connect(**where) as connection:
    for is_binary in (False, True):
        with connection.cursor("some", binary=is_binary) as cursor:
            cursor.itersize = 100
            cursor.execute("SELECT g FROM generate_series(1, %s) g", (ROWS,))
            equal("cursor", [row[0] for row in cursor], list(range(1, ROWS + 1)))
    with connection.cursor("scrolled", scrollable=True) as cursor:
        cursor.execute("SELECT g FROM generate_series(1, 10) g")
        cursor.scroll(5)
        equal("scrolled", cursor.fetchone(), (6,))
    with connection.transaction(), connection.transaction():
        connection.execute("SELECT 1")
    try:
        with connection.transaction():
            connection.execute(MISSPELLED)
    except psycopg.errors.UndefinedColumn:
        equal("after a savepoint", connection.execute("SELECT 2").fetchone(), (2,))

# Statements of a block that come before one Sync are asked together.
with psycopg.connect(**where) as connection, connection.pipeline():
    calls = "SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = %s"
    cursors = [connection.execute(calls, (subscriber,)) for subscriber in range(1, 11)]
    equal("pipeline to the job", [cursor.fetchone()[0] for cursor in cursors], list(range(1, 11)))

with psycopg.connect(**where, autocommit=True) as connection:
    with connection.pipeline() as pipeline:
        cursors = [connection.execute("SELECT %s::int4", (i,)) for i in range(200)]
        pipeline.sync()
        equal("pipeline", [cursor.fetchone()[0] for cursor in cursors], list(range(200)))
    try:
        with connection.pipeline():
            connection.execute("SELECT 1")
            connection.execute(MISSPELLED)
            connection.execute("SELECT 2")
    except psycopg.errors.UndefinedColumn:
        equal("after a pipeline that failed", connection.execute("SELECT 3").fetchone(), (3,))
    with connection.cursor() as cursor:
        equal("stream", [row[0] for row in cursor.stream("SELECT g FROM generate_series(1, 100) g")], list(range(1, 101)))
        cursor.executemany("SELECT %s::int8", [(1,), (2,)], returning=True)
        equal("many", cursor.fetchone(), (1,))
