package dev.aimonflink.bench.coldstart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What was measured in each second of a run. Second 0 begins when all tasks run; a run that begins with a kill has negative
 * seconds before.
 *
 * @param first the number of the first second
 */
record Timeline(int first, List<Second> seconds) {
    private static final double MS_PER_SECOND = 1e3;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;
    private static final double ALL = 100;

    /** A query and its answer, in epoch milliseconds. */
    record Answer(double askedMs, double answeredMs) {}

    /** Processor time that was used before a time in epoch milliseconds. */
    record Cpu(double atMs, double seconds) {}

    /** @param latenciesMs of the queries that were answered in this second, sorted */
    record Second(List<Double> latenciesMs, double cpuSeconds) {
        int queries() {
            return latenciesMs.size();
        }

        double p50Ms() {
            return percentile(latenciesMs, MEDIAN);
        }

        double p99Ms() {
            return percentile(latenciesMs, TAIL);
        }
    }

    /**
     * Sorts everything into seconds. A query that was asked before the job ran counts from when the job ran.
     *
     * @param zeroMs when all tasks ran
     * @param span the seconds that are wanted
     */
    static Timeline of(double zeroMs, Span span, Collection<Answer> answers, Collection<Cpu> cpu) {
        List<List<Double>> latenciesMs = new ArrayList<>();
        IntStream.range(0, span.length()).forEach(i -> latenciesMs.add(new ArrayList<>()));
        for (Answer each : answers) {
            int second = second(zeroMs, each.answeredMs);
            if (second >= span.from() && second < span.to()) {
                double fromMs = second < 0 ? each.askedMs : Math.max(zeroMs, each.askedMs);
                latenciesMs.get(second - span.from()).add(each.answeredMs - fromMs);
            }
        }
        double[] cpuSeconds = new double[span.length()];
        for (Cpu each : cpu) {
            int second = second(zeroMs, each.atMs);
            if (second >= span.from() && second < span.to()) {
                cpuSeconds[second - span.from()] += each.seconds;
            }
        }
        return new Timeline(
                span.from(),
                IntStream.range(0, span.length())
                        .mapToObj(i ->
                                new Second(latenciesMs.get(i).stream().sorted().toList(), cpuSeconds[i]))
                        .toList());
    }

    private static int second(double zeroMs, double atMs) {
        return (int) Math.floor((atMs - zeroMs) / MS_PER_SECOND);
    }

    private Stream<Second> in(Span span) {
        return seconds.subList(span.from() - first, span.to() - first).stream();
    }

    /** How much of something there was in a second of some. */
    double perSecond(Span span, ToDoubleFunction<Second> amount) {
        return in(span).mapToDouble(amount).sum() / span.length();
    }

    /** The median latency of some seconds together. If none was answered in them, the query that waited took at least as long. */
    double p50Ms(Span span) {
        List<Double> latenciesMs =
                in(span).flatMap(each -> each.latenciesMs.stream()).sorted().toList();
        return latenciesMs.isEmpty() ? span.length() * MS_PER_SECOND : percentile(latenciesMs, MEDIAN);
    }

    /** By nearest rank; not a number if there are no values. */
    private static double percentile(List<Double> sorted, double percentile) {
        return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.ceil(sorted.size() * percentile / ALL) - 1);
    }
}
