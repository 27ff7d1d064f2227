package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.local.load.GivenModel;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.matrix.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The validated options of a campaign.
 *
 * @param seeds number of seeds, from the first on
 * @param points kills of a run
 * @param rate events a second
 * @param unaligned whether checkpoints overtake records and hold them
 * @param processes whether the cluster consists of processes
 * @param isAttacked whether there is a hostile client
 */
record ChaosOptions(
        long seed,
        int seeds,
        int points,
        int rate,
        List<Backend> backends,
        List<Disturbance> disturbances,
        int entities,
        boolean unaligned,
        boolean processes,
        boolean isAttacked,
        GivenModel model) {
    static final int MAX_SEEDS = 1_000;
    static final int MAX_POINTS = 1_000;
    static final int MAX_RATE = 100_000;
    static final int MAX_ENTITIES = 1_000_000;

    /** The answer to a question for an entity has all of them and must fit a record. */
    static final int MAX_AGGREGATES = 4_200;

    ChaosOptions {
        Limits.requireWithin("seeds", seeds, 1, MAX_SEEDS);
        Limits.requireWithin("points", points, 1, MAX_POINTS);
        Limits.requireWithin("rate", rate, 1, MAX_RATE);
        Limits.requireWithin("entities", entities, 1, MAX_ENTITIES);
        backends = List.copyOf(backends);
        disturbances = List.copyOf(disturbances);
        requireFits(model);
        if (disturbances.contains(Disturbance.SCHEMA)) {
            KeptModel.other(model);
        }
        if (disturbances.contains(Disturbance.TURN)) {
            requireTurns(new StormWorkload(model, entities), backends, seed, seeds, points, rate, processes);
        }
        if (processes && unaligned) {
            throw new InvalidInputException(
                    "processes take aligned checkpoints. Give one of --processes and --unaligned.");
        }
    }

    private static void requireFits(GivenModel given) {
        int columns = given.model().columns().size();
        if (columns > MAX_AGGREGATES) {
            throw new InvalidInputException("The model '" + given.model().name() + "' has " + columns
                    + " columns, more than " + MAX_AGGREGATES
                    + ", so that an answer with all of them may not fit into a record. Take out windows,"
                    + " filters, functions or copies.");
        }
    }

    private static void requireTurns(
            StormWorkload workload,
            List<Backend> backends,
            long firstSeed,
            int seeds,
            int points,
            int rate,
            boolean processes) {
        KeptModel kept = workload.first();
        for (Cell cell : cells(firstSeed, seeds, backends, List.of(Disturbance.TURN))) {
            StormPlan plan = plan(cell, points, rate, processes, workload);
            WindowClock clock =
                    new WindowClock(kept.matrix().windows(), plan.times().zone());
            clock.advance(plan.times().ms(0));
            if (!clock.wouldTurn(plan.times().ms(plan.calls()))) {
                throw new InvalidInputException("disturbance=turn with seed=" + cell.seed() + " and points=" + points
                        + " turns no window of the model '" + kept.model().name() + "': its events are of "
                        + plan.times().date(0) + " to " + plan.times().date(plan.calls())
                        + ". Give a model with shorter windows, more points, or rescale or schema.");
            }
        }
    }

    StormPlan plan(Cell cell) {
        return plan(cell, points, rate, processes, workload());
    }

    private static StormPlan plan(Cell cell, int points, int rate, boolean processes, StormWorkload workload) {
        return processes
                ? StormPlan.ofProcesses(cell, points, rate, workload.formats())
                : StormPlan.of(cell, points, rate, workload.formats(), workload.moments());
    }

    StormWorkload workload() {
        return new StormWorkload(model, entities);
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

    List<Cell> cells() {
        return cells(seed, seeds, backends, disturbances);
    }

    private static List<Cell> cells(long firstSeed, int seeds, List<Backend> backends, List<Disturbance> disturbances) {
        List<Cell> cells = new ArrayList<>();
        for (long each = firstSeed; each < firstSeed + seeds; each++) {
            for (Backend backend : backends) {
                for (Disturbance disturbance : disturbances) {
                    cells.add(new Cell(each, backend, disturbance));
                }
            }
        }
        return cells;
    }

    String commandOf(Cell cell) {
        return "aim chaos --seed " + cell.seed() + " --points " + points + " --rate " + rate + " --backend "
                + cell.backend().label() + " --disturbance "
                + cell.disturbance().label() + " --entities "
                + entities
                + " --model " + ShellWord.of(model.name())
                + (unaligned ? " --unaligned" : "")
                + (processes ? " --processes" : "")
                + (isAttacked ? "" : " --no-hostile");
    }
}
