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
 * The asker's clock for {@code now()} and {@code current_date}, and its time zone: the matrix has none, and two partitions would have two.
 * A text that is asked again at another time has the same plan.
 */
public final class StatementClock {
    /** The request parameter for {@code now()}: an ISO 8601 time with the offset of the asker's clocks. */
    public static final String NOW = "now";

    /** The request parameter for {@code current_date}: when its day began, with the offset then. */
    public static final String TODAY = "today";

    /** The request parameter for the asker's time zone, which applies to times without one. */
    public static final String ZONE = "zone";

    /** Also matches in strings and comments, which only costs a plan of its own. */
    private static final Pattern OF_CLOCKS = Pattern.compile(
            "(?:now|age)\\s*(?:\\(|/\\*|--)|localtimestamp|current_(?:date|timestamp)|(?:transaction|statement)_timestamp",
            Pattern.CASE_INSENSITIVE);

    private StatementClock() {}

    public static Map<String, Object> parameters(Instant now, ZoneId zone) {
        OffsetDateTime today = now.atZone(zone).truncatedTo(ChronoUnit.DAYS).toOffsetDateTime();
        return Map.of(NOW, now.atZone(zone).toOffsetDateTime().toString(), TODAY, today.toString());
    }

    /** Whether a text may need a clock. */
    public static boolean isIn(String text) {
        return OF_CLOCKS.matcher(text).find();
    }

    /** Null if the text needs no clock or the request has none; then all times are UTC. */
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
