"""Shows a gateway in pgAdmin's pages: the tree, a table's properties and SQL, the query tool, all rows of a table."""
import sys
import threading

from pictures import pictures
from playwright.sync_api import TimeoutError

from pgadmin_server import app, socketio

OWN = "http://127.0.0.1:5599"
PATH = ("Servers", "aim", "Databases", "aim", "Schemas", "public", "Tables", "subscribers", "Columns", "subscriber_id")
TABLE = 8
STATEMENTS = {
    "groups": "SELECT zip_region, count(*), sum(total_cost_this_day) AS cost\nFROM subscribers GROUP BY zip_region ORDER BY cost DESC;",
    "rows": "SELECT subscriber_id, zip_city, number_of_calls_this_day, most_expensive_cost_this_day, total_cost_this_day\nFROM subscribers ORDER BY total_cost_this_day DESC LIMIT 12;",
    "error": "SELECT zip_reggion FROM subscribers;",
    "explain": "EXPLAIN SELECT zip_region, count(*) FROM subscribers GROUP BY zip_region;",
}
host, port, folder = sys.argv[1:]
server = {"name": "aim", "host": host, "port": int(port), "db": "aim", "username": "ada", "gid": 1, "connection_params": []}
assert app.test_client().post("/browser/server/obj/1/", json=server).status_code == 200
threading.Thread(target=lambda: socketio.run(app, "127.0.0.1", 5599, allow_unsafe_werkzeug=True), daemon=True).start()

with pictures("pgadmin", folder) as (page, picture):

    def node(depth):
        return page.locator(f".file-entry.depth-{depth}", has=page.locator(f".file-name:text-is('{PATH[depth - 1]}')"))

    def opened_by_itself(depth):
        try:
            node(depth).wait_for(timeout=2_000)
            return True
        except TimeoutError:
            return False

    page.goto(OWN + "/browser/")
    node(1).wait_for()
    assert page.request.post(OWN + "/browser/server/connect/1/1", data={"password": "none"}).ok
    for depth in range(2, len(PATH) + 1):
        # pgAdmin opens a node that is the only one of its kind.
        if not opened_by_itself(depth):
            node(depth - 1).locator(".directory-toggle").click()
            node(depth).wait_for()
    edge = page.locator(".dock-divider").bounding_box()
    page.mouse.move(edge["x"] + 4, 500)
    page.mouse.down()
    page.mouse.move(500, 500, steps=10)
    page.mouse.up()
    node(TABLE).click()
    for tab in ("SQL", "Properties"):
        page.locator(".dock-tab", has_text=tab).click()
        picture(tab.lower())
    page.locator("button[data-label='Query Tool']").click()
    editor = page.frame_locator("iframe").locator(".cm-content[contenteditable=true]").first
    for name, statement in STATEMENTS.items():
        editor.fill(statement)
        editor.press("F5")
        picture(name)
    node(TABLE).click()
    page.locator("button[data-label='All Rows']").click()
    page.frame_locator("iframe >> nth=1").get_by_text("Showing rows").wait_for()
    picture("all")
