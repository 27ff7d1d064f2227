package dev.aimonflink.bench.harness;

import java.util.List;

/**
 * The default options of an experiment.
 *
 * @param parallelism values to run with; if several, {@code --paper} goes from 1 to 10
 * @param seconds of each measurement
 * @param quickSeconds likewise with {@code --quick}
 * @param clients at a time; several to compare
 * @param queryRates queries a second in an open loop
 * @param rates events a second; several to compare
 * @param subscribers unless it is quick or of the papers' size
 */
public record Defaults(
        String aggregates,
        List<Integer> parallelism,
        int seconds,
        int quickSeconds,
        List<Integer> clients,
        List<Integer> queryRates,
        List<Integer> rates,
        int subscribers) {
    static final int SUBSCRIBERS = 1_000_000;

    /** For {@link #SUBSCRIBERS} and without an open loop. */
    public Defaults(
            String aggregates,
            List<Integer> parallelism,
            int seconds,
            int quickSeconds,
            List<Integer> clients,
            List<Integer> rates) {
        this(aggregates, parallelism, seconds, quickSeconds, clients, List.of(), rates, SUBSCRIBERS);
    }

    public Defaults of(int others) {
        return new Defaults(aggregates, parallelism, seconds, quickSeconds, clients, queryRates, rates, others);
    }

    public Defaults openLoop(Integer... perSecond) {
        return new Defaults(
                aggregates, parallelism, seconds, quickSeconds, clients, List.of(perSecond), rates, subscribers);
    }
}
