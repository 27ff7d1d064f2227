package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations such as {@code 250ms}, {@code 5s}, {@code 90m}, {@code 1h}, {@code 8d}. */
public final class Durations {
    private record Unit(String name, long ms) {}

    private static final List<Unit> UNITS =
            List.of(new Unit("d", 86_400_000), new Unit("h", 3_600_000), new Unit("m", 60_000), new Unit("s", 1_000));

    /** Nine digits of days fit a long of milliseconds. */
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Durations() {}

    public static boolean isForm(String text) {
        return FORM.matcher(text).matches();
    }

    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidInputException("'" + text + "' is no time. Write it like 250ms, 5s, 90m, 1h or 8d.");
        }
        long unitMs = UNITS.stream()
                .filter(unit -> unit.name.equals(matcher.group(2)))
                .mapToLong(Unit::ms)
                .findFirst()
                .orElse(1);
        return Duration.ofMillis(Long.parseLong(matcher.group(1)) * unitMs);
    }

    /** In the largest unit that divides it. */
    public static String text(Duration time) {
        long ms = time.toMillis();
        for (Unit unit : UNITS) {
            if (ms != 0 && ms % unit.ms == 0) {
                return ms / unit.ms + unit.name;
            }
        }
        return ms + "ms";
    }
}
