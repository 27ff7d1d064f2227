package dev.aimonflink.job.merge;

import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.AnswerCounter;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** Counts and times the merger's answers; its timings are not state, so a restart loses them. */
final class MergeMetrics {
    /** The quantiles cover this many answers. */
    static final int WINDOW = 1024;

    /** How many open requests are timed at most; beyond it, the oldest is dropped. */
    static final int MAX_TIMED = 8192;

    private final NanoClock clock;
    private final AnswerCounter answers;
    private final Counter staleParts;
    private final Histogram latencyMs;
    private final Histogram waitMicros;
    private final Map<String, Timing> timings = new LinkedHashMap<>();

    /** @param waiting how many merges wait beside the merger's thread; may be called from any thread */
    MergeMetrics(MetricGroup operator, NanoClock clock, IntSupplier waiting) {
        this.clock = clock;
        MetricGroup group = AimMetrics.of(operator);
        answers = new AnswerCounter(operator);
        group.gauge(AimMetrics.MERGES_WAITING, (Gauge<Integer>) waiting::getAsInt);
        staleParts = group.counter(AimMetrics.STALE_PARTS);
        latencyMs = group.histogram(AimMetrics.REQUEST_LATENCY_MS, new DescriptiveStatisticsHistogram(WINDOW));
        waitMicros = group.histogram(AimMetrics.MERGE_WAIT_MICROS, new DescriptiveStatisticsHistogram(WINDOW));
    }

    void stalePart() {
        staleParts.inc();
    }

    void registered(Registration registration) {
        timing(registration.requestKey()).askedMs = registration.askedMs();
    }

    void part(String requestKey) {
        Timing timing = timing(requestKey);
        if (!timing.hasPart) {
            timing.hasPart = true;
            timing.firstPartNanos = clock.nanoTime();
        }
    }

    private Timing timing(String requestKey) {
        Timing timing = timings.computeIfAbsent(requestKey, key -> new Timing());
        if (timings.size() > MAX_TIMED) {
            forget(timings.keySet().iterator().next());
        }
        return timing;
    }

    /** Counts an answer, and times it from the request and from its first part. */
    void answered(String requestKey, QueryResult result, long nowMs) {
        answers.count(result);
        Timing timing = timings.remove(requestKey);
        if (timing == null) {
            return;
        }
        if (timing.askedMs != Registration.UNKNOWN_TIME) {
            // The broker's clock, which stamped the request, may be ahead of this machine's.
            latencyMs.update(Math.max(0, nowMs - timing.askedMs));
        }
        if (timing.hasPart) {
            waitMicros.update((clock.nanoTime() - timing.firstPartNanos) / 1000);
        }
    }

    /** Stops timing a request that is never answered. */
    void forget(String requestKey) {
        timings.remove(requestKey);
    }

    private static final class Timing {
        private long askedMs = Registration.UNKNOWN_TIME;
        private boolean hasPart;
        private long firstPartNanos;
    }
}
