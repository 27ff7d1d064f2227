package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Calls, profiles and questions drawn from a seed. Time goes on by minutes, with now and then a late call. */
final class RandomCalls {
    private static final List<String> QUERIES =
            List.of("q1", "q2", "q3", "q4", "q5", "q6", "q7", "w2", "w3", "flat_rate");
    private static final List<String> ZIPS = List.of("CH-1000", "CH-8000", "DE-80801", "CHI-100000", "nowhere");
    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;

    private final Random random;
    private final ZoneId zone;
    private final long[] subscriberIds;
    private long nowMs;

    RandomCalls(Random random, ZoneId zone, LocalDate start, int subscribers) {
        this.random = random;
        this.zone = zone;
        this.nowMs = startOf(start);
        subscriberIds = random.longs(subscribers).toArray();
        subscriberIds[0] = Long.MIN_VALUE;
        subscriberIds[1] = Long.MAX_VALUE;
    }

    private long startOf(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    long nowMs() {
        return nowMs;
    }

    /** A time shortly later, often so chosen that it meets the next midnight to the millisecond. */
    long later() {
        LocalDate today = Instant.ofEpochMilli(nowMs).atZone(zone).toLocalDate();
        long midnightMs = startOf(today.plusDays(1));
        nowMs = switch (random.nextInt(20)) {
            case 0 -> Math.max(nowMs, midnightMs - 1);
            case 1 -> midnightMs;
            case 2 -> nowMs + (long) (random.nextDouble() * 3 * DAY_MS);
            default -> nowMs + random.nextInt((int) (30 * MINUTE_MS));
        };
        return nowMs;
    }

    long subscriberId() {
        return subscriberIds[random.nextInt(subscriberIds.length)];
    }

    /** A call that is now or late: of today, of this week, of the week before. */
    Event call() {
        long lateMs =
                switch (random.nextInt(20)) {
                    case 0 -> (long) (random.nextDouble() * DAY_MS);
                    case 1 -> (long) (random.nextDouble() * 9 * DAY_MS);
                    default -> 0;
                };
        return new Event(
                subscriberId(),
                Math.max(0, nowMs - lateMs),
                random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(10_000),
                (10 + random.nextInt(9_991)) / 100f,
                random.nextInt(3) == 0);
    }

    Profile profile() {
        return new Profile(
                subscriberId(),
                ZIPS.get(random.nextInt(ZIPS.size())),
                random.nextInt(4),
                random.nextInt(3),
                random.nextInt(4));
    }

    AskedQuery scan() {
        String query = QUERIES.get(random.nextInt(QUERIES.size()));
        return switch (query) {
            case "q1" -> new AskedQuery(query, Map.of("alpha", (long) random.nextInt(3)));
            case "q2", "w3" -> new AskedQuery(query, Map.of("beta", (long) random.nextInt(6)));
            case "q4" -> new AskedQuery(query, Map.of("gamma", (long) random.nextInt(6), "delta", 60L));
            default -> AskedQuery.withDefaults(query);
        };
    }

    AskedQuery lookUp() {
        long id = random.nextInt(10) == 0 ? random.nextLong() : subscriberId();
        return new AskedQuery("subscriber", Map.of("subscriberId", id));
    }
}
