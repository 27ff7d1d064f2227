package dev.aimonflink.bench.jmh;

import java.util.stream.IntStream;

/** Ends a benchmark whose results are wrong. */
final class Expect {
    private Expect() {}

    static void equal(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new WrongAnswerException(what + " is " + actual + ", not " + expected);
        }
    }

    /** Compares many things without telling them all. */
    static void noneWrong(String what, Object[] actual, Object[] expected) {
        long wrong = IntStream.range(0, expected.length)
                .filter(i -> !expected[i].equals(actual[i]))
                .count();
        equal("The number of wrong " + what, wrong, 0L);
    }
}
