package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Time zones as PostgreSQL reads them: names in any case; hours to the east, such as {@code -7}; and an abbreviation with hours to the
 * <em>west</em>, as in POSIX. Drivers send the last one: Java's writes {@code GMT-02:00} for a zone two hours to the east.
 */
public final class TimeZones {
    private static final BigDecimal SECONDS_OF_AN_HOUR = BigDecimal.valueOf(3_600);
    private static final Pattern HOURS = Pattern.compile("[-+]?\\d{1,2}(\\.\\d{1,4})?");
    private static final Pattern POSIX =
            Pattern.compile("(?:[A-Za-z]{3,}|<[-+A-Za-z0-9]{3,}>)([-+]?)(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))?");

    private static final Map<String, String> NAMES = ZoneId.getAvailableZoneIds().stream()
            .collect(Collectors.toMap(id -> id.toLowerCase(Locale.ROOT), Function.identity(), (one, other) -> one));

    private TimeZones() {}

    /** How a zone is shown, in a form that {@link #zone} reads; empty if there is none. */
    public static Optional<String> shown(String given) {
        String name = NAMES.get(given.toLowerCase(Locale.ROOT));
        if (name != null) {
            return Optional.of(name);
        }
        if (HOURS.matcher(given).matches()) {
            return hoursToTheEast(given).map(TimeZones::shown);
        }
        return zone(given).map(zone -> given);
    }

    private static String shown(ZoneOffset offset) {
        String sign = offset.getTotalSeconds() < 0 ? "-" : "+";
        String hours =
                offset.getId().equals("Z") ? "00" : offset.getId().substring(1).replaceFirst("(:00)+$", "");
        return "<" + sign + hours.replace(":", "") + ">" + (sign.equals("-") ? "+" : "-") + hours;
    }

    private static Optional<ZoneOffset> hoursToTheEast(String given) {
        return offset(new BigDecimal(given).multiply(SECONDS_OF_AN_HOUR).intValue());
    }

    /** Empty if there is none. */
    public static Optional<ZoneId> zone(String shown) {
        Matcher posix = POSIX.matcher(shown);
        if (!NAMES.containsKey(shown.toLowerCase(Locale.ROOT)) && posix.matches()) {
            final int seconds = 3_600 * number(posix.group(2)) + 60 * number(posix.group(3)) + number(posix.group(4));
            return offset(posix.group(1).equals("-") ? seconds : -seconds).map(ZoneId.class::cast);
        }
        try {
            return Optional.of(ZoneId.of(NAMES.getOrDefault(shown.toLowerCase(Locale.ROOT), shown), ZoneId.SHORT_IDS));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    /** Whether clocks there always show UTC. */
    public static boolean isUtc(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC);
    }

    private static int number(String digitsOrNull) {
        return digitsOrNull == null ? 0 : Integer.parseInt(digitsOrNull);
    }

    private static Optional<ZoneOffset> offset(int secondsToTheEast) {
        try {
            return Optional.of(ZoneOffset.ofTotalSeconds(secondsToTheEast));
        } catch (DateTimeException tooFar) {
            return Optional.empty();
        }
    }
}
