package dev.aimonflink.bench.concurrent;

import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.List;
import java.util.stream.IntStream;

/** Three hundred times three successive queries, a sum, one with groups, and one with joins, beside constant or changing loads. */
record Sequences(Loads loads, long rate) {
    static final int COUNT = 300;

    /** Each timed separately, to see whether later ones take longer. */
    static final int PARTS = 3;

    /** How often a changing load changes. */
    private static final int PHASES = 12;

    private static final List<String> QUERIES = List.of("q1", "q4", "q5");

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

    record Done(List<Turn> turns) {
        double msOfSequence() {
            return msOfSequence(answered());
        }

        /** The mean of a third of them, in order. */
        double msOfSequence(int part) {
            List<Turn.Answered> all = answered();
            return msOfSequence(all.subList(all.size() * part / PARTS, all.size() * (part + 1) / PARTS));
        }

        private List<Turn.Answered> answered() {
            return turns.stream().flatMap(turn -> turn.answered.stream()).toList();
        }

        private static double msOfSequence(List<Turn.Answered> answered) {
            return answered.stream().mapToLong(Turn.Answered::nanos).sum() / 1e6 / answered.size() * QUERIES.size();
        }

        double eventsPerSecond() {
            return turns.stream().mapToLong(turn -> turn.events).sum()
                    / (turns.stream().mapToLong(turn -> turn.nanos).sum() / 1e9);
        }

        double changes() {
            return turns.stream().mapToInt(turn -> turn.changes).sum();
        }
    }

    /** Which ones are in a part, counted from 1. */
    static String labelOf(int part) {
        return (COUNT * part / PARTS + 1) + "-" + COUNT * (part + 1) / PARTS;
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
