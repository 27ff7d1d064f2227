package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.experiment.SecondsLog;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One variant, measured once.
 *
 * @param turn counted from 1
 * @param firstAnswerSeconds from the start of the job, or from the kill, to the first answer
 */
record Run(Variant variant, After after, int turn, Timeline timeline, double firstAnswerSeconds) {
    /** What is measured side by side. */
    enum Variant {
        /** The job as it is shipped, which is under test. */
        VECTOR,
        /** Without the vector module, scans run on plain loops. */
        SCALAR;

        /** Those of {@code aim cluster up}. */
        String[] options() {
            return this == VECTOR ? new String[] {"--java-option=--add-modules=jdk.incubator.vector"} : new String[0];
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What happened before. */
    enum After {
        START,
        KILL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One row for each second. */
    Stream<SecondsLog.Row> rows(int parallelism, int rate) {
        return IntStream.range(0, timeline.seconds().size()).mapToObj(i -> {
            Timeline.Second second = timeline.seconds().get(i);
            return new SecondsLog.Row(
                    parallelism,
                    rate,
                    after.toString(),
                    variant.toString(),
                    turn,
                    timeline.first() + i,
                    second.queries(),
                    second.p50Ms(),
                    second.p99Ms(),
                    second.cpuSeconds());
        });
    }
}
