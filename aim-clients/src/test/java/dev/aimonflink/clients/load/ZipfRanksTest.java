package dev.aimonflink.clients.load;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ZipfRanksTest {
    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "2, 1",
        "3, 0.5",
        "10, 0.1",
        "10, 1",
        "10, 2",
        "1000, 0.5",
        "1000, 0.999999999",
        "1000, 1",
        "1000, 1.000000001",
        "1000, 1.5",
        "1000, 3",
        "1000, 10"
    })
    void shouldDrawEachRankAsOftenAsTheLawSays(int ranks, double exponent) {
        long seed = 7;
        ZipfRanks zipf = new ZipfRanks(ranks, exponent);
        SplittableRandom random = new SplittableRandom(seed);
        long[] drawn = new long[ranks + 1];
        for (int i = 0; i < DRAWS; i++) {
            drawn[(int) zipf.next(random)]++;
        }
        assertThat(drawn[0]).isZero();
        double total = 0;
        for (int rank = 1; rank <= ranks; rank++) {
            total += Math.pow(rank, -exponent);
        }
        for (int rank = 1; rank <= ranks; rank++) {
            double expected = DRAWS * Math.pow(rank, -exponent) / total;
            // Six standard deviations: one run of this test in a million fails by chance, and the seed is fixed.
            double bound = 6 * Math.sqrt(expected) + 1;
            assertThat((double) drawn[rank])
                    .as("seed=%d rank=%d", seed, rank)
                    .isBetween(expected - bound, expected + bound);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.5", "1", "2", "10"})
    void shouldDrawFromABillionRanksWithoutATable(double exponent) {
        long seed = 11;
        ZipfRanks zipf = new ZipfRanks(EventGenerator.MAX_SUBSCRIBERS, exponent);
        SplittableRandom random = new SplittableRandom(seed);
        long first = 0;
        for (int i = 0; i < DRAWS; i++) {
            long rank = zipf.next(random);
            assertThat(rank).as("seed=%d", seed).isBetween(1L, EventGenerator.MAX_SUBSCRIBERS);
            first += rank == 1 ? 1 : 0;
        }
        double expected = DRAWS / harmonic(EventGenerator.MAX_SUBSCRIBERS, exponent);
        double bound = 6 * Math.sqrt(expected) + 1;
        assertThat((double) first).as("seed=%d", seed).isBetween(expected - bound, expected + bound);
    }

    /** The sum of {@code k^-exponent}: term by term at first, the integral from there on. */
    private static double harmonic(long n, double exponent) {
        int head = 1_000;
        double sum = 0;
        for (int k = 1; k <= head; k++) {
            sum += Math.pow(k, -exponent);
        }
        double from = head + 0.5;
        double to = n + 0.5;
        return sum
                + (exponent == 1
                        ? Math.log(to / from)
                        : (Math.pow(to, 1 - exponent) - Math.pow(from, 1 - exponent)) / (1 - exponent));
    }
}
