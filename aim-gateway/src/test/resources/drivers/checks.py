"""What the scripts of all drivers check with: each prints a line for what was as it should be, and ends at the first that was not."""
import contextlib
import datetime
import decimal
import sys
import threading
import time

HOST = sys.argv[1]
PORT = int(sys.argv[2])
USER = "ada"
DATABASE = "aim"
ROWS = 10_000
MORE_THAN_PREPARES = 7
MISSPELLED = "SELECT subscriber_id, nosuch FROM subscribers"
MISSPELLED_AT = 23
# The job of the test does not answer this one in time.
SILENT = "SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321"
UTC = datetime.timezone.utc

# Type, text, and what it is in Python.
VALUES = [
    ("bool", "t", True),
    ("int2", "-32768", -32768),
    ("int4", "2147483647", 2147483647),
    ("int8", "-9223372036854775808", -9223372036854775808),
    ("float4", "1.5", 1.5),
    ("float8", "-0.1", -0.1),
    ("numeric", "12345678901234567890.0987654321", decimal.Decimal("12345678901234567890.0987654321")),
    ("text", "Zürich \U0001F600", "Zürich \U0001F600"),
    ("varchar", "abc", "abc"),
    ("date", "2026-11-18", datetime.date(2026, 11, 18)),
    ("timestamp", "2026-11-18 12:00:00.123456", datetime.datetime(2026, 11, 18, 12, 0, 0, 123456)),
    ("timestamptz", "2026-11-18 12:00:00+00", datetime.datetime(2026, 11, 18, 12, tzinfo=UTC)),
    ("interval", "1 day 02:03:04.5", datetime.timedelta(1, 7384, 500000)),
    ("bytea", "\\x00ff10", b"\x00\xff\x10"),
    ("int4[]", "{1,NULL,3}", [1, None, 3]),
    ("text[]", "{a,NULL,\"b,c\"}", ["a", None, "b,c"]),
]


def equal(name, got, wanted):
    if got != wanted:
        raise SystemExit(f"{name}: got {got!r}, wanted {wanted!r}")
    print("OK", name, flush=True)


def literal(kind, text):
    quoted = text.replace("'", "''")
    return f"SELECT '{quoted}'::{kind} AS v, NULL::{kind} AS n"


@contextlib.contextmanager
def cancelled(cancel, wanted):
    """Cancels what is run in it again and again, since a cancel that comes before its statement means nothing."""
    ended = threading.Event()
    cancels = []

    def again():
        while not ended.wait(0.05):
            cancels.append(time.monotonic())
            cancel()

    canceller = threading.Thread(target=again, daemon=True)
    canceller.start()
    try:
        yield
    except wanted as error:
        print("OK cancel", error)
        print("TIME", f"{(time.monotonic() - cancels[0]) * 1000:.0f} ms after the first of {len(cancels)} cancels", flush=True)
    else:
        raise SystemExit("It was not cancelled.")
    finally:
        ended.set()
        # The last one must not meet the next statement.
        canceller.join()
