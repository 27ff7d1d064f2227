package dev.aimonflink.bench.jmh;

import java.util.stream.IntStream;

/** Fails a benchmark if a result is wrong. */
final class Expect {
    private Expect() {}

    static void equal(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new WrongAnswerException(what + " is " + actual + ", not " + expected);
        }
    }

    /** Compares many values, and reports only how many differ. */
    static void noneWrong(String what, Object[] actual, Object[] expected) {
        long wrong = IntStream.range(0, expected.length)
                .filter(i -> !expected[i].equals(actual[i]))
                .count();
        equal("The number of wrong " + what, wrong, 0L);
    }
}
