package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.CollectorPauses;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.TimeCounts;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.meter.Ticker;
import dev.aimonflink.local.RunningJob.CheckpointTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Records, second by second, how long events take from decoding until they are applied, and what delays them: checkpoints, pauses of the
 * collector, and a busy machine.
 */
final class AppliedTimes implements AutoCloseable {
    private static final double MAX_PACE_SECONDS = 1;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final double PER_CENT = 100;

    record Second(long beganMs, long endedMs, TimeCounts times) {}

    private final Supplier<TimeCounts> counts;
    private final LongSupplier clockMs;
    private final List<Second> seconds = new ArrayList<>();
    private final List<Double> idle = new ArrayList<>();
    private long beforeMs;
    private TimeCounts before;
    private long endMs = Long.MAX_VALUE;
    private CollectorPauses pauses;
    private Ticker ticker;

    AppliedTimes(Deployment deployment) {
        this(() -> deployment.job().times(AimMetrics.DECODED_TO_APPLIED_MICROS), System::currentTimeMillis);
    }

    /** For tests, which call {@link #look} themselves and have nothing to close. */
    AppliedTimes(Supplier<TimeCounts> counts, LongSupplier clockMs) {
        this.counts = counts;
        this.clockMs = clockMs;
    }

    /**
     * Records from now on, until closed.
     *
     * @param measuredSeconds length of the measurement; a short one has shorter seconds
     */
    void begin(double measuredSeconds) {
        double paceSeconds = Math.min(MAX_PACE_SECONDS, measuredSeconds / 2);
        pauses = new CollectorPauses();
        MachineFacts.idle();
        ticker = new Ticker(Duration.ofNanos((long) (paceSeconds * NANOS_PER_SECOND)), this::look);
    }

    synchronized void look() {
        long nowMs = clockMs.getAsLong();
        TimeCounts now = counts.get();
        if (before != null && now.total() > before.total()) {
            seconds.add(new Second(beforeMs, nowMs, now.minus(before)));
        }
        before = now;
        beforeMs = nowMs;
    }

    /** Ends the measurement with the present second, or that of a later call. */
    synchronized void end() {
        endMs = clockMs.getAsLong();
        idle.add(PER_CENT * MachineFacts.idle());
    }

    @Override
    public void close() {
        if (ticker != null) {
            ticker.close();
            pauses.close();
        }
    }

    synchronized List<Second> seconds() {
        return seconds.stream().filter(each -> each.beganMs < endMs).toList();
    }

    List<Second> secondsOutside(List<CheckpointTime> checkpoints) {
        return seconds().stream()
                .filter(each -> checkpoints.stream()
                        .allMatch(checkpoint -> millisWithin(checkpoint, each.beganMs, each.endedMs) < 0))
                .toList();
    }

    /** Negative if no part is. */
    private static long millisWithin(CheckpointTime checkpoint, long fromMs, long toMs) {
        return Math.min(checkpoint.endedMs(), toMs) - Math.max(checkpoint.beganMs(), fromMs);
    }

    /** Adds the findings, and returns the times outside checkpoints, if any. */
    Optional<Latencies> report(Bench bench, Deployment deployment, String name, Map<String, String> parameters) {
        List<Second> measured = seconds();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        final long beganMs = measured.get(0).beganMs;
        final long endedMs = measured.get(measured.size() - 1).endedMs;
        List<CheckpointTime> checkpoints = deployment.job().checkpointTimes().stream()
                .filter(each -> millisWithin(each, beganMs, endedMs) >= 0)
                .toList();
        List<Second> outside = secondsOutside(checkpoints);
        reportTimes(bench, deployment, name + ".applied", parameters, measured);
        if (!checkpoints.isEmpty() && !outside.isEmpty()) {
            reportTimes(bench, deployment, name + ".applied.outside-checkpoints", parameters, outside);
        }
        List<Long> millis = checkpoints.stream()
                .map(each -> millisWithin(each, beganMs, endedMs))
                .toList();
        reportDelays(bench, name + ".checkpoint", parameters, millis, endedMs - beganMs);
        reportDelays(bench, name + ".pause", parameters, pauses.millis(), endedMs - beganMs);
        bench.found().time(name + ".idle", parameters, "%", Samples.of(idle, each -> each));
        return outside.isEmpty() ? Optional.empty() : Optional.of(latencies(outside));
    }

    private static void reportTimes(
            Bench bench, Deployment deployment, String name, Map<String, String> parameters, List<Second> seconds) {
        Latencies times = latencies(seconds);
        bench.await(deployment, name, parameters, times);
        bench.found().percentiles(name, parameters, times, 50, 99, 99.9);
    }

    static Latencies latencies(List<Second> seconds) {
        Latencies latencies = new Latencies();
        for (Second second : seconds) {
            Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
            nanos.setStartTimeStamp(second.beganMs);
            nanos.setEndTimeStamp(second.endedMs);
            second.times.forEach((micros, count) -> nanos.recordValueWithCount(micros * NANOS_PER_MICRO, count));
            latencies.add(DueLatencies.Interval.of(nanos));
        }
        return latencies;
    }

    /** Adds their lengths, if any, and their share of the time. */
    private static void reportDelays(
            Bench bench, String name, Map<String, String> parameters, List<Long> millis, long measuredMs) {
        if (!millis.isEmpty()) {
            bench.found().time(name, parameters, "ms", Samples.of(millis, Long::doubleValue));
        }
        long total = millis.stream().mapToLong(Long::longValue).sum();
        bench.found().time(name + ".share", parameters, "%", new Samples(PER_CENT * total / measuredMs));
    }
}
