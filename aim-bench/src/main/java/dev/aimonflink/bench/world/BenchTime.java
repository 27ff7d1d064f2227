package dev.aimonflink.bench.world;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time of the benchmarks: in the middle of a week, so that the day's totals differ from the week's. */
public final class BenchTime {
    public static final ZoneId ZONE = ZoneOffset.UTC;

    public static final long DAY_MS = 24 * 3_600_000L;

    /** Noon of a Friday. */
    public static final long NOW_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    public static final long YESTERDAY_MS = NOW_MS - DAY_MS;

    private BenchTime() {}
}
