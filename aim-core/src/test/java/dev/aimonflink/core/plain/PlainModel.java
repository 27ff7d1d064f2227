package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.query.QueryCall;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The workload over all subscribers, told as simply as possible. Calls are kept as they came, and forgotten when their
 * week is over; nothing is aggregated before it is asked for. Not thread-safe.
 *
 * <p>There is one clock, as if the turns of the windows reached all partitions at once: the answers are those of an
 * engine whose partitions were told of each turn before the next event.
 */
public final class PlainModel {
    private static final int DEFAULT_AGGREGATES = 546;

    private static final int LONGEST_CALL_SECONDS = 7 * 24 * 60 * 60;
    private static final float DEAREST_CALL = 100_000f;
    private static final long EARLIEST_MS = 0;
    private static final long LATEST_MS = Instant.parse("9999-01-01T00:00:00Z").toEpochMilli();
    private static final int LONGEST_ZIP = 64;

    private final ZoneId zone;
    private final Map<Long, PlainSubscriber> subscribers = new HashMap<>();
    private final PlainAnswers answers;
    private long nowMs = Long.MIN_VALUE;
    private long dayStartMs = Long.MIN_VALUE;
    private long weekStartMs = Long.MIN_VALUE;
    private long nextDayStartMs = Long.MIN_VALUE;

    /** For a matrix of the benchmark's default width, 546 aggregates. */
    public PlainModel(ZoneId zone, Dimensions dimensions) {
        this(zone, dimensions, DEFAULT_AGGREGATES);
    }

    /**
     * @param aggregates how many the point query shows, a multiple of 42; no other answer depends on it
     */
    public PlainModel(ZoneId zone, Dimensions dimensions, int aggregates) {
        this.zone = zone;
        this.answers = new PlainAnswers(dimensions, aggregates);
    }

    /** Takes a call in, unless it is out of range, too late for the week, or more than a total can hold. */
    public void event(Event event) {
        if (!isInRange(event)) {
            return;
        }
        advanceTo(event.timestampMs());
        if (event.timestampMs() < weekStartMs) {
            return;
        }
        PlainSubscriber known = subscribers.get(event.subscriberId());
        PlainSubscriber subscriber = known == null ? new PlainSubscriber(event.subscriberId()) : known;
        if (subscriber.canTake(event.durationSeconds())) {
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
                .computeIfAbsent(profile.subscriberId(), PlainSubscriber::new)
                .profile(profile);
    }

    /** Takes a subscriber's attributes away; nobody comes to be by that. */
    public void clearProfile(long subscriberId) {
        PlainSubscriber subscriber = subscribers.get(subscriberId);
        if (subscriber != null) {
            subscriber.profile(null);
        }
    }

    /** Hears of a time. */
    public void advanceTo(long timeMs) {
        if (timeMs <= nowMs) {
            return;
        }
        nowMs = timeMs;
        if (timeMs >= nextDayStartMs) {
            beginDayOf(timeMs);
        }
    }

    private void beginDayOf(long timeMs) {
        LocalDate today = Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
        // Where clocks are put back shortly after midnight, the wall shows yesterday again; the new day has begun for
        // all that.
        if (startMs(today.plusDays(1)) <= timeMs) {
            today = today.plusDays(1);
        }
        dayStartMs = startMs(today);
        nextDayStartMs = startMs(today.plusDays(1));
        long newWeekStartMs = startMs(today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
        if (newWeekStartMs != weekStartMs) {
            weekStartMs = newWeekStartMs;
            subscribers.values().forEach(PlainSubscriber::forgetCalls);
        }
    }

    private long startMs(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    /**
     * The rows of an answer, in the Java types of the engine's: {@link Long}, {@link Double}, {@link BigDecimal} with
     * two decimals, string, null. The call must be a valid one of the catalogue.
     */
    public List<List<Object>> answer(QueryCall call) {
        return answers.answer(call, subscribers, dayStartMs);
    }

    /** How many subscribers there are. */
    public int rows() {
        return subscribers.size();
    }
}
