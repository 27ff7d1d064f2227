package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.lab.disturbance.Backend;
import dev.aimonflink.lab.disturbance.Cell;
import dev.aimonflink.lab.disturbance.Disturbance;
import dev.aimonflink.lab.disturbance.StormMoment;
import dev.aimonflink.lab.disturbance.StormPlan;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.lab.workload.Workload;
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
            requireTurns(new Workload(model, entities, seed), backends, seeds, points, rate, processes);
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
            Workload workload, List<Backend> backends, int seeds, int points, int rate, boolean processes) {
        KeptModel kept = KeptModel.first(workload.given());
        for (Cell cell : cells(workload.seed(), seeds, backends, List.of(Disturbance.TURN))) {
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
        return plan(cell, points, rate, processes, workload(cell.seed()));
    }

    private static StormPlan plan(Cell cell, int points, int rate, boolean processes, Workload workload) {
        return processes
                ? StormPlan.ofProcesses(cell, points, rate, workload.formats())
                : StormPlan.of(cell, points, rate, workload.formats(), StormMoment.anytime(workload.isScanned()));
    }

    Workload workload(long ofSeed) {
        return new Workload(model, entities, ofSeed);
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
