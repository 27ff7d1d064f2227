package dev.aimonflink.bench.concurrent;

import dev.aimonflink.query.serve.pass.Part;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What a {@link TaskThread} did under one load. */
final class Turn {
    record Answered(int client, long nanos, Part part) {}

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MS = 1e6;

    /** From an event's due time until it was applied; empty without a schedule. */
    final Histogram waitNanos = new Histogram(SIGNIFICANT_DIGITS);

    /** From the arrival of a look-up to its answer. */
    final Histogram lookUpNanos = new Histogram(SIGNIFICANT_DIGITS);

    /** How long the task's thread was busy beginning a pass: if another thread runs it, sealing the cut. */
    final Histogram beginNanos = new Histogram(SIGNIFICANT_DIGITS);

    /** In answer order. */
    final List<Answered> answered = new ArrayList<>();

    int changes;

    long nanos;
    long events;
    long answers;

    /** The CPU time of the thread that applies events and of the other one. */
    long cpuNanos;

    /** CPU time of the scans, according to the parts. */
    long scanCpuNanos;

    /** The most events between the begins of two passes. */
    long mostBetweenPasses;

    double eventsPerSecond() {
        return events * NANOS_PER_SECOND / nanos;
    }

    double freshRowsOfAnswer() {
        return answered.stream()
                .mapToLong(each -> each.part().scan().freshRows())
                .average()
                .orElse(0);
    }

    double answersPerSecond() {
        return answers * NANOS_PER_SECOND / nanos;
    }

    double scanCpuMsPerAnswer() {
        return scanCpuNanos / NANOS_PER_MS / Math.max(1, answers);
    }

    double cpuMsPerAnswer() {
        return cpuNanos / NANOS_PER_MS / Math.max(1, answers);
    }
}
