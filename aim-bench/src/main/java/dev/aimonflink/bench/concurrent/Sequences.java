package dev.aimonflink.bench.concurrent;

import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.schedule.ScanSetting;
import java.util.List;
import java.util.stream.IntStream;

/** A hundred times three queries, one after the other: a sum, one with groups, and one with joins; beside loads that stay or change. */
record Sequences(Loads loads, long rate) {
    static final int COUNT = 100;

    /** As often a changing load changes. */
    private static final int PHASES = 4;

    private static final List<String> QUERIES = List.of("q1", "q4", "q5");

    /**
     * A load for each phase.
     *
     * @param phases of the same number of sequences
     */
    record Course(String name, List<LoadCase> phases) {
        boolean isSaturated() {
            return phases.stream().allMatch(LoadCase::isSaturated);
        }

        boolean isChanging() {
            return phases.size() > 1;
        }

        Done run(TaskThread partition, ScanSetting state, double mostSeconds) {
            List<Turn> done = phases.stream()
                    .map(load -> partition.run(load, state, mostSeconds, COUNT / phases.size() * QUERIES.size()))
                    .toList();
            return new Done(done);
        }
    }

    /** @param turns one of each phase */
    record Done(List<Turn> turns) {
        double msOfSequence() {
            return turns.stream()
                            .flatMap(turn -> turn.answered.stream())
                            .mapToLong(Turn.Answered::nanos)
                            .sum()
                    / 1e6
                    / (turns.stream().mapToLong(turn -> turn.answers).sum() / (double) QUERIES.size());
        }

        double eventsPerSecond() {
            return turns.stream().mapToLong(turn -> turn.events).sum()
                    / (turns.stream().mapToLong(turn -> turn.nanos).sum() / 1e9);
        }

        double changes() {
            return turns.stream().mapToInt(turn -> turn.changes).sum();
        }
    }

    List<Course> all() {
        LoadCase idle = load("no events", 0);
        LoadCase some = load(rate + " events/s", rate);
        LoadCase saturated = load("events without end", LoadCase.SATURATED);
        List<LoadCase> changing = IntStream.range(0, PHASES)
                .mapToObj(phase -> List.of(saturated, idle).get(phase % 2))
                .toList();
        return List.of(
                new Course(idle.name(), List.of(idle)),
                new Course(some.name(), List.of(some)),
                new Course(saturated.name(), List.of(saturated)),
                new Course("changing", changing));
    }

    private LoadCase load(String name, long eventsPerSecond) {
        List<Scannable> asked = QUERIES.stream().map(loads::query).toList();
        return new LoadCase(name, eventsPerSecond, List.of(asked));
    }
}
