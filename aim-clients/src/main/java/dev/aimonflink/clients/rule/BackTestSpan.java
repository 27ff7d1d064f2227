package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.TopicReplay.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which events a back-test reads, by the times at which Kafka took them.
 *
 * <pre>
 * |--- longest window ---|--- longest interval ---|-------- tested --------|
 * ^ replayMs             ^ judgedMs               ^ fromMs         untilMs ^
 *   events count           rules fire               and are reported
 * </pre>
 *
 * So what fires has its whole windows, and a calendar interval is known from its beginning. No event is ahead of its record by more than
 * the accepted skew, so earlier ones do not matter. If a window has no end in time, the whole topic is read and judged.
 *
 * @param windowMs the longest that the rules read
 * @param intervalMs the longest of the rules
 * @param endless a rule and its column whose window has no end in time, or null
 */
public record BackTestSpan(
        long fromMs, long untilMs, long windowMs, long intervalMs, long skewMs, BackTestRules.Read endless) {
    public long replayMs() {
        return endless == null ? Math.max(0, fromMs - intervalMs - windowMs - skewMs) : 0;
    }

    long judgedMs() {
        return endless == null ? fromMs - intervalMs : Long.MIN_VALUE;
    }

    /** What a reader must know of the available events, in sentences. */
    public List<String> notes(List<Stretch> stretches) {
        List<String> notes = new ArrayList<>();
        if (endless != null) {
            notes.add("Rule '" + endless.rule() + "' reads " + endless.column()
                    + ", whose window has no end in time: all events that the topic has are replayed."
                    + (endless.isOfJob() ? " It is a rule of the job: --alone leaves those out." : ""));
        }
        List<Stretch> cut = stretches.stream().filter(this::isCut).toList();
        OptionalLong oldest = stretches.stream()
                .flatMapToLong(each -> each.oldestMs().stream())
                .min();
        if (!cut.isEmpty()) {
            notes.add(lacking(cut));
        } else if (oldest.orElse(Long.MIN_VALUE) > fromMs) {
            notes.add("The first event is of " + Instant.ofEpochMilli(oldest.getAsLong())
                    + ", and none was deleted: counts are complete from the beginning.");
        }
        return notes;
    }

    /** Whether Kafka has deleted records that would have been read. */
    private boolean isCut(Stretch stretch) {
        return stretch.beginning() > 0
                && (endless != null
                        || stretch.oldestMs().isEmpty()
                        || stretch.oldestMs().getAsLong() > replayMs());
    }

    private String lacking(List<Stretch> cut) {
        if (cut.stream().anyMatch(each -> each.oldestMs().isEmpty())) {
            return "Kafka has deleted all events of a part of the topic, so counts are not complete.";
        }
        long sinceMs = cut.stream()
                .mapToLong(each -> each.oldestMs().getAsLong())
                .max()
                .orElseThrow();
        String since =
                "Kafka has deleted events, and has all of them since " + Instant.ofEpochMilli(sinceMs) + " only. ";
        long completeMs = Math.max(fromMs, sinceMs + windowMs + intervalMs + skewMs);
        if (endless != null) {
            return since + "What rules read of earlier events is missing, so counts are not complete.";
        }
        return since
                + (completeMs < untilMs
                        ? "Counts are complete from " + Instant.ofEpochMilli(completeMs) + " on."
                        : "Windows and intervals of the rules are as long as that, so counts are not complete.");
    }
}
