"""Runs pgAdmin without its window: its server in this process, asked as its pages ask it."""
import json
import sys
import time

from pgadmin_server import app

pages = app.test_client()
# These need slices of arrays, which a gateway does not have.
NOT_THERE = ("/browser/trigger/obj/", "/browser/view/sql/")


def ask(method, url, wanted=200, **body):
    answer = getattr(pages, method)(url, **({"data": json.dumps(body), "content_type": "application/json"} if body else {}))
    if answer.status_code != wanted and not url.startswith(NOT_THERE):
        raise SystemExit(f"{url}: {answer.status_code} {answer.data.decode()[:1000]}")
    print("OK", url, flush=True)
    return json.loads(answer.data) if answer.data[:1] in (b"{", b"[") else None


def nodes(kind, of):
    found = ask("get", f"/browser/{kind}/nodes/{of}/")["data"]
    ask("get", f"/browser/{kind}/obj/{of}/")
    return {each["label"]: each["_id"] for each in found}


def query(text, wanted=200):
    ask("post", "/sqleditor/query_tool/start/100", sql=text, explain_plan=None)
    return poll(100, wanted)


def poll(transaction, wanted=200):
    while True:
        answer = pages.get(f"/sqleditor/poll/{transaction}")
        body = json.loads(answer.data)
        if (body["data"] or {}).get("status") != "Busy":
            break
        time.sleep(0.1)
    if answer.status_code != wanted:
        raise SystemExit(f"poll: {answer.status_code} {body}")
    return body


pages.get("/browser/")
server = ask(
    "post", "/browser/server/obj/1/", name="aim", host=sys.argv[1], port=int(sys.argv[2]), db="aim", username="ada", role="", sslmode="prefer", password="none", save_password=0,
    connect_now=False, gid=1, comment="", kerberos_conn=False, connection_params=[{"name": "sslmode", "keyword": "sslmode", "value": "prefer"}])["node"]["_id"]
at = f"1/{server}"
ask("post", f"/browser/server/connect/{at}", password="none")
nodes("role", at)
nodes("tablespace", at)
database = nodes("database", at)["aim"]
at = f"{at}/{database}"
for page in ("database/obj", "database/sql"):
    ask("get", f"/browser/{page}/{at}")
for kind in ("cast", "event_trigger", "extension", "language", "publication", "subscription", "foreign_data_wrapper", "catalog"):
    nodes(kind, at)
for schema in nodes("schema", at).values():
    inside = f"{at}/{schema}"
    ask("get", f"/browser/schema/obj/{inside}")
    for kind in ("mview", "procedure", "trigger_function", "sequence", "type", "domain", "collation", "foreign_table", "fts_configuration", "aggregate", "operator"):
        nodes(kind, inside)
    for function in nodes("function", inside).values():
        ask("get", f"/browser/function/obj/{inside}/{function}")
    for kind, parts in {"table": ("column", "index", "primary_key", "unique_constraint", "trigger", "rule", "row_security_policy", "partition"), "view": ("column", "trigger")}.items():
        for relation in nodes(kind, inside).values():
            for page in ("obj", "sql", "dependency", "dependent"):
                ask("get", f"/browser/{kind}/{page}/{inside}/{relation}")
            for part in parts:
                nodes(part, f"{inside}/{relation}")
for page in ("activity", "locks", "prepared", "config"):
    ask("get", f"/dashboard/{page}/{server}")
ask("get", f"/dashboard/dashboard_stats/{server}/{database}?chart_names=session_stats,tps_stats,ti_stats,to_stats,bio_stats")
ask("post", f"/sqleditor/initialize/sqleditor/100/1/{server}/{database}", user="ada", dbname="aim")
query("SELECT region, count(*), sum(total_cost_this_day) FROM subscribers GROUP BY region")
query("SELECT nosuch FROM subscribers", wanted=500)
# The job of the test does not answer this one in time.
ask("post", "/sqleditor/query_tool/start/100", sql="SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321", explain_plan=None)
time.sleep(1)
ask("post", "/sqleditor/cancel/100", none=None)
assert "57014" in poll(100, wanted=500)["errormsg"]
public = nodes("schema", at)["public"]
table = nodes("table", f"{at}/{public}")["subscribers"]
ask("post", f"/sqleditor/initialize/viewdata/101/3/table/{at}/{table}", user="ada")
ask("get", "/sqleditor/view_data/start/101")
assert poll(101)["data"]["primary_keys"] == {"subscriber_id": "int8"}
ask("delete", f"/browser/server/connect/1/{server}")
ask("post", f"/browser/server/connect/1/{server}", password="none")
