package dev.aimonflink.testing;

import java.util.Random;
import java.util.stream.LongStream;

/** How long tests are that draw what they do. A build runs their short form, a campaign a multiple: docs/testing.md. */
public final class Scale {
    private static final String NAME = "aim.test.scale";
    private static final int FACTOR = Integer.getInteger(NAME, 1);

    private Scale() {}

    /** So many in a build. */
    public static int times(int count) {
        if (FACTOR < 1) {
            throw new IllegalStateException(NAME + "=" + FACTOR + " is no scale. Give 1 or more.");
        }
        return Math.multiplyExact(count, FACTOR);
    }

    /** Any, or that of {@code -Daim.test.seed}. A test that draws with it prints it. */
    public static long seed() {
        return Long.getLong("aim.test.seed", new Random().nextLong());
    }

    /** From 1 on. */
    public static LongStream seeds(int count) {
        return LongStream.rangeClosed(1, times(count));
    }
}
