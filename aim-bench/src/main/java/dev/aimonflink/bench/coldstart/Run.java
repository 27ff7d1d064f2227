package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.experiment.SecondsLog.Row;
import java.util.stream.Stream;

/**
 * One variant, measured once.
 *
 * @param turn counted from 1
 * @param firstAnswerSeconds from the start of the job, or from the kill, to the first answer
 */
record Run(Variant variant, After after, int turn, Timeline timeline, double firstAnswerSeconds) {
    /** What happened before. */
    enum After {
        START("start"),
        KILL("kill");

        private final String label;

        After(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    /** One row for each second. */
    Stream<Row> rows(int parallelism, int rate) {
        int[] next = {timeline.first()};
        return timeline.seconds().stream()
                .map(second -> new Row(
                        parallelism,
                        rate,
                        after.toString(),
                        variant.name(),
                        turn,
                        next[0]++,
                        second.queries(),
                        second.p50Ms(),
                        second.p99Ms(),
                        second.cpuSeconds(),
                        second.garbageMegabytes()));
    }
}
