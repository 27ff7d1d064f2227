package dev.aimonflink.bench.endtoend;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What one client was answered after one start in fresh JVMs, or after one kill.
 *
 * @param firstAnswerSeconds from the start or kill to the first answer
 */
record FreshStart(List<Answer> answers, double firstAnswerSeconds) {
    private static final double MS_PER_SECOND = 1e3;

    /** @param atMs when it came, since all tasks run */
    record Answer(double atMs, double tookMs) {}

    /** Seconds since all tasks run; the end is exclusive. */
    record Seconds(int from, int to) {
        private static final int EARLY_FROM = 10;
        private static final int EARLY_TO = 20;

        /** The seconds for which all variants are measured. */
        static Seconds compared(int seconds) {
            return new Seconds(0, seconds / 3);
        }

        /** Seconds 10 to 20, or earlier ones of a short measurement. */
        static Seconds early(int seconds) {
            int third = seconds / 3;
            return new Seconds(Math.min(EARLY_FROM, third / 2), Math.min(EARLY_TO, third));
        }

        /** The last third is taken as steady: minute 3 of 180 s. */
        static Seconds steady(int seconds) {
            return new Seconds(2 * seconds / 3, seconds);
        }

        @Override
        public String toString() {
            return from + "-" + to;
        }
    }

    private DoubleStream tookMs(Seconds seconds) {
        return answers.stream()
                .filter(each -> each.atMs >= seconds.from * MS_PER_SECOND && each.atMs < seconds.to * MS_PER_SECOND)
                .mapToDouble(Answer::tookMs);
    }

    double queriesPerSecond(Seconds seconds) {
        return (double) tookMs(seconds).count() / (seconds.to - seconds.from);
    }

    /** The median latency, by nearest rank. Without answers, the waiting query took at least as long as all of them. */
    double p50Ms(Seconds seconds) {
        double[] sorted = tookMs(seconds).sorted().toArray();
        return sorted.length == 0 ? (seconds.to - seconds.from) * MS_PER_SECOND : sorted[(sorted.length - 1) / 2];
    }
}
