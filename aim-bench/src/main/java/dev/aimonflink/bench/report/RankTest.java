package dev.aimonflink.bench.report;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The exact Mann-Whitney U test: the probability that chance alone puts one side's values this far above or below the other's. It uses only
 * ranks, so it assumes no distribution. It counts all ways to deal the ranks to the two sides, so it is exact for any number of values and
 * with ties.
 */
final class RankTest {
    private RankTest() {}

    /** The p-value of two sides, each with at least one value. */
    static double pValue(List<Double> one, List<Double> other) {
        long[] ranks = doubledRanks(Stream.concat(one.stream(), other.stream())
                .mapToDouble(each -> each)
                .toArray());
        long sumOfOne = IntStream.range(0, one.size()).mapToLong(i -> ranks[i]).sum();
        double[] ways = ways(ranks, one.size());
        // Doubled ranks of n values add up to n times (n + 1), of which each side expects its share.
        long expected = (long) one.size() * (ranks.length + 1);
        long distance = Math.abs(sumOfOne - expected);
        double all = 0;
        double asFar = 0;
        for (int sum = 0; sum < ways.length; sum++) {
            all += ways[sum];
            asFar += Math.abs(sum - expected) >= distance ? ways[sum] : 0;
        }
        return asFar / all;
    }

    /** The least p-value of so many values: all of one side are above all of the other. */
    static double leastPValue(int one, int other) {
        double ways = 1;
        for (int i = 1; i <= one; i++) {
            ways = ways * (other + i) / i;
        }
        return Math.min(1, 2 / ways);
    }

    /** Doubled, so that the mean rank of equal values is a whole number. */
    private static long[] doubledRanks(double[] values) {
        long[] ranks = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            long less = 0;
            long equal = 0;
            for (double other : values) {
                less += other < values[i] ? 1 : 0;
                equal += other == values[i] ? 1 : 0;
            }
            ranks[i] = 2 * less + equal + 1;
        }
        return ranks;
    }

    private static double[] ways(long[] ranks, int chosen) {
        int most = (int) LongStream.of(ranks).sum();
        double[][] ways = new double[chosen + 1][most + 1];
        ways[0][0] = 1;
        for (long rank : ranks) {
            for (int count = chosen; count > 0; count--) {
                for (int sum = most; sum >= rank; sum--) {
                    ways[count][sum] += ways[count - 1][sum - (int) rank];
                }
            }
        }
        return ways[chosen];
    }
}
