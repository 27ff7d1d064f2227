package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.sql.SqlState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long something may take, as PostgreSQL reads and shows it. */
final class TimeSetting {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,12})\\s*(us|ms|s|min|h|d)?\\s*");

    /** From the longest unit on. */
    private static final Map<String, Long> MILLIS = new LinkedHashMap<>();

    static {
        MILLIS.put("d", 86_400_000L);
        MILLIS.put("h", 3_600_000L);
        MILLIS.put("min", 60_000L);
        MILLIS.put("s", 1_000L);
        MILLIS.put("ms", 1L);
    }

    private TimeSetting() {}

    /** Empty if the text is invalid. A plain number is in milliseconds. */
    static Optional<Long> millis(String text) {
        Matcher time = TEXT.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(time.group(1));
        String unit = time.group(2) == null ? "ms" : time.group(2);
        return Optional.of(unit.equals("us") ? number / 1_000 : number * MILLIS.get(unit));
    }

    /** How old an answer may be, as shown. */
    static String age(String text) {
        return millis(text)
                .filter(age -> age <= AnswerOptions.MAX_MAX_AGE_MS)
                .map(TimeSetting::text)
                .orElseThrow(() -> Failure.of(
                        SqlState.INVALID_ARGUMENT,
                        "invalid value for parameter \"" + Settings.MAX_AGE + "\": \"" + text
                                + "\". Write a time up to " + text(AnswerOptions.MAX_MAX_AGE_MS)
                                + ", such as 200ms, or 0 for answers that are computed anew."));
    }

    /** In the longest unit of which it is a multiple. */
    static String text(long ms) {
        if (ms == 0) {
            return "0";
        }
        for (Map.Entry<String, Long> unit : MILLIS.entrySet()) {
            if (ms % unit.getValue() == 0) {
                return ms / unit.getValue() + unit.getKey();
            }
        }
        throw new AssertionError("Every time is a multiple of 1 ms");
    }
}
