package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks whether records went to the dead letters, and why. */
final class DeadLettersCheck implements MetricsCheck {
    private static final String CHECK = "dead letters";
    private static final String ALL = "deadLetters";
    private static final String SKIPPED = "lettersSkipped";

    @Override
    public Finding finding(JobMetrics metrics) {
        long all = metrics.sum(ALL);
        if (all == 0) {
            return Finding.ok(CHECK, "none since the job was started");
        }
        Map<String, Long> byReason = metrics.sumsOf(ALL);
        String reasons = byReason.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        long skipped = metrics.sum(SKIPPED);
        return Finding.warn(
                CHECK,
                all + " since the job was started" + (reasons.isEmpty() ? "" : ": " + reasons)
                        + (skipped == 0
                                ? ""
                                : "; " + skipped + " of them are not in the topic (aim.dead-letters.max-per-second)"),
                "Read some with `aim dead-letters`, which says what is wrong with each."
                        + (byReason.containsKey("Malformed")
                                ? " If all events are malformed, their format may not be aim.events.format, or they were"
                                        + " published with another model."
                                : "")
                        + (byReason.containsKey("Late")
                                ? " Late events are older than every window: publish them sooner, or see that no"
                                        + " producer's clock is ahead and has moved the windows on."
                                : ""));
    }
}
