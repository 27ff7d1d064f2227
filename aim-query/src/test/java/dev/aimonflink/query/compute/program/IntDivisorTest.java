package dev.aimonflink.query.compute.program;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class IntDivisorTest {
    private static final int RANDOM = 20_000;
    private static final int[] EDGES = {0, 1, 2, 3, 5, 7, 10, 100, 641, 65_535, 65_536, 1 << 30, Integer.MAX_VALUE};

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    /** Dividends around the multiples of a divisor, and random ones. */
    private int[] dividends(int divisor, int least) {
        IntStream multiples = random.ints(RANDOM / 4, 0, Integer.MAX_VALUE)
                .map(each -> each - each % divisor)
                .flatMap(each -> IntStream.of(each - 1, each, each + 1));
        return IntStream.concat(
                        IntStream.concat(
                                IntStream.of(EDGES), IntStream.of(EDGES).map(each -> -each - 1)),
                        IntStream.concat(multiples, random.ints(RANDOM)))
                .filter(each -> each >= least)
                .toArray();
    }

    @Test
    void shouldDivideAsTheProcessorDoes() {
        IntStream divisors = IntStream.concat(
                IntStream.of(EDGES).filter(each -> each > 0),
                random.ints(100, 0, 31).map(bits -> 1 + random.nextInt(Integer.MAX_VALUE >> bits)));
        divisors.flatMap(each -> IntStream.of(each, -each)).forEach(divisor -> {
            assertDivides(divisor, 0);
            assertDivides(divisor, Integer.MIN_VALUE);
        });
    }

    private void assertDivides(int divisor, int least) {
        int[] dividends = dividends(divisor, least);
        int[] actual = new int[dividends.length];
        IntDivisor by = IntDivisor.of(divisor, least);
        by.quotients(dividends, 0, actual, actual.length);
        assertThat(actual)
                .as("seed %d, / %d", seed, divisor)
                .isEqualTo(IntStream.of(dividends).map(each -> each / divisor).toArray());
        by.remainders(dividends, 0, actual, actual.length);
        assertThat(actual)
                .as("seed %d, %% %d", seed, divisor)
                .isEqualTo(IntStream.of(dividends).map(each -> each % divisor).toArray());
    }
}
