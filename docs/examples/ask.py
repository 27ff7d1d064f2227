"""Asks over HTTP, with Python alone. AIM_URL and AIM_TOKEN say where, and as whom.

Usage: python3 ask.py "SELECT count(*) FROM subscribers WHERE subscriber_id > $1" 7
"""
import json
import os
import sys
import urllib.error
import urllib.request

request = urllib.request.Request(
    os.environ["AIM_URL"] + "/v1/sql",
    json.dumps({"statement": sys.argv[1], "parameters": sys.argv[2:]}).encode(),
    {"Authorization": "Bearer " + os.environ["AIM_TOKEN"], "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as answer:
        found = json.load(answer)
except urllib.error.HTTPError as refused:
    sys.exit(json.load(refused)["error"]["message"])
print("\t".join(column["name"] for column in found["columns"]))
for row in found["rows"]:
    print("\t".join(str(value) for value in row))
