package dev.aimonflink.bench.jmh;

/** Ends a benchmark whose results are wrong. */
final class Expect {
    private Expect() {}

    static void equal(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new WrongAnswerException(what + " is " + actual + ", not " + expected);
        }
    }
}
