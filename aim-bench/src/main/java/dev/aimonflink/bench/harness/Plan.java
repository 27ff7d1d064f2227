package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.wire.SchemaFile;
import dev.aimonflink.job.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an experiment is to do, checked.
 *
 * @param aggregates as the job takes them
 * @param seconds that each measurement takes, after its warm-up
 * @param rates of events a second
 * @param quick whether only to see that everything runs and is right
 */
public record Plan(
        int subscribers,
        String aggregates,
        List<Integer> parallelism,
        double seconds,
        List<Integer> clients,
        List<Integer> rates,
        long seed,
        boolean quick) {
    /** With fewer, the calls of a long run are more than a subscriber's total can hold. */
    public static final int MIN_SUBSCRIBERS = 1_000;

    public static final int MAX_SUBSCRIBERS = 100_000_000;
    public static final double MIN_SECONDS = 0.1;
    public static final int MAX_SECONDS = 3_600;
    private static final double WARM_UP_SECONDS = 5;
    private static final double QUICK_WARM_UP_SECONDS = 1.5;
    private static final double LONGEST_WARM_UP_SECONDS = 60;

    public Plan {
        requireWithin("subscribers", subscribers, MIN_SUBSCRIBERS, MAX_SUBSCRIBERS);
        // Negated, so that NaN fails too.
        if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
            throw new InvalidInputException("seconds=" + seconds + " is outside " + MIN_SECONDS + ".." + MAX_SECONDS
                    + ". Give a number inside.");
        }
        parallelism = List.copyOf(parallelism);
        clients = List.copyOf(clients);
        rates = List.copyOf(rates);
        parallelism.forEach(each -> requireWithin("parallelism", each, 1, Topology.MAX_PARALLELISM));
        clients.forEach(each -> requireWithin("clients", each, 1, QueryClients.MAX_CLIENTS));
        rates.forEach(each -> requireWithin("rate", each, 1, (int) RatePacer.MAX_RATE));
        SchemaFile.of(aggregates);
    }

    private static void requireWithin(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new InvalidInputException(
                    name + "=" + value + " is outside " + min + ".." + max + ". Give a number inside.");
        }
    }

    /** Before each measurement, at least. */
    public double warmUpSeconds() {
        return quick ? Math.min(seconds, QUICK_WARM_UP_SECONDS) : WARM_UP_SECONDS;
    }

    /** How long a warm-up goes on at most while what is measured still becomes faster. */
    double longestWarmUpSeconds() {
        return quick ? warmUpSeconds() : LONGEST_WARM_UP_SECONDS;
    }

    /** For the report. */
    Map<String, Object> describe() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("subscribers", subscribers);
        parameters.put("aggregates", aggregates);
        parameters.put("parallelism", parallelism);
        parameters.put("seconds", seconds);
        parameters.put("warmUpSeconds", warmUpSeconds());
        parameters.put("longestWarmUpSeconds", longestWarmUpSeconds());
        parameters.put("intervals", Intervals.COUNT);
        parameters.put("clients", clients);
        parameters.put("rate", rates);
        parameters.put("seed", seed);
        parameters.put("quick", quick);
        parameters.put("processes", "the broker in one, job and clients in another");
        return parameters;
    }
}
