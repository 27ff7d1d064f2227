package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.sql.text.Spelling;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Reads a time in a rule, which is a day or an instant.
 *
 * @param zoneOrNull of days; null if there must be none
 */
public record RuleTime(YamlFile file, ZoneId zoneOrNull) {
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern INSTANT = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T.{5,40}");

    /** There are no events outside these; a rule's record has no other times. */
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    /**
     * An instant, or the beginning of a day in a zone.
     *
     * @throws DateTimeException if it is neither
     */
    public static Instant parse(String written, ZoneId zone) {
        return parse(written, zone, 0);
    }

    public static Instant parseEnd(String written, ZoneId zone) {
        return parse(written, zone, 1);
    }

    private static Instant parse(String written, ZoneId zone, int daysLater) {
        Instant time;
        if (DAY.matcher(written).matches()) {
            time = LocalDate.parse(written)
                    .plusDays(daysLater)
                    .atStartOfDay(zone)
                    .toInstant();
        } else if (INSTANT.matcher(written).matches()) {
            time = OffsetDateTime.parse(written).toInstant();
        } else {
            throw new DateTimeException(Spelling.shortened(written) + " is neither a day nor an instant.");
        }
        return time.isAfter(LAST) ? LAST : time.isBefore(FIRST) ? FIRST : time;
    }

    /** The instant, or the beginning of the day. */
    Instant of(Node node, String key) {
        return read(node, key, 0);
    }

    /** The instant, or the end of the day. */
    Instant after(Node node, String key) {
        return read(node, key, 1);
    }

    private Instant read(Node node, String key, int daysLater) {
        ScalarNode scalar = file.scalar(node, key, key + ": 2026-12-01");
        String written = scalar.getValue();
        if (zoneOrNull == null && DAY.matcher(written).matches()) {
            throw file.wrong(
                    node,
                    key + "=" + written
                            + " is a day, and which time that is depends on a zone. Write an instant such as " + written
                            + "T00:00:00Z.");
        }
        try {
            return parse(written, zoneOrNull, daysLater);
        } catch (DateTimeException noTime) {
            throw file.wrong(
                    node,
                    key + "=" + Spelling.shortened(written)
                            + " is no time. Write a day such as 2026-12-01, or an instant such"
                            + " as 2026-12-01T08:00:00Z.");
        }
    }
}
