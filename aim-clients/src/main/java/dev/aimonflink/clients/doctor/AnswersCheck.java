package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks the share of answers that are time-outs or errors of the job. */
final class AnswersCheck implements MetricsCheck {
    private static final String CHECK = "answers";

    /** One failed answer of this many is worth a warning. */
    private static final long TOLERATED = 100;

    private static final List<String> FAILURES =
            List.of("TimedOut", "Overloaded", "WindowTurned", "Restarted", "Internal");

    @Override
    public Finding finding(JobMetrics metrics) {
        long all = metrics.sum("answers");
        // Nobody waited for these any more, so they do not measure the job's speed.
        long expired = metrics.sum("requestsExpired");
        long failed = 0;
        List<String> shown = new ArrayList<>();
        for (String failure : FAILURES) {
            long count = metrics.sum("answers" + failure) - (failure.equals("TimedOut") ? expired : 0);
            failed += count;
            if (count > 0) {
                shown.add(count + " " + words(failure));
            }
        }
        String detail = all + " since the job was started"
                + (shown.isEmpty() ? "" : ", of them failed: " + String.join(", ", shown))
                + (expired > 0
                        ? "; " + expired + " were past their deadline when they were read, as after a restart"
                        : "");
        return failed * TOLERATED > all
                ? Finding.warn(
                        CHECK,
                        detail,
                        "Ask fewer at a time or with a longer timeout, or give the job more partitions; docs/errors.md#codes"
                                + " explains each error.")
                : Finding.ok(CHECK, detail);
    }

    /** As in {@code window turned}. */
    private static String words(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
