import asyncio

import asyncpg
from checks import *


async def main():
    where = dict(host=HOST, port=PORT, user=USER, database=DATABASE)
    connection = await asyncpg.connect(**where)
    for kind, text, value in VALUES:
        # It looks up types of arrays with a recursive query, which the gateway does not have.
        if kind.endswith("[]"):
            continue
        for _ in range(MORE_THAN_PREPARES):
            row = await connection.fetchrow(literal(kind, text))
        equal(f"{kind} read", tuple(row), (value, None))
        equal(f"{kind} sent", await connection.fetchval(f"SELECT $1::{kind}", value), value)
        equal(f"{kind} null", await connection.fetchval(f"SELECT $1::{kind}", None), None)
    statement = await connection.prepare("SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = $1")
    for subscriber in range(1, 11):
        equal(f"calls of {subscriber}", await statement.fetchval(subscriber), subscriber)
    try:
        await connection.fetch(MISSPELLED)
    except asyncpg.UndefinedColumnError as error:
        equal("position", (error.sqlstate, error.position), ("42703", str(MISSPELLED_AT)))
    async with connection.transaction():
        read = [row["g"] async for row in connection.cursor("SELECT g FROM generate_series(1, $1) g", ROWS, prefetch=100)]
        equal("cursor", read, list(range(1, ROWS + 1)))
        try:
            async with connection.transaction():
                await connection.fetch(MISSPELLED)
        except asyncpg.UndefinedColumnError:
            equal("after a savepoint", await connection.fetchval("SELECT 2"), 2)
    await connection.execute("SELECT 1; SELECT 2")
    began = time.monotonic()
    try:
        await connection.fetch(SILENT, timeout=0.5)
    except asyncio.TimeoutError:
        # It waits for the answer to the cancel before the next statement.
        equal("cancel", await connection.fetchval("SELECT 3"), 3)
        print("TIME", f"{(time.monotonic() - began) * 1000 - 500:.0f} ms after the cancel", flush=True)
    else:
        raise SystemExit("It was not cancelled.")
    await connection.close()
    async with asyncpg.create_pool(**where, min_size=1, max_size=3) as pool:
        equal("pool", await asyncio.gather(*(pool.fetchval("SELECT $1::int8", i) for i in range(20))), list(range(20)))


asyncio.run(main())
