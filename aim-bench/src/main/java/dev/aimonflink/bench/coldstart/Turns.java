package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.experiment.Samples;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The timelines of one variant in all turns, each of fresh JVMs. */
record Turns(List<Timeline> timelines) {
    /** A window and the ratio in it. */
    record Worst(Span window, double ratio) {}

    Samples queriesPerSecond(Span span) {
        return Samples.of(timelines, each -> each.queriesPerSecond(span));
    }

    Samples p50Ms(Span span) {
        return Samples.of(timelines, each -> each.p50Ms(span));
    }

    Samples cpuSecondsPerSecond(Span span) {
        return Samples.of(timelines, each -> each.cpuSecondsPerSecond(span));
    }

    Samples garbageMegabytesPerSecond(Span span) {
        return Samples.of(timelines, each -> each.garbageMegabytesPerSecond(span));
    }

    /** The window in which the median latency is the highest beside that of steady seconds. */
    Worst highestP50(Span within, Span steady) {
        double steadyMs = p50Ms(steady).median();
        return windows(within, window -> p50Ms(window).median() / steadyMs).stream()
                .max(Comparator.comparingDouble(Worst::ratio))
                .orElseThrow();
    }

    /** The window in which the fewest queries are answered beside steady seconds. */
    Worst fewestQueries(Span within, Span steady) {
        double steadyRate = queriesPerSecond(steady).median();
        return windows(within, window -> ratio(queriesPerSecond(window).median(), steadyRate)).stream()
                .min(Comparator.comparingDouble(Worst::ratio))
                .orElseThrow();
    }

    /** The window in which the fewest queries are answered beside another variant. */
    Worst fewestQueriesBeside(Turns other, Span within) {
        return windows(
                        within,
                        window -> ratio(
                                queriesPerSecond(window).median(),
                                other.queriesPerSecond(window).median()))
                .stream()
                .min(Comparator.comparingDouble(Worst::ratio))
                .orElseThrow();
    }

    private static List<Worst> windows(Span within, ToDoubleFunction<Span> ratio) {
        return within.windows(Spans.WINDOW_SECONDS).stream()
                .map(window -> new Worst(window, ratio.applyAsDouble(window)))
                .toList();
    }

    /** The quotient; 1 if the divisor is 0, since no rate is below that. */
    private static double ratio(double ours, double theirs) {
        return theirs > 0 ? ours / theirs : 1;
    }
}
