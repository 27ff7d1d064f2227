package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.bench.world.MeasuredModel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;

/**
 * Measures Nexmark's q17, the statistics of auctions by day, by our job and by Flink SQL: how many bids of a backlog each takes in, in a
 * second and in a second of processor time.
 */
public final class Nexmark extends Experiment {
    private static final long BIDS = 5_000_000;
    private static final long QUICK_BIDS = 100_000;

    /** Bids for which each row of Flink SQL's changelog is looked at. */
    private static final long PREFIX = 200_000;

    private static final int TURNS = 3;
    private static final int QUICK_TURNS = 1;
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUICK_INTERVAL = Duration.ofSeconds(1);

    /** What is demanded of a core with our job on RocksDB, relative to Flink SQL in its faster form. */
    private static final double TIMES_FLINK_SQL = 3;

    public Nexmark() {
        super(
                "nexmark",
                "Measure Nexmark's q17, statistics of auctions, by our job and by Flink SQL on the same bids",
                new Defaults("42", List.of(1), 10, 1, List.of(1), List.of(0)));
    }

    @Override
    public void run(Bench bench) {
        final long seed = bench.plan().seed();
        final long bids = bench.plan().quick() ? QUICK_BIDS : BIDS;
        final long prefix = Math.min(PREFIX, bids);
        MeasuredModel model = MeasuredModel.of(MeasuredModel.NEXMARK);
        bench.say(bids + " bids are recounted ...");
        Recount recount = new Recount(seed, bids);
        Recount ofPrefix = new Recount(seed, prefix);
        for (int parallelism : bench.plan().parallelism()) {
            Setup setup = bench.setup(parallelism)
                    .of(model)
                    .of(recount.days().size())
                    .with(bench.plan().quick() ? QUICK_INTERVAL : INTERVAL);
            bench.say(bids + " bids are published ...");
            try (BidTopic topic = new BidTopic(bench.broker(), model, parallelism, seed, bids, prefix)) {
                compare(bench, new FlinkSql(topic, parallelism, false), ofPrefix);
                compare(bench, new FlinkSql(topic, parallelism, true), ofPrefix);
                Map<Variant, Supplier<Throughput>> ways = new LinkedHashMap<>();
                for (Variant each : Variant.values()) {
                    ways.put(each, () -> run(bench, each, topic, setup, recount));
                }
                report(bench, setup, bench.turns(name(), bench.plan().quick() ? QUICK_TURNS : TURNS, ways));
            }
        }
    }

    private static void compare(Bench bench, FlinkSql sql, Recount recount) {
        String whose = "Flink SQL, mini-batch " + sql.isMiniBatch();
        bench.say(whose + ": answers are compared ...");
        recount.check(
                bench.found().verification(),
                whose,
                any -> true,
                sql.resultOfPrefix(),
                Recount.Statistics::rowOfWholeNumbers);
    }

    private static Throughput run(Bench bench, Variant variant, BidTopic topic, Setup setup, Recount recount) {
        Configuration cluster = setup.on(variant.backend()).cluster();
        AnswerChecks checks = bench.found().verification();
        switch (variant) {
            case OURS_ON_HEAP, OURS_ON_HEAP_ASKED, OURS_ON_ROCKSDB -> {
                try (OurJob job = new OurJob(topic, setup.model(), setup.parallelism(), cluster)) {
                    Throughput throughput = variant == Variant.OURS_ON_HEAP_ASKED
                            ? job.takeIn(Variant.QUESTIONS_PER_SECOND, setup.seed(), checks)
                            : job.takeIn();
                    job.check(recount, checks, variant.toString());
                    return throughput;
                }
            }
            case SQL_ON_HEAP, SQL_ON_ROCKSDB -> {
                return new FlinkSql(topic, setup.parallelism(), false).takeIn(cluster);
            }
            default -> {
                return new FlinkSql(topic, setup.parallelism(), true).takeIn(cluster);
            }
        }
    }

    private void report(Bench bench, Setup setup, Map<Variant, List<Throughput>> taken) {
        taken.forEach((variant, turns) -> {
            String figure = name() + "." + variant.who();
            Map<String, String> parameters = parameters(setup, variant);
            bench.found().rate(figure + ".events", parameters, "events/s", Samples.of(turns, Throughput::perSecond));
            bench.found().rate(figure + ".per-core", parameters, "events/CPU-s", perCore(turns));
        });
        bench.found()
                .rate(
                        name() + ".ours.answers",
                        parameters(setup, Variant.OURS_ON_HEAP_ASKED),
                        "answers/s",
                        Samples.of(taken.get(Variant.OURS_ON_HEAP_ASKED), Throughput::answersPerSecond));
        over(bench, setup, taken, Variant.OURS_ON_HEAP, Variant.SQL_ON_HEAP, Variant.SQL_ON_HEAP_IN_BATCHES);
        double least = over(
                bench,
                setup,
                taken,
                Variant.OURS_ON_ROCKSDB,
                Variant.SQL_ON_ROCKSDB,
                Variant.SQL_ON_ROCKSDB_IN_BATCHES);
        bench.found()
                .demand(Demand.atLeast(
                        "events a core over Flink SQL, q17 on RocksDB, parallelism " + setup.parallelism(),
                        least,
                        TIMES_FLINK_SQL));
    }

    /** Adds how many times as many bids a core takes in with our job as with Flink SQL in each form, and returns the least. */
    private double over(
            Bench bench, Setup setup, Map<Variant, List<Throughput>> taken, Variant ours, Variant... others) {
        double least = Double.POSITIVE_INFINITY;
        for (Variant other : others) {
            Samples times = perCore(taken.get(ours)).over(perCore(taken.get(other)));
            bench.found().rate(name() + ".over-flink-sql", parameters(setup, other), "x", times);
            least = Math.min(least, times.median());
        }
        return least;
    }

    private static Samples perCore(List<Throughput> turns) {
        return Samples.of(turns, Throughput::perCpuSecond);
    }

    private static Map<String, String> parameters(Setup setup, Variant variant) {
        return setup.parameters("backend", variant.backend(), variant.parameter(), variant.value());
    }
}
