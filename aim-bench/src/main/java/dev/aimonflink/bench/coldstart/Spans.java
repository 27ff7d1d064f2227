package dev.aimonflink.bench.coldstart;

/**
 * The seconds of a run that figures are about. The last third is taken as steady: minute 3 of 180 s. What is compared with it
 * is only measured for the first third.
 *
 * @param seconds that the variant under test is measured
 */
record Spans(int seconds) {
    /** No window of so many seconds may be slow. */
    static final int WINDOW_SECONDS = 5;

    private static final int MIN_SECONDS = 3;
    private static final int EARLY_FROM = 10;
    private static final int EARLY_TO = 20;

    static Spans of(double seconds) {
        return new Spans(Math.max(MIN_SECONDS, (int) seconds));
    }

    /** Seconds 10 to 20, or earlier ones of a short run. */
    Span early() {
        int third = seconds / 3;
        return new Span(Math.min(EARLY_FROM, third / 2), Math.min(EARLY_TO, third));
    }

    /** From the first early second to the end. */
    Span fromEarly() {
        return new Span(early().from(), seconds);
    }

    Span steady() {
        return new Span(2 * seconds / 3, seconds);
    }

    /** The seconds for which all variants are measured. */
    Span compared() {
        return new Span(0, seconds / 3);
    }
}
