package dev.aimonflink.local.chaos;

import dev.aimonflink.core.model.Labels;
import dev.aimonflink.core.model.Limits;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The options of a campaign, validated.
 *
 * @param seeds the number of seeds, from the first on
 * @param points kills of a run
 * @param unaligned whether checkpoints overtake records and hold them
 */
record ChaosOptions(
        long seed,
        int seeds,
        int points,
        List<Backend> backends,
        List<Disturbance> disturbances,
        int subscribers,
        int aggregates,
        boolean unaligned) {
    static final int MAX_SEEDS = 1_000;
    static final int MAX_POINTS = 1_000;
    static final int MAX_SUBSCRIBERS = 1_000_000;

    /** The answer of a point query has all of them and must fit into a record. */
    static final int MAX_AGGREGATES = 4_200;

    ChaosOptions {
        Limits.requireWithin("seeds", seeds, 1, MAX_SEEDS);
        Limits.requireWithin("points", points, 1, MAX_POINTS);
        Limits.requireWithin("subscribers", subscribers, 1, MAX_SUBSCRIBERS);
        MatrixSchema.withAggregates(aggregates);
        Limits.requireWithin("aggregates", aggregates, 1, MAX_AGGREGATES);
        backends = List.copyOf(backends);
        disturbances = List.copyOf(disturbances);
    }

    static List<Backend> backends(String label) {
        return chosen("backend", label, "both", Backend.values(), Backend::label);
    }

    static List<Disturbance> disturbances(String label) {
        return chosen("disturbance", label, "all", Disturbance.values(), Disturbance::label);
    }

    private static <T> List<T> chosen(
            String option, String label, String everyone, T[] values, Function<T, String> labelOf) {
        List<List<T>> choices = new ArrayList<>();
        for (T value : values) {
            choices.add(List.of(value));
        }
        choices.add(List.of(values));
        return Labels.find(
                label,
                choices,
                choice -> choice.size() == 1 ? labelOf.apply(choice.get(0)) : everyone,
                option + "=" + label + " is none. Give one of ");
    }

    /** The runs in their order. */
    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (long each = seed; each < seed + seeds; each++) {
            for (Backend backend : backends) {
                for (Disturbance disturbance : disturbances) {
                    cells.add(new Cell(each, backend, disturbance));
                }
            }
        }
        return cells;
    }

    /** The command line that repeats a run. */
    String commandOf(Cell cell) {
        return "aim chaos --seed " + cell.seed() + " --points " + points + " --backend "
                + cell.backend().label() + " --disturbance "
                + cell.disturbance().label() + " --subscribers "
                + subscribers + " --aggregates " + aggregates
                + (unaligned ? " --unaligned" : "");
    }
}
