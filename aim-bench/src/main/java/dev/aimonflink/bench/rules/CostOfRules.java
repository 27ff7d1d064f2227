package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.rules.judge.RuleSet.Engine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures what rules add to an event: finding the true ones, and remembering what has fired; making an alert's record is measured
 * separately. Without Kafka; records are in a hash map.
 */
public final class CostOfRules extends Experiment {
    private static final double RATE_REMAINS = 0.85;
    private static final double EVENTS_WITH_TEN_THOUSAND = 300_000;

    /** Ten times the papers' event rate with them, for a core of ours. */
    private static final double EVENTS_WITH_CAMPAIGNS = 237_000;

    private static final double SEARCH_OVER_FLAT = 0.5;
    private static final double PER_CENT = 100;

    /** The rules of each measurement, in order. */
    private enum Variant {
        SELECTIVE_10,
        SELECTIVE_300,
        THRESHOLDS_1000,
        THRESHOLDS_10000,
        THRESHOLDS_10000_OF_ALL,
        PAPERS_300;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public CostOfRules() {
        super(
                "rules",
                "Measure what rules add to an event: finding those that are true, and the memory of what has fired",
                new Defaults("546", List.of(1), 1, 1, List.of(1), List.of(1)));
    }

    @Override
    public void run(Bench bench) {
        MeasuredModel measured = MeasuredModel.of("aim-" + bench.plan().aggregates());
        bench.say("Rows are made ...");
        JudgedEvents events = new JudgedEvents(
                measured, bench.plan().subscribers(), bench.plan().seed());
        int rounds = bench.plan().quick() ? JudgedEvents.QUICK_ROUNDS : JudgedEvents.ROUNDS;
        for (Variant variant : Variant.values()) {
            bench.say(variant.label() + " ...");
            JudgedEvents.Found found = events.measure(
                    switch (variant) {
                        case SELECTIVE_10 -> events.selective(10);
                        case SELECTIVE_300 -> events.selective(300);
                        case THRESHOLDS_1000 -> events.thresholds(1_000, events.pivots());
                        case THRESHOLDS_10000 -> events.thresholds(10_000, events.pivots());
                        case THRESHOLDS_10000_OF_ALL -> events.thresholds(10_000, events.aggregates());
                        case PAPERS_300 -> events.ofThePapers(300);
                    },
                    variant == Variant.PAPERS_300,
                    variant == Variant.PAPERS_300 ? JudgedEvents.MEMORY_TURNS : 0,
                    rounds);
            report(bench, variant, found);
            bench.keep();
        }
        bench.say("Values are recomputed ...");
        bench.found().verification().count(events.compare());
    }

    private void report(Bench bench, Variant variant, JudgedEvents.Found found) {
        Map<String, String> parameters = parameters(bench, variant, Engine.SEARCH);
        bench.found()
                .rate(name() + ".events", parameters, "events/s", found.memory().perSecond());
        bench.found()
                .rate(
                        name() + ".events.matching",
                        parameters,
                        "events/s",
                        found.matching().perSecond());
        bench.found()
                .rate(
                        name() + ".events.none",
                        parameters,
                        "events/s",
                        found.none().perSecond());
        Samples matchingNanos = found.matching().nanos().less(found.none().nanos());
        bench.found().time(name() + ".matching", parameters, "ns", matchingNanos);
        bench.found()
                .time(
                        name() + ".memory",
                        parameters,
                        "ns",
                        found.memory().nanos().less(found.matching().nanos()));
        bench.found()
                .time(name() + ".allocated", parameters, "B", found.matching().bytes());
        bench.found()
                .time(
                        name() + ".allocated.memory",
                        parameters,
                        "B",
                        found.memory().bytes());
        bench.found().time(name() + ".memory-of-an-entity", parameters, "B", new Samples(found.bytesOfAnEntity()));
        bench.found().time(name() + ".true", parameters, "an event", new Samples(found.trueOfAnEvent()));
        bench.found().time(name() + ".fired", parameters, "an event", new Samples(found.firedOfAnEvent()));
        bench.found().time(name() + ".suppressed", parameters, "an event", new Samples(found.suppressedOfAnEvent()));
        bench.found().time(name() + ".any-true", parameters, "% of events", new Samples(found.anyTrue() * PER_CENT));
        found.nanosOfAnAlert().ifPresent(nanos -> bench.found()
                .time(name() + ".emission", parameters, "ns an alert", new Samples(nanos)));
        found.bytesOfAnAlert().ifPresent(bytes -> bench.found()
                .time(name() + ".emission.size", parameters, "B an alert", new Samples(bytes)));
        demand(bench, variant, found);
        if (found.flat() != null) {
            Map<String, String> flat = parameters(bench, variant, Engine.FLAT);
            Samples flatNanos = found.flat().nanos().less(found.none().nanos());
            bench.found()
                    .rate(
                            name() + ".events.matching",
                            flat,
                            "events/s",
                            found.flat().perSecond());
            bench.found().time(name() + ".matching", flat, "ns", flatNanos);
            bench.found()
                    .demand(Demand.atMost(
                            "matching by search over flat, " + variant.label(),
                            matchingNanos.over(flatNanos).median(),
                            SEARCH_OVER_FLAT));
        }
    }

    private static void demand(Bench bench, Variant variant, JudgedEvents.Found found) {
        switch (variant) {
            case SELECTIVE_300, THRESHOLDS_1000 ->
                bench.found()
                        .demand(Demand.atLeast(
                                "events/s with " + variant.label() + " over without",
                                found.memory()
                                        .perSecond()
                                        .over(found.none().perSecond())
                                        .median(),
                                RATE_REMAINS));
            case THRESHOLDS_10000 ->
                bench.found()
                        .demand(Demand.atLeast(
                                "events/s with " + variant.label(),
                                found.memory().perSecond().median(),
                                EVENTS_WITH_TEN_THOUSAND));
            case PAPERS_300 ->
                bench.found()
                        .demand(Demand.atLeast(
                                "events/s with " + variant.label() + ", matching alone",
                                found.matching().perSecond().median(),
                                EVENTS_WITH_CAMPAIGNS));
            default -> {}
        }
        bench.found()
                .demand(Demand.below(
                        "bytes that an event allocates for matching, " + variant.label(),
                        found.matching().bytes().max(),
                        1));
    }

    private static Map<String, String> parameters(Bench bench, Variant variant, Engine engine) {
        return new TreeMap<>(Map.of(
                "rules",
                variant.label(),
                "engine",
                engine.name().toLowerCase(Locale.ROOT),
                "aggregates",
                bench.plan().aggregates(),
                "subscribers",
                Integer.toString(bench.plan().subscribers())));
    }
}
