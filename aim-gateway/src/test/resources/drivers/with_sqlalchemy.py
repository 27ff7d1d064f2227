import pandas
import sqlalchemy
from checks import *

for driver in ("psycopg", "psycopg2", "pg8000"):
    engine = sqlalchemy.create_engine(f"postgresql+{driver}://{USER}@{HOST}:{PORT}/{DATABASE}")
    found = sqlalchemy.inspect(engine)
    equal(f"{driver}: tables", "subscribers" in found.get_table_names(), True)
    equal(f"{driver}: schemas", "public" in found.get_schema_names(), True)
    equal(f"{driver}: key", found.get_pk_constraint("subscribers")["constrained_columns"], ["subscriber_id"])
    equal(f"{driver}: comment", "matrix" in found.get_table_comment("subscribers")["text"], True)
    equal(f"{driver}: keys to others", isinstance(found.get_foreign_keys("subscribers"), list), True)
    equal(f"{driver}: indexes", isinstance(found.get_indexes("subscribers"), list), True)
    equal(f"{driver}: views", isinstance(found.get_view_names(), list), True)
    equal(f"{driver}: checks", found.get_check_constraints("subscribers"), [])
    equal(f"{driver}: unique", found.get_unique_constraints("subscribers"), [])
    equal(f"{driver}: options", isinstance(found.get_table_options("subscribers"), dict), True)
    columns = {each["name"]: each for each in found.get_columns("subscribers")}
    equal(f"{driver}: type of the key", isinstance(columns["subscriber_id"]["type"], sqlalchemy.BigInteger), True)
    equal(f"{driver}: money", (columns["total_cost_this_day"]["type"].precision, columns["total_cost_this_day"]["type"].scale), (18, 2))
    equal(f"{driver}: nullable", (columns["subscriber_id"]["nullable"], columns["zip"]["nullable"]), (False, True))
    reflected = sqlalchemy.Table("regioninfo", sqlalchemy.MetaData(), autoload_with=engine)
    equal(f"{driver}: reflected", "city" in reflected.columns, True)
    subscribers = sqlalchemy.table("subscribers", sqlalchemy.column("subscriber_id", sqlalchemy.BigInteger))
    with engine.connect() as connection:
        wanted = sqlalchemy.select(subscribers.c.subscriber_id).where(subscribers.c.subscriber_id < 4).order_by("subscriber_id")
        equal(f"{driver}: select", [row[0] for row in connection.execute(wanted)], [1, 2, 3])
        streamed = connection.execution_options(stream_results=True, max_row_buffer=100).execute(
            sqlalchemy.text("SELECT g FROM generate_series(1, 10000) g"))
        equal(f"{driver}: stream", sum(1 for _ in streamed), ROWS)
    frame = pandas.read_sql("SELECT subscriber_id, total_cost_this_day FROM subscribers ORDER BY 1", engine)
    equal(f"{driver}: pandas", frame["total_cost_this_day"].tolist(), [1.5 * n for n in range(1, 11)])
