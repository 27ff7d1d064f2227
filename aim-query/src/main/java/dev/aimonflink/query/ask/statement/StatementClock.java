package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.GivenParameters;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.type.TimeZones;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The clock of who asks, for {@code now()} and {@code current_date}, and its time zone. The matrix has none, and two partitions would have two. A text that
 * is asked again with another time is the same text, with one plan.
 */
public final class StatementClock {
    /** The parameter of a request for {@code now()}: a time as in ISO 8601, with the offset that clocks have where who asks is. */
    public static final String NOW = "now";

    /** The parameter of a request for {@code current_date}: when its day began, likewise, with the offset that clocks had there. */
    public static final String TODAY = "today";

    /** The parameter of a request for the time zone of who asks, in which times without one are. */
    public static final String ZONE = "zone";

    /** Also found in strings and comments, which costs a plan of its own and nothing else. */
    private static final Pattern OF_CLOCKS = Pattern.compile(
            "(?:now|age)\\s*(?:\\(|/\\*|--)|localtimestamp|current_(?:date|timestamp)|(?:transaction|statement)_timestamp",
            Pattern.CASE_INSENSITIVE);

    private StatementClock() {}

    /** The parameters of a request at a time. */
    public static Map<String, Object> parameters(Instant now, ZoneId zone) {
        OffsetDateTime today = now.atZone(zone).truncatedTo(ChronoUnit.DAYS).toOffsetDateTime();
        return Map.of(NOW, now.atZone(zone).toOffsetDateTime().toString(), TODAY, today.toString());
    }

    /** Whether a text may need a clock. */
    public static boolean isIn(String text) {
        return OF_CLOCKS.matcher(text).find();
    }

    /** Null if the text needs no clock, or the request has none, and all times are of UTC. */
    static PlannedQuery.Clock of(String text, GivenParameters arguments) {
        String now = arguments.name(NOW);
        String today = arguments.name(TODAY);
        ZoneId zone = zone(arguments.name(ZONE));
        if ((now.isEmpty() && today.isEmpty()) || !isIn(text)) {
            return TimeZones.isUtc(zone) ? null : new PlannedQuery.Clock(null, null, zone);
        }
        return new PlannedQuery.Clock(time(NOW, now), time(TODAY, today), zone);
    }

    private static ZoneId zone(String written) {
        if (written.isEmpty()) {
            return ZoneOffset.UTC;
        }
        return TimeZones.zone(written)
                .orElseThrow(() -> wrong(ZONE + "='" + written + "' is no time zone. Give one like Europe/Zurich."));
    }

    private static OffsetDateTime time(String name, String written) {
        try {
            return OffsetDateTime.parse(written);
        } catch (DateTimeException wrong) {
            throw wrong(name + "='" + written + "' is no time. Give both now and today, like 2026-01-31T12:00:00Z.");
        }
    }

    private static QueryFailure wrong(String message) {
        return new QueryFailure(new QueryError(QueryError.Code.INVALID_PARAMETER, message));
    }
}
