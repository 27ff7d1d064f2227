package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often it is checked for whom a rule is true, whether events come or not. */
public record Check(Duration interval) {
    public static final Duration SHORTEST = Duration.ofSeconds(1);
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final Pattern WRITTEN = Pattern.compile("every\\s+(\\d{1,5})\\s*(s|min|h)");

    /** As in a rule: {@code every 10 s}, {@code every 5 min} or {@code every 1 h}. */
    public static Check of(String written) {
        Matcher matcher = WRITTEN.matcher(written.strip());
        if (!matcher.matches()) {
            throw new InvalidInputException("check: " + written + " is no interval. Write such as 'check: every 10 s',"
                    + " 'every 5 min' or 'every 1 h'.");
        }
        long number = Long.parseLong(matcher.group(1));
        Duration interval =
                switch (matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "min" -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                };
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(
                    "check: " + written + " is outside of 1 s to 24 h. Write such as 'check:" + " every 10 s'.");
        }
        return new Check(interval);
    }

    /** As in a rule. */
    public String label() {
        long seconds = interval.toSeconds();
        long hour = Duration.ofHours(1).toSeconds();
        long minute = Duration.ofMinutes(1).toSeconds();
        if (seconds % hour == 0) {
            return "every " + seconds / hour + " h";
        }
        return seconds % minute == 0 ? "every " + seconds / minute + " min" : "every " + seconds + " s";
    }

    /** Which check of the rule a time belongs to. */
    public long number(long timeMs) {
        return Math.floorDiv(timeMs, interval.toMillis());
    }
}
