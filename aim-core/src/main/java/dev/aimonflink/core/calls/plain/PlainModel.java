package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.query.AskedQuery;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes every answer from the calls themselves, as simply as possible. Keeps each call until its windows are over,
 * and aggregates only when a query asks. Not thread-safe.
 *
 * <p>There is one clock: the answers are those of an engine in which each turn reaches all partitions before the next
 * event.
 */
public final class PlainModel implements Oracle {
    private static final int DEFAULT_AGGREGATES = 546;
    private static final int AGGREGATES_PER_COPY = 42;

    private static final int LONGEST_CALL_SECONDS = 7 * 24 * 60 * 60;
    private static final float DEAREST_CALL = 100_000f;
    private static final long EARLIEST_MS = 0;
    private static final long LATEST_MS = Instant.parse("9999-01-01T00:00:00Z").toEpochMilli();
    private static final int LONGEST_ZIP = 64;

    private final PlainSchema schema;
    private final PlainCalendar calendar;
    private final Map<Long, PlainSubscriber> subscribers = new HashMap<>();
    private final PlainQueries queries;
    private final PlainPointQuery pointQuery;

    /** For a matrix of the benchmark's default width, 546 aggregates. */
    public PlainModel(ZoneId zone, EntityTables tables) {
        this(zone, tables, DEFAULT_AGGREGATES);
    }

    /**
     * @param aggregates how many the point query shows, a multiple of 42; no other answer depends on it
     */
    public PlainModel(ZoneId zone, EntityTables tables, int aggregates) {
        this(zone, tables, PlainSchema.benchmark(aggregates / AGGREGATES_PER_COPY));
    }

    /** Queries over columns that the schema lacks must not be asked. */
    public PlainModel(ZoneId zone, EntityTables tables, PlainSchema schema) {
        this.schema = schema;
        this.calendar = new PlainCalendar(zone, schema.windows());
        this.queries = new PlainQueries(tables);
        this.pointQuery = new PlainPointQuery(schema, calendar);
    }

    /** Adds a call, unless it is out of range, too late for every window, or more than a total can hold. */
    public void event(Event event) {
        if (!isInRange(event)) {
            return;
        }
        advanceTo(event.timestampMs());
        if (event.timestampMs() < calendar.earliestStartMs()) {
            return;
        }
        PlainSubscriber known = subscribers.get(event.subscriberId());
        PlainSubscriber subscriber = known == null ? new PlainSubscriber(event.subscriberId(), calendar) : known;
        if (subscriber.canTake(schema, event.timestampMs(), event.durationSeconds(), event.longDistance())) {
            subscriber.take(event.timestampMs(), event.durationSeconds(), cents(event.cost()), event.longDistance());
            subscribers.put(event.subscriberId(), subscriber);
        }
    }

    private static boolean isInRange(Event event) {
        return event.durationSeconds() >= 0
                && event.durationSeconds() <= LONGEST_CALL_SECONDS
                && event.cost() >= 0
                && event.cost() <= DEAREST_CALL
                && event.timestampMs() >= EARLIEST_MS
                && event.timestampMs() <= LATEST_MS;
    }

    private static int cents(float cost) {
        return new BigDecimal(cost)
                .movePointRight(2)
                .setScale(0, RoundingMode.HALF_UP)
                .intValueExact();
    }

    public void profile(Profile profile) {
        if (profile.zip() == null || profile.zip().isEmpty() || profile.zip().length() > LONGEST_ZIP) {
            return;
        }
        subscribers
                .computeIfAbsent(profile.subscriberId(), id -> new PlainSubscriber(id, calendar))
                .profile(profile);
    }

    /** Clears a subscriber's attributes. Adds no subscriber. */
    public void clearProfile(long subscriberId) {
        PlainSubscriber subscriber = subscribers.get(subscriberId);
        if (subscriber != null) {
            subscriber.profile(null);
        }
    }

    /** Erases a subscriber: its calls and its attributes. */
    public void forget(long subscriberId) {
        subscribers.remove(subscriberId);
    }

    /**
     * Forgets the subscribers without a profile whose last event was in an hour that ended so long ago, and before all
     * current windows.
     */
    public void forgetIdle(long forgetAfterMs) {
        subscribers
                .values()
                .removeIf(each -> each.profile() == null && calendar.isOver(each.lastHour(), forgetAfterMs));
    }

    /** Advances the clock to a time. */
    public void advanceTo(long timeMs) {
        long earliestMs = calendar.earliestStartMs();
        calendar.advanceTo(timeMs);
        if (calendar.earliestStartMs() != earliestMs) {
            subscribers.values().forEach(each -> each.forgetBefore(calendar.earliestStartMs()));
        }
    }

    @Override
    public List<List<Object>> answer(AskedQuery call) {
        return call.query().equals("subscriber")
                ? pointQuery.answer(subscribers.get((Long) call.params().get("subscriberId")))
                : queries.answer(call, subscribers.values());
    }

    @Override
    public int rows() {
        return subscribers.size();
    }
}
