package dev.aimonflink.bench.harness;

import java.util.List;

/**
 * What an experiment takes where nothing is given.
 *
 * @param parallelism with each of which it is run; where there are several, {@code --paper} goes from 1 to 10
 * @param seconds that each measurement takes
 * @param quickSeconds likewise with {@code --quick}
 * @param clients at a time; several where the experiment compares them
 * @param rates of events a second; several where the experiment compares them
 */
public record Defaults(
        String aggregates,
        List<Integer> parallelism,
        int seconds,
        int quickSeconds,
        List<Integer> clients,
        List<Integer> rates) {}
