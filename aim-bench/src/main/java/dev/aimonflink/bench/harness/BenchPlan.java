package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.installation.CallPattern;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.job.Topology;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.rules.judge.Rule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The validated options of one experiment.
 *
 * @param sizes numbers of subscribers to run with
 * @param weak whether these and the rates are those of one partition, and grow with the partitions
 * @param aggregates a multiple of 42, unless there is a model
 * @param model what is kept, of any events
 * @param seconds of each measurement, after its warm-up
 * @param warmUpSeconds before each measurement, at least
 * @param checkpoints interval, zero for none; for experiments that leave it to the plan
 * @param scans where scans run; empty if the job chooses
 * @param queries what each client asks; for experiments that leave it to the plan
 * @param clients at a time; 0 for none
 * @param think how long each of them waits after an answer
 * @param queryRates queries a second in an open loop
 * @param rates events a second, 0 for none
 * @param quick whether the run only shows that everything works
 */
public record BenchPlan(
        List<Integer> sizes,
        boolean weak,
        String aggregates,
        Optional<MeasuredModel> model,
        List<Integer> parallelism,
        double seconds,
        double warmUpSeconds,
        Duration checkpoints,
        int rules,
        Optional<ScanSetting> scans,
        List<QueryPool.Profile> queries,
        List<Integer> clients,
        Duration think,
        List<Integer> queryRates,
        List<Integer> rates,
        CallPattern feed,
        long seed,
        boolean quick) {
    /** With fewer subscribers, the calls of a long run overflow their totals. */
    public static final int MIN_SUBSCRIBERS = 1_000;

    public static final int MAX_SUBSCRIBERS = 100_000_000;
    public static final double MIN_SECONDS = 0.1;
    public static final int MAX_SECONDS = 3_600;
    public static final int MAX_QUERY_RATE = 100_000;
    static final double WARM_UP_SECONDS = 5;
    static final double QUICK_WARM_UP_SECONDS = 1.5;
    private static final double LONGEST_WARM_UP_SECONDS = 60;

    public BenchPlan {
        sizes = List.copyOf(sizes);
        queries = List.copyOf(queries);
        sizes.forEach(each -> Limits.requireWithin("subscribers", each, MIN_SUBSCRIBERS, MAX_SUBSCRIBERS));
        requireSeconds("seconds", seconds);
        requireSeconds("warmUp", warmUpSeconds);
        parallelism = List.copyOf(parallelism);
        clients = List.copyOf(clients);
        queryRates = List.copyOf(queryRates);
        rates = List.copyOf(rates);
        Limits.requireWithin("rules", rules, 0, Rule.MAX_RULES);
        Limits.requireWithin("think", think.toMillis(), 0, TimeUnit.SECONDS.toMillis(MAX_SECONDS));
        Limits.requireWithin("checkpoints", checkpoints.toSeconds(), 0, MAX_SECONDS);
        parallelism.forEach(each -> Limits.requireWithin("parallelism", each, 1, Topology.MAX_PARALLELISM));
        clients.forEach(each -> Limits.requireWithin("clients", each, 0, QueryClients.MAX_CLIENTS));
        queryRates.forEach(each -> Limits.requireWithin("queryRate", each, 1, MAX_QUERY_RATE));
        rates.forEach(each -> Limits.requireWithin("rate", each, 0, (long) RatePacer.MAX_RATE));
        Map.of(
                        "subscribers", sizes,
                        "parallelism", parallelism,
                        "queries", queries,
                        "clients", clients,
                        "queryRate", queryRates,
                        "rate", rates)
                .forEach(BenchPlan::requireDistinct);
        if (PresetModels.find("aim-" + aggregates).isEmpty()) {
            throw new InvalidInputException("aggregates=" + aggregates + " is no number. Give a multiple of "
                    + CallModel.AGGREGATES_PER_COPY + ", such as 42 or 546.");
        }
        if (model.isPresent() && feed.time() != CallPattern.Time.FIXED) {
            throw new InvalidInputException("eventTime=" + feed.time().label() + " is of calls, and model="
                    + model.get().name() + " has other events. Leave one of them out.");
        }
    }

    private static void requireSeconds(String name, double value) {
        // Negated, so that NaN fails, too.
        if (!(value >= MIN_SECONDS && value <= MAX_SECONDS)) {
            throw new InvalidInputException(name + "=" + value + " is outside " + MIN_SECONDS + ".." + MAX_SECONDS
                    + ". Give a number of seconds inside.");
        }
    }

    /** Otherwise two figures would have one name. */
    private static void requireDistinct(String name, List<?> values) {
        if (Set.copyOf(values).size() < values.size()) {
            throw new InvalidInputException(name + "=" + values + " has a value twice. Give each once.");
        }
    }

    /** For experiments that take one number of subscribers; the first of several. */
    public int subscribers() {
        return sizes.get(0);
    }

    /** A number of subscribers, or of events a second, for all partitions. */
    public int ofAll(int planned, int partitions) {
        return weak ? planned * partitions : planned;
    }

    /** Whether clients ask something else than the seven queries. */
    public boolean asksOtherQueries() {
        return !queries.equals(List.of(QueryPool.Profile.SEVEN));
    }

    /** The limit of a warm-up while rates still rise. */
    double longestWarmUpSeconds() {
        return quick ? warmUpSeconds : Math.max(warmUpSeconds, LONGEST_WARM_UP_SECONDS);
    }

    /** The parameters in the report. */
    Map<String, Object> describe() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("subscribers", sizes.size() == 1 ? subscribers() : sizes);
        if (weak) {
            parameters.put("weak", true);
        }
        model.ifPresentOrElse(
                kept -> parameters.put("model", kept.name()), () -> parameters.put("aggregates", aggregates));
        parameters.put("parallelism", parallelism);
        parameters.put("seconds", seconds);
        parameters.put("warmUpSeconds", warmUpSeconds);
        parameters.put("longestWarmUpSeconds", longestWarmUpSeconds());
        parameters.put("checkpointSeconds", checkpoints.toSeconds());
        parameters.put("rules", rules);
        scans.ifPresent(mode -> parameters.put("scans", mode.label()));
        parameters.put("intervals", Spread.COUNT);
        if (asksOtherQueries()) {
            parameters.put(
                    "queries", queries.stream().map(QueryPool.Profile::label).toList());
        }
        parameters.put("clients", clients);
        parameters.put("thinkMillis", think.toMillis());
        parameters.put("queryRate", queryRates);
        parameters.put("rate", rates);
        parameters.put("distribution", feed.spread().label());
        parameters.put("eventTime", feed.time().label());
        parameters.put("seed", seed);
        parameters.put("quick", quick);
        parameters.put("processes", "the broker in one, job and clients in another");
        return parameters;
    }
}
