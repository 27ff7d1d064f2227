package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.matrix.model.Window;
import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How the calls of an experiment spread over subscribers and time.
 *
 * @param callsPerDay for moving time
 */
public record CallPattern(Spread spread, Time time, int callsPerDay) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Moving time begins this long ago and stops at the present, because calls from the future do not count. */
    static final Duration YEAR = Duration.ofDays(365);

    /** Every n-th call is of an earlier day. */
    static final int CALLS_PER_LATE_ONE = 100;

    /** Every n-th late call is of an earlier week. */
    static final int LATE_CALLS_PER_LATER_ONE = 10;

    /** The distance from the turn of a week, as a part of a day: about a second and a half where a day lasts ten. */
    private static final int DISTANCES_A_DAY = 8;

    /** Every n-th Kafka partition is behind the others where time lags. */
    private static final int PARTITIONS_PER_LAGGING_ONE = 4;

    /** How far it is behind, and how far the others are beyond the turn of the day. */
    private static final Duration LAG = Duration.ofHours(1);

    private static final Duration BEYOND = Duration.ofMinutes(30);

    private static final Duration LATE = Duration.ofHours(36);
    private static final Duration LATER = Duration.ofDays(8);

    /** All subscribers alike and at one moment, as in most experiments. */
    public static final CallPattern USUAL = new CallPattern(Spread.UNIFORM, Time.FIXED, 1);

    /** The same spread without moving time, for the job's own calls. */
    CallPattern still() {
        return time == Time.MOVING ? new CallPattern(spread, Time.FIXED, callsPerDay) : this;
    }

    /** The time of the first call, on the hour; for lagging time, shortly after a day of this week began. */
    long beginMs(Instant now) {
        Instant hour = now.truncatedTo(ChronoUnit.HOURS);
        return switch (time) {
            case FIXED -> hour.toEpochMilli();
            case MOVING -> hour.minus(YEAR).toEpochMilli();
            case LAGGING -> {
                Instant yesterday = now.truncatedTo(ChronoUnit.DAYS).minus(1, ChronoUnit.DAYS);
                boolean isMonday = yesterday.atOffset(ZoneOffset.UTC).getDayOfWeek() == DayOfWeek.MONDAY;
                yield yesterday
                        .minus(isMonday ? 1 : 0, ChronoUnit.DAYS)
                        .plus(BEYOND)
                        .toEpochMilli();
            }
        };
    }

    /** How far behind a subscriber's calls are, all in one Kafka partition. */
    long lagMs(long subscriberId) {
        return time == Time.LAGGING && subscriberId % PARTITIONS_PER_LAGGING_ONE == 0 ? LAG.toMillis() : 0;
    }

    /** How far time has moved at a call, numbered from zero. */
    long nowMs(long beginMs, long number) {
        double days = (double) number / callsPerDay;
        return time != Time.MOVING
                ? beginMs
                : beginMs + (long) Math.min((double) YEAR.toMillis(), days * (double) TimeUnit.DAYS.toMillis(1));
    }

    /** Whether the week turns soon after a call; then no answer of the week may show it before that. */
    boolean isBeforeWeekTurn(long beginMs, long number) {
        return weekOf(nowMs(beginMs, number)) != weekOf(nowMs(beginMs, number + callsPerDay / DISTANCES_A_DAY));
    }

    private static int weekOf(long timeMs) {
        return Window.WEEK.numberOf(
                Instant.ofEpochMilli(timeMs).atOffset(ZoneOffset.UTC).toLocalDateTime());
    }

    /** The time of a call: as far as time has moved, or earlier for late ones. */
    long timestampMs(long beginMs, long number) {
        long nowMs = nowMs(beginMs, number);
        if (time != Time.MOVING || (number + 1) % CALLS_PER_LATE_ONE != 0) {
            return nowMs;
        }
        boolean isLater = (number + 1) / CALLS_PER_LATE_ONE % LATE_CALLS_PER_LATER_ONE == 0;
        return nowMs - (isLater ? LATER : LATE).toMillis();
    }

    /** The latest time of so many calls. */
    long newestMs(long beginMs, long calls) {
        long newestMs = beginMs;
        // Only late calls go back in time, and no two of them are consecutive.
        for (long number = Math.max(0, calls - 2); number < calls; number++) {
            newestMs = Math.max(newestMs, timestampMs(beginMs, number));
        }
        return newestMs;
    }

    public enum Spread {
        UNIFORM,
        /** A few call much more often than the others; calls are short then, so that no total overflows. */
        ZIPF,
        /** One calls as often as all others together; calls are short, too. */
        HOT;

        Distribution distribution() {
            return switch (this) {
                case UNIFORM -> Distribution.uniform();
                case ZIPF -> Distribution.zipf(Distribution.Zipf.DEFAULT_EXPONENT);
                case HOT -> Distribution.hot();
            };
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** When calls that come through Kafka take place. */
    public enum Time {
        /** At one moment, so that no window turns. */
        FIXED,
        /** At one moment, but for a quarter of the subscribers an hour earlier, with a midnight in between. */
        LAGGING,
        /** Through days and weeks of a year ago, so that windows turn again and again, with some calls late. */
        MOVING;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
