package dev.aimonflink.sql.bind;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Writes times as PostgreSQL does in UTC, with as many digits of a second as they have. */
final class Times {
    private static final int DIGITS_OF_A_YEAR = 4;
    private static final int MOST_DIGITS_OF_A_YEAR = 9;
    private static final int DIGITS_OF_MICROSECONDS = 6;

    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, DIGITS_OF_A_YEAR, MOST_DIGITS_OF_A_YEAR, SignStyle.NEVER)
            .appendPattern("-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, DIGITS_OF_MICROSECONDS, true)
            .appendLiteral("+00")
            .toFormatter(Locale.ROOT);

    private Times() {}

    static String toText(Instant time) {
        OffsetDateTime inUtc = time.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
        return FORMAT.format(inUtc) + (inUtc.getYear() > 0 ? "" : " BC");
    }
}
