package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.experiment.Samples;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The timelines of one variant after several starts or kills, each of fresh JVMs. */
record FreshStarts(List<Timeline> timelines) {
    /** A window and the ratio in it. */
    record Worst(Span window, double ratio) {}

    Samples queriesPerSecond(Span span) {
        return Samples.of(timelines, each -> each.perSecond(span, Timeline.Second::queries));
    }

    Samples p50Ms(Span span) {
        return Samples.of(timelines, each -> each.p50Ms(span));
    }

    Samples cpuSecondsPerSecond(Span span) {
        return Samples.of(timelines, each -> each.perSecond(span, Timeline.Second::cpuSeconds));
    }

    /** The window in which the median latency is the highest beside that of steady seconds. */
    Worst highestP50(Span within, Span steady) {
        double steadyMs = p50Ms(steady).median();
        return worst(within, Comparator.reverseOrder(), window -> p50Ms(window).median() / steadyMs);
    }

    /** The window in which the fewest queries are answered beside steady seconds. */
    Worst fewestQueries(Span within, Span steady) {
        double steadyRate = queriesPerSecond(steady).median();
        return worst(within, Comparator.naturalOrder(), window -> over(window, steadyRate));
    }

    /** The window in which the fewest queries are answered beside another variant. */
    Worst fewestQueriesBeside(FreshStarts other, Span within) {
        return worst(
                within,
                Comparator.naturalOrder(),
                window -> over(window, other.queriesPerSecond(window).median()));
    }

    private static Worst worst(Span within, Comparator<Double> order, ToDoubleFunction<Span> ratio) {
        return within.windows().stream()
                .map(window -> new Worst(window, ratio.applyAsDouble(window)))
                .min(Comparator.comparing(Worst::ratio, order))
                .orElseThrow();
    }

    /** Queries a second in a window over others; 1 if there are none of these, since no rate is below that. */
    private double over(Span window, double theirs) {
        return theirs > 0 ? queriesPerSecond(window).median() / theirs : 1;
    }
}
