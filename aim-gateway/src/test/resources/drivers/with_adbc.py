import adbc_driver_manager
import adbc_driver_postgresql.dbapi
from checks import *

with adbc_driver_postgresql.dbapi.connect(f"postgresql://{USER}@{HOST}:{PORT}/{DATABASE}", autocommit=True) as connection:
    with connection.cursor() as cursor:
        for kind, text, value in VALUES:
            # Arrow has another form of these.
            if kind not in ("numeric", "interval"):
                cursor.execute(literal(kind, text))
                read = cursor.fetchone()
                equal(f"{kind} read", read, (value, None))
        cursor.execute("SELECT g FROM generate_series(1, 10000) g")
        equal("arrow", cursor.fetch_arrow_table().column("g").to_pylist(), list(range(1, ROWS + 1)))
        cursor.execute("SELECT subscriber_id, zip, total_cost_this_day FROM subscribers WHERE subscriber_id = $1", (3,))
        equal("a parameter", cursor.fetchall(), [(3, None, "4.50")])
        try:
            cursor.execute(MISSPELLED)
            cursor.fetchall()
        except adbc_driver_manager.ProgrammingError as error:
            equal("state", error.sqlstate, "42703")
        with cancelled(cursor.adbc_cancel, adbc_driver_manager.Error):
            cursor.execute(SILENT)
            cursor.fetchall()
        cursor.execute("SELECT 3")
        equal("after a cancel", cursor.fetchone(), (3,))
    found = connection.adbc_get_objects(table_name_filter="subscribers").read_all().to_pylist()
    schemas = [schema for catalog in found for schema in catalog["catalog_db_schemas"] if schema["db_schema_tables"]]
    columns = [column["column_name"] for column in schemas[0]["db_schema_tables"][0]["table_columns"]]
    equal("columns", columns[:2], ["subscriber_id", "zip"])
    equal("schema", connection.adbc_get_table_schema("subscribers").names[:2], ["subscriber_id", "zip"])
