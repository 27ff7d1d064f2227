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
    Span {
        if (from >= to) {
            throw new IllegalArgumentException("The span " + from + "-" + to + " has no second.");
        }
    }

    int length() {
        return to - from;
    }

    /** Every window of a length within these seconds, or all of them if there are fewer. */
    List<Span> windows(int windowSeconds) {
        int length = Math.min(windowSeconds, length());
        return IntStream.rangeClosed(from, to - length)
                .mapToObj(begin -> new Span(begin, begin + length))
                .toList();
    }

    @Override
    public String toString() {
        return from + "-" + to;
    }
}
