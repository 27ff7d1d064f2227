package dev.aimonflink.job.metrics;

import java.util.Arrays;
import org.apache.flink.metrics.HistogramStatistics;

/**
 * How often each time was counted, in buckets of microseconds at most a 32nd wide, which stand for their longest time. The difference of
 * two such counts has the quantiles of what was counted in between.
 */
public final class TimeCounts extends HistogramStatistics {
    /** A power of two has 32 buckets; the times below 64 have one each. */
    private static final int POWER_BITS = 5;

    private final long[] byBucket;

    TimeCounts(long[] byBucket) {
        this.byBucket = byBucket;
    }

    @FunctionalInterface
    public interface Visitor {
        void visit(long micros, long count);
    }

    static int bucketOf(long micros) {
        int power = Math.max(0, Long.SIZE - 1 - POWER_BITS - Long.numberOfLeadingZeros(micros));
        return (power << POWER_BITS) + (int) (micros >>> power);
    }

    static long longestIn(int bucket) {
        int power = Math.max(0, (bucket >> POWER_BITS) - 1);
        return ((bucket - (power << POWER_BITS) + 1L) << power) - 1;
    }

    /** What these have beyond earlier ones. */
    public TimeCounts minus(TimeCounts earlier) {
        return plus(earlier, -1);
    }

    public TimeCounts plus(TimeCounts others) {
        return plus(others, 1);
    }

    private TimeCounts plus(TimeCounts others, int times) {
        long[] sum = byBucket.clone();
        for (int bucket = 0; bucket < sum.length; bucket++) {
            sum[bucket] += times * others.byBucket[bucket];
        }
        return new TimeCounts(sum);
    }

    public void forEach(Visitor visitor) {
        for (int bucket = 0; bucket < byBucket.length; bucket++) {
            if (byBucket[bucket] != 0) {
                visitor.visit(longestIn(bucket), byBucket[bucket]);
            }
        }
    }

    public long total() {
        long total = 0;
        for (long count : byBucket) {
            total += count;
        }
        return total;
    }

    /** The time that this share of all does not exceed; zero if none was counted. */
    @Override
    public double getQuantile(double quantile) {
        long left = Math.max(1, (long) Math.ceil(quantile * total()));
        for (int bucket = 0; bucket < byBucket.length; bucket++) {
            left -= byBucket[bucket];
            if (left <= 0) {
                return longestIn(bucket);
            }
        }
        return 0;
    }

    @Override
    public long getMax() {
        return (long) getQuantile(1);
    }

    @Override
    public long getMin() {
        return (long) getQuantile(0);
    }

    @Override
    public double getMean() {
        double[] sum = {0};
        forEach((micros, count) -> sum[0] += (double) micros * count);
        return sum[0] / Math.max(1, total());
    }

    @Override
    public double getStdDev() {
        double mean = getMean();
        double[] squares = {0};
        forEach((micros, count) -> squares[0] += (micros - mean) * (micros - mean) * count);
        return Math.sqrt(squares[0] / Math.max(1, total()));
    }

    /** Each time once, however often counted. */
    @Override
    public long[] getValues() {
        long[] values = new long[byBucket.length];
        int[] size = {0};
        forEach((micros, count) -> values[size[0]++] = micros);
        return Arrays.copyOf(values, size[0]);
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, total());
    }
}
