import pg8000.dbapi
import pg8000.native
from checks import *

connection = pg8000.native.Connection(USER, host=HOST, port=PORT, database=DATABASE)
for kind, text, value in VALUES:
    equal(f"{kind} read", connection.run(literal(kind, text)), [[value, None]])
    # Its texts of arrays are what the server makes of them.
    equal(f"{kind} sent", connection.run(f"SELECT CAST(:v AS {kind})", v=value), [[value]])
statement = connection.prepare("SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = :s")
for subscriber in range(1, 11):
    equal(f"calls of {subscriber}", statement.run(s=subscriber), [[subscriber]])
try:
    connection.run(MISSPELLED)
except pg8000.native.DatabaseError as error:
    equal("position", (error.args[0]["C"], error.args[0]["P"]), ("42703", str(MISSPELLED_AT)))
# It has no cancel.
connection.run("SET statement_timeout = 300")
try:
    connection.run(SILENT)
    raise SystemExit("It was not ended.")
except pg8000.native.DatabaseError as error:
    equal("timeout", error.args[0]["C"], "57014")
connection.close()

connection = pg8000.dbapi.connect(USER, host=HOST, port=PORT, database=DATABASE)
cursor = connection.cursor()
cursor.execute("DECLARE some CURSOR FOR SELECT g FROM generate_series(1, 10000) g")
read = []
while True:
    cursor.execute("FETCH 100 FROM some")
    rows = cursor.fetchall()
    if not rows:
        break
    read += [row[0] for row in rows]
equal("cursor", read, list(range(1, ROWS + 1)))
connection.rollback()
cursor.execute("SELECT subscriber_id FROM subscribers WHERE subscriber_id = %s", (3,))
equal("dbapi", list(cursor.fetchone()), [3])
