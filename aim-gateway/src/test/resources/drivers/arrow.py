"""Prints the schema and the rows of a file in the streaming format of Apache Arrow, a line for each."""

import sys

import pyarrow.ipc

with open(sys.argv[1], "rb") as file:
    reader = pyarrow.ipc.open_stream(file)
    table = reader.read_all()
    table.validate(full=True)
    if file.read(1):
        sys.exit("There is more behind the end.")
print(", ".join(f"{field.name}: {field.type}" for field in table.schema))
for row in table.to_pylist():
    print(", ".join(str(value) for value in row.values()))
