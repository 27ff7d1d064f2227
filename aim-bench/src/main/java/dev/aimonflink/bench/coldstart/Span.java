package dev.aimonflink.bench.coldstart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Some seconds of a run.
 *
 * @param from the first second
 * @param to the second after the last
 */
record Span(int from, int to) {
    /** No window of so many seconds may be slow. */
    static final int WINDOW_SECONDS = 5;

    private static final int EARLY_FROM = 10;
    private static final int EARLY_TO = 20;

    Span {
        if (from >= to) {
            throw new IllegalArgumentException("The span " + from + "-" + to + " has no second.");
        }
    }

    /** The seconds of a measurement for which all variants are measured. */
    static Span compared(int seconds) {
        return new Span(0, seconds / 3);
    }

    /** Seconds 10 to 20, or earlier ones of a short measurement. */
    static Span early(int seconds) {
        int third = seconds / 3;
        return new Span(Math.min(EARLY_FROM, third / 2), Math.min(EARLY_TO, third));
    }

    /** From the first early second to the end. */
    static Span fromEarly(int seconds) {
        return new Span(early(seconds).from, seconds);
    }

    /** The last third is taken as steady: minute 3 of 180 s. */
    static Span steady(int seconds) {
        return new Span(2 * seconds / 3, seconds);
    }

    int length() {
        return to - from;
    }

    /** Every window within these seconds, or all of them if there are fewer. */
    List<Span> windows() {
        int length = Math.min(WINDOW_SECONDS, length());
        return IntStream.rangeClosed(from, to - length)
                .mapToObj(begin -> new Span(begin, begin + length))
                .toList();
    }

    @Override
    public String toString() {
        return from + "-" + to;
    }
}
