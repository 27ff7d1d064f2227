"""Does what Superset does for its pages, over a database of its own in a folder."""
import logging
import os
import sys
import tempfile
import threading
import time

folder = tempfile.mkdtemp()
os.environ["SUPERSET_CONFIG_PATH"] = folder + "/superset_config.py"
with open(os.environ["SUPERSET_CONFIG_PATH"], "w") as file:
    file.write(f"SECRET_KEY = 'x' * 42\nSQLALCHEMY_DATABASE_URI = 'sqlite:///{folder}/db'\nTALISMAN_ENABLED = False\n")
from superset.app import create_app

app = create_app()
logging.disable(logging.WARNING)


def ok(name, *seen):
    print("OK", name, *seen, flush=True)


with app.app_context():
    from flask_appbuilder import Model
    from superset import db
    from superset.connectors.sqla.models import SqlaTable
    from superset.models.core import Database
    from superset.sql.parse import Table

    Model.metadata.create_all(db.engine)
    aim = Database(database_name="aim", sqlalchemy_uri=f"postgresql+psycopg2://ada:none@{sys.argv[1]}:{sys.argv[2]}/aim")
    db.session.add(aim)
    db.session.commit()
    assert aim.get_all_catalog_names() == {"aim"} and "public" in aim.get_all_schema_names(catalog=None)
    ok("tables", len(aim.get_all_table_names_in_schema(None, "public")), len(aim.get_all_view_names_in_schema(None, "public")))
    subscribers = Table("subscribers", "public", None)
    ok("columns", len(aim.get_columns(subscribers)))
    aim.get_pk_constraint(subscribers), aim.get_foreign_keys(subscribers), aim.get_indexes(subscribers)
    ok("comment", aim.get_table_comment(subscribers))
    ok("preview", len(aim.get_df(aim.select_star(subscribers, limit=5, show_cols=True), None, "public")))
    dataset = SqlaTable(table_name="subscribers", schema="public", database=aim)
    dataset.fetch_metadata()
    db.session.add(dataset)
    db.session.commit()
    cost = {"label": "cost", "expressionType": "SIMPLE", "aggregate": "SUM", "column": {"column_name": "total_cost_this_day"}}
    count = {"label": "n", "expressionType": "SQL", "sqlExpression": "COUNT(*)"}

    def chart(name, **changed):
        usual = dict(granularity=None, from_dttm=None, to_dttm=None, is_timeseries=False, filter=[], orderby=[], extras={}, row_limit=100, columns=["zip_region"], metrics=[count, cost])
        answer = dataset.query({**usual, **changed})
        if answer.error_message:
            raise SystemExit(f"{name}: {answer.error_message}")
        ok(name, answer.df.values.tolist())

    chart("chart")
    chart("filter", filter=[{"col": "subscriber_id", "op": "<", "val": 4}])
    chart("filter of some", filter=[{"col": "zip_region", "op": "IN", "val": ["ASIA", "EUROPE"]}])
    chart("filter of a part", filter=[{"col": "zip_region", "op": "ILIKE", "val": "%a%"}])
    chart("in order", orderby=[("n", False)])
    chart("rows", columns=["subscriber_id"], metrics=[], orderby=[("subscriber_id", True)], row_limit=3)
    ok("values of a filter", dataset.values_for_column("zip_region"))
    with aim.get_raw_connection() as connection:
        cursor = connection.cursor()
        backend = aim.db_engine_spec.get_cancel_query_id(cursor, None)

        def cancel():
            time.sleep(1)
            with app.app_context(), aim.get_raw_connection() as other:
                aim.db_engine_spec.cancel_query(other.cursor(), None, backend)

        threading.Thread(target=cancel).start()
        try:
            # The job of the test does not answer this one in time.
            cursor.execute("SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321")
            raise SystemExit("It was not cancelled.")
        except Exception as ended:
            ok("cancel", type(ended).__name__)
    ok("again", len(aim.get_df("SELECT 1 AS one")))
