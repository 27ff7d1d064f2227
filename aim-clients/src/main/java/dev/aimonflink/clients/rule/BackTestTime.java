package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.format.RuleTime;
import dev.aimonflink.sql.text.Spelling;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Function;

/** The tested time of a back-test. */
public record BackTestTime(Instant from, Instant until) {
    /** Ten years, with a number for each day in the report. */
    static final int MAX_DAYS = 3_660;

    /**
     * @param from so long ago, a day or a time
     * @param to the same; null for now
     * @param zone of days
     * @throws InvalidInputException if one is no time, or they do not fit
     */
    public static BackTestTime of(String from, String to, Instant now, ZoneId zone) {
        Instant since = time("from", from, now, written -> RuleTime.parse(written, zone));
        if (since.isAfter(now)) {
            throw new InvalidInputException(
                    "from=" + from + " is in the future, of which there are no events. Give a past time, such as 7d.");
        }
        Instant wanted = to == null ? now : time("to", to, now, written -> RuleTime.parseEnd(written, zone));
        Instant until = wanted.isAfter(now) ? now : wanted;
        if (until.isBefore(since)) {
            throw new InvalidInputException("to=" + to + " is before from=" + from + ". Give a later time.");
        }
        if (Duration.between(since, until).toDays() >= MAX_DAYS) {
            throw new InvalidInputException("from=" + from + " is more than " + MAX_DAYS
                    + " days before the end, and each day is a number in the report. Give a later time.");
        }
        return new BackTestTime(since, until);
    }

    private static Instant time(String option, String written, Instant now, Function<String, Instant> dayOrInstant) {
        try {
            return Durations.isForm(written) ? now.minus(Durations.parse(written)) : dayOrInstant.apply(written);
        } catch (DateTimeException none) {
            throw new InvalidInputException(
                    option + "=" + Spelling.shortened(written)
                            + " is no time. Give how long ago, such as 7d or 24h, a day such as"
                            + " 2026-12-01, or a time such as 2026-12-01T18:00:00Z.",
                    none);
        }
    }
}
