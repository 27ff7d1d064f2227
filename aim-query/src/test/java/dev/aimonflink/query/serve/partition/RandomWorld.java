package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Draws events, profiles and queries from a seed, with a bias to edge cases: window boundaries to the millisecond, late
 * calls, ties, zeros, unknown keys, numbers beyond the ints.
 */
public final class RandomWorld {
    static final List<String> SCAN_QUERIES = List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7", "w2", "w3", "flat_rate");

    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;

    private static final List<Long> EXTREME_NUMBERS = List.of(
            Long.MIN_VALUE,
            Integer.MIN_VALUE - 1L,
            (long) Integer.MIN_VALUE,
            -1L,
            0L,
            Integer.MAX_VALUE - 1L,
            (long) Integer.MAX_VALUE,
            Integer.MAX_VALUE + 1L,
            Long.MAX_VALUE);

    private final Random random;
    private final ZoneId zone;
    private final List<String> zips = new ArrayList<>(List.of("CH-9999", "z".repeat(64)));
    private final List<String> countries = new ArrayList<>(List.of("Atlantis"));
    private final long[] subscriberIds;
    private long nowMs;
    private boolean busy;

    public RandomWorld(long seed, ZoneId zone, EntityTables tables, LocalDate start, int subscribers) {
        this.random = new Random(seed);
        zips.addAll(tables.table("RegionInfo").column(0));
        countries.addAll(tables.table("RegionInfo").column(3));
        this.zone = zone;
        this.nowMs = startOf(start);
        this.subscriberIds = random.longs(subscribers).toArray();
        // Ties go to the lowest id, so that the extremes of ids matter.
        subscriberIds[0] = Long.MAX_VALUE;
        subscriberIds[subscribers - 1] = Long.MIN_VALUE;
    }

    /** The newest time of all. */
    long nowMs() {
        return nowMs;
    }

    public Random random() {
        return random;
    }

    private long startOf(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /** Makes calls the longest and most expensive that are valid, and days pass slowly. */
    void getBusy() {
        busy = true;
    }

    /** The ids of all callers. */
    public long[] subscriberIds() {
        return subscriberIds;
    }

    public long subscriberId() {
        return subscriberIds[random.nextInt(subscriberIds.length)];
    }

    public Event event() {
        return event(subscriberId());
    }

    public Event event(long subscriberId) {
        return new Event(subscriberId, timestampMs(), durationSeconds(), cost(), random.nextInt(3) == 0);
    }

    private long timestampMs() {
        LocalDate today = Instant.ofEpochMilli(nowMs).atZone(zone).toLocalDate();
        LocalDate monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        int jitterMs = random.nextInt(3) - 1;
        return switch (busy ? random.nextInt(5000) : random.nextInt(100)) {
            case 0 -> passTo(nowMs + upTo(DAY_MS));
            case 1 -> passTo(startOf(today.plusDays(1)) + jitterMs);
            case 2 -> startOf(today) + jitterMs;
            case 3 -> startOf(monday) + jitterMs;
            case 4 -> nowMs - upTo(10 * DAY_MS);
            case 5 -> random.nextInt(20) == 0 ? passTo(startOf(monday.plusDays(7)) + jitterMs) : nowMs;
            case 6 -> random.nextInt(20) == 0 ? passTo(nowMs + 8 * DAY_MS) : nowMs;
            case 7, 8, 9 -> nowMs - upTo(DAY_MS);
            case 15 -> passTo(nowMs - nowMs % HOUR_MS + HOUR_MS + jitterMs);
            case 16 -> nowMs - nowMs % HOUR_MS + jitterMs;
            case 17 ->
                random.nextInt(20) == 0 ? passTo(startOf(today.withDayOfMonth(1).plusMonths(1)) + jitterMs) : nowMs;
            case 10, 11, 12, 13, 14 -> passTo(nowMs + upTo(HOUR_MS));
            default -> passTo(nowMs + upTo(1000));
        };
    }

    private long upTo(long limitMs) {
        return (long) (random.nextDouble() * limitMs);
    }

    private long passTo(long timeMs) {
        nowMs = Math.max(nowMs, timeMs);
        return nowMs;
    }

    private int durationSeconds() {
        return switch (busy ? 1 : random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> Event.MAX_DURATION_SECONDS;
            case 2, 3 -> 10;
            default -> 1 + random.nextInt(10_000);
        };
    }

    private float cost() {
        return switch (busy ? 1 : random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> Event.MAX_COST;
            case 2 -> 65_536.02f;
            case 3, 4 -> 1.1f;
            default -> (10 + random.nextInt(9_991)) / 100f;
        };
    }

    public Profile profile() {
        return profile(subscriberId());
    }

    public Profile profile(long subscriberId) {
        return new Profile(
                subscriberId, oneOf(zips), random.nextInt(6) - 1, random.nextInt(5) - 1, random.nextInt(6) - 1);
    }

    /** A scan query with some parameters given and others left to their defaults. */
    AskedQuery scanCall() {
        String query = SCAN_QUERIES.get(random.nextInt(SCAN_QUERIES.size()));
        return switch (query) {
            case "q1" -> new AskedQuery(query, some("alpha", number()));
            case "q2", "w3" -> new AskedQuery(query, some("beta", number()));
            case "q4" -> new AskedQuery(query, some("gamma", number(), "delta", number()));
            case "q5" ->
                new AskedQuery(
                        query,
                        some(
                                "subscriptionType",
                                oneOf(List.of("prepaid", "contract", "flat", "")),
                                "category",
                                oneOf(List.of("business", "private", "company", "Business"))));
            case "q6" -> new AskedQuery(query, some("country", oneOf(countries)));
            case "q7", "flat_rate" ->
                new AskedQuery(
                        query, some("cellValueType", oneOf(List.of("none", "silver", "gold", "platinum", "tin"))));
            default -> AskedQuery.withDefaults(query);
        };
    }

    AskedQuery pointCall() {
        long id = random.nextInt(10) == 0 ? random.nextLong() : subscriberId();
        return new AskedQuery("subscriber", Map.of("subscriberId", id));
    }

    private Map<String, Object> some(Object... namesAndValues) {
        Map<String, Object> params = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (random.nextInt(4) > 0) {
                params.put((String) namesAndValues[i], namesAndValues[i + 1]);
            }
        }
        return params;
    }

    private Long number() {
        return switch (random.nextInt(4)) {
            case 0 -> EXTREME_NUMBERS.get(random.nextInt(EXTREME_NUMBERS.size()));
            case 1 -> (long) random.nextInt(200_000);
            default -> (long) random.nextInt(12);
        };
    }

    private String oneOf(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }
}
