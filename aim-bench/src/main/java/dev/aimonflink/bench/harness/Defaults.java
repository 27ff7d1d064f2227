package dev.aimonflink.bench.harness;

import java.util.List;

/**
 * The values of an experiment's options that are not given.
 *
 * @param parallelism with each of which it is run; where there are several, {@code --paper} goes from 1 to 10
 * @param seconds that each measurement takes
 * @param quickSeconds likewise with {@code --quick}
 * @param clients at a time; several where the experiment compares them
 * @param queryRates of queries a second in an open loop
 * @param rates of events a second; several where the experiment compares them
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

    /** The same for another number of subscribers. */
    public Defaults of(int others) {
        return new Defaults(aggregates, parallelism, seconds, quickSeconds, clients, queryRates, rates, others);
    }

    /** The same with queries in an open loop. */
    public Defaults openLoop(Integer... perSecond) {
        return new Defaults(
                aggregates, parallelism, seconds, quickSeconds, clients, List.of(perSecond), rates, subscribers);
    }
}
