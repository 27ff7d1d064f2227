"""Shows a gateway in Superset's pages: SQL Lab with a statement's rows, a chart, a table of rows, the columns of a dataset."""
import json
import os
import re
import sys
import tempfile
import threading
from urllib.parse import quote

from pictures import pictures

OWN = "http://127.0.0.1:5598"
STATEMENT = "SELECT zip_region, count(*), sum(total_cost_this_day) AS cost\nFROM subscribers GROUP BY zip_region ORDER BY cost DESC"
COST = {"label": "cost", "expressionType": "SIMPLE", "aggregate": "SUM", "column": {"column_name": "total_cost_this_day"}}
CHARTS = {
    "pie": {"groupby": ["zip_region"], "metric": COST, "row_limit": 100, "show_labels": True, "label_type": "key_value"},
    "table": {"query_mode": "raw", "all_columns": ["subscriber_id", "zip_city", "number_of_calls_this_day", "total_cost_this_day"], "row_limit": 20},
}
host, port, folder = sys.argv[1:]
home = tempfile.mkdtemp()
os.environ["SUPERSET_CONFIG_PATH"] = home + "/superset_config.py"
with open(os.environ["SUPERSET_CONFIG_PATH"], "w") as file:
    file.write(f"SECRET_KEY = 'x' * 42\nSQLALCHEMY_DATABASE_URI = 'sqlite:///{home}/db'\nTALISMAN_ENABLED = WTF_CSRF_ENABLED = False\nSQL_VALIDATORS_BY_ENGINE = {{}}\nLOG_LEVEL = 'ERROR'\n")
from superset.app import create_app

app = create_app()
with app.app_context():
    from flask_appbuilder import Model
    from superset import db, security_manager
    from superset.connectors.sqla.models import SqlaTable
    from superset.models.core import Database
    from superset.models.slice import Slice

    Model.metadata.create_all(db.engine)
    app.appbuilder.add_permissions(update_perms=True)
    security_manager.sync_role_definitions()
    security_manager.add_user("ada", "Ada", "Ada", "ada@example.org", security_manager.find_role("Admin"), "none")
    aim = Database(database_name="aim", expose_in_sqllab=True, sqlalchemy_uri=f"postgresql+psycopg2://ada:none@{host}:{port}/aim")
    db.session.add(aim)
    db.session.commit()
    dataset = SqlaTable(table_name="subscribers", schema="public", database=aim)
    dataset.fetch_metadata()
    db.session.add(dataset)
    db.session.commit()
    for kind, params in CHARTS.items():
        params = json.dumps({"viz_type": kind, "datasource": "1__table", "adhoc_filters": [], **params})
        db.session.add(Slice(slice_name=kind, viz_type=kind, datasource_type="table", datasource_id=dataset.id, params=params))
        db.session.commit()
threading.Thread(target=lambda: app.run("127.0.0.1", 5598, threaded=True), daemon=True).start()

with pictures("superset", folder) as (page, picture):

    def picture_of_rows(name):
        page.get_by_text(re.compile(r"^\d+ rows?$")).wait_for()
        picture(name)

    page.goto(OWN + "/login/")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill("none")
    page.keyboard.press("Enter")
    page.wait_for_url("**/welcome/**")
    page.goto(f"{OWN}/sqllab/?dbid=1&schema=public&autorun=true&name=cost&sql={quote(STATEMENT)}")
    for name in ("public", "subscribers"):
        page.get_by_role("tree").get_by_text(name, exact=True).click()
    picture_of_rows("sqllab")
    for number, kind in enumerate(CHARTS, 1):
        page.goto(f"{OWN}/explore/?slice_id={number}")
        picture_of_rows(kind)
