package dev.aimonflink.job.merge;

import dev.aimonflink.core.matrix.NanoClock;
import dev.aimonflink.job.metrics.AimMetrics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** What the merger tells of itself. Whatever it remembers for that is its own, no state: a restart forgets it. */
final class MergeMetrics {
    /** Of so many answers the quantiles are. */
    static final int WINDOW = 1024;

    /** Requests whose first part is timed; where more are open than answers can be, the oldest is not. */
    static final int MAX_TIMED = 8192;

    private final NanoClock clock;
    private final Counter answers;
    private final Counter staleParts;
    private final Histogram waitMicros;
    private final Map<String, Long> firstPartNanos = new LinkedHashMap<>();

    MergeMetrics(MetricGroup operator, NanoClock clock) {
        this.clock = clock;
        MetricGroup group = AimMetrics.of(operator);
        answers = group.counter(AimMetrics.ANSWERS);
        staleParts = group.counter(AimMetrics.STALE_PARTS);
        waitMicros = group.histogram(AimMetrics.MERGE_WAIT_MICROS, new DescriptiveStatisticsHistogram(WINDOW));
    }

    void stalePart() {
        staleParts.inc();
    }

    void part(String requestKey) {
        firstPartNanos.putIfAbsent(requestKey, clock.nanoTime());
        if (firstPartNanos.size() > MAX_TIMED) {
            forget(firstPartNanos.keySet().iterator().next());
        }
    }

    /** An answer waited from its first part until now; one without parts waited for none. */
    void answered(String requestKey) {
        answers.inc();
        Long sinceNanos = firstPartNanos.remove(requestKey);
        if (sinceNanos != null) {
            waitMicros.update((clock.nanoTime() - sinceNanos) / 1000);
        }
    }

    /** The request is nobody's. */
    void forget(String requestKey) {
        firstPartNanos.remove(requestKey);
    }
}
